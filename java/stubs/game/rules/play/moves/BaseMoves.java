package game.rules.play.moves;

import game.rules.play.moves.nonDecision.effect.Then;
import other.context.Context;

public class BaseMoves extends Moves {
    public BaseMoves(Then then) {}

    @Override
    public native Moves eval(Context context);
}
