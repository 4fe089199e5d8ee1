package game.types.play;

public enum GravityType {}
