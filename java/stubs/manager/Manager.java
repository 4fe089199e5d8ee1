package manager;

import manager.utils.SettingsManager;

public final class Manager {
    public native Referee ref();

    public native SettingsManager settingsManager();
}
