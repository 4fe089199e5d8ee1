package game.players;

public final class Players {
    public native int count();
}
