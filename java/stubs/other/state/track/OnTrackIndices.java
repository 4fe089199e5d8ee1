package other.state.track;

import java.util.List;
import main.collections.FastTIntArrayList;

public class OnTrackIndices {
    public native List<FastTIntArrayList>[] onTrackIndices();
}
