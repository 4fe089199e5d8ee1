package halfling;

import game.Game;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import main.collections.FastArrayList;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.json.JSONArray;
import org.json.JSONObject;
import other.AI;
import other.RankUtils;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;
import search.minimax.UBFMKilothonContender;
import utils.AIFactory;
import utils.AIRegistry;

/** One game between agents, ours or Ludii's, by the rules of Ludii's Kilothon where a clock is given. */
final class Play {
    private final PrintStream signs;
    private final Game game;
    private final int players;
    private final double clock;
    private final int iterations;
    private final int maxPlies;
    /** Whether clocks and limits follow the colours, as in Ludii's Kilothon, instead of the agents: it differs after a swap. */
    private final boolean byColour;
    private final boolean draws;
    private final String[] names;
    private final double[] seconds;
    private final double[] used;
    private final boolean[] exhausted;
    private final List<AI> agents = new ArrayList<>();
    private final JSONArray moves = new JSONArray();
    private final int[] afterClock;
    /** Searches of our agents, and how many of them ran on the engine's own rules. */
    private int searches;
    private int natives;

    Play(Game game, JSONObject request, PrintStream signs) {
        this.signs = signs;
        this.game = game;
        players = game.players().count();
        game.setMaxMoveLimit(request.optInt("moves_per_player", 500) * Math.max(1, players));
        maxPlies = request.optInt("max_plies", Integer.MAX_VALUE);
        clock = request.optDouble("clock", -1);
        iterations = request.optInt("iterations", -1);
        byColour = request.optBoolean("by_colour", false);
        draws = request.optBoolean("draw", false);
        JSONArray given = request.getJSONArray("agents");
        if (given.length() != players) {
            throw new IllegalArgumentException(game.name() + " has " + players + " seats");
        }
        names = new String[players + 1];
        seconds = new double[players + 1];
        used = new double[players + 1];
        exhausted = new boolean[players + 1];
        afterClock = new int[players + 1];
        JSONArray think = request.optJSONArray("think");
        for (int seat = 1; seat <= players; seat++) {
            names[seat] = given.getString(seat - 1);
            seconds[seat] = think == null ? request.optDouble("seconds", -1) : ((Number) think.get(seat - 1)).doubleValue();
        }
    }

    static AI agent(String name) {
        int colon = name.indexOf(':');
        String family = colon < 0 ? "ludii" : name.substring(0, colon);
        String which = name.substring(colon + 1);
        if (family.equals("halfling")) {
            return new Halfling(which);
        }
        if (which.equalsIgnoreCase("UBFMKilothonContender")) {
            return new UBFMKilothonContender();
        }
        AI registered = AIRegistry.isRegistered(which) ? AIRegistry.fromRegistry(which) : null;
        AI made = registered != null ? registered : AIFactory.createAI(which);
        if (made == null) {
            throw new IllegalArgumentException("Ludii has no agent " + which);
        }
        return made;
    }

    /** A game at its start; the seed decides Ludii's dice in it. */
    static Context start(Game game, JSONObject request) {
        Context context = new Context(game, new Trial(game));
        if (request.has("seed")) {
            context.rng().restoreState(new SplitMix64(request.optLong("seed", 0)).saveState());
        }
        game.start(context);
        return context;
    }

    JSONObject run(JSONObject request) {
        agents.add(null);
        for (int seat = 1; seat <= players; seat++) {
            agents.add(agent(names[seat]));
        }
        Context context = start(game, request);
        Position position = new Position(game);
        Map<Integer, String> marks = draws ? position.marks(context) : null;
        JSONObject record = new JSONObject();
        if (draws) {
            record.put("start", Position.changes(new java.util.TreeMap<>(), marks));
        }
        String end = null;
        int culprit = 0;
        try {
            for (int seat = 1; seat <= players; seat++) {
                culprit = seat;
                agents.get(seat).initAI(game, seat);
            }
            while (!context.trial().over() && moves.length() < maxPlies) {
                if (game.isSimultaneousMoveGame()) {
                    culprit = stepTogether(context);
                    if (culprit > 0) {
                        end = "illegal";
                        break;
                    }
                    continue;
                }
                culprit = context.state().playerToAgent(context.state().mover());
                Move played = step(context, culprit);
                if (played == null) {
                    end = "illegal";
                    break;
                }
                String changes = "";
                if (draws) {
                    Map<Integer, String> now = position.marks(context);
                    changes = Position.changes(marks, now);
                    marks = now;
                }
                moves.getJSONArray(moves.length() - 1).put(played.toTrialFormat(context)).put(changes);
            }
            culprit = end == null ? 0 : culprit;
        } catch (Throwable problem) {
            end = "exception";
            record.put("detail", String.valueOf(problem));
            problem.printStackTrace();
        }
        close();
        if (searches > 0 && !record.has("detail")) {
            record.put("detail", "native rules in " + natives + " of " + searches + " searches");
        }
        if (end == null) {
            end = context.trial().over() ? String.valueOf(context.trial().status().endType()) : "cut";
        }
        return record.put("event", "game").put("end", end).put("culprit", culprit).put("moves", moves)
            .put("utilities", utilities(context)).put("colour_one", colourOne(context)).put("after_clock", counts());
    }

    /** One move of an agent, on its clock: copying the position, thinking, and carrying it out. Null if it is not legal. */
    private Move step(Context context, int seat) {
        int account = byColour ? context.state().mover() : seat;
        AI agent = agents.get(seat);
        signs.println(new JSONObject().put("event", "turn").put("seat", seat));
        boolean byChance = exhausted[seat];
        if (clock > 0 && agent instanceof Halfling) {
            ((Halfling) agent).setClock(clock - used[account]);
        }
        long start = System.nanoTime();
        FastArrayList<Move> legal = game.moves(context).moves();
        Move move = agent.selectAction(game, agent.copyContext(context), seconds[account], iterations, -1);
        double thought = (System.nanoTime() - start) * 1e-9;
        if (move == null || !isAmong(legal, move)) {
            return null;
        }
        int listed = legal.size();
        Move played = game.apply(context, move);
        used[account] += (System.nanoTime() - start) * 1e-9;
        if (byChance) {
            afterClock[seat]++;
        } else if (agent instanceof Halfling && listed > 1) {
            searches++;
            natives += ((Halfling) agent).isNative() ? 1 : 0;
        }
        moves.put(new JSONArray().put(seat).put(byChance ? 0.0 : thought).put(listed).put(iterations(agent)));
        if (clock > 0 && used[account] > clock && !exhausted[account]) {
            // The move that overdraws the clock counts, and then chance plays on.
            exhausted[account] = true;
            agents.get(account).closeAI();
            agents.set(account, agent("ludii:Random"));
            agents.get(account).initAI(game, account);
        }
        return played;
    }

    /** One move of every agent, none knowing the others'. The seat whose move is not legal, or 0. */
    private int stepTogether(Context context) {
        FastArrayList<Move> legal = game.moves(context).moves();
        Move[] chosen = new Move[players + 1];
        for (int seat = 1; seat <= players; seat++) {
            if (!context.active(seat)) {
                continue;
            }
            AI agent = agents.get(seat);
            signs.println(new JSONObject().put("event", "turn").put("seat", seat));
            if (clock > 0 && agent instanceof Halfling) {
                ((Halfling) agent).setClock(clock - used[seat]);
            }
            FastArrayList<Move> own = Joint.movesOf(context, legal, seat);
            long start = System.nanoTime();
            Move move = agent.selectAction(game, agent.copyContext(context), seconds[seat], iterations, -1);
            double thought = (System.nanoTime() - start) * 1e-9;
            used[seat] += thought;
            boolean passes = move != null && move.isPass() && own.size() == 1 && own.get(0).isPass();
            if (!passes && (move == null || !isAmong(own, move))) {
                return seat;
            }
            chosen[seat] = passes ? own.get(0) : move;
            searches += agent instanceof Halfling && own.size() > 1 ? 1 : 0;
            moves.put(new JSONArray().put(seat).put(thought).put(own.size()).put(iterations(agent))
                .put(move.toTrialFormat(context)).put(""));
        }
        Joint.apply(context, chosen);
        return 0;
    }

    private void close() {
        for (int seat = 1; seat <= players; seat++) {
            try {
                agents.get(seat).closeAI();
            } catch (Throwable problem) {
                problem.printStackTrace();
            }
        }
    }

    private JSONArray utilities(Context context) {
        double[] utilities = RankUtils.agentUtilities(context);
        JSONArray worth = new JSONArray();
        for (int seat = 1; seat <= players; seat++) {
            worth.put(utilities[seat]);
        }
        return worth;
    }

    /** The utility of the seat that plays the colour 1 at the end. */
    private static double colourOne(Context context) {
        return RankUtils.agentUtilities(context)[context.state().playerToAgent(1)];
    }

    private JSONArray counts() {
        JSONArray counts = new JSONArray();
        for (int seat = 1; seat <= players; seat++) {
            counts.put(afterClock[seat]);
        }
        return counts;
    }

    /** Simulations of the agent's last search; -1 where it does not say. */
    static int iterations(AI agent) {
        if (agent instanceof Halfling) {
            return (int) Math.min(Integer.MAX_VALUE, ((Halfling) agent).lastIterations());
        }
        try {
            return ((Number) agent.getClass().getMethod("getNumMctsIterations").invoke(agent)).intValue();
        } catch (ReflectiveOperationException silent) {
            return -1;
        }
    }

    static boolean isAmong(FastArrayList<Move> legal, Move move) {
        for (int i = 0; i < legal.size(); i++) {
            if (legal.get(i) == move) {
                return true;
            }
        }
        return legal.contains(move);
    }
}
