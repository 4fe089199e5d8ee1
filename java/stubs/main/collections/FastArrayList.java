package main.collections;

public class FastArrayList<E> {
    public FastArrayList() {}

    public native void add(E element);

    public native E get(int index);

    public native int size();

    public native boolean isEmpty();

    public native boolean contains(Object element);
}
