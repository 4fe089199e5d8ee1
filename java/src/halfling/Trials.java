package halfling;

import game.Game;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import main.collections.FastArrayList;
import manager.utils.game_logs.MatchRecord;
import org.apache.commons.rng.core.RandomProviderDefaultState;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.json.JSONArray;
import org.json.JSONObject;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;

/** Recorded games as files that Ludii's own program opens, and the proof that it does. */
final class Trials {
    /** How many throws are tried for one that fits a recorded move. */
    private static final int THROWS = 20_000;

    private final Games games;

    Trials(Games games) {
        this.games = games;
    }

    /**
     * Plays a record again and saves it. Its moves are texts as Ludii writes them, or pairs: where the move goes, and the hash
     * of the position that it leads to.
     */
    JSONObject write(JSONObject request) throws IOException {
        Game game = games.load(request);
        game.setMaxMoveLimit(request.optInt("moves_per_player", 500) * Math.max(1, game.players().count()));
        Position position = new Position(game);
        SplitMix64 dice = new SplitMix64(request.optLong("seed", 0));
        RandomProviderDefaultState before = (RandomProviderDefaultState) dice.saveState();
        Context context = Play.start(game, request);
        if (request.has("start") && !position.text(context).equals(request.getString("start"))) {
            throw new IllegalArgumentException("Ludii starts this game from another position");
        }
        JSONArray moves = request.getJSONArray("moves");
        for (int ply = 0; ply < moves.length(); ply++) {
            Object recorded = moves.get(ply);
            if (recorded instanceof String) {
                game.apply(context, new Move((String) recorded));
            } else {
                apply(game, position, context, (JSONArray) recorded, ply);
            }
        }
        List<String> options = game.description().gameOptions().allOptionStrings(game.getOptions());
        File file = new File(request.getString("path")).getAbsoluteFile();
        context.trial().saveTrialToTextFile(file, Games.path(request), options, before);
        return new JSONObject().put("event", "trial").put("plies", moves.length()).put("over", context.trial().over());
    }

    private static void apply(Game game, Position position, Context context, JSONArray recorded, int ply) {
        String key = recorded.getString(0);
        long hash = Long.parseUnsignedLong(recorded.getString(1), 16);
        int attempts = game.isStochasticGame() ? THROWS : 1;
        for (int attempt = 0; attempt < attempts; attempt++) {
            if (attempt > 0) {
                // Ludii throws its dice while it lists the moves.
                context.trial().clearLegalMoves();
                context.rng().restoreState(new SplitMix64(31L * ply + attempt).saveState());
            }
            FastArrayList<Move> legal = game.moves(context).moves();
            for (int i = 0; i < legal.size(); i++) {
                if (!position.key(legal.get(i)).equals(key)) {
                    continue;
                }
                Context after = new Context(context);
                game.apply(after, legal.get(i));
                if (Position.hash(position.text(after)) == hash) {
                    game.apply(context, legal.get(i));
                    return;
                }
            }
        }
        throw new IllegalArgumentException("ply " + (ply + 1) + ": Ludii has no move " + key + " to the recorded position");
    }

    /** Loads a saved game as Ludii does, and plays it again: each move must be legal, and the result as saved. */
    JSONObject check(JSONObject request) throws IOException {
        File file = new File(request.getString("path")).getAbsoluteFile();
        List<String> options = new ArrayList<>();
        String path;
        try (BufferedReader lines = Files.newBufferedReader(file.toPath(), StandardCharsets.UTF_8)) {
            path = lines.readLine().substring("game=".length());
            lines.readLine();
            for (String line = lines.readLine(); !line.startsWith("END GAME OPTIONS"); line = lines.readLine()) {
                options.add(line);
            }
        }
        Game game = games.load(path, options);
        game.setMaxMoveLimit(request.optInt("moves_per_player", 500) * Math.max(1, game.players().count()));
        MatchRecord saved = MatchRecord.loadMatchRecordFromTextFile(file, game);
        Context context = new Context(game, new Trial(game));
        context.rng().restoreState(saved.rngState());
        game.start(context);
        List<Move> moves = saved.trial().generateCompleteMovesList();
        int matched = 0;
        for (int i = context.trial().numMoves(); i < moves.size(); i = context.trial().numMoves()) {
            Move move = game.isStochasticGame() ? null : matching(game, context, moves.get(i));
            matched += move == null ? 0 : 1;
            game.apply(context, move == null ? moves.get(i) : move);
        }
        boolean same = Arrays.equals(context.trial().ranking(), saved.trial().ranking());
        return new JSONObject().put("event", "trial").put("plies", moves.size() - context.trial().numInitialPlacementMoves())
            .put("matched", matched).put("over", context.trial().over()).put("same", same);
    }

    private static Move matching(Game game, Context context, Move loaded) {
        FastArrayList<Move> legal = game.moves(context).moves();
        for (int i = 0; i < legal.size(); i++) {
            if (legal.get(i).getActionsWithConsequences(context).equals(loaded.getActionsWithConsequences(context))) {
                return legal.get(i);
            }
        }
        return null;
    }
}
