package main.grammar;

public class Description {
    public native String expanded();
}
