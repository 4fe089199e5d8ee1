package halfling;

import game.Game;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import main.collections.FastArrayList;
import org.json.JSONArray;
import org.json.JSONObject;
import other.AI;
import other.GameLoader;
import other.RankUtils;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;
import search.minimax.UBFMKilothonContender;
import utils.AIFactory;
import utils.AIRegistry;

/**
 * Plays games in Ludii without a screen, on behalf of the program that started it: one JSON request a line on standard
 * input, and JSON lines in answer, one for every ply as a sign of life and one for every game. Whatever Ludii prints goes to
 * standard error.
 */
public final class Match {
    private static final Map<String, Game> GAMES = new HashMap<>();

    private final PrintStream answers;

    private Match(PrintStream answers) {
        this.answers = answers;
    }

    /**
     * Serves until its input ends.
     *
     * @param arguments none
     * @throws Exception when its input fails
     */
    public static void main(String[] arguments) throws Exception {
        Match match = new Match(new PrintStream(System.out, true, "UTF-8"));
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            JSONObject answer;
            try {
                answer = match.serve(new JSONObject(line));
            } catch (Throwable problem) {
                answer = new JSONObject().put("event", "error").put("reason", String.valueOf(problem));
            }
            match.answers.println(answer);
        }
        // Some of Ludii's agents leave threads behind that would keep the process.
        System.exit(0);
    }

    private JSONObject serve(JSONObject request) {
        switch (request.getString("do")) {
            case "describe":
                return describe(request);
            default:
                return play(request);
        }
    }

    private static Game game(JSONObject request) {
        String name = request.getString("game");
        if (!name.endsWith(".lud")) {
            name += ".lud";
        }
        String key = name + "|" + request.optJSONArray("options");
        Game known = GAMES.get(key);
        if (known == null) {
            List<String> options = new ArrayList<>();
            JSONArray given = request.optJSONArray("options");
            for (int i = 0; given != null && i < given.length(); i++) {
                options.add(given.getString(i));
            }
            try {
                known = GameLoader.loadGameFromName(name, options);
            } catch (NullPointerException unknown) {
                // Ludii's way of saying so.
                known = null;
            }
            if (known == null) {
                throw new IllegalArgumentException("Ludii has no game " + name);
            }
            GAMES.clear();
            GAMES.put(key, known);
        }
        return known;
    }

    private static JSONObject describe(JSONObject request) {
        Game game = game(request);
        return new JSONObject()
            .put("event", "describe")
            .put("name", game.name())
            .put("players", game.players().count())
            .put("rules", String.format("%016x", fnv(game.description().expanded())))
            .put("alternating", game.isAlternatingMoveGame());
    }

    /** FNV-1a, 64 bits, over UTF-8. */
    private static long fnv(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ next & 0xFF) * 0x100000001b3L;
        }
        return hash;
    }

    private static AI agent(String name) {
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

    private JSONObject play(JSONObject request) {
        Game game = game(request);
        int players = game.players().count();
        game.setMaxMoveLimit(request.optInt("moves_per_player", 500) * Math.max(1, players));
        int maxPlies = request.optInt("max_plies", Integer.MAX_VALUE);
        double seconds = request.optDouble("seconds", -1);
        double clock = request.optDouble("clock", -1);
        double[] used = new double[players + 1];
        boolean[] exhausted = new boolean[players + 1];
        int iterations = request.optInt("iterations", -1);
        JSONArray names = request.getJSONArray("agents");
        if (names.length() != players) {
            throw new IllegalArgumentException(game.name() + " has " + players + " seats");
        }
        List<AI> agents = new ArrayList<>();
        agents.add(null);
        for (int seat = 0; seat < players; seat++) {
            agents.add(agent(names.getString(seat)));
        }
        Context context = new Context(game, new Trial(game));
        game.start(context);
        JSONObject record = new JSONObject();
        JSONArray moves = new JSONArray();
        String end = null;
        int culprit = 0;
        try {
            for (int seat = 1; seat <= players; seat++) {
                culprit = seat;
                agents.get(seat).initAI(game, seat);
            }
            while (!context.trial().over() && moves.length() < maxPlies) {
                int mover = context.state().mover();
                int seat = context.state().playerToAgent(mover);
                culprit = seat;
                AI agent = agents.get(seat);
                FastArrayList<Move> legal = game.moves(context).moves();
                answers.println(new JSONObject().put("event", "turn").put("seat", seat));
                if (clock > 0 && agent instanceof Halfling) {
                    ((Halfling) agent).setClock(clock - used[seat]);
                }
                long start = System.nanoTime();
                Move move = agent.selectAction(game, agent.copyContext(context), seconds, iterations, -1);
                double spent = (System.nanoTime() - start) * 1e-9;
                used[seat] += spent;
                if (clock > 0 && used[seat] > clock && !exhausted[seat]) {
                    // As in a Kilothon: the move that overdraws the clock counts, and then chance plays on.
                    exhausted[seat] = true;
                    agent.closeAI();
                    agents.set(seat, agent("ludii:Random"));
                    agents.get(seat).initAI(game, seat);
                }
                if (move == null || !isAmong(legal, move)) {
                    end = "illegal";
                    record.put("detail", String.valueOf(move));
                    break;
                }
                Move played = game.apply(context, move);
                moves.put(new JSONArray().put(seat).put(spent).put(legal.size()).put(iterations(agent))
                    .put(played.toTrialFormat(context)));
            }
            culprit = 0;
        } catch (Throwable problem) {
            end = "exception";
            record.put("detail", String.valueOf(problem));
            problem.printStackTrace();
        }
        for (int seat = 1; seat <= players; seat++) {
            try {
                agents.get(seat).closeAI();
            } catch (Throwable problem) {
                problem.printStackTrace();
            }
        }
        double[] utilities = RankUtils.agentUtilities(context);
        JSONArray worth = new JSONArray();
        for (int seat = 1; seat <= players; seat++) {
            worth.put(utilities[seat]);
        }
        if (end == null) {
            end = context.trial().over() ? String.valueOf(context.trial().status().endType()) : "cut";
        }
        return record
            .put("event", "game")
            .put("end", end)
            .put("culprit", culprit)
            .put("utilities", worth)
            .put("moves", moves);
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

    private static boolean isAmong(FastArrayList<Move> legal, Move move) {
        for (int i = 0; i < legal.size(); i++) {
            if (legal.get(i) == move) {
                return true;
            }
        }
        return legal.contains(move);
    }
}
