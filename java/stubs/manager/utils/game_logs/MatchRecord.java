package manager.utils.game_logs;

import game.Game;
import java.io.File;
import java.io.IOException;
import org.apache.commons.rng.core.RandomProviderDefaultState;
import other.trial.Trial;

public class MatchRecord {
    public static native MatchRecord loadMatchRecordFromTextFile(File file, Game game) throws IOException;

    public native Trial trial();

    public native RandomProviderDefaultState rngState();
}
