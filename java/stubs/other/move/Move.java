package other.move;

import game.types.board.SiteType;
import java.util.List;
import other.action.Action;
import other.context.Context;

public class Move {
    public Move(String text) {}

    public native int from();

    public native int to();

    public native SiteType fromType();

    public native SiteType toType();

    public native int levelFrom();

    public native int levelTo();

    public native List<Action> getActionsWithConsequences(Context context);

    public native int mover();

    public native void setMover(int player);

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
