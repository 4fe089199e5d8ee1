package search.minimax;

import game.Game;
import other.AI;
import other.context.Context;
import other.move.Move;

public class UBFMKilothonContender extends AI {
    public UBFMKilothonContender() {}

    @Override
    public native Move selectAction(Game game, Context context, double maxSeconds, int maxIterations, int maxDepth);
}
