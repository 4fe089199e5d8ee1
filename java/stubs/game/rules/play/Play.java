package game.rules.play;

import game.rules.play.moves.Moves;

public final class Play {
    public native Moves moves();
}
