package other.topology;

public abstract class Vertex extends TopologyElement {}
