package game.types.board;

public enum SiteType {
    Vertex,
    Edge,
    Cell
}
