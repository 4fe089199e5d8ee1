package main.collections;

public final class FVector {
    public FVector(float[] values) {}
}
