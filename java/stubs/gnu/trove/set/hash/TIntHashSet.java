package gnu.trove.set.hash;

public class TIntHashSet {}
