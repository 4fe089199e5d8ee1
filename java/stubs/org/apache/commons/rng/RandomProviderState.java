package org.apache.commons.rng;

public interface RandomProviderState {}
