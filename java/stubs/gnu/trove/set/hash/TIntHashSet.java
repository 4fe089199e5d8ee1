package gnu.trove.set.hash;

public class TIntHashSet {
    public native int[] toArray();
}
