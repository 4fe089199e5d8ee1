package halfling;

import game.Game;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import main.collections.FastArrayList;
import org.apache.commons.rng.RandomProviderState;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;

/**
 * Ludii's rules of one game, as the engine sees them: positions in numbered slots, and workers that play in them.
 *
 * The engine decides which slot is whose; a slot belongs to one worker at a time, except that any number may read it.
 */
final class Host {
    /** Rough bytes of a kept context, and of a listed move, for the budget below. */
    private static final long CONTEXT_BYTES = 6_000;
    private static final long MOVE_BYTES = 300;
    private static final Pattern LOOKS_AHEAD = Pattern.compile("\\(max\\s+Distance\\b");
    /** Plies of the game on which {@link #idle} is tried out. */
    private static final int IDLE_PLIES = 60;

    final Game game;
    final int seats;
    final boolean stochastic;
    /** Whether all players choose at once. */
    final boolean simultaneous;
    /** A match of several games overrides the public steps only, so the internal ones must not be used. */
    final boolean plainSteps;
    final boolean customPlayouts;

    /** Set by an interrupt: play-outs under way stop at their next ply. */
    volatile boolean stop;
    /** When play-outs under way are cut short, in the time of System.nanoTime. */
    volatile long deadline = never();
    /** Iterations that threw inside Ludii. */
    final AtomicLong failures = new AtomicLong();
    volatile String lastFailure;

    /** Whether Ludii works out distances for this game's lists of moves that do not change them; see {@link #idle}. */
    private final boolean idleDistances;
    private final Dice dice;
    /** By phase, how to draw a move without listing all; made at the first play-out, when the game has begun. */
    private volatile SiteDraw[] draws;
    private volatile Node[] slots = new Node[64];
    private final AtomicLong budget;
    private final long budgetLimit = Runtime.getRuntime().maxMemory() / 3;

    private final Chronicle chronicle;
    private Node root;
    private int rootMoves;

    Host(Game game) {
        this.game = game;
        this.seats = game.players().count();
        this.stochastic = game.isStochasticGame();
        this.simultaneous = game.isSimultaneousMoveGame();
        this.plainSteps = !game.hasSubgames();
        this.customPlayouts = game.hasSubgames() || game.hasCustomPlayouts() || simultaneous;
        this.dice = dice();
        this.idleDistances = idle();
        this.budget = new AtomicLong(budgetLimit);
        this.chronicle = new Chronicle(this);
    }

    /** A time that is later than any, in arithmetic that may wrap. */
    static long never() {
        return System.nanoTime() + (Long.MAX_VALUE >> 1);
    }

    Node slot(int index) {
        return slots[index];
    }

    synchronized void put(int index, Node node) {
        if (index >= slots.length) {
            slots = Arrays.copyOf(slots, Math.max(index + 1, slots.length * 2));
        }
        slots[index] = node;
    }

    /** Whether memory allows to keep a list of so many moves, and to keep the position as well. */
    boolean reserve(int moves, boolean withContext) {
        long cost = moves * MOVE_BYTES + (withContext ? CONTEXT_BYTES : 0);
        if (budget.addAndGet(-cost) >= 0) {
            return true;
        }
        budget.addAndGet(cost);
        return false;
    }

    /** Dice for one worker. */
    Dice dice() {
        return new Dice(ThreadLocalRandom.current().nextLong(), stochastic);
    }

    /** What the rules themselves undo; asked every time, because these rules are switched on when a game begins. */
    private LeanContext.Undoes undoes() {
        return game.metaRules().automove() ? LeanContext.Undoes.ANYTHING
            : game.metaRules().repetitionType() != null ? LeanContext.Undoes.MOVES : LeanContext.Undoes.NOTHING;
    }

    /** A copy to play on from, without what undo needs; its dice are somebody's who uses it alone. */
    Context copy(Context context, Dice own) {
        if (!plainSteps || simultaneous) {
            return new Context(context);
        }
        Context copy = new LeanContext(context, own, undoes());
        if (idleDistances) {
            copy.setRecursiveCalled(true);
        }
        return copy;
    }

    /**
     * Whether the moves of a game with (max Distance ...) are the same without looking ahead for the distances. Ludii looks ahead
     * from a position unless that position says that it is itself part of such a look; 1.3.14 then lists all moves in either case.
     * It is tried out on a random game, so that a Ludii that does use what it finds is left to it.
     */
    private boolean idle() {
        String text = description();
        if (!plainSteps || text == null || !LOOKS_AHEAD.matcher(text).find() || text.contains("Threatened")) {
            return false;
        }
        try {
            Context context = new Context(game, new Trial(game));
            game.start(context);
            for (int ply = 0; ply < IDLE_PLIES && !context.trial().over(); ply++) {
                RandomProviderState thrown = dice.saveState();
                FastArrayList<Move> moves = relisted(context, false);
                dice.restoreState(thrown);
                FastArrayList<Move> same = relisted(context, true);
                if (same.size() != moves.size()) {
                    return false;
                }
                for (int i = 0; i < moves.size(); i++) {
                    if (!same.get(i).equals(moves.get(i))) {
                        return false;
                    }
                }
                FastArrayList<Move> legal = game.moves(context).moves();
                game.apply(context, legal.get(ThreadLocalRandom.current().nextInt(legal.size())));
            }
            return true;
        } catch (RuntimeException failure) {
            return false;
        }
    }

    /** The moves of a position, worked out again, with or without looking ahead. */
    private FastArrayList<Move> relisted(Context context, boolean marked) {
        Context copy = new LeanContext(context, dice, undoes());
        copy.setRecursiveCalled(marked);
        copy.trial().clearLegalMoves();
        return game.moves(copy).moves();
    }

    /** A move drawn uniformly without listing all of them; null where the list is needed. */
    Move draw(Context context, SplitMix random) {
        SiteDraw[] all = draws;
        if (all == null) {
            all = SiteDraw.ofPhases(game);
            draws = all;
        }
        SiteDraw draw = all.length == 0 ? null : all[context.state().currentPhase(context.state().mover())];
        return draw == null ? null : draw.draw(context, random);
    }

    Move step(Context context, Move move) {
        if (!plainSteps) {
            return game.apply(context, move);
        }
        // What game.apply does, less its snapshot for undo.
        if (context.state().isDecided() != -1) {
            context.state().setIsDecided(-1);
        }
        return game.applyInternal(context, move, false);
    }

    int seatToMove(Context context) {
        if (context.trial().over()) {
            return -1;
        }
        return context.state().playerToAgent(context.state().mover()) - 1;
    }

    void failed(Throwable problem) {
        failures.incrementAndGet();
        lastFailure = problem.toString();
    }

    /**
     * Puts the position of a real game into slot 0.
     *
     * @return the moves that lead there from the position that was put last, as pairs of index and key; null if there is no
     *         such path
     */
    long[] enter(Context context) {
        FastArrayList<Move> legal = game.moves(context).moves();
        Context copy = copy(context, dice);
        long[] path = null;
        Node next = null;
        try {
            path = pathFromRoot(copy);
            if (path != null && !stochastic) {
                next = root;
                for (int i = 0; next != null && i < path.length; i += 2) {
                    next = next.child((int) path[i]);
                }
            }
        } catch (RuntimeException problem) {
            failed(problem);
            path = null;
        }
        if (next == null) {
            next = new Node(copy);
            budget.set(budgetLimit);
        } else if (next != root) {
            budget.set(budgetLimit / 2 + Math.max(0, budget.get()) / 2);
        }
        next.keep(copy);
        next.list(legal);
        root = next;
        rootMoves = copy.trial().numMoves();
        put(0, next);
        return path;
    }

    /** Puts the position of a real game into slot 0, for an engine that finds out by itself how it came about. */
    void enterAfresh(Context context) {
        FastArrayList<Move> legal = game.moves(context).moves();
        // All that Ludii knows of the game: what led here may have to be found by going back.
        root = new Node(new Context(context));
        root.list(legal);
        rootMoves = context.trial().numMoves();
        budget.set(budgetLimit);
        put(0, root);
    }

    /** Forgets the last position, so that the next one starts afresh. */
    void leave() {
        // The slots stay for a search that has not heard of it yet; all goes when the engine lets go of this object.
        root = null;
    }

    private long[] pathFromRoot(Context context) {
        if (root == null) {
            return null;
        }
        Trial now = context.trial();
        int played = now.numMoves() - rootMoves;
        if (played < 0 || played > 64) {
            return null;
        }
        List<Move> moves = now.generateCompleteMovesList();
        Move last = root.context().trial().lastMove();
        if (rootMoves > 0 && !same(moves.get(rootMoves - 1), last)) {
            return null;
        }
        long[] path = new long[2 * played];
        Context position = stochastic ? null : copy(root.context(), dice);
        for (int i = 0; i < played; i++) {
            Move move = moves.get(rootMoves + i);
            int index = stochastic ? -1 : Matching.index(this, position, move);
            if (!stochastic && index < 0) {
                return null;
            }
            path[2 * i] = index;
            if (stochastic) {
                path[2 * i + 1] = Keys.of(move);
            } else {
                FastArrayList<Move> legal = game.moves(position).moves();
                path[2 * i + 1] = Keys.numbered(legal, index);
                step(position, legal.get(index));
            }
        }
        if (!stochastic && position.state().fullHash() != context.state().fullHash()) {
            return null;
        }
        return path;
    }

    private static boolean same(Move one, Move other) {
        return one == other || one != null && one.equals(other);
    }

    // What the engine asks for now and then, as text.

    /** The expanded description: what the native rules are made from. */
    String description() {
        return game.description() == null ? null : game.description().expanded();
    }

    /** The options in force, one per line. */
    String options() {
        return String.join("\n", game.getOptions());
    }

    /** What happened in the real game since the engine last asked; see {@link Chronicle#news}. */
    String news(int microseconds) {
        return chronicle.news(root.context(), microseconds);
    }

    /** The position of the real game with all that Ludii keeps; see {@link Chronicle#rebuild}. */
    String rebuild(int microseconds) {
        return chronicle.rebuild(root.context(), microseconds);
    }

    /** Why a move of the real game is an edit; see {@link Chronicle#edit}. */
    String edit(int ply) {
        return chronicle.edit(root.context(), ply);
    }

    /** Where the moves lead that look like the one of this index; see {@link Chronicle#same}. */
    String same(int index) {
        return chronicle.same(root.context(), index);
    }

    /** The real game so far in writing. */
    String whole() {
        return chronicle.whole(root.context());
    }

    /** Random games in writing. */
    String random(int seed, int milliseconds) {
        return new Chronicle(this).random(seed, 3, 120, milliseconds);
    }

    /** How often Ludii failed and how last; empty if never. */
    String failure() {
        return failures.get() == 0 ? "" : failures.get() + " x, last: " + lastFailure;
    }

    /** A legal move in people's notation; where all choose at once, the upper half of the number says whose. */
    String moveText(int slot, int number) {
        Context context = slots[slot].context();
        FastArrayList<Move> legal = game.moves(context).moves();
        if (simultaneous) {
            legal = Joint.movesOf(context, legal, number >>> 16);
        }
        Move move = legal.get(simultaneous ? number & 0xFFFF : number);
        return move.isSwap() ? "swap" : move.isPass() ? "pass" : move.toTurnFormat(context.currentInstanceContext(), true);
    }

    String stateText(int slot) {
        return String.valueOf(slots[slot].context().state());
    }
}
