package other.trial;

import game.Game;
import java.io.File;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import main.Status;
import org.apache.commons.rng.core.RandomProviderDefaultState;
import other.move.Move;

public class Trial {
    public Trial(Game game) {}

    public native boolean over();

    public native Status status();

    public native double[] ranking();

    public native int numMoves();

    public native int numInitialPlacementMoves();

    public native void saveTrialToTextFile(File file, String game, List<String> options, RandomProviderDefaultState start)
        throws IOException;

    public native Move lastMove();

    public native void clearLegalMoves();

    public native List<Move> generateCompleteMovesList();

    public native Iterator<Move> reverseMoveIterator();
}
