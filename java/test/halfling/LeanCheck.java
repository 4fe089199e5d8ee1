package halfling;

import game.Game;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import main.collections.FastArrayList;
import other.context.Context;
import other.move.Move;

/**
 * Plays random games twice, as Ludii does and on contexts that keep nothing for undo, and compares the positions move by move;
 * where moves can be drawn without listing them, draws them.
 *
 * <pre>PLIES FILE   each game of a file once</pre>
 */
public final class LeanCheck {
    private LeanCheck() {}

    public static void main(String[] arguments) throws Exception {
        int wrong = run(Integer.parseInt(arguments[0]), Files.readAllLines(Paths.get(arguments[1])));
        System.exit(Math.min(wrong, 100));
    }

    /** How many of the games differ. */
    static int run(int plies, List<String> names) {
        int wrong = 0;
        int played = 0;
        for (String name : names) {
            int at = 0;
            String problem = null;
            try {
                Game game = Bench.load(name);
                if (game.hasSubgames() || game.isSimultaneousMoveGame()) {
                    continue;
                }
                Host host = new Host(game);
                Dice dice = host.dice();
                Context theirs = Bench.start(game);
                Context ours = host.copy(theirs, dice);
                Random random = new Random(1);
                for (; at < plies && !theirs.trial().over() && problem == null; at++) {
                    FastArrayList<Move> legal = game.moves(theirs).moves();
                    int index = random.nextInt(legal.size());
                    problem = difference(game, theirs, ours);
                    if (problem == null && at % 10 == 0) {
                        problem = drawn(host, host.copy(theirs, dice), legal);
                    }
                    if (problem == null) {
                        if (at % 7 == 3) {
                            ours = host.copy(ours, dice);
                        }
                        Move same = game.moves(ours).moves().get(index);
                        dice.restoreState(theirs.rng().saveState());
                        game.apply(theirs, legal.get(index));
                        // Both ways that a search plays a move.
                        if (at % 2 == 0) {
                            host.step(ours, same);
                        } else {
                            game.apply(ours, same);
                        }
                    }
                }
                problem = problem == null ? difference(game, theirs, ours) : problem;
            } catch (RuntimeException failure) {
                problem = failure.toString();
            }
            played += at;
            if (problem != null) {
                System.out.println("lean: " + name + " at ply " + at + ": " + problem);
                wrong++;
            }
        }
        System.out.println("lean: " + names.size() + " games, " + played + " plies, " + wrong + " games differ");
        return wrong;
    }

    /** Draws each legal move about a hundred times: none too often, none too seldom, and no other. */
    private static String drawn(Host host, Context context, FastArrayList<Move> legal) {
        SplitMix random = new SplitMix();
        int[] counts = new int[legal.size()];
        for (int i = 0; i < 100 * counts.length; i++) {
            Move move = host.draw(context, random);
            if (move == null) {
                // The list is needed: the usual case.
                return null;
            }
            int index = 0;
            while (index < counts.length && !legal.get(index).equals(move)) {
                index++;
            }
            if (index == counts.length) {
                return "drew " + move;
            }
            counts[index]++;
        }
        for (int count : counts) {
            // Six times the deviation of such a count.
            if (Math.abs(count - 100) > 60) {
                return "drew one move " + count + " times instead of about 100";
            }
        }
        return null;
    }

    private static String difference(Game game, Context theirs, Context ours) {
        if (theirs.trial().over() != ours.trial().over()) {
            return "over in one only";
        }
        if (!Arrays.equals(theirs.trial().ranking(), ours.trial().ranking())) {
            return "ranks";
        }
        FastArrayList<Move> one = game.moves(theirs).moves();
        FastArrayList<Move> other = game.moves(ours).moves();
        if (one.size() != other.size()) {
            return one.size() + " moves and " + other.size();
        }
        for (int i = 0; i < one.size(); i++) {
            if (!one.get(i).equals(other.get(i))) {
                return "move " + one.get(i) + " and " + other.get(i);
            }
        }
        return theirs.state().fullHash() == ours.state().fullHash() ? null : "hashes";
    }
}
