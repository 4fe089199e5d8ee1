package halfling;

import org.apache.commons.rng.RandomProviderState;
import org.apache.commons.rng.core.RandomProviderDefaultState;
import org.apache.commons.rng.core.source64.SplitMix64;

/**
 * The dice of the positions that one worker plays. Ludii writes their state down with every move, to be able to take it back;
 * where nothing is ever thrown, the same note will do every time.
 */
final class Dice extends SplitMix64 {
    private final RandomProviderState note;

    Dice(long seed, boolean thrown) {
        super(seed);
        note = thrown ? null : new RandomProviderDefaultState(new byte[Long.BYTES]);
    }

    @Override
    public RandomProviderState saveState() {
        return note != null ? note : super.saveState();
    }
}
