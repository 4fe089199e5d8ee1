package other;

import game.Game;
import java.io.File;
import java.util.List;

public final class GameLoader {
    public static native Game loadGameFromName(String name, List<String> options);

    public static native Game loadGameFromFile(File file, List<String> options);
}
