package other.context;

import game.Game;
import other.state.State;
import other.trial.Trial;

public class Context {
    public Context(Game game, Trial trial) {}

    public Context(Context other) {}

    public native Trial trial();

    public native State state();

    public native Context currentInstanceContext();
}
