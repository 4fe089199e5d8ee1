package game.util.equipment;

public final class Region {
    public native int[] sites();
}
