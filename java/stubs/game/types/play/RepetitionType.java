package game.types.play;

public enum RepetitionType {}
