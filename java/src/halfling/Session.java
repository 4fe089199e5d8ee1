package halfling;

import game.Game;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * One agent of the engine at one game. Freed by {@link #close}, or after nobody holds it any more: some of Ludii's runners
 * never close their agents.
 *
 * The engine searches on a thread of its own. A step of Ludii's that takes very long cannot be broken off, but it need not be
 * waited for: when time is up or somebody interrupts, the move that is ahead is played, and the search ends by itself.
 */
final class Session {
    private static final ReferenceQueue<Session> LOST = new ReferenceQueue<>();
    private static final Set<Mark> MARKS = ConcurrentHashMap.newKeySet();

    /** How long a search may take to end by itself once it should, in nanoseconds. */
    private static final long GRACE = 12_000_000;
    /** How often a wish to interrupt is looked for, in nanoseconds. */
    private static final long POLL = 4_000_000;
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "halfling");
        thread.setDaemon(true);
        return thread;
    });

    final Host host;
    final long handle;
    private final Mark mark;
    private Future<Integer> last;
    /** Who chooses, from 0, where all choose at once. */
    int seat;
    /** Moves of the real game that the engine has not heard of; null where nobody knows them. */
    private long[] untold = new long[0];

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
        long handle = Engine.open(
            host, game.name(), host.seats, host.stochastic, host.simultaneous, game.getMaxMoveLimit(), spec, seed);
        return handle == 0 ? null : new Session(host, handle);
    }

    /** Adds what {@link Host#enter} returned to what the engine must hear before its next search. */
    void tell(long[] path) {
        if (path == null || untold == null) {
            untold = null;
            return;
        }
        int before = untold.length;
        untold = Arrays.copyOf(untold, before + path.length);
        System.arraycopy(path, 0, untold, before, path.length);
    }

    /** Waits for a search that was left behind; false if it still runs when time is up or somebody interrupts. */
    boolean awaitLast(long deadline, BooleanSupplier interrupted) throws Exception {
        while (last != null && !last.isDone()) {
            try {
                last.get(POLL, TimeUnit.NANOSECONDS);
            } catch (TimeoutException stillRunning) {
                if (interrupted.getAsBoolean() || System.nanoTime() - deadline > 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The index of the move that the engine chooses, or that is ahead when there is no more time to wait; -1 for none. */
    int search(double seconds, int iterations, double clock, long deadline, BooleanSupplier interrupted) throws Exception {
        long[] path = untold;
        untold = new long[0];
        int chooser = seat;
        Future<Integer> search = THREADS.submit(() -> Engine.choose(handle, path, chooser, seconds, iterations, clock));
        last = search;
        long asked = 0;
        while (true) {
            try {
                return search.get(POLL, TimeUnit.NANOSECONDS);
            } catch (TimeoutException thinking) {
                long now = System.nanoTime();
                if (interrupted.getAsBoolean() && asked == 0) {
                    asked = now;
                }
                if (now - deadline > GRACE || asked != 0 && now - asked > GRACE) {
                    host.stop = true;
                    Engine.interrupt(handle, true);
                    return ahead(Engine.glance(handle));
                }
            }
        }
    }

    /** The most visited move of a glance. */
    private static int ahead(float[] root) {
        int best = -1;
        for (int i = 1; root != null && i < root.length; i += 2) {
            if (best < 0 || root[i] > root[1 + 2 * best]) {
                best = (i - 1) / 2;
            }
        }
        return best;
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
