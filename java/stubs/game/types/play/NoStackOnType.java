package game.types.play;

public enum NoStackOnType {}
