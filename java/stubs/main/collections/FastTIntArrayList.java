package main.collections;

import gnu.trove.list.array.TIntArrayList;

public class FastTIntArrayList extends TIntArrayList {}
