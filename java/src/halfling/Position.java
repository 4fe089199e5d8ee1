package halfling;

import game.Game;
import game.equipment.component.Component;
import game.equipment.container.Container;
import game.types.board.SiteType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.json.JSONArray;
import org.json.JSONObject;
import other.context.Context;
import other.move.Move;
import other.state.container.ContainerState;
import other.topology.TopologyElement;

/**
 * Positions and moves of a game as texts that the engine writes in the same way: what two sets of rules are compared by, and
 * what a viewer draws.
 *
 * A position: m and the player to move, the scores where the game keeps them, the ranking once it is over, then each site
 * that holds something, by kind of site (C, E, V) and number. A move: pass, swap, or where it comes from and goes to.
 */
final class Position {
    private static final SiteType[] TYPES = {SiteType.Cell, SiteType.Edge, SiteType.Vertex};
    private static final char[] LETTERS = {'C', 'E', 'V'};

    private final boolean stacks;
    private final boolean scores;
    private final int players;
    /** By container and kind: whether the game's state does not know such sites at all. */
    private boolean[][] absent;

    Position(Game game) {
        this.stacks = game.isStacking();
        this.scores = game.requiresScore();
        this.players = game.players().count();
    }

    /** The whole position. */
    String text(Context context) {
        StringBuilder text = new StringBuilder(256);
        globals(text, context);
        Container[] containers = context.containers();
        if (absent == null) {
            absent = new boolean[containers.length][TYPES.length];
        }
        for (int type = 0; type < TYPES.length; type++) {
            for (int number = 0; number < containers.length; number++) {
                if (number == 0 || type == 0) {
                    sites(text, context, number, type);
                }
            }
        }
        return text.toString();
    }

    private void globals(StringBuilder text, Context context) {
        text.append('m').append(context.state().mover());
        if (scores) {
            for (int player = 1; player <= players; player++) {
                text.append(player == 1 ? " score=" : ",").append(context.score(player));
            }
        }
        if (context.trial().over()) {
            double[] ranking = context.trial().ranking();
            for (int player = 1; player <= players; player++) {
                text.append(player == 1 ? " over=" : ",").append(ranking[player]);
            }
        }
    }

    private void sites(StringBuilder text, Context context, int number, int type) {
        if (absent[number][type]) {
            return;
        }
        Container container = context.containers()[number];
        ContainerState state = context.state().containerStates()[number];
        int first = context.sitesFrom()[number];
        int count = number == 0 ? container.topology().numSites(TYPES[type]) : container.numSites();
        for (int site = first; site < first + count; site++) {
            int before = text.length();
            try {
                site(text, state, site, type);
            } catch (RuntimeException noSuchSite) {
                text.setLength(before);
                absent[number][type] |= site == first;
            }
        }
    }

    private void site(StringBuilder text, ContainerState state, int site, int type) {
        SiteType kind = TYPES[type];
        if (!stacks) {
            int what = state.what(site, kind);
            if (what != 0) {
                text.append(' ').append(LETTERS[type]).append(site).append('=');
                piece(text, what, state.count(site, kind), state.state(site, kind), state.rotation(site, kind),
                    state.value(site, kind));
            }
            return;
        }
        int height = state.sizeStack(site, kind);
        boolean holds = false;
        for (int level = 0; level < height; level++) {
            holds |= state.what(site, level, kind) != 0;
        }
        for (int level = 0; holds && level < height; level++) {
            if (level == 0) {
                text.append(' ').append(LETTERS[type]).append(site).append('=');
            } else {
                text.append('/');
            }
            piece(text, state.what(site, level, kind), 1, state.state(site, level, kind), state.rotation(site, level, kind),
                state.value(site, level, kind));
        }
    }

    private static void piece(StringBuilder text, int what, int count, int state, int rotation, int value) {
        text.append(what);
        if (count > 1) {
            text.append('c').append(count);
        }
        if (state != 0) {
            text.append('s').append(state);
        }
        if (rotation != 0) {
            text.append('r').append(rotation);
        }
        if (value > 0) {
            text.append('v').append(value);
        }
    }

    /** Where a move comes from and goes to; different moves may share it. */
    String key(Move move) {
        if (move.isPass()) {
            return "pass";
        }
        if (move.isSwap()) {
            return "swap";
        }
        StringBuilder text = new StringBuilder(12);
        place(text, move.fromType(), move.from(), stacks ? move.levelFrom() : 0);
        text.append('-');
        place(text, move.toType(), move.to(), stacks ? move.levelTo() : 0);
        return text.toString();
    }

    private static void place(StringBuilder text, SiteType kind, int site, int level) {
        char letter = kind == null ? '?' : kind == SiteType.Cell ? 'C' : kind == SiteType.Edge ? 'E' : 'V';
        text.append(letter).append(site);
        if (level != 0) {
            text.append('^').append(level);
        }
    }

    /** FNV-1a, 64 bits, over UTF-8. */
    static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ next & 0xFF) * 0x100000001b3L;
        }
        return hash;
    }

    // For viewers.

    /** The kind of site that the game is played on. */
    private static SiteType played(Context context) {
        return context.containers()[0].defaultSite();
    }

    /** The board as a viewer draws it: sites as label, x, y, corners; lines between points. Hands are rows below. */
    JSONObject drawing(Context context) {
        Container board = context.containers()[0];
        List<? extends TopologyElement> elements = board.topology().getGraphElements(played(context));
        double[] least = {Double.MAX_VALUE, Double.MAX_VALUE};
        double[] most = {-Double.MAX_VALUE, -Double.MAX_VALUE};
        for (TopologyElement vertex : board.topology().getGraphElements(SiteType.Vertex)) {
            double[] at = {vertex.centroid().getX(), vertex.centroid().getY()};
            for (int axis = 0; axis < 2; axis++) {
                least[axis] = Math.min(least[axis], at[axis]);
                most[axis] = Math.max(most[axis], at[axis]);
            }
        }
        double step = Math.max(most[0] - least[0], most[1] - least[1]) / Math.max(1, Math.sqrt(elements.size()));
        JSONArray sites = new JSONArray();
        for (TopologyElement element : elements) {
            JSONArray corners = new JSONArray();
            if (played(context) == SiteType.Cell) {
                for (TopologyElement corner : element.vertices()) {
                    corners.put(corner.centroid().getX()).put(corner.centroid().getY());
                }
            }
            sites.put(new JSONArray().put(element.label()).put(element.centroid().getX()).put(element.centroid().getY())
                .put(corners));
        }
        for (int number = 1; number < context.containers().length; number++) {
            for (int site = 0; site < context.containers()[number].numSites(); site++) {
                sites.put(new JSONArray().put("").put(least[0] + site * step).put(least[1] - (number + 0.2) * step)
                    .put(new JSONArray()));
            }
        }
        JSONArray lines = new JSONArray();
        if (played(context) != SiteType.Cell) {
            for (TopologyElement edge : board.topology().getGraphElements(SiteType.Edge)) {
                JSONArray line = new JSONArray();
                for (TopologyElement end : edge.vertices()) {
                    line.put(end.centroid().getX()).put(end.centroid().getY());
                }
                lines.put(line);
            }
        }
        return new JSONObject().put("sites", sites).put("lines", lines);
    }

    /** What the drawn sites hold: owner and a short text, by the site's place in the drawing. */
    Map<Integer, String> marks(Context context) {
        Map<Integer, String> marks = new TreeMap<>();
        int drawn = 0;
        for (int number = 0; number < context.containers().length; number++) {
            Container container = context.containers()[number];
            SiteType kind = number == 0 ? played(context) : SiteType.Cell;
            int count = number == 0 ? container.topology().numSites(kind) : container.numSites();
            ContainerState state = context.state().containerStates()[number];
            for (int i = 0; i < count; i++, drawn++) {
                String mark = mark(context, state, context.sitesFrom()[number] + i, kind);
                if (mark != null) {
                    marks.put(drawn, mark);
                }
            }
        }
        return marks;
    }

    private String mark(Context context, ContainerState state, int site, SiteType kind) {
        int height = stacks ? state.sizeStack(site, kind) : 1;
        int what = height == 0 ? 0 : stacks ? state.what(site, height - 1, kind) : state.what(site, kind);
        if (what == 0) {
            return null;
        }
        Component piece = context.components()[what];
        String name = piece.name().replaceAll("[0-9]+$", "").replaceAll("[;=:]", "");
        int count = stacks ? 1 : state.count(site, kind);
        int[] faces = !stacks && piece.isDie() ? piece.getFaces() : new int[0];
        int face = faces.length == 0 ? -1 : state.state(site, kind);
        String glyph = face >= 0 && face < faces.length ? String.valueOf(faces[face]) : height > 1 ? name + "×" + height : count > 1 ? String.valueOf(count) : name;
        int owner = piece.owner() >= 1 && piece.owner() <= players ? piece.owner() : 0;
        return owner + ":" + glyph;
    }

    /** What changed from one look to the next: site=mark, and site= for what became empty. */
    static String changes(Map<Integer, String> before, Map<Integer, String> after) {
        StringBuilder text = new StringBuilder();
        TreeMap<Integer, String> changed = new TreeMap<>();
        for (Map.Entry<Integer, String> entry : after.entrySet()) {
            if (!entry.getValue().equals(before.get(entry.getKey()))) {
                changed.put(entry.getKey(), entry.getValue());
            }
        }
        for (Integer site : before.keySet()) {
            if (!after.containsKey(site)) {
                changed.put(site, "");
            }
        }
        for (Map.Entry<Integer, String> entry : changed.entrySet()) {
            text.append(text.length() == 0 ? "" : ";").append(entry.getKey()).append('=').append(entry.getValue());
        }
        return text.toString();
    }
}
