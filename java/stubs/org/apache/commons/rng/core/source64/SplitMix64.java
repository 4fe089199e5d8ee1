package org.apache.commons.rng.core.source64;

import org.apache.commons.rng.RandomProviderState;

public class SplitMix64 {
    public SplitMix64(Long seed) {}

    public native RandomProviderState saveState();

    public native void restoreState(RandomProviderState state);
}
