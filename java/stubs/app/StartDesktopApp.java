package app;

public class StartDesktopApp {
    public static native void main(String[] arguments);

    public static native DesktopApp desktopApp();
}
