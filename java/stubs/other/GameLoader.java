package other;

import game.Game;
import java.util.List;

public final class GameLoader {
    public static native Game loadGameFromName(String name, List<String> options);
}
