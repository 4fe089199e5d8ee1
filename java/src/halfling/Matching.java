package halfling;

import main.collections.FastArrayList;
import other.context.Context;
import other.move.Move;

/** Finds the legal move that a played move came from: the played one has its consequences resolved. */
final class Matching {
    private Matching() {}

    /** The index among the legal moves of the position, or -1. */
    static int index(Host host, Context position, Move played) {
        FastArrayList<Move> legal = host.game.moves(position).moves();
        long key = Keys.of(played);
        int found = -1;
        int count = 0;
        for (int i = 0; i < legal.size(); i++) {
            if (Keys.of(legal.get(i)) == key) {
                found = found < 0 ? i : found;
                count++;
            }
        }
        if (count <= 1) {
            return found;
        }
        String text = played.toTrialFormat(position);
        for (int i = found; i < legal.size(); i++) {
            if (Keys.of(legal.get(i)) == key) {
                Context after = new Context(position);
                if (host.step(after, legal.get(i)).toTrialFormat(after).equals(text)) {
                    return i;
                }
            }
        }
        return -1;
    }
}
