package other.topology;

import game.types.board.SiteType;
import java.util.List;

public class Topology {
    public native int numSites(SiteType type);

    public native List<? extends TopologyElement> getGraphElements(SiteType type);
}
