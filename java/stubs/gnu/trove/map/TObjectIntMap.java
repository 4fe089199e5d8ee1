package gnu.trove.map;

public interface TObjectIntMap<K> {
    Object[] keys();

    int get(Object key);
}
