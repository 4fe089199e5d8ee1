package other.action;

public interface Action {
    int to();
}
