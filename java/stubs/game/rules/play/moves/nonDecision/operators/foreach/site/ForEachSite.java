package game.rules.play.moves.nonDecision.operators.foreach.site;

import game.rules.play.moves.Moves;

public abstract class ForEachSite extends Moves {}
