package other.state.owned;

public interface Owned {}
