package halfling;

import game.Game;
import game.functions.region.RegionFunction;
import game.rules.phase.Phase;
import game.rules.play.moves.Moves;
import game.rules.play.moves.nonDecision.operators.foreach.site.ForEachSite;
import java.lang.reflect.Field;
import main.collections.FastArrayList;
import other.MetaRules;
import other.context.Context;
import other.move.Move;

/**
 * Draws a random move in a phase whose moves are made site by site, as in Reversi, without making those of every site: sites
 * are tried in random order until one has a move. That is uniform as long as no site has two moves; the first that has ends it.
 */
final class SiteDraw {
    private final RegionFunction region;
    private final Moves generator;
    private volatile boolean off;

    private SiteDraw(RegionFunction region, Moves generator) {
        this.region = region;
        this.generator = generator;
    }

    /** By phase; null for phases that need their lists, an empty array if all do. */
    static SiteDraw[] ofPhases(Game game) {
        MetaRules rules = game.metaRules();
        boolean filtered = rules.usesSwapRule() || rules.usesNoSuicide() || rules.automove() || rules.repetitionType() != null
            || rules.gravityType() != null || rules.pinType() != null || rules.noStackOnType() != null;
        Phase[] phases = game.rules().phases();
        if (filtered || !game.isAlternatingMoveGame() || game.isStochasticGame()) {
            return new SiteDraw[0];
        }
        SiteDraw[] draws = new SiteDraw[phases.length];
        boolean any = false;
        for (int i = 0; i < draws.length; i++) {
            draws[i] = of(phases[i].play().moves());
            any |= draws[i] != null;
        }
        return any ? draws : new SiteDraw[0];
    }

    private static SiteDraw of(Moves moves) {
        // What is added to every move of the list would have to be added here, too.
        if (!(moves instanceof ForEachSite) || moves.then() != null) {
            return null;
        }
        try {
            return new SiteDraw((RegionFunction) part(moves, "regionFn"), (Moves) part(moves, "generator"));
        } catch (ReflectiveOperationException | RuntimeException another) {
            // Another Ludii may call its parts otherwise.
            return null;
        }
    }

    private static Object part(Moves moves, String name) throws ReflectiveOperationException {
        Field field = ForEachSite.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(moves);
    }

    /** A move, or null if there is none or they must be listed. */
    Move draw(Context context, SplitMix random) {
        if (off) {
            return null;
        }
        int[] sites = region.eval(context).sites();
        int site = context.site();
        int to = context.to();
        try {
            for (int left = sites.length; left > 0; left--) {
                int at = random.nextInt(left);
                context.setTo(sites[at]);
                context.setSite(sites[at]);
                FastArrayList<Move> moves = generator.eval(context).moves();
                if (moves.size() > 1) {
                    off = true;
                    return null;
                }
                if (moves.size() == 1) {
                    // As the whole list would have left it.
                    context.state().setStalemated(context.state().mover(), false);
                    return moves.get(0);
                }
                sites[at] = sites[left - 1];
            }
            return null;
        } finally {
            context.setTo(to);
            context.setSite(site);
        }
    }
}
