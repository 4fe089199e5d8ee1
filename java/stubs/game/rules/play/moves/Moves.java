package game.rules.play.moves;

import main.collections.FastArrayList;
import other.move.Move;

public abstract class Moves {
    public native FastArrayList<Move> moves();
}
