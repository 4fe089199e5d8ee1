package game.rules.play.moves;

import game.rules.play.moves.nonDecision.effect.Then;
import main.collections.FastArrayList;
import other.context.Context;
import other.move.Move;

public abstract class Moves {
    public native FastArrayList<Move> moves();

    public native Then then();

    public abstract Moves eval(Context context);
}
