package org.json;

public class JSONArray {
    public JSONArray() {}

    public JSONArray(Object array) {}

    public native int length();

    public native String getString(int index);

    public native Object get(int index);

    public native JSONArray getJSONArray(int index);

    public native JSONArray put(int value);

    public native JSONArray put(double value);

    public native JSONArray put(Object value);
}
