package app;

import app.utils.SettingsPlayer;
import manager.Manager;

public abstract class PlayerApp {
    public native Manager manager();

    public native SettingsPlayer settingsPlayer();
}
