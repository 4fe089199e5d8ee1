package manager.utils;

import manager.Manager;

public final class SettingsManager {
    public native void setAgentsPaused(Manager manager, boolean paused);
}
