package halfling;

import game.Game;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.json.JSONObject;
import other.context.Context;

/**
 * Plays games in Ludii without a screen, on behalf of the program that started it: one JSON request a line on standard
 * input, and JSON lines in answer, one for every ply as a sign of life and one for every game. Whatever Ludii prints goes to
 * standard error.
 */
public final class Match {
    private final Games games = new Games();
    private final Trials trials = new Trials(games);
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
        if (Engine.problem() == null) {
            Engine.settle();
        }
        // Some of Ludii's agents leave threads behind that would keep the process.
        System.exit(0);
    }

    private JSONObject serve(JSONObject request) throws IOException {
        switch (request.getString("do")) {
            case "describe":
                return describe(request);
            case "write-trial":
                return trials.write(request);
            case "check-trial":
                return trials.check(request);
            case "playouts":
                return Speed.playouts(games.load(request), request);
            default:
                return new Play(games.load(request), request, answers).run(request);
        }
    }

    private JSONObject describe(JSONObject request) {
        Game game = games.load(request);
        JSONObject answer = new JSONObject()
            .put("event", "describe")
            .put("name", game.name())
            .put("players", game.players().count())
            .put("stochastic", game.isStochasticGame())
            .put("rules", String.format("%016x", Position.hash(game.description().expanded())))
            .put("alternating", game.isAlternatingMoveGame())
            .put("simultaneous", game.isSimultaneousMoveGame())
            .put("left_out", leftOut(game));
        if (request.optBoolean("draw", false)) {
            Context context = Play.start(game, request);
            answer.put("drawing", new Position(game).drawing(context));
        }
        return answer;
    }

    /** Why Ludii's Kilothon leaves a game out; empty if it does not. */
    private static String leftOut(Game game) {
        return game.hasSubgames() ? "matches of several games"
            : game.hiddenInformation() ? "hidden information"
            : game.isSimultaneousMoveGame() ? "simultaneous moves"
            : game.isSimulationMoveGame() ? "simulations" : "";
    }
}
