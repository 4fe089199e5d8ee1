package other.topology;

import java.awt.geom.Point2D;
import java.util.List;

public abstract class TopologyElement {
    public native Point2D centroid();

    public native String label();

    public abstract List<Vertex> vertices();
}
