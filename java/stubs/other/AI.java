package other;

import game.Game;
import main.collections.FVector;
import main.collections.FastArrayList;
import other.context.Context;
import other.move.Move;

public abstract class AI {
    protected volatile boolean wantsInterrupt;

    public abstract Move selectAction(Game game, Context context, double maxSeconds, int maxIterations, int maxDepth);

    public native String friendlyName();

    public native void setFriendlyName(String name);

    public native double maxSecondsPerMove();

    public native void setMaxSecondsPerMove(double limit);

    public final native Context copyContext(Context context);

    public native void initAI(Game game, int seat);

    public native void closeAI();

    public native boolean supportsGame(Game game);

    public native double estimateValue();

    public native String generateAnalysisReport();

    public native AIVisualisationData aiVisualisationData();

    public native void setWantsInterrupt(boolean wanted);

    public static class AIVisualisationData {
        public AIVisualisationData(FVector effort, FVector values, FastArrayList<Move> moves) {}
    }
}
