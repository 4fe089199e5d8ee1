package game;

import game.players.Players;
import game.rules.Rules;
import game.rules.play.moves.Moves;
import java.util.List;
import java.util.Random;
import main.grammar.Description;
import other.AI;
import other.MetaRules;
import other.context.Context;
import other.move.Move;
import other.playout.PlayoutMoveSelector;
import other.trial.Trial;

public class Game {
    public native String name();

    public native Players players();

    public native Description description();

    public native List<String> getOptions();

    public native boolean isAlternatingMoveGame();

    public native boolean isSimultaneousMoveGame();

    public native boolean isSimulationMoveGame();

    public native boolean isStochasticGame();

    public native boolean isStacking();

    public native boolean isDeductionPuzzle();

    public native boolean requiresScore();

    public native boolean hiddenInformation();

    public native boolean hasSubgames();

    public native boolean hasCustomPlayouts();

    public native Rules rules();

    public native MetaRules metaRules();

    public native int getMaxMoveLimit();

    public native void setMaxMoveLimit(int limit);

    public native void start(Context context);

    public native Moves moves(Context context);

    public native Move undo(Context context);

    public native Move apply(Context context, Move move);

    public native Move applyInternal(Context context, Move move, boolean skipEndRules);

    public native Trial playout(
        Context context, List<AI> agents, double seconds, PlayoutMoveSelector selector, int biased, int limit, Random random);

    public static native Move createPassMove(Context context, boolean forced);
}
