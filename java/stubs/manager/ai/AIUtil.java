package manager.ai;

import manager.Manager;
import org.json.JSONObject;

public class AIUtil {
    public static native void updateSelectedAI(Manager manager, JSONObject choice, int seat, String label);
}
