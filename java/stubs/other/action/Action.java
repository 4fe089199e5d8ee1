package other.action;

public interface Action {}
