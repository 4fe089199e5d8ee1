package halfling;

import game.Game;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import main.collections.FastArrayList;
import other.AI;
import other.context.Context;
import other.move.Move;
import utils.AIFactory;

/**
 * Measures and checks the engine's own rules inside a Ludii on the class path.
 *
 * <pre>
 * check SECONDS PLIES FILE   each game of a file once against Ludii's UCT with every comparison, and which rules were used
 * rate SECONDS FILE          simulations per second of processor, native against Ludii's rules, same agent, same position near the
 *                            start, in which random games last four plies or more
 * broken SECONDS PLIES FILE  the same as check, expecting every game to fall back (set HALFLING_BREAK_NATIVE)
 * </pre>
 */
public final class Native {
    /** Random games that tell whether a position is worth searching, and how many plies they have to last on average. */
    private static final int PROBES = 10;
    private static final int FEWEST_PLIES = 4;
    private static final Pattern COST = Pattern.compile("compared with Ludii.* in ([0-9.]+) ms");

    private Native() {}

    public static void main(String[] arguments) throws Exception {
        if (Engine.problem() != null) {
            throw new IllegalStateException(Engine.problem());
        }
        double seconds = Double.parseDouble(arguments[1]);
        switch (arguments[0]) {
            case "check":
            case "broken":
                check(seconds, Integer.parseInt(arguments[2]), lines(arguments[3]), arguments[0].equals("broken"));
                break;
            case "rate":
                rate(seconds, lines(arguments[2]));
                break;
            default:
                throw new IllegalArgumentException(arguments[0]);
        }
        Engine.settle();
        System.exit(0);
    }

    private static List<String> lines(String file) throws Exception {
        return Files.readAllLines(Paths.get(file));
    }

    private static void check(double seconds, int plies, List<String> names, boolean broken) {
        int played = 0;
        int agreed = 0;
        int wrong = 0;
        int fallen = 0;
        int hosted = 0;
        List<Double> costs = new ArrayList<>();
        for (String name : names) {
            Game game = Bench.load(name);
            int players = game.players().count();
            game.setMaxMoveLimit(500 * Math.max(1, players));
            Context context = Bench.start(game);
            Halfling ours = new Halfling("uct-sqrt-sh+cbt(min=" + seconds + ",max=" + seconds + ")+native=always-check");
            List<AI> agents = new ArrayList<>();
            agents.add(null);
            for (int seat = 1; seat <= players; seat++) {
                agents.add(seat == 1 ? ours : AIFactory.createAI(seat == 2 ? "UCT" : "Random"));
                agents.get(seat).initAI(game, seat);
            }
            boolean began = ours.isNative();
            String complaint = null;
            String fell = null;
            int natives = 0;
            int moves = 0;
            int cut = 0;
            int others = 0;
            double cost = 0;
            int ply = 0;
            try {
                for (; ply < plies && !context.trial().over() && complaint == null; ply++) {
                    int seat = context.state().playerToAgent(context.state().mover());
                    FastArrayList<Move> legal = game.moves(context).moves();
                    AI agent = agents.get(seat);
                    Move move = agent.selectAction(game, agent.copyContext(context), seconds, -1, -1);
                    if (agent == ours) {
                        String report = ours.generateAnalysisReport();
                        if (report != null && report.contains("could not think")) {
                            complaint = report;
                        }
                        // Before the first search is finished there is nothing to report: that move was cut off by its time.
                        if (report != null && report.isEmpty()) {
                            cut++;
                        } else if (report != null) {
                            moves++;
                            natives += report.contains("on native rules in") ? 1 : 0;
                            Matcher compared = COST.matcher(report);
                            cost += compared.find() ? Double.parseDouble(compared.group(1)) : 0;
                            int why = report.indexOf("not on native rules: ");
                            if (why >= 0 && fell == null) {
                                fell = "ply " + ply + ": " + report.substring(why + 21).split("\n")[0];
                            }
                        }
                    }
                    boolean isLegal = move != null && Play.isAmong(legal, move);
                    if (!isLegal && agent == ours) {
                        complaint = "illegal move " + move;
                    } else {
                        // What Ludii's agents choose from a tree of an earlier move need not be legal where the game has changed.
                        others += isLegal ? 0 : 1;
                        game.apply(context, isLegal ? move : legal.get(ThreadLocalRandom.current().nextInt(legal.size())));
                    }
                }
            } catch (Throwable problem) {
                complaint = problem.toString();
            }
            boolean stayed = ours.isNative();
            for (int seat = 1; seat <= players; seat++) {
                agents.get(seat).closeAI();
            }
            played++;
            hosted += began ? 0 : 1;
            wrong += complaint == null ? 0 : 1;
            boolean left = began && (fell != null || !stayed);
            fallen += left ? 1 : 0;
            costs.add(natives == 0 ? 0 : cost / natives / seconds / 10);
            agreed += began && !left && complaint == null ? 1 : 0;
            System.out.printf("%-70s %4d plies, %d of %d searches native, %d cut off, compared in %.2f ms%s%s%s%n", name, ply, natives,
                moves, cut, natives == 0 ? 0 : cost / natives,
                others == 0 ? "" : "  " + others + " illegal moves of the opponent",
                fell == null ? left ? "  FELL BACK" : "" : "  " + (began ? "FELL BACK " : "HOSTED ") + fell, complaint == null ? "" : "  WRONG: " + complaint);
        }
        System.out.printf("%d games: %d native from first to last, %d fell back, %d on Ludii's rules from the start, %d wrong%n", played,
            agreed, fallen, hosted, wrong);
        costs.sort(null);
        System.out.printf("comparing took %.2f %% of the thinking time in the median game, %.2f %% in nine of ten%n",
            costs.get(costs.size() / 2), costs.get(costs.size() * 9 / 10));
        if (broken && fallen + hosted < played) {
            System.out.println("NOT every game fell back");
        }
    }

    private static void rate(double seconds, List<String> names) {
        double logs = 0;
        int counted = 0;
        for (String name : names) {
            Game game = Bench.load(name);
            game.setMaxMoveLimit(500 * Math.max(1, game.players().count()));
            Context context = openPosition(game);
            if (context == null) {
                System.out.printf("%-70s left out: nothing to simulate%n", name);
                continue;
            }
            boolean isNative = false;
            double[] rates = new double[2];
            for (int which = 0; which < 2; which++) {
                Halfling agent = new Halfling("uct-sqrt-sh+native=" + (which == 0 ? "auto" : "off"));
                agent.initAI(game, 1);
                isNative |= agent.isNative();
                // Slices that take a fifth of the time each; Java is warm after the first half of it.
                int slice = 4;
                double work = 0;
                double counting = 0;
                double made = 0;
                while (work < seconds) {
                    double worked = Bench.processSeconds();
                    agent.selectAction(game, new Context(context), -1, slice, -1);
                    double cost = Bench.processSeconds() - worked;
                    work += cost;
                    if (work > seconds / 2) {
                        counting += cost;
                        made += agent.lastIterations();
                    }
                    slice = (int) Math.max(4, Math.min(4.0 * slice, slice * seconds / 5 / Math.max(1e-4, cost)));
                }
                rates[which] = made / counting;
                agent.closeAI();
            }
            if (isNative) {
                logs += Math.log(rates[0] / rates[1]);
                counted++;
            }
            System.out.printf("%-70s native %10.0f, Ludii's rules %10.0f simulations per second of processor: %.1f x%s%n", name,
                rates[0], rates[1], rates[0] / rates[1], isNative ? "" : "  (no native rules)");
        }
        System.out.printf("geometric mean over %d games: %.1f x%n", counted, Math.exp(logs / Math.max(1, counted)));
    }

    /**
     * A position near the start in which a search has something to simulate: two plies in, where the first few games have left
     * the opening, otherwise one ply, or the start; null where none will do.
     */
    private static Context openPosition(Game game) {
        for (int plies = 2; plies >= 0; plies--) {
            Context context = Bench.start(game);
            for (int ply = 0; ply < plies && !context.trial().over(); ply++) {
                game.apply(context, game.moves(context).moves().get(0));
            }
            if (!context.trial().over() && game.moves(context).moves().size() > 1 && lasts(game, context)) {
                return context;
            }
        }
        return null;
    }

    /** Whether random games from a position last a few plies: where they do not, a search meets decided games only. */
    private static boolean lasts(Game game, Context context) {
        int begun = context.trial().numMoves();
        int plies = 0;
        for (int round = 0; round < PROBES; round++) {
            Context copy = new Context(context);
            plies += game.playout(copy, null, 1.0, null, 0, 2 * FEWEST_PLIES, ThreadLocalRandom.current()).numMoves() - begun;
        }
        return plies >= PROBES * FEWEST_PLIES;
    }
}
