package halfling;

import game.Game;
import java.util.concurrent.ThreadLocalRandom;
import main.collections.FVector;
import main.collections.FastArrayList;
import other.AI;
import other.context.Context;
import other.move.Move;

/**
 * The agent that Ludii sees. It converts and guards; the engine decides.
 *
 * Which agent of the engine plays is said, first wins: by the constructor, by the system property halfling.agent, by the
 * environment variable HALFLING_AGENT, by the jar's name after an @ (as in halfling@uct.jar, which is how Ludii's agent JSON
 * can choose), else it is the engine's default. The property halfling.clock gives it so many seconds for each game, which it
 * divides itself; then the limit of a single move is not heeded.
 */
public final class Halfling extends AI {
    /** How long the first meeting with a game may take, in seconds. */
    private static final double CHECK = 2.0;

    private final String spec;
    /** The player that this agent was made for; 0 where nobody said. */
    private int player;
    private volatile Session session;
    private volatile FastArrayList<Move> rootMoves;
    /** Whether the engine's last search is that of the position last seen. */
    private volatile boolean searched;
    private volatile long iterations;
    private volatile float value;
    private double clock = Double.parseDouble(System.getProperty("halfling.clock", "-1"));
    private volatile String complaint;

    /** The agent that property, environment or jar name choose. */
    public Halfling() {
        this(chosenSpec());
    }

    /**
     * A given agent.
     *
     * @param spec the agent in the engine's text form; null or empty for its default
     */
    public Halfling(String spec) {
        this.spec = spec == null ? "" : spec.trim();
        setFriendlyName(this.spec.isEmpty() ? "Halfling" : "Halfling " + this.spec);
    }

    private static String chosenSpec() {
        String property = System.getProperty("halfling.agent");
        if (property != null) {
            return property;
        }
        String environment = System.getenv("HALFLING_AGENT");
        if (environment != null) {
            return environment;
        }
        try {
            String jar = Library.jarName();
            return jar.indexOf('@') < 0 ? "" : jar.substring(jar.indexOf('@') + 1);
        } catch (RuntimeException noFile) {
            return "";
        }
    }

    @Override
    public boolean supportsGame(Game game) {
        boolean known = game.isAlternatingMoveGame() || game.isSimultaneousMoveGame();
        return known && Engine.problem() == null && Engine.plays(spec, game.isSimultaneousMoveGame());
    }

    @Override
    public void initAI(Game game, int playerID) {
        player = playerID;
        try {
            Session fresh = open(game);
            // Nobody's clock runs yet; but a window must not stand still.
            if (fresh != null && !Thread.currentThread().getName().startsWith("AWT-EventQueue")) {
                Engine.awaitCheck(fresh.handle, CHECK);
            }
        } catch (Throwable problem) {
            complain(problem);
        }
    }

    private synchronized Session open(Game game) {
        Session old = session;
        session = null;
        if (old != null) {
            old.close();
        }
        rootMoves = null;
        searched = false;
        value = 0;
        clock = Double.parseDouble(System.getProperty("halfling.clock", "-1"));
        if (!game.isAlternatingMoveGame() && !game.isSimultaneousMoveGame()) {
            return null;
        }
        Session fresh = Session.open(game, spec);
        if (fresh == null) {
            String reason = Engine.problem();
            reason = reason != null ? reason : Engine.complaint(spec);
            complain(reason != null ? reason : "the agent '" + spec + "' does not play " + game.name());
        }
        session = fresh;
        return fresh;
    }

    @Override
    public synchronized void closeAI() {
        Session old = session;
        session = null;
        rootMoves = null;
        if (old != null) {
            try {
                old.close();
            } catch (Throwable problem) {
                complain(problem);
            }
        }
    }

    @Override
    public Move selectAction(Game game, Context context, double maxSeconds, int maxIterations, int maxDepth) {
        long start = System.nanoTime();
        FastArrayList<Move> legal = game.moves(context).moves();
        try {
            if (game.isSimultaneousMoveGame()) {
                legal = Joint.movesOf(context, legal, chooser(context));
            }
            Session current = session;
            if (current == null || current.host.game != game) {
                current = open(game);
            }
            if (current != null) {
                int index = think(current, context, legal, start, maxSeconds, maxIterations);
                if (index >= 0 && index < legal.size()) {
                    return legal.get(index);
                }
            }
        } catch (Throwable problem) {
            complain(problem);
        }
        return anyOf(game, context, legal);
    }

    private int think(Session current, Context context, FastArrayList<Move> legal, long start, double maxSeconds, int maxIterations)
        throws Exception {
        double own = clock > 0 ? -1.0 : maxSeconds;
        long deadline = own > 0 ? start + (long) (own * 1e9) : Host.never();
        if (!current.awaitLast(deadline, () -> wantsInterrupt)) {
            return -1;
        }
        Host host = current.host;
        // An interrupt may have come between two sessions.
        host.stop = wantsInterrupt;
        host.deadline = deadline;
        Engine.interrupt(current.handle, wantsInterrupt);
        iterations = 0;
        searched = false;
        boolean isNative = Engine.isNative(current.handle);
        if (host.simultaneous) {
            // Nothing is kept from turn to turn, so the engine need not hear what was played.
            host.enterAfresh(context);
            current.seat = chooser(context) - 1;
        } else if (isNative) {
            host.enterAfresh(context);
            current.tell(null);
        } else {
            current.tell(host.enter(context));
        }
        rootMoves = legal;
        if (legal.size() == 1) {
            return 0;
        }
        double spent = (System.nanoTime() - start) * 1e-9;
        double seconds = own > 0 ? Math.max(1e-3, own - spent) : -1.0;
        int index = current.search(seconds, maxIterations, clock, deadline, () -> wantsInterrupt);
        if (clock > 0) {
            setClock(clock - (System.nanoTime() - start) * 1e-9);
        }
        iterations = Engine.iterations(current.handle);
        searched = true;
        return index;
    }

    /** The player for whom a turn of several is thought about: the position does not tell. */
    private int chooser(Context context) {
        return player > 0 ? player : context.state().mover();
    }

    private static Move anyOf(Game game, Context context, FastArrayList<Move> legal) {
        if (legal.isEmpty()) {
            return Game.createPassMove(context, true);
        }
        return legal.get(ThreadLocalRandom.current().nextInt(legal.size()));
    }

    /** Says how many seconds are left for all moves to come; the limit of a single move is then ours to choose. */
    void setClock(double secondsLeft) {
        clock = Math.max(1e-3, secondsLeft);
    }

    /** Iterations in this game that Ludii failed. */
    int failures() {
        Session current = session;
        return current == null ? 0 : (int) current.host.failures.get();
    }

    /** Whether the engine searches this game on rules of its own. */
    boolean isNative() {
        Session current = session;
        return current != null && Engine.isNative(current.handle);
    }

    /** Simulations of the last search. */
    long lastIterations() {
        return iterations;
    }

    @Override
    public void setWantsInterrupt(boolean wanted) {
        super.setWantsInterrupt(wanted);
        Session current = session;
        if (current != null) {
            current.host.stop = wanted;
            Engine.interrupt(current.handle, wanted);
        }
    }

    @Override
    public double estimateValue() {
        float[] root = glance();
        if (root != null) {
            value = clamp(root[0]);
        }
        return value;
    }

    @Override
    public String generateAnalysisReport() {
        String problem = complaint;
        if (problem != null) {
            complaint = null;
            return "Halfling could not think and played at random: " + problem;
        }
        Session current = session;
        return current != null && searched ? Engine.report(current.handle) : null;
    }

    @Override
    public AIVisualisationData aiVisualisationData() {
        float[] root = glance();
        FastArrayList<Move> moves = rootMoves;
        if (root == null || moves == null || root.length != 1 + 2 * moves.size()) {
            return null;
        }
        int count = moves.size();
        float[] effort = new float[count];
        float[] values = new float[count];
        float most = 0;
        for (int i = 0; i < count; i++) {
            effort[i] = Math.max(0, root[1 + 2 * i]);
            values[i] = clamp(root[2 + 2 * i]);
            most = Math.max(most, effort[i]);
        }
        return most > 0 ? new AIVisualisationData(new FVector(effort), new FVector(values), moves) : null;
    }

    private float[] glance() {
        Session current = session;
        return current == null ? null : Engine.glance(current.handle);
    }

    private static float clamp(float value) {
        return value >= -1 && value <= 1 ? value : value > 1 ? 1 : value < -1 ? -1 : 0;
    }

    private void complain(Object problem) {
        complaint = String.valueOf(problem);
        System.err.println("halfling: " + complaint);
        if (problem instanceof Throwable && Boolean.getBoolean("halfling.debug")) {
            ((Throwable) problem).printStackTrace();
        }
    }
}
