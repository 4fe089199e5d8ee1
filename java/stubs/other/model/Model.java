package other.model;

import java.util.List;
import other.AI;
import other.context.Context;
import other.move.Move;

public abstract class Model {
    public abstract Move applyHumanMove(Context context, Move move, int player);

    public abstract boolean isReady();

    public native void startNewStep(
        Context context, List<AI> agents, double seconds, int iterations, int depth, double least, boolean block,
        boolean forceThreaded, boolean forceNotThreaded);
}
