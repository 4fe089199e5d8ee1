package other.state;

import gnu.trove.list.array.TIntArrayList;
import gnu.trove.map.TObjectIntMap;
import gnu.trove.set.hash.TIntHashSet;
import java.util.BitSet;
import java.util.Map;
import main.collections.FastTIntArrayList;
import other.state.container.ContainerState;
import other.state.owned.Owned;
import other.state.track.OnTrackIndices;

public class State {
    public native int mover();

    public native int prev();

    public native int next();

    public native int counter();

    public native int currentPhase(int player);

    public native int numTurn();

    public native int numTurnSamePlayer();

    public native int numConsecutivesPasses();

    public native TIntHashSet pendingValues();

    public native TIntArrayList sitesToRemove();

    public native BitSet visited();

    public native FastTIntArrayList remainingDominoes();

    public native OnTrackIndices onTrackIndices();

    public native Owned owned();

    public native int playerToAgent(int player);

    public native void setStalemated(int player, boolean stalemated);

    public native int isDecided();

    public native void setIsDecided(int value);

    public native long fullHash();

    public native ContainerState[] containerStates();

    public native boolean isStalemated(int player);

    public native boolean isTriggered(String event, int player);

    public native int temp();

    public native int pot();

    public native int amount(int player);

    public native int getTeam(int player);

    public native int getValue(int player);

    public native TObjectIntMap<String> getValueMap();

    public native FastTIntArrayList rememberingValues();

    public native Map<String, FastTIntArrayList> mapRememberingValues();

    public native TIntArrayList propositions();

    public native TIntArrayList votes();

    public native int[][] currentDice();

    public native int[] sumDice();

    public native boolean isDiceAllEqual();

    public native long stateHash();

    public native long storedState();

    public native void setMover(int player);

    public native void setNext(int player);

    public native void setPrev(int player);
}
