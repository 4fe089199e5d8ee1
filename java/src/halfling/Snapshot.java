package halfling;

import game.Game;
import game.types.board.SiteType;
import gnu.trove.list.array.TLongArrayList;
import gnu.trove.map.TObjectIntMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import main.collections.FastTIntArrayList;
import other.action.Action;
import other.context.Context;
import other.move.Move;
import other.state.State;
import other.state.container.ContainerState;
import other.trial.Trial;

/**
 * All that Ludii keeps of a position besides what {@link Position} says, in writing, for an engine that does not know how it came
 * about. One line for each matter: its name, then numbers. What a game does not keep has no line.
 */
final class Snapshot {
    /** Sites of puzzles have no more values than that. */
    private static final int VALUES = 31;

    private final Game game;
    private final int players;
    private final StringBuilder text = new StringBuilder(1024);

    private Snapshot(Game game) {
        this.game = game;
        this.players = game.players().count();
    }

    /** The lines. */
    static String of(Context context, Game game) {
        Snapshot snapshot = new Snapshot(game);
        snapshot.players(context);
        snapshot.empty(context);
        snapshot.turn(context);
        snapshot.memory(context);
        snapshot.names(context.state());
        snapshot.earlier(context);
        return snapshot.text.toString();
    }

    private void line(String name, long... numbers) {
        text.append(name);
        for (long number : numbers) {
            text.append(' ').append(number);
        }
        text.append('\n');
    }

    private void line(String name, int[] numbers) {
        if (numbers != null) {
            text.append(name);
            for (int number : numbers) {
                text.append(' ').append(number);
            }
            text.append('\n');
        }
    }

    private void each(String name, IntUnaryOperator value) {
        int[] values = new int[players];
        for (int player = 1; player <= players; player++) {
            values[player - 1] = value.applyAsInt(player);
        }
        line(name, values);
    }

    private static int bit(boolean is) {
        return is ? 1 : 0;
    }

    private void players(Context context) {
        State state = context.state();
        each("active", player -> bit(context.active(player)));
        each("stalemated", player -> bit(state.isStalemated(player)));
        each("triggered", player -> bit(state.isTriggered(null, player)));
        each("phase", state::currentPhase);
        each("seat", state::playerToAgent);
        each("value", state::getValue);
        each("amount", state::amount);
        each("team", state::getTeam);
        if (game.requiresScore()) {
            each("score", context::score);
        }
        each("lost", player -> bit(context.losers().contains(player)));
        line("decided", context.winners().size(), context.losers().size());
        text.append("rank");
        for (int player = 1; player <= players; player++) {
            text.append(' ').append(context.trial().ranking()[player]);
        }
        text.append('\n');
    }

    /** Sites of the board that hold nothing, but have a state, rotation or value. */
    private void empty(Context context) {
        ContainerState state = context.state().containerStates()[0];
        SiteType type = context.containers()[0].defaultSite();
        int sites = game.isStacking() || game.isDeductionPuzzle() ? 0 : context.containers()[0].topology().numSites(type);
        for (int site = 0; site < sites; site++) {
            int[] kept = {state.state(site, type), state.rotation(site, type), state.value(site, type)};
            if (state.what(site, type) == 0 && (kept[0] > 0 || kept[1] > 0 || kept[2] > 0)) {
                line("empty", type(type), site, kept[0], kept[1], kept[2]);
            }
        }
    }

    private void turn(Context context) {
        State state = context.state();
        Trial trial = context.trial();
        int placed = trial.numInitialPlacementMoves();
        line("turn", state.mover(), state.next(), state.prev(), state.numTurn(), state.numTurnSamePlayer(), trial.numMoves() - placed,
            state.numConsecutivesPasses(), state.counter(), state.temp(), state.pot());
        List<Move> moves = trial.generateCompleteMovesList();
        text.append("movers");
        for (Move move : moves.subList(placed, moves.size())) {
            text.append(' ').append(move.mover()).append(move.isPass() ? "p" : "");
        }
        text.append('\n');
        Move last = trial.lastMove();
        if (last != null) {
            line("last", last.fromNonDecision(), last.toNonDecision(), type(last.fromType()), type(last.toType()), last.levelFrom(),
                last.levelTo(), last.fromAfterSubsequents(), last.toAfterSubsequents(), last.mover(), bit(last.isPass()));
            line("between", last.betweenNonDecision().toArray());
            List<Integer> reached = new ArrayList<>();
            reached.add(last.toNonDecision());
            for (Action action : last.actions()) {
                reached.add(action.to());
            }
            line("reached", reached.stream().mapToInt(Integer::intValue).toArray());
        }
    }

    private static int type(SiteType type) {
        return type == null ? -1 : type == SiteType.Cell ? 0 : type == SiteType.Vertex ? 1 : 2;
    }

    private void memory(Context context) {
        State state = context.state();
        line("pending", state.pendingValues() == null ? new int[0] : state.pendingValues().toArray());
        line("visited", state.visited() == null ? null : state.visited().stream().toArray());
        line("captured", state.sitesToRemove() == null ? null : state.sitesToRemove().toArray());
        if (state.currentDice() != null) {
            List<Integer> dice = new ArrayList<>();
            for (int[] set : state.currentDice()) {
                for (int die : set) {
                    dice.add(die);
                }
            }
            line("dice", dice.stream().mapToInt(Integer::intValue).toArray());
            line("sums", state.sumDice());
            line("equal", bit(state.isDiceAllEqual()));
        }
        if (state.onTrackIndices() != null) {
            List<FastTIntArrayList>[] tracks = state.onTrackIndices().onTrackIndices();
            for (int track = 0; track < tracks.length; track++) {
                for (int what = 0; what < tracks[track].size(); what++) {
                    line("track " + track + " " + what, tracks[track].get(what).toArray());
                }
            }
        }
        if (game.isDeductionPuzzle()) {
            candidates(context);
        }
    }

    private void candidates(Context context) {
        ContainerState state = context.state().containerStates()[0];
        SiteType type = context.containers()[0].defaultSite();
        int[] values = new int[context.containers()[0].topology().numSites(type)];
        for (int site = 0; site < values.length; site++) {
            for (int value = 0; value < VALUES; value++) {
                values[site] |= bit(state.bit(site, value, type)) << value;
            }
        }
        line("candidates", values);
    }

    /** What has a name of the description's. */
    private void names(State state) {
        TObjectIntMap<String> variables = state.getValueMap();
        text.append("variables").append(variables == null ? " none" : "").append('\n');
        if (variables != null) {
            for (Object name : variables.keys()) {
                text.append("variable ").append(variables.get(name)).append(' ').append(name).append('\n');
            }
        }
        remembered("", state.rememberingValues());
        if (state.mapRememberingValues() != null) {
            for (Map.Entry<String, FastTIntArrayList> list : new TreeMap<>(state.mapRememberingValues()).entrySet()) {
                remembered(list.getKey(), list.getValue());
            }
        }
        boolean open = state.propositions() != null && state.propositions().size() > 0 || state.votes() != null && state.votes().size() > 0;
        line("voting", bit(open || state.isDecided() != -1));
    }

    private void remembered(String name, FastTIntArrayList values) {
        if (values != null) {
            text.append("remembered ");
            for (int value : values.toArray()) {
                text.append(value).append(',');
            }
            text.append(' ').append(name).append('\n');
        }
    }

    /** Positions that Ludii remembers by hashes of its own: = for this one, ? for any other. */
    private void earlier(Context context) {
        State state = context.state();
        earlier("earlier", context.trial().previousState(), state.stateHash());
        earlier("earlierInTurn", context.trial().previousStateWithinATurn(), state.stateHash());
        long stored = state.storedState();
        text.append("stored ").append(stored == 0 ? "none" : stored == state.stateHash() ? "=" : "?").append('\n');
    }

    private void earlier(String name, TLongArrayList hashes, long now) {
        text.append(name);
        for (int i = 0; hashes != null && i < hashes.size(); i++) {
            text.append(hashes.get(i) == now ? " =" : " ?");
        }
        text.append('\n');
    }
}
