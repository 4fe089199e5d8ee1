package halfling;

import game.Game;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import main.FileHandling;
import org.json.JSONArray;
import org.json.JSONObject;
import other.GameLoader;

/** The games of the Ludii at hand, by name or path. The last one is kept, since games come in rows. */
final class Games {
    private String kept;
    private Game game;

    /** The path of a game in Ludii's jar: /lud/category/name.lud where there is such a file, else what its name finds. */
    static String path(JSONObject request) {
        String name = request.getString("game");
        if (!name.endsWith(".lud")) {
            name += ".lud";
        }
        if (name.startsWith("/lud/")) {
            return name;
        }
        String exact = "/lud/" + request.optString("category", "") + "/" + name;
        if (GameLoader.class.getResource(exact) != null) {
            return exact;
        }
        String end = "/" + name.toLowerCase(Locale.ROOT);
        for (String known : FileHandling.listGames()) {
            String plain = known.replace('\\', '/');
            if (plain.toLowerCase(Locale.ROOT).endsWith(end)) {
                return plain.substring(plain.indexOf("/lud/"));
            }
        }
        throw new IllegalArgumentException("Ludii has no game " + name);
    }

    static List<String> options(JSONObject request) {
        List<String> options = new ArrayList<>();
        JSONArray given = request.optJSONArray("options");
        for (int i = 0; given != null && i < given.length(); i++) {
            options.add(given.getString(i));
        }
        return options;
    }

    Game load(JSONObject request) {
        if (request.has("text")) {
            return compile(request.getString("text"), options(request));
        }
        return load(path(request), options(request));
    }

    /** A game of which Ludii's jar knows nothing, from its description. */
    private Game compile(String text, List<String> options) {
        String key = text + options;
        if (!key.equals(kept)) {
            try {
                File file = File.createTempFile("halfling", ".lud");
                try {
                    Files.write(file.toPath(), text.getBytes(StandardCharsets.UTF_8));
                    game = GameLoader.loadGameFromFile(file, options);
                } finally {
                    Files.deleteIfExists(file.toPath());
                }
            } catch (IOException problem) {
                throw new UncheckedIOException(problem);
            }
            kept = key;
        }
        return game;
    }

    Game load(String path, List<String> options) {
        String key = path + options;
        if (!key.equals(kept)) {
            Game loaded = GameLoader.loadGameFromName(path, options);
            if (loaded == null) {
                throw new IllegalArgumentException("Ludii cannot load " + path);
            }
            game = loaded;
            kept = key;
        }
        return game;
    }
}
