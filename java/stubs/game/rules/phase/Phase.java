package game.rules.phase;

import game.rules.play.Play;

public class Phase {
    public native Play play();
}
