package halfling;

import game.Game;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import main.collections.FastArrayList;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;

/**
 * Games in writing, for the engine to follow on rules of its own: before each move the legal ones, then the move with all that
 * it did, then the position that it led to. The words are those in which {@link Position} puts positions and moves.
 *
 * <pre>
 * start POSITION
 * legal COUNT KEY...       or, where nobody can tell any more: legal ?
 * move KEY ACTIONS
 * state HASH POSITION
 * </pre>
 *
 * A key may be followed by a colon and the upper half of the hash of the position that the move leads to: it tells moves with
 * the same key apart, and says what each does.
 */
final class Chronicle {
    private static final String NAMELESS = "Value:name=null,";

    private final Host host;
    private final Game game;
    private final Position position;

    /** How far the engine has followed the real game: the position, and how many moves led there. */
    private Context at;
    private int told;
    private Move last;

    Chronicle(Host host) {
        this.host = host;
        this.game = host.game;
        this.position = new Position(game);
    }

    /** What a record begins with. */
    private String header() {
        return "game " + game.name() + "\nplayers " + game.players().count() + " stochastic " + game.isStochasticGame()
            + " stacking " + game.isStacking() + " maxmoves " + game.getMaxMoveLimit() + " live true\n";
    }

    private Context fresh() {
        Context context = new Context(game, new Trial(game));
        game.start(context);
        return context;
    }

    /** Random games from the start, for so many milliseconds at most. */
    String random(int seed, int games, int plies, int milliseconds) {
        long end = System.nanoTime() + 1_000_000L * milliseconds;
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(header());
        for (int number = 0; number < games && System.nanoTime() - end < 0; number++) {
            Context context = fresh();
            text.append("trial ").append(number + 1).append("\nstart ").append(position.text(context)).append('\n');
            for (int ply = 0; ply < plies && !context.trial().over() && System.nanoTime() - end < 0; ply++) {
                FastArrayList<Move> legal = game.moves(context).moves();
                legal(text, context, legal, !host.stochastic && ply < 4 && legal.size() < 200 ? end : System.nanoTime());
                Move chosen = legal.get(random.nextInt(legal.size()));
                String key = position.key(chosen);
                Move played = game.apply(context, chosen);
                played(text, key, played, context);
            }
            text.append("end ").append(context.trial().over() ? "over" : "cut").append('\n');
        }
        return text.toString();
    }

    private void played(StringBuilder text, String key, Move played, Context after) {
        String state = position.text(after);
        text.append("move ").append(key).append(' ').append(played.toTrialFormat(null)).append("\nstate ")
            .append(String.format("%016x", Position.hash(state))).append(' ').append(state).append('\n');
    }

    /** The legal moves in Ludii's order, with where they lead as far as that can be said before a point in time. */
    private void legal(StringBuilder text, Context context, FastArrayList<Move> legal, long end) {
        // Moves that share a key are all told apart, or none of them is.
        Map<String, Boolean> told = new HashMap<>();
        text.append("legal ").append(legal.size());
        for (int i = 0; i < legal.size(); i++) {
            String key = position.key(legal.get(i));
            Boolean wanted = told.get(key);
            if (wanted == null) {
                wanted = System.nanoTime() - end < 0;
                told.put(key, wanted);
            }
            text.append(' ').append(key);
            if (wanted) {
                text.append(':').append(half(context, legal.get(i)));
            }
        }
        text.append('\n');
    }

    /** The upper half of the hash of the position that a move leads to. */
    private String half(Context context, Move move) {
        return String.format("%08x", (int) (Position.hash(reached(new Context(context), move)) >>> 32));
    }

    /** Index and half a hash, as above, of each legal move that has the same key as the one of this index. */
    String same(Context context, int index) {
        FastArrayList<Move> legal = game.moves(context).moves();
        String key = position.key(legal.get(index));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < legal.size(); i++) {
            if (position.key(legal.get(i)).equals(key)) {
                text.append(i).append(':').append(half(context, legal.get(i))).append(' ');
            }
        }
        return text.toString();
    }

    /**
     * What has happened in the real game since the last call, and the position now.
     *
     * @param microseconds how long to say where legal moves lead; negative: for all, and for those before each move, too
     * @return lines as above, with "begin" before a "start" where the engine must start afresh, and at the end "root POSITION",
     *     "legal …" and, in games of chance, "roll ACTIONS"; or "lost REASON"
     */
    String news(Context now, int microseconds) {
        boolean complete = microseconds < 0;
        StringBuilder text = new StringBuilder();
        List<Move> moves = now.trial().generateCompleteMovesList();
        if (at == null || told > moves.size() || last != null && !moves.get(told - 1).equals(last)) {
            at = beginning(now, moves);
            if (at == null) {
                return "lost the start of this game cannot be found out";
            }
            told = at.trial().numMoves();
            last = null;
            text.append("begin\nstart ").append(position.text(at)).append('\n');
        }
        try {
            for (; told < moves.size(); told++) {
                last = moves.get(told);
                if (complete && !host.stochastic) {
                    legal(text, at, game.moves(at).moves(), Host.never());
                } else {
                    text.append("legal ?\n");
                }
                repeat(at, last);
                played(text, position.key(last), last, at);
            }
        } catch (RuntimeException elsewhere) {
            at = null;
            return "lost a move of this game cannot be made again";
        }
        String here = position.text(now);
        if (!here.equals(position.text(at))) {
            at = null;
            return "lost the position does not follow from the moves";
        }
        root(text, here, now, microseconds);
        return text.toString();
    }

    private void root(StringBuilder text, String here, Context now, int microseconds) {
        text.append("root ").append(here).append('\n');
        FastArrayList<Move> legal = game.moves(now).moves();
        long end = microseconds < 0 ? Host.never() : System.nanoTime() + 1000L * microseconds;
        legal(text, now, legal, host.stochastic ? System.nanoTime() : end);
        if (host.stochastic && legal.size() > 0) {
            text.append("roll ").append(legal.get(0).toTrialFormat(null)).append('\n');
        }
    }

    /**
     * The position of the real game with all that Ludii keeps, for an engine that could not follow how it came about; from here
     * on it can. "rebuild" and the lines of {@link Snapshot}, then as at the end of {@link #news}.
     */
    String rebuild(Context now, int microseconds) {
        List<Move> moves = now.trial().generateCompleteMovesList();
        at = new Context(now);
        told = moves.size();
        last = moves.isEmpty() ? null : moves.get(told - 1);
        StringBuilder text = new StringBuilder("rebuild\n").append(Snapshot.of(now, game));
        root(text, position.text(now), now, microseconds);
        return text.toString();
    }

    /**
     * Makes a played move again: read back from its text, it does what it did, and nothing is left to be worked out. Only values
     * that are remembered without a name would be read as those of a list that is called "null".
     */
    private void repeat(Context context, Move move) {
        String text = move.toTrialFormat(null);
        Move again = new Move(text);
        if (text.contains(NAMELESS) && again.actions().size() == move.actions().size()) {
            for (int i = 0; i < again.actions().size(); i++) {
                if (move.actions().get(i).toTrialFormat(null).contains(NAMELESS)) {
                    again.actions().set(i, move.actions().get(i));
                }
            }
        }
        host.step(context, again);
    }

    /** Why a move of the real game, counted from 0 after the start, is none of the rules', but an edit; null if it is one. */
    String edit(Context now, int ply) {
        List<Move> all = now.trial().generateCompleteMovesList();
        Context context = beginning(now, all);
        if (context == null || context.trial().numMoves() + ply >= all.size()) {
            return null;
        }
        int index = context.trial().numMoves();
        for (int i = 0; i < ply; i++) {
            repeat(context, all.get(index++));
        }
        Move played = all.get(index);
        Context after = new Context(context);
        repeat(after, played);
        String reached = position.text(after);
        FastArrayList<Move> moves = game.moves(context).moves();
        for (int i = 0; i < moves.size(); i++) {
            Move legal = moves.get(i);
            // What chance decides cannot be compared.
            if (Keys.of(legal) == Keys.of(played) && (host.stochastic || reached.equals(reached(new Context(context), legal)))) {
                return null;
            }
        }
        return "move " + (ply + 1) + " of this game is not one of Ludii's legal moves";
    }

    private String reached(Context context, Move move) {
        host.step(context, move);
        return position.text(context);
    }

    /** The position before the first move of a real game; null if it cannot be found. */
    private Context beginning(Context now, List<Move> moves) {
        Context context = fresh();
        List<Move> placed = context.trial().generateCompleteMovesList();
        int first = now.trial().numInitialPlacementMoves();
        if (placed.size() == first && placed.equals(moves.subList(0, first))) {
            return context;
        }
        // Chance decided the start: go back from here, if Ludii can.
        try {
            Context back = new Context(now);
            while (back.trial().numMoves() > first) {
                game.undo(back);
            }
            return back;
        } catch (RuntimeException cannot) {
            return null;
        }
    }

    /**
     * The whole of a real game in writing, with one legal move more, so that a difference at its end is part of it; null
     * where the position does not follow from the moves.
     */
    String whole(Context now) {
        List<Move> moves = now.trial().generateCompleteMovesList();
        Context context = beginning(now, moves);
        if (context == null) {
            return null;
        }
        StringBuilder text = new StringBuilder(header()).append("trial 1\nstart ").append(position.text(context)).append('\n');
        for (int i = context.trial().numMoves(); i < moves.size(); i++) {
            if (host.stochastic) {
                text.append("legal ?\n");
            } else {
                legal(text, context, game.moves(context).moves(), Host.never());
            }
            Move move = moves.get(i);
            repeat(context, move);
            played(text, position.key(move), move, context);
        }
        if (!position.text(context).equals(position.text(now))) {
            return null;
        }
        FastArrayList<Move> legal = game.moves(now).moves();
        legal(text, now, legal, host.stochastic ? System.nanoTime() : Host.never());
        Context after = new Context(now);
        played(text, position.key(legal.get(0)), host.step(after, legal.get(0)), after);
        return text.append("end cut\n").toString();
    }
}
