package game.equipment;

public abstract class Item {
    public native String name();

    public native int owner();
}
