package main.grammar;

import main.options.GameOptions;

public class Description {
    public native String expanded();

    public native GameOptions gameOptions();
}
