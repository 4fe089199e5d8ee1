package main;

public final class FileHandling {
    public static native String[] listGames();
}
