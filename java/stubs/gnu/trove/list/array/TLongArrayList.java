package gnu.trove.list.array;

public class TLongArrayList {
    public TLongArrayList() {}
}
