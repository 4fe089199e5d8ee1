package utils;

import java.io.File;
import java.util.List;
import org.json.JSONObject;
import other.AI;

public class AIFactory {
    public static native AI createAI(String name);

    public static native AI fromJson(JSONObject json);

    public static native List<Class<?>> loadThirdPartyAIClasses(File jar);

    public interface AIConstructor {
        AI constructAI();
    }
}
