package main;

public class FileHandling {
    public static native String[] listGames();
}
