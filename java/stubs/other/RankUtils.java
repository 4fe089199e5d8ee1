package other;

import other.context.Context;

public class RankUtils {
    public static native double[] agentUtilities(Context context);
}
