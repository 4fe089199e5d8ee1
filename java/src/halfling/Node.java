package halfling;

import java.util.concurrent.atomic.AtomicReferenceArray;
import main.collections.FastArrayList;
import other.context.Context;
import other.move.Move;

/**
 * A position below a root that the engine has visited often enough to keep, and its legal moves.
 *
 * Several workers may walk the same nodes. A context that is kept here is never changed again, only copied; everything that
 * is filled in later is published through volatile fields.
 */
final class Node {
    private volatile Context context;
    private volatile FastArrayList<Move> moves;
    private volatile AtomicReferenceArray<Node> children;

    Node(Context context) {
        this.context = context;
    }

    Context context() {
        return context;
    }

    /** Keeps the position; its move list must have been made, so that copies come with it. */
    void keep(Context position) {
        context = position;
    }

    /** The legal moves, or null if nobody asked yet. */
    FastArrayList<Move> moves() {
        return moves;
    }

    void list(FastArrayList<Move> legal) {
        if (moves == null) {
            synchronized (this) {
                if (moves == null) {
                    children = new AtomicReferenceArray<>(legal.size());
                    moves = legal;
                }
            }
        }
    }

    /** The node after the move of that index, or null if there is none. */
    Node child(int index) {
        AtomicReferenceArray<Node> all = children;
        return all == null || index < 0 || index >= all.length() ? null : all.get(index);
    }

    /** The node after the move of that index, made if missing; null where the moves are not listed. */
    Node childOrNew(int index) {
        AtomicReferenceArray<Node> all = children;
        if (all == null || index < 0 || index >= all.length()) {
            return null;
        }
        Node known = all.get(index);
        if (known != null) {
            return known;
        }
        Node fresh = new Node(null);
        return all.compareAndSet(index, null, fresh) ? fresh : all.get(index);
    }
}
