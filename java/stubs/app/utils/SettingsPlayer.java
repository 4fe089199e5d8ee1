package app.utils;

public class SettingsPlayer {
    public native void setShowAIDistribution(boolean show);
}
