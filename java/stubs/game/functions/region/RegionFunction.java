package game.functions.region;

import game.util.equipment.Region;
import other.context.Context;

public interface RegionFunction {
    Region eval(Context context);
}
