package other.trial;

import game.Game;
import game.rules.play.moves.Moves;
import gnu.trove.list.array.TLongArrayList;
import java.io.File;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import main.Status;
import org.apache.commons.rng.RandomProviderState;
import org.apache.commons.rng.core.RandomProviderDefaultState;
import other.UndoData;
import other.move.Move;

public class Trial {
    protected Moves legalMoves;

    public Trial(Game game) {}

    public Trial(Trial other) {}

    public native boolean over();

    public native Status status();

    public native double[] ranking();

    public native int numMoves();

    public native int numInitialPlacementMoves();

    public native void saveTrialToTextFile(File file, String game, List<String> options, RandomProviderDefaultState start)
        throws IOException;

    public native Move lastMove();

    public native void clearLegalMoves();

    public native List<UndoData> endData();

    public native void addUndoData(UndoData data);

    public native List<RandomProviderState> RNGStates();

    public native void addRNGState(RandomProviderState state);

    public native List<Move> generateCompleteMovesList();

    public native Iterator<Move> reverseMoveIterator();

    public native TLongArrayList previousState();

    public native TLongArrayList previousStateWithinATurn();
}
