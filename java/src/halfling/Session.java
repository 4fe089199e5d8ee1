package halfling;

import game.Game;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One agent of the engine at one game. Freed by {@link #close}, or after nobody holds it any more: some of Ludii's runners
 * never close their agents.
 */
final class Session {
    private static final ReferenceQueue<Session> LOST = new ReferenceQueue<>();
    private static final Set<Mark> MARKS = ConcurrentHashMap.newKeySet();

    final Host host;
    final long handle;
    private final Mark mark;

    private Session(Host host, long handle) {
        this.host = host;
        this.handle = handle;
        this.mark = new Mark(this, handle);
        MARKS.add(mark);
    }

    /** A session, or null if the engine is not there or does not take the agent or the game. */
    static Session open(Game game, String spec) {
        for (Mark lost = (Mark) LOST.poll(); lost != null; lost = (Mark) LOST.poll()) {
            lost.free();
        }
        if (Engine.problem() != null) {
            return null;
        }
        Host host = new Host(game);
        long seed = Long.getLong("halfling.seed", ThreadLocalRandom.current().nextLong());
        long handle = Engine.open(host, game.name(), host.seats, host.stochastic, game.getMaxMoveLimit(), spec, seed);
        return handle == 0 ? null : new Session(host, handle);
    }

    void close() {
        host.stop = true;
        mark.free();
        host.leave();
    }

    private static final class Mark extends PhantomReference<Session> {
        private final long handle;
        private final AtomicBoolean freed = new AtomicBoolean();

        Mark(Session session, long handle) {
            super(session, LOST);
            this.handle = handle;
        }

        void free() {
            if (freed.compareAndSet(false, true)) {
                MARKS.remove(this);
                Engine.close(handle);
            }
        }
    }
}
