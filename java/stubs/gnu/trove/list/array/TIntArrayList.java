package gnu.trove.list.array;

public class TIntArrayList {
    public native int size();

    public native boolean contains(int value);

    public native int[] toArray();
}
