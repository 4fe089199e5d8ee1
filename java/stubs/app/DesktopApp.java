package app;

import java.util.List;

public class DesktopApp extends PlayerApp {
    public native void loadGameFromName(String name, List<String> options, boolean debug);

    public native void selectAnalysisTab();

    public native void repaint();
}
