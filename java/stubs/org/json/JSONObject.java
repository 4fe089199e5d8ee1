package org.json;

public class JSONObject {
    public JSONObject() {}

    public JSONObject(String text) {}

    public native boolean has(String key);

    public native String getString(String key);

    public native JSONArray getJSONArray(String key);

    public native JSONArray optJSONArray(String key);

    public native String optString(String key, String otherwise);

    public native boolean optBoolean(String key, boolean otherwise);

    public native long optLong(String key, long otherwise);

    public native int optInt(String key, int otherwise);

    public native double optDouble(String key, double otherwise);

    public native JSONObject put(String key, int value);

    public native JSONObject put(String key, boolean value);

    public native JSONObject put(String key, Object value);
}
