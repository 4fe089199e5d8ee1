package other.action;

import other.context.Context;

public interface Action {
    int to();

    String toTrialFormat(Context context);
}
