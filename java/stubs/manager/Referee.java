package manager;

import other.context.Context;

public class Referee {
    public native Context context();

    public synchronized native boolean nextMove(Manager manager, boolean skipAnimation);
}
