package other.move;

import game.types.board.SiteType;
import gnu.trove.list.array.TIntArrayList;
import java.util.List;
import other.action.Action;
import other.context.Context;

public class Move {
    public Move(String text) {}

    public final native Action apply(Context context, boolean store);

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

    public native List<Action> actions();

    public native TIntArrayList betweenNonDecision();

    public native int fromAfterSubsequents();

    public native int toAfterSubsequents();
}
