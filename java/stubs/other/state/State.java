package other.state;

import other.state.container.ContainerState;

public class State {
    public native int mover();

    public native int playerToAgent(int player);

    public native int isDecided();

    public native void setIsDecided(int value);

    public native long fullHash();

    public native ContainerState[] containerStates();
}
