package org.apache.commons.rng.core;

import org.apache.commons.rng.RandomProviderState;

public class RandomProviderDefaultState implements RandomProviderState {
    public RandomProviderDefaultState(byte[] state) {}

    public native byte[] getState();
}
