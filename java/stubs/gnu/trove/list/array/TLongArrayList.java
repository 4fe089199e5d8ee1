package gnu.trove.list.array;

public class TLongArrayList {
    public TLongArrayList() {}

    public native int size();

    public native long get(int index);
}
