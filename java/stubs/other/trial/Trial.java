package other.trial;

import game.Game;
import java.util.Iterator;
import java.util.List;
import main.Status;
import other.move.Move;

public class Trial {
    public Trial(Game game) {}

    public native boolean over();

    public native Status status();

    public native int numMoves();

    public native Move lastMove();

    public native List<Move> generateCompleteMovesList();

    public native Iterator<Move> reverseMoveIterator();
}
