package halfling;

import game.Game;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ThreadLocalRandom;
import org.json.JSONObject;
import other.context.Context;
import other.trial.Trial;

/**
 * Times Ludii's own play-outs from the start to the end, in processor time of this thread: what the collector and the
 * compiler do on theirs is not charged to Ludii.
 */
final class Speed {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Speed() {}

    /** Plays out until the request's seconds of processor are spent, at least once. */
    static JSONObject playouts(Game game, JSONObject request) {
        double seconds = request.optDouble("seconds", 1);
        game.setMaxMoveLimit(request.optInt("moves_per_player", 500) * Math.max(1, game.players().count()));
        Context context = new Context(game, new Trial(game));
        long playouts = 0;
        long plies = 0;
        long batch = 1;
        long begin = THREADS.getCurrentThreadCpuTime();
        double spent = 0;
        while (spent < seconds) {
            for (long i = 0; i < batch; i++) {
                game.start(context);
                Trial trial = game.playout(context, null, 1.0, null, 0, -1, ThreadLocalRandom.current());
                plies += trial.numMoves() - trial.numInitialPlacementMoves();
            }
            playouts += batch;
            double before = spent;
            spent = (THREADS.getCurrentThreadCpuTime() - begin) * 1e-9;
            // Asking for the time costs as much as a short play-out.
            if (spent - before < seconds / 32) {
                batch *= 2;
            }
        }
        return new JSONObject()
            .put("event", "playouts")
            .put("playouts", playouts)
            .put("plies", plies)
            .put("cpu", spent)
            .put("compiled", compiled());
    }

    /** Seconds for which Java's compiler has worked so far; where it does not tell, as if it had worked all the time. */
    private static double compiled() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        boolean tells = compiler != null && compiler.isCompilationTimeMonitoringSupported();
        long milliseconds = tells ? compiler.getTotalCompilationTime() : ManagementFactory.getRuntimeMXBean().getUptime();
        return milliseconds * 1e-3;
    }
}
