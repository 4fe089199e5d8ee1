package halfling;

import game.Game;
import main.collections.FastArrayList;
import other.context.Context;
import other.model.Model;
import other.move.Move;

/**
 * Turns in which all players choose at once. Ludii lists the moves of all of them together, each with its mover; its own model
 * of such turns makes one combined move of the choices, and is what carries them out here.
 */
final class Joint {
    private Joint() {}

    /** The seats that choose now, as bits; 0 when the game is over. */
    static int seats(Context context, int count) {
        int seats = 0;
        for (int player = 1; player <= count && !context.trial().over(); player++) {
            if (context.active(player)) {
                seats |= 1 << player - 1;
            }
        }
        return seats;
    }

    /** The moves of one player; a pass where there are none, for somebody without moves still takes part. */
    static FastArrayList<Move> movesOf(Context context, FastArrayList<Move> all, int player) {
        FastArrayList<Move> own = new FastArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).mover() == player) {
                own.add(all.get(i));
            }
        }
        if (own.isEmpty()) {
            Move pass = Game.createPassMove(context, true);
            pass.setMover(player);
            own.add(pass);
        }
        return own;
    }

    /**
     * Carries out a turn.
     *
     * @param chosen by player, from 1; null for those who do not take part
     */
    static void apply(Context context, Move[] chosen) {
        // Which model it is depends on the phase, which the turn may change.
        Model model = context.model();
        // Without agents it waits for everybody's move, but passes for those who have none.
        model.startNewStep(context, null, 0.0, -1, -1, 0.0, false, false, false);
        for (int player = 1; player < chosen.length; player++) {
            if (chosen[player] != null && !model.isReady()) {
                model.applyHumanMove(context, chosen[player], player);
            }
        }
        if (!model.isReady()) {
            throw new IllegalStateException("a turn of several players was not complete");
        }
    }
}
