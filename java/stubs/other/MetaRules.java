package other;

import game.types.play.GravityType;
import game.types.play.NoStackOnType;
import game.types.play.PinType;
import game.types.play.RepetitionType;

public class MetaRules {
    public native boolean automove();

    public native boolean usesSwapRule();

    public native boolean usesNoSuicide();

    public native RepetitionType repetitionType();

    public native GravityType gravityType();

    public native PinType pinType();

    public native NoStackOnType noStackOnType();
}
