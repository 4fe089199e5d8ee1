package other.move;

import other.context.Context;

public class Move {
    public native int mover();

    public native int fromNonDecision();

    public native int toNonDecision();

    public native int stateNonDecision();

    public native int levelMinNonDecision();

    public native int levelMaxNonDecision();

    public native boolean isPass();

    public native boolean isSwap();

    public native String toTrialFormat(Context context);

    public native String toTurnFormat(Context context, boolean coordinates);
}
