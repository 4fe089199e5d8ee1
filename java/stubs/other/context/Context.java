package other.context;

import game.Game;
import game.equipment.component.Component;
import game.equipment.container.Container;
import gnu.trove.list.array.TIntArrayList;
import org.apache.commons.rng.core.source64.SplitMix64;
import other.model.Model;
import other.state.State;
import other.trial.Trial;

public class Context {
    public Context(Game game, Trial trial) {}

    public Context(Context other) {}

    protected native Trial copyTrial(Trial other);

    public native void storeCurrentData();

    public native void setRecursiveCalled(boolean value);

    public native TIntArrayList winners();

    public native TIntArrayList losers();

    public native int[] scores();

    public native double[] payoffs();

    public native int numLossesDecided();

    public native int numWinsDecided();

    public native int site();

    public native void setSite(int site);

    public native int to();

    public native void setTo(int site);

    public native Trial trial();

    public native State state();

    public native boolean active(int player);

    public native Model model();

    public native int score(int player);

    public native Container[] containers();

    public native Component[] components();

    public native int[] sitesFrom();

    public native SplitMix64 rng();

    public native Context currentInstanceContext();
}
