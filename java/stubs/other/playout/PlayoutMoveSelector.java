package other.playout;

public abstract class PlayoutMoveSelector {}
