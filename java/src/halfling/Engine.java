package halfling;

import java.nio.ByteBuffer;

/** The engine's entries. Each is guarded on the other side: nothing is thrown, and a failure is a value. */
final class Engine {
    private static volatile boolean tried;
    private static String problem;

    private Engine() {}

    /** Why the engine is not there, or null if it is. Loads it on the first call. */
    static String problem() {
        if (!tried) {
            synchronized (Engine.class) {
                if (!tried) {
                    try {
                        Library.load();
                        problem = setUp(Worker.class, Host.class) ? null : "the engine refused to start";
                    } catch (Throwable failure) {
                        problem = failure.toString();
                    }
                    tried = true;
                }
            }
        }
        return problem;
    }

    /** Lets the engine look up what it will call. */
    private static native boolean setUp(Class<?> worker, Class<?> host);

    /** What is wrong with an agent's text form, or null. */
    static native String complaint(String spec);

    /** Whether such an agent plays games in which all players choose at once, or else those in which one moves at a time. */
    static native boolean plays(String spec, boolean simultaneous);

    /** The agent's text form as the engine prints it. */
    static native String canonical(String spec);

    /**
     * Makes an agent for a game.
     *
     * @return its handle, or 0
     */
    static native long open(
        Host host, String name, int seats, boolean stochastic, boolean simultaneous, int maxPlies, String spec, long seed);

    /**
     * Thinks about the position in slot 0.
     *
     * @param path what {@link Host#enter} returned
     * @param seat who is to choose, from 0, where all choose at once; elsewhere the position tells
     * @param seconds not positive: no limit
     * @param iterations negative: no limit
     * @param clock seconds left for the game, not positive: no limit
     * @return the index of a legal move, or -1
     */
    static native int choose(long handle, long[] path, int seat, double seconds, int iterations, double clock);

    /** Whether the engine searches this game on rules of its own. */
    static native boolean isNative(long handle);

    /** Waits until the engine has compared its own rules of the game with Ludii's, or for so many seconds. */
    static native void awaitCheck(long handle, double seconds);

    /** Waits until what the engine writes in the background is written. */
    static native void settle();

    /** Tells a search under way to stop, or allows the next. */
    static native void interrupt(long handle, boolean wanted);

    /** Simulations of the last finished search. */
    static native long iterations(long handle);

    /** The last finished search in words. */
    static native String report(long handle);

    /**
     * The root as it is now: value of the position, then visits and value of each legal move.
     *
     * @return null before the first look
     */
    static native float[] glance(long handle);

    static native void close(long handle);

    // For measurements only.

    /** Crosses into Java and back so many times; nanoseconds. */
    static native long crossOut(Worker worker, int times);

    /** Does next to nothing. */
    static native int crossIn(int value);

    /** A worker of a host, made on behalf of the engine. */
    static Worker newWorker(Host host) {
        return new Worker(host);
    }

    static ByteBuffer bufferOf(Worker worker) {
        return worker.buffer();
    }
}
