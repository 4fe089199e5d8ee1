package game.types.play;

public enum PinType {}
