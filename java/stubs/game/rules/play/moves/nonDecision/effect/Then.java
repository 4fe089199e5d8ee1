package game.rules.play.moves.nonDecision.effect;

public final class Then {}
