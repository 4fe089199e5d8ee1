package main.options;

import java.util.List;

public class GameOptions {
    public native List<String> allOptionStrings(List<String> selected);
}
