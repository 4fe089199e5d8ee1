package main;

public final class Status {
    public native EndType endType();

    public enum EndType {}
}
