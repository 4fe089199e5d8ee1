package game.rules;

import game.rules.phase.Phase;

public final class Rules {
    public native Phase[] phases();
}
