package halfling;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import main.collections.FastArrayList;
import other.RankUtils;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;

/**
 * Plays what one thread of the engine asks for. Requests and answers go through one direct buffer whose layout the engine
 * knows; nothing is thrown across: a failed request answers with a negative number.
 *
 * Request: ints at 0.. (see each operation), the seed at 32, the path from PAYLOAD on, 16 bytes a move (key, index).
 * Answer: seat to move or -1 at 0, moves listed at 4, index of the first play-out move or -1 at 8, plies at 12, finished at
 * 16, moves traced at 20, hash at 24, utilities from 32 on, the seats that choose together as bits at 96; listed keys and then
 * traced keys from PAYLOAD on.
 */
final class Worker {
    static final int START = 0;
    static final int APPLY = 1;
    static final int LIST = 2;
    static final int PLAYOUT = 3;
    static final int SIMULATE = 4;
    static final int GROW = 5;
    static final int LOOK = 6;
    static final int APPLY_JOINT = 7;

    static final int FAILED = -1;
    static final int DONE = 0;
    /** Done, and the buffer was replaced by a larger one. */
    static final int MOVED = 1;

    static final int WANTS_LIST = 1;
    static final int WANTS_TRACE = 2;

    private static final int SEED = 32;
    private static final int TOGETHER = 96;
    private static final int PAYLOAD = 128;
    /** How often a play-out looks at the clock, in plies (a power of two). */
    private static final int CLOCK_PLIES = 8;
    /** Time that a piece of one of Ludii's own play-outs should take at most, in nanoseconds. */
    private static final long PIECE_TIME = 4_000_000;

    private final Host host;
    private final Dice dice;
    private final SplitMix random = new SplitMix();
    private ByteBuffer buffer;
    private boolean moved;
    private int written;
    private int piece = 8;

    Worker(Host host) {
        this.host = host;
        this.dice = host.dice();
        resize(1 << 16);
    }

    ByteBuffer buffer() {
        return buffer;
    }

    /** Does what the buffer says; the only method that the engine calls while it searches. */
    int run(int operation) {
        moved = false;
        written = PAYLOAD;
        try {
            switch (operation) {
                case START:
                    start(buffer.getInt(0));
                    break;
                case APPLY:
                    apply(buffer.getInt(0), buffer.getInt(4), buffer.getLong(PAYLOAD), buffer.getInt(PAYLOAD + 8));
                    break;
                case LIST:
                    list(host.slot(buffer.getInt(0)), buffer.getInt(4));
                    break;
                case PLAYOUT:
                    playout(buffer.getInt(0), buffer.getInt(4), buffer.getInt(8), buffer.getInt(12));
                    break;
                case SIMULATE:
                    simulate(host.slot(buffer.getInt(0)), buffer.getInt(4), buffer.getInt(8), buffer.getInt(12));
                    break;
                case GROW:
                    resize(Math.max(buffer.getInt(0), buffer.capacity() * 2));
                    break;
                case LOOK:
                    answerState(host.slot(buffer.getInt(0)).context());
                    break;
                case APPLY_JOINT:
                    applyJoint(buffer.getInt(0), buffer.getInt(4), buffer.getInt(8));
                    break;
                default:
                    return FAILED;
            }
            return moved ? MOVED : DONE;
        } catch (Throwable problem) {
            host.failed(problem);
            return FAILED;
        }
    }

    private void start(int slot) {
        Context context = new Context(host.game, new Trial(host.game));
        host.game.start(context);
        context = host.copy(context, dice);
        host.put(slot, new Node(context));
        answerState(context);
    }

    private void apply(int from, int to, long key, int index) {
        Context context = host.slot(from).context();
        if (from != to) {
            context = host.copy(context, dice);
        }
        Move move = resolve(host.game.moves(context).moves(), key, index);
        // The old node may have been read by others: it keeps its lists, and the changed position gets a new one.
        host.put(to, new Node(context));
        host.step(context, move);
        answerState(context);
    }

    /** One move of each of so many players who choose at once, in their order. */
    private void applyJoint(int from, int to, int count) {
        Context context = host.slot(from).context();
        if (from != to) {
            context = host.copy(context, dice);
        }
        FastArrayList<Move> legal = host.game.moves(context).moves();
        Move[] chosen = new Move[host.seats + 1];
        int place = 0;
        for (int player = 1; player <= host.seats && place < count; player++) {
            if (context.active(player)) {
                FastArrayList<Move> own = Joint.movesOf(context, legal, player);
                chosen[player] = resolve(own, pathKey(place), pathIndex(place));
                place++;
            }
        }
        host.put(to, new Node(context));
        Joint.apply(context, chosen);
        answerState(context);
    }

    private void list(Node node, int seat) {
        FastArrayList<Move> moves = node.moves();
        if (moves == null) {
            moves = host.game.moves(node.context()).moves();
            node.list(moves);
        }
        answerMoves(host.simultaneous ? Joint.movesOf(node.context(), moves, seat + 1) : moves);
    }

    private void playout(int from, int to, int limit, int flags) {
        random.restart(buffer.getLong(SEED));
        Context context = host.slot(from).context();
        if (from != to) {
            context = host.copy(context, dice);
        }
        host.put(to, new Node(context));
        int before = context.trial().numMoves();
        playOut(context, limit);
        answerPlayout(context, before, (flags & WANTS_TRACE) != 0);
        answerState(context);
    }

    private void simulate(Node root, int length, int limit, int flags) {
        random.restart(buffer.getLong(SEED));
        Node node = root;
        Node kept = root;
        int depth = 0;
        int keptDepth = 0;
        if (!host.stochastic) {
            while (depth < length) {
                Node child = node.child(pathIndex(depth));
                if (child == null) {
                    break;
                }
                node = child;
                depth++;
                if (node.context() != null) {
                    kept = node;
                    keptDepth = depth;
                }
            }
        }
        // From the deepest position that is kept, replay what remains.
        Context context = host.copy(kept.context(), dice);
        node = kept;
        for (int step = keptDepth; step < length; step++) {
            int index = pathIndex(step);
            FastArrayList<Move> moves = node == null ? null : node.moves();
            if (moves == null) {
                moves = host.game.moves(context).moves();
            }
            Move move = resolve(moves, pathKey(step), index);
            host.step(context, move);
            boolean last = step == length - 1;
            node = node == null || host.stochastic ? null
                : last && (flags & WANTS_LIST) != 0 ? node.childOrNew(index) : node.child(index);
        }
        int seat = host.seatToMove(context);
        int first = -1;
        int before = context.trial().numMoves();
        int listed = 0;
        if ((flags & WANTS_LIST) != 0 && seat >= 0) {
            FastArrayList<Move> moves = node == null ? null : node.moves();
            if (moves == null) {
                moves = host.game.moves(context).moves();
                if (node != null && host.reserve(moves.size(), true)) {
                    node.list(moves);
                    node.keep(host.copy(context, dice));
                }
            }
            answerMoves(moves);
            listed = moves.size();
            if (limit != 0) {
                first = random.nextInt(moves.size());
                host.step(context, moves.get(first));
                limit = limit > 0 ? limit - 1 : limit;
            }
        }
        playOut(context, limit);
        answerPlayout(context, before, (flags & WANTS_TRACE) != 0);
        buffer.putInt(0, seat);
        buffer.putInt(4, listed);
        buffer.putInt(8, first);
        answerUtilities(context);
    }

    /** Uniformly random moves; a negative limit means to the end. */
    private void playOut(Context context, int limit) {
        if (limit == 0) {
            return;
        }
        Trial trial = context.trial();
        if (host.customPlayouts) {
            // Ludii's own short cuts, in pieces, so that a stop is heard. Fast games soon get long pieces.
            int end = limit < 0 ? Integer.MAX_VALUE : trial.numMoves() + limit;
            long now = System.nanoTime();
            while (!trial.over() && trial.numMoves() < end && !host.stop && now - host.deadline <= 0) {
                long begin = now;
                host.game.playout(context, null, 0.0, null, 0, Math.min(piece, end - trial.numMoves()), random);
                now = System.nanoTime();
                if (now - begin > PIECE_TIME) {
                    piece = Math.max(1, piece / 2);
                } else if (now - begin < PIECE_TIME / 4) {
                    piece = Math.min(1 << 20, 2 * piece);
                }
            }
            return;
        }
        for (int plies = 0; plies != limit && !trial.over(); plies++) {
            if (host.stop || (plies & CLOCK_PLIES - 1) == 0 && System.nanoTime() - host.deadline > 0) {
                return;
            }
            Move drawn = host.draw(context, random);
            if (drawn == null) {
                FastArrayList<Move> moves = host.game.moves(context).moves();
                drawn = moves.get(random.nextInt(moves.size()));
            }
            host.step(context, drawn);
        }
    }

    /** The move of that index if it still bears the key, else the first that does. */
    private static Move resolve(FastArrayList<Move> moves, long key, int index) {
        int size = moves.size();
        long plain = key & (1L << Keys.SEAT_SHIFT) - 1;
        if (index >= 0 && index < size && Keys.of(moves.get(index)) == plain) {
            return moves.get(index);
        }
        int ordinal = (int) (key >>> Keys.ORDINAL_SHIFT);
        Move found = null;
        for (int i = 0; i < size; i++) {
            if (Keys.of(moves.get(i)) == plain) {
                found = moves.get(i);
                if (ordinal-- == 0) {
                    break;
                }
            }
        }
        if (found == null) {
            throw new IllegalArgumentException("no such move here");
        }
        return found;
    }

    private long pathKey(int step) {
        return buffer.getLong(PAYLOAD + 16 * step);
    }

    private int pathIndex(int step) {
        return buffer.getInt(PAYLOAD + 16 * step + 8);
    }

    private void answerState(Context context) {
        buffer.putInt(0, host.seatToMove(context));
        buffer.putInt(TOGETHER, host.simultaneous ? Joint.seats(context, host.seats) : 0);
        buffer.putLong(24, context.state().fullHash());
        answerUtilities(context);
    }

    private void answerUtilities(Context context) {
        double[] utilities = RankUtils.agentUtilities(context);
        for (int seat = 0; seat < host.seats; seat++) {
            buffer.putFloat(32 + 4 * seat, (float) utilities[seat + 1]);
        }
    }

    private void answerMoves(FastArrayList<Move> moves) {
        int size = moves.size();
        reserve(8 * size);
        for (int i = 0; i < size; i++) {
            buffer.putLong(written, Keys.of(moves.get(i)));
            written += 8;
        }
        buffer.putInt(4, size);
    }

    private void answerPlayout(Context context, int movesBefore, boolean trace) {
        Trial trial = context.trial();
        int plies = Math.max(0, trial.numMoves() - movesBefore);
        buffer.putInt(12, plies);
        buffer.putInt(16, trial.over() ? 1 : 0);
        int traced = 0;
        if (trace) {
            reserve(8 * plies);
            Iterator<Move> moves = trial.reverseMoveIterator();
            for (; traced < plies && moves.hasNext(); traced++) {
                Move move = moves.next();
                long seat = context.state().playerToAgent(Math.max(1, Math.min(host.seats, move.mover()))) - 1L;
                buffer.putLong(written + 8 * (plies - 1 - traced), Keys.of(move) | seat << Keys.SEAT_SHIFT);
            }
        }
        buffer.putInt(20, traced);
    }

    private void reserve(int bytes) {
        if (written + bytes > buffer.capacity()) {
            resize(2 * (written + bytes));
        }
    }

    private void resize(int capacity) {
        ByteBuffer larger = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
        for (int i = 0; buffer != null && i < buffer.capacity(); i++) {
            larger.put(i, buffer.get(i));
        }
        buffer = larger;
        moved = true;
    }
}
