package halfling;

import game.Game;
import game.equipment.container.Container;
import game.types.board.SiteType;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import main.collections.FastArrayList;
import other.context.Context;
import other.move.Move;
import other.state.State;
import other.state.container.ContainerState;

/**
 * Positions that do not follow from the moves of their trial: random games in which a piece is taken off the board by hand on the
 * way, as in Ludii's sandbox. The agent meets them in the middle of the game, and must either say what it lacks, or set the position
 * up from Ludii's state and go on with no difference.
 *
 * <pre>
 * [ROUNDS SEED FILE]   so many games of each title of a file; without arguments one each of the titles below
 * </pre>
 */
public final class Rebuild {
    /** Of all categories, with chance, stacks, counts, scores, phases, memory, forbidden repetition, puzzles. */
    static final List<String> TITLES = Arrays.asList("board/hunt/Adugo", "board/hunt/Asalto", "board/hunt/Bagh Batti", "board/hunt/Gala",
        "board/hunt/Three Musketeers", "board/race/escape/Backgammon", "board/race/escape/Ludus Lombardorum", "board/race/fill/Barca",
        "board/race/reach/Breakthrough", "board/race/reach/EinStein Wurfelt Nicht", "board/race/reach/Knightthrough",
        "board/race/score/Splastwo", "board/sow/four_rows/Mweso", "board/sow/two_rows/Oware", "board/sow/two_rows/Sungka",
        "board/sow/two_rows/Wouri", "board/space/blocking/Hex Amazons", "board/space/blocking/TacTix", "board/space/connection/Hex",
        "board/space/connection/ConHex", "board/space/group/Mono", "board/space/group/Yoin", "board/space/line/Connect Four",
        "board/space/line/Dara", "board/space/line/Nine Men's Morris", "board/space/line/Shiva", "board/space/pattern/Azteka",
        "board/space/territory/Ataxx", "board/space/territory/Go", "board/space/territory/Reversi", "board/war/custodial/Shantarad",
        "board/war/direction/linear/Vela", "board/war/leaping/diagonal/English Draughts", "board/war/leaping/lines/Kaua Dorki",
        "board/war/replacement/checkmate/chess/Chess", "board/war/replacement/checkmate/shogi/Minishogi",
        "board/war/replacement/eliminate/all/Tab", "math/graph/Two-Colour", "math/hand/Chopsticks", "puzzle/planning/Knight's Tour");

    /** Plies at random before and after the edit, and those at which the agent is asked. */
    private static final int PLIES = 30;
    private static final int ASKED = 4;
    private static final String LACKS = "cannot be rebuilt: ";

    private final Random random;
    private int rebuilt;
    private int refused;
    private int wrong;
    private int hosted;
    private int followed;

    private Rebuild(long seed) {
        this.random = new Random(seed);
    }

    public static void main(String[] arguments) throws Exception {
        if (Engine.problem() != null) {
            throw new IllegalStateException(Engine.problem());
        }
        int wrong = arguments.length == 0 ? run(1, 1, TITLES)
            : run(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]), Files.readAllLines(Paths.get(arguments[2])));
        System.exit(Math.min(wrong, 100));
    }

    /** How many positions went wrong. */
    static int run(int rounds, long seed, List<String> titles) {
        Rebuild all = new Rebuild(seed);
        for (String title : titles) {
            Game game = Bench.load(title);
            for (int round = 0; round < rounds; round++) {
                String what;
                try {
                    what = all.meet(game);
                } catch (RuntimeException | AssertionError ludii) {
                    what = "left out: Ludii failed after the edit: " + ludii;
                }
                if (!what.startsWith("rebuilt")) {
                    System.out.println("rebuild: " + title + ": " + what);
                }
            }
        }
        System.out.printf("rebuild: %d positions set up from Ludii's state and %d more followed from there, %d refused with a reason,"
            + " %d without native rules, %d wrong%n", all.rebuilt, all.followed, all.refused, all.hosted, all.wrong);
        return all.wrong + (all.rebuilt == 0 ? 1 : 0);
    }

    /** A game with an edit on its way, and the agent in it from some ply on. */
    private String meet(Game game) {
        Context context = edited(game);
        if (context == null) {
            return "left out: no game with an edit was long enough";
        }
        Halfling agent = new Halfling("uct-sqrt-sh+native=always-check");
        agent.initAI(game, context.state().mover());
        try {
            if (!agent.isNative()) {
                hosted++;
                return "on Ludii's rules from the start";
            }
            boolean began = false;
            for (int ply = 0; ply < ASKED && !context.trial().over(); ply++) {
                FastArrayList<Move> legal = game.moves(context).moves();
                if (legal.size() > 1) {
                    Move move = agent.selectAction(game, agent.copyContext(context), -1, 8, -1);
                    String report = agent.generateAnalysisReport();
                    if (report == null || !Play.isAmong(legal, move)) {
                        wrong++;
                        return "WRONG: move " + move + ", report " + report;
                    }
                    if (!report.contains("on native rules in")) {
                        int lacks = report.indexOf(LACKS);
                        if (lacks >= 0 && !began) {
                            refused++;
                            return "refused: " + report.substring(lacks + LACKS.length()).split("\n")[0];
                        }
                        wrong++;
                        return "WRONG at ply " + context.trial().numMoves() + (began ? " (rebuilt before): " : ": ") + report;
                    }
                    boolean again = report.contains("rebuilt from Ludii's state");
                    if (again == began) {
                        wrong++;
                        return "WRONG: " + (again ? "rebuilt again" : "not rebuilt") + ": " + report;
                    }
                    rebuilt += began ? 0 : 1;
                    followed += began ? 1 : 0;
                    began = true;
                }
                game.apply(context, legal.get(random.nextInt(legal.size())));
            }
            return began ? "rebuilt" : "left out: nothing to choose";
        } finally {
            agent.closeAI();
        }
    }

    /** A random game with a piece taken off by hand on its way; null where none was found that goes on. */
    private Context edited(Game game) {
        for (int attempt = 0; attempt < 20; attempt++) {
            Context context = Bench.start(game);
            if (playOn(game, context) && edit(context) && playOn(game, context) && game.moves(context).moves().size() > 1) {
                return context;
            }
        }
        return null;
    }

    private boolean playOn(Game game, Context context) {
        for (int plies = random.nextInt(PLIES); plies > 0 && !context.trial().over(); plies--) {
            FastArrayList<Move> legal = game.moves(context).moves();
            game.apply(context, legal.get(random.nextInt(legal.size())));
        }
        return !context.trial().over();
    }

    /** Takes a piece off as Ludii's sandbox does it: a move in the trial after which the same player is to move. */
    private boolean edit(Context context) {
        Container board = context.containers()[0];
        SiteType type = board.defaultSite();
        ContainerState sites = context.state().containerStates()[0];
        List<Integer> taken = new ArrayList<>();
        for (int site = 0; site < board.topology().numSites(type); site++) {
            if (sites.what(site, type) != 0) {
                taken.add(site);
            }
        }
        if (taken.isEmpty()) {
            return false;
        }
        int site = taken.get(random.nextInt(taken.size()));
        State state = context.state();
        int[] turn = {state.mover(), state.next(), state.prev()};
        String actions = "[Remove:type=" + type + ",to=" + site + ",decision=true],[SetNextPlayer:player=" + turn[0] + "]";
        new Move("[Move:mover=" + turn[0] + ",from=" + site + ",to=" + site + ",actions=" + actions + "]").apply(context, true);
        state.setMover(turn[0]);
        state.setNext(turn[1]);
        state.setPrev(turn[2]);
        context.trial().clearLegalMoves();
        return true;
    }
}
