package game.equipment.container;

import game.equipment.Item;
import game.types.board.SiteType;
import other.topology.Topology;

public abstract class Container extends Item {
    public native int numSites();

    public native SiteType defaultSite();

    public native Topology topology();
}
