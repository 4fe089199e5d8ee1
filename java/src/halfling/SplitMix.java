package halfling;

import java.util.Random;

/** A small generator that Ludii's play-outs accept, seeded by the engine: no atomics, and the same everywhere. */
final class SplitMix extends Random {
    private static final long serialVersionUID = 1L;
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    void restart(long seed) {
        state = seed;
    }

    @Override
    public long nextLong() {
        long z = (state += STEP);
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    @Override
    protected int next(int bits) {
        return (int) (nextLong() >>> (64 - bits));
    }

    /** Multiply and shift; the bias is below 2^-32 times the bound. */
    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        return (int) ((nextLong() >>> 32) * bound >>> 32);
    }
}
