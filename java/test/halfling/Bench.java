package halfling;

import game.Game;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import main.collections.FastArrayList;
import other.AI;
import other.GameLoader;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;
import utils.AIFactory;

/**
 * Measures the agent inside a Ludii on the class path. The machine may be busy, so what is compared is run in turns.
 *
 * <pre>
 * cross                       nanoseconds of a call in each direction
 * speed ROUNDS SPEC GAME...   iterations per second of processor against Ludii's UCT, in turns
 * threads ROUNDS GAME...      iterations per second of the clock, two threads against one, in turns
 * pace SECONDS GAME...        how late moves come
 * interrupt GAME...           how soon an interrupt is obeyed
 * leak MOVES GAME             live objects and native memory over many moves
 * games SECONDS PLIES FILE    plays each game of a file once, against itself, and checks every move
 * </pre>
 */
public final class Bench {
    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        String problem = Engine.problem();
        if (problem != null) {
            throw new IllegalStateException(problem);
        }
        List<String> rest = Arrays.asList(arguments).subList(1, arguments.length);
        switch (arguments[0]) {
            case "cross":
                cross();
                break;
            case "speed":
                speed(Integer.parseInt(rest.get(0)), rest.get(1), rest.subList(2, rest.size()));
                break;
            case "threads":
                threads(Integer.parseInt(rest.get(0)), rest.subList(1, rest.size()));
                break;
            case "pace":
                pace(Double.parseDouble(rest.get(0)), rest.subList(1, rest.size()));
                break;
            case "interrupt":
                interrupt(rest);
                break;
            case "leak":
                leak(Integer.parseInt(rest.get(0)), rest.get(1));
                break;
            case "games":
                games(Double.parseDouble(rest.get(0)), Integer.parseInt(rest.get(1)), rest.get(2));
                break;
            default:
                throw new IllegalArgumentException(arguments[0]);
        }
        System.exit(0);
    }

    /** A game by path; options follow after bars. */
    static Game load(String text) {
        String[] parts = text.split("\\|");
        List<String> options = new ArrayList<>(Arrays.asList(parts).subList(1, parts.length));
        return GameLoader.loadGameFromName("/lud/" + parts[0] + ".lud", options);
    }

    static Context start(Game game) {
        Context context = new Context(game, new Trial(game));
        game.start(context);
        return context;
    }

    private static void cross() {
        Worker worker = new Worker(new Host(load("board/space/line/Tic-Tac-Toe")));
        for (int round = 0; round < 5; round++) {
            int times = 2_000_000;
            long out = Engine.crossOut(worker, times);
            long begin = System.nanoTime();
            int value = 0;
            for (int i = 0; i < times; i++) {
                value = Engine.crossIn(value);
            }
            long in = System.nanoTime() - begin;
            System.out.printf("native to Java %.1f ns, Java to native %.1f ns (%d)%n", 1.0 * out / times, 1.0 * in / times, value);
        }
    }

    private static void speed(int rounds, String spec, List<String> names) {
        double logs = 0;
        for (String name : names) {
            Game game = load(name);
            AI theirs = AIFactory.createAI("UCT");
            Halfling ours = new Halfling(spec);
            List<Double> ratios = new ArrayList<>();
            double[] made = new double[2];
            double[] work = new double[2];
            Random random = new Random(1);
            // Warm up until both have had ten seconds of processor; a slice is then what UCT does in half a second.
            int slice = 20;
            double warm = 0;
            Context context = start(game);
            for (int ply = 0; ratios.size() < rounds; ply++) {
                if (ply % 12 == 0 || context.trial().over()) {
                    context = start(game);
                }
                double[] cost = new double[2];
                for (int who = 0; who < 2; who++) {
                    AI agent = (who + ply) % 2 == 0 ? theirs : ours;
                    // Without the tree of the last move, both begin alike.
                    agent.initAI(game, 1);
                    double worked = processSeconds();
                    agent.selectAction(game, new Context(context), -1, slice, -1);
                    cost[agent == ours ? 0 : 1] = (processSeconds() - worked) / Math.max(1, Play.iterations(agent));
                }
                if (game.moves(context).moves().size() > 1) {
                    if (warm < 20) {
                        warm += (cost[0] + cost[1]) * slice;
                        slice = (int) Math.max(5, Math.min(100_000, 0.5 / Math.max(1e-7, cost[1])));
                    } else {
                        ratios.add(cost[1] / cost[0]);
                        for (int who = 0; who < 2; who++) {
                            made[who]++;
                            work[who] += cost[who];
                        }
                    }
                }
                FastArrayList<Move> legal = game.moves(context).moves();
                game.apply(context, legal.get(random.nextInt(legal.size())));
            }
            ratios.sort(null);
            double median = ratios.get(ratios.size() / 2);
            logs += Math.log(median);
            System.out.printf("%-44s ours %8.0f, UCT %8.0f iterations per second of processor; median ratio %.2f (%.2f to %.2f)%n",
                name, made[0] / work[0], made[1] / work[1], median, ratios.get(ratios.size() / 4), ratios.get(ratios.size() * 3 / 4));
            ours.closeAI();
            theirs.closeAI();
        }
        System.out.printf("geometric mean of the medians: %.2f%n", Math.exp(logs / names.size()));
    }

    private static void threads(int rounds, List<String> names) {
        for (String name : names) {
            Game game = load(name);
            Halfling[] agents = {
                new Halfling("kilothon-uct+native=off"), new Halfling("kilothon-uct+threads(n=2)+native=off")
            };
            List<Double> ratios = new ArrayList<>();
            // The first rounds warm both up.
            int warm = 4;
            for (int round = 0; round < warm + rounds; round++) {
                double[] rate = new double[2];
                for (int who = 0; who < 2; who++) {
                    int which = (who + round) % 2;
                    Context context = start(game);
                    agents[which].initAI(game, 1);
                    long begin = System.nanoTime();
                    agents[which].selectAction(game, context, 1.0, -1, -1);
                    rate[which] = Play.iterations(agents[which]) / ((System.nanoTime() - begin) * 1e-9);
                }
                if (round >= warm) {
                    ratios.add(rate[1] / rate[0]);
                }
            }
            ratios.sort(null);
            System.out.printf("%-44s two threads %.2f times one (%.2f to %.2f)%n", name, ratios.get(ratios.size() / 2),
                ratios.get(ratios.size() / 4), ratios.get(ratios.size() * 3 / 4));
            for (Halfling agent : agents) {
                agent.closeAI();
            }
        }
    }

    /** Processor time of all threads, garbage collection included: what a busy machine does not distort. */
    static double processSeconds() {
        return ((com.sun.management.OperatingSystemMXBean) java.lang.management.ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime() * 1e-9;
    }

    private static void pace(double seconds, List<String> names) {
        List<Double> late = new ArrayList<>();
        for (String name : names) {
            Game game = load(name);
            Halfling agent = new Halfling("");
            Context context = start(game);
            agent.initAI(game, 1);
            for (int ply = 0; ply < 60 && !context.trial().over(); ply++) {
                Context copy = new Context(context);
                long begin = System.nanoTime();
                Move move = agent.selectAction(game, copy, seconds, -1, -1);
                double spent = (System.nanoTime() - begin) * 1e-9;
                if (ply >= 5 && game.moves(context).moves().size() > 1) {
                    late.add((spent - seconds) * 1e3);
                }
                game.apply(context, move);
            }
            agent.closeAI();
        }
        late.sort(null);
        System.out.printf("%d moves of %.3f s: late by (ms) median %.1f, 90 %% %.1f, 99 %% %.1f, most %.1f%n", late.size(), seconds,
            late.get(late.size() / 2), late.get(late.size() * 90 / 100), late.get(late.size() * 99 / 100), late.get(late.size() - 1));
    }

    private static void interrupt(List<String> names) throws InterruptedException {
        List<Double> delays = new ArrayList<>();
        for (String name : names) {
            Game game = load(name);
            Halfling agent = new Halfling("");
            Context context = start(game);
            agent.initAI(game, 1);
            for (int round = 0; round < 8; round++) {
                long[] ended = new long[1];
                Thread thinking = new Thread(() -> {
                    agent.selectAction(game, new Context(context), 30, -1, -1);
                    ended[0] = System.nanoTime();
                });
                thinking.start();
                Thread.sleep(400 + 37 * round);
                long asked = System.nanoTime();
                agent.setWantsInterrupt(true);
                thinking.join();
                agent.setWantsInterrupt(false);
                delays.add((ended[0] - asked) * 1e-6);
            }
            agent.closeAI();
            double worst = delays.subList(delays.size() - 8, delays.size()).stream().mapToDouble(d -> d).max().orElse(0);
            System.out.printf("%-44s worst of 8 interrupts: %.1f ms%n", name, worst);
        }
        delays.sort(null);
        System.out.printf("%d interrupts: median %.1f ms, most %.1f ms%n", delays.size(), delays.get(delays.size() / 2), delays.get(delays.size() - 1));
    }

    private static void leak(int moves, String name) throws Exception {
        Game game = load(name);
        Random random = new Random(1);
        int made = 0;
        for (int report = 0; report <= 10; report++) {
            while (made < moves * report / 10) {
                Halfling agent = new Halfling("");
                Context context = start(game);
                agent.initAI(game, 1);
                while (!context.trial().over() && made < moves * report / 10) {
                    Move move = agent.selectAction(game, new Context(context), 0.02, -1, -1);
                    game.apply(context, move);
                    made++;
                }
                // Every other agent is never closed, as some runners do.
                if (random.nextBoolean()) {
                    agent.closeAI();
                }
            }
            for (int i = 0; i < 4; i++) {
                System.gc();
                Thread.sleep(50);
            }
            Session.open(game, "random").close();
            Runtime runtime = Runtime.getRuntime();
            System.out.printf("%5d moves: live Java objects %.1f MB, resident %.1f MB%n", made,
                (runtime.totalMemory() - runtime.freeMemory()) / 1048576.0, resident());
        }
    }

    /** Resident memory of the process in MB, where the system tells. */
    private static double resident() throws java.io.IOException {
        for (String line : java.nio.file.Files.readAllLines(java.nio.file.Paths.get("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
            }
        }
        return 0;
    }

    private static void games(double seconds, int plies, String file) throws Exception {
        int played = 0;
        int wrong = 0;
        int failures = 0;
        double latest = 0;
        for (String name : java.nio.file.Files.readAllLines(java.nio.file.Paths.get(file))) {
            Game game = load(name);
            int players = game.players().count();
            game.setMaxMoveLimit(500 * Math.max(1, players));
            Context context = start(game);
            Halfling[] agents = new Halfling[players + 1];
            for (int seat = 1; seat <= players; seat++) {
                agents[seat] = new Halfling("");
                agents[seat].initAI(game, seat);
            }
            String complaint = null;
            int ply = 0;
            double late = 0;
            try {
                for (; ply < plies && !context.trial().over() && complaint == null; ply++) {
                    int seat = context.state().playerToAgent(context.state().mover());
                    FastArrayList<Move> legal = game.moves(context).moves();
                    long begin = System.nanoTime();
                    double worked = processSeconds();
                    Move move = agents[seat].selectAction(game, new Context(context), seconds, -1, -1);
                    // What other processes took does not count: at most the processor time can be ours.
                    late = Math.max(late, Math.min((System.nanoTime() - begin) * 1e-9, processSeconds() - worked) - seconds);
                    String report = agents[seat].generateAnalysisReport();
                    if (report != null && report.contains("could not think")) {
                        complaint = report;
                    } else if (move == null || !legal.contains(move)) {
                        complaint = "illegal move " + move;
                    } else {
                        game.apply(context, move);
                    }
                }
            } catch (Throwable problem) {
                complaint = problem.toString();
            }
            int failed = 0;
            for (int seat = 1; seat <= players; seat++) {
                failed += agents[seat].failures();
                agents[seat].closeAI();
            }
            played++;
            failures += failed;
            latest = Math.max(latest, late);
            System.out.printf("%-60s %d players%s %4d plies, late by %.3f s, %d failed inside Ludii%s%n", name, players,
                game.isStochasticGame() ? ", chance" : "", ply, late, failed, complaint == null ? "" : "  WRONG: " + complaint);
            wrong += complaint == null ? 0 : 1;
        }
        System.out.printf("%d games, %d wrong, latest by %.3f s, %d iterations failed inside Ludii%n", played, wrong, latest, failures);
    }
}
