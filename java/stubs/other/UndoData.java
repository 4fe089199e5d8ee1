package other;

import gnu.trove.list.array.TIntArrayList;
import gnu.trove.list.array.TLongArrayList;
import gnu.trove.set.hash.TIntHashSet;
import java.util.BitSet;
import main.Status;
import main.collections.FastTIntArrayList;
import other.state.owned.Owned;
import other.state.track.OnTrackIndices;

public class UndoData {
    public UndoData(
        double[] ranking, Status status, TIntArrayList winners, TIntArrayList losers, int active, int[] scores,
        double[] payoffs, int losses, int wins, int[] phases, TIntHashSet pending, int counter, TLongArrayList inTurn,
        TLongArrayList before, int prev, int mover, int next, int turns, int turnsSamePlayer, int passes,
        FastTIntArrayList dominoes, BitSet visited, TIntArrayList toRemove, OnTrackIndices tracks, Owned owned, int decided) {}

    public native TLongArrayList previousStateWithinATurn();

    public native TLongArrayList previousState();
}
