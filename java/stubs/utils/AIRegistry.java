package utils;

import game.Game;
import other.AI;

public class AIRegistry {
    public static native boolean registerAI(String label, AIFactory.AIConstructor maker, SupportsGamePredicate test);

    public static native boolean isRegistered(String label);

    public static native AI fromRegistry(String label);

    public interface SupportsGamePredicate {
        boolean supportsGame(Game game);
    }
}
