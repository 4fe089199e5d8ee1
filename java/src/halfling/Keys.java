package halfling;

import main.collections.FastArrayList;
import other.move.Move;

/**
 * Names a move by what it does at a glance: mover, origin, destination, state, levels, kind.
 *
 * Equal keys may stand for different moves of one position; their order in the list tells them apart. The engine knows the
 * same layout: bits 0-15 origin, 16-31 destination, 32-39 state, 40-47 levels, 48-52 mover, 53-55 kind, 56-59 seat (only in
 * traces). The four highest bits belong to the engine.
 */
final class Keys {
    static final int SEAT_SHIFT = 56;
    static final int ORDINAL_SHIFT = 60;

    private static final long PASS = 1L << 53;
    private static final long SWAP = 1L << 54;
    private static final long OTHER = 1L << 55;

    private Keys() {}

    static long of(Move move) {
        long key = (move.fromNonDecision() + 1L & 0xFFFF)
            | (move.toNonDecision() + 1L & 0xFFFF) << 16
            | (move.stateNonDecision() + 1L & 0xFF) << 32
            | (move.levelMinNonDecision() & 0xFL) << 40
            | (move.levelMaxNonDecision() & 0xFL) << 44
            | (move.mover() & 0x1FL) << 48;
        // Sites are cheap to read; the kind is a walk over the actions, needed only where there is no site.
        if (move.toNonDecision() < 0 || move.fromNonDecision() < 0) {
            if (move.isPass()) {
                key |= PASS;
            } else if (move.isSwap()) {
                key |= SWAP;
            } else {
                key |= OTHER;
            }
        }
        return key;
    }

    /** The key of one move of a list, with its number among those before it that look the same. */
    static long numbered(FastArrayList<Move> moves, int index) {
        long key = of(moves.get(index));
        long before = 0;
        for (int i = 0; i < index; i++) {
            if (of(moves.get(i)) == key) {
                before++;
            }
        }
        return key | Math.min(before, 15) << ORDINAL_SHIFT;
    }
}
