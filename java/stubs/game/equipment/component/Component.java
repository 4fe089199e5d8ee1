package game.equipment.component;

import game.equipment.Item;

public class Component extends Item {
    public native boolean isDie();

    public native int[] getFaces();
}
