package other.state.container;

import game.types.board.SiteType;

public interface ContainerState {
    int what(int site, SiteType type);

    int count(int site, SiteType type);

    int state(int site, SiteType type);

    int rotation(int site, SiteType type);

    int value(int site, SiteType type);

    int sizeStack(int site, SiteType type);

    int what(int site, int level, SiteType type);

    int state(int site, int level, SiteType type);

    int rotation(int site, int level, SiteType type);

    int value(int site, int level, SiteType type);

    boolean bit(int site, int value, SiteType type);
}
