package other.state.track;

public class OnTrackIndices {}
