package gnu.trove.list.array;

public class TIntArrayList {}
