package halfling;

import game.Game;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import other.AI;
import other.GameLoader;
import other.context.Context;
import other.move.Move;
import other.trial.Trial;
import utils.AIFactory;

/**
 * Loads the jar as Ludii does (its loader closed before an agent is made), twice from two loaders in one process. The jar
 * must not be on the class path here, or its classes would come from there.
 */
public final class LoaderCheck {
    private LoaderCheck() {}

    public static void main(String[] arguments) throws Exception {
        int wrong = 0;
        File jar = new File(System.getProperty("halfling.jar"));
        Path folder = Files.createTempDirectory("halfling-loader");
        // The same jar under another name: Ludii caches by path, and the name chooses the agent.
        Path copy = Files.copy(jar.toPath(), folder.resolve("halfling@random.jar"), StandardCopyOption.REPLACE_EXISTING);
        wrong += plays(fromJar(jar), "jar");
        AI named = fromJar(copy.toFile());
        wrong += plays(named, "jar, second loader");
        if (!named.friendlyName().equals("Halfling random")) {
            System.out.println("loader: the jar's name did not choose the agent: " + named.friendlyName());
            wrong++;
        }
        Files.delete(copy);
        Files.delete(folder);
        System.out.println("loader: " + wrong + " problems");
        System.exit(wrong);
    }

    private static AI fromJar(File jar) throws Exception {
        List<Class<?>> classes = AIFactory.loadThirdPartyAIClasses(jar);
        if (classes.size() != 1) {
            throw new IllegalStateException("the jar offers " + classes);
        }
        return (AI) classes.get(0).getConstructor().newInstance();
    }

    /** The agent's life as Ludii's parts live it: init, init again, moves, close twice, move without init. */
    static int plays(AI agent, String how) {
        Game game = GameLoader.loadGameFromName("/lud/board/space/line/Tic-Tac-Toe.lud", new java.util.ArrayList<>());
        Context context = new Context(game, new Trial(game));
        game.start(context);
        if (!agent.supportsGame(game)) {
            System.out.println("loader: " + how + ": the engine was not loaded");
            return 1;
        }
        agent.initAI(game, 1);
        agent.initAI(game, 1);
        int wrong = 0;
        for (int ply = 0; !context.trial().over(); ply++) {
            Move move = agent.selectAction(game, new Context(context), 0.02, -1, -1);
            if (move == null || !game.moves(context).moves().contains(move)) {
                System.out.println("loader: " + how + ": illegal move " + move);
                return wrong + 1;
            }
            game.apply(context, move);
            if (ply == 3) {
                agent.closeAI();
                agent.closeAI();
            }
        }
        String report = agent.generateAnalysisReport();
        if (report != null && report.contains("could not think")) {
            System.out.println("loader: " + how + ": " + report);
            wrong++;
        }
        agent.closeAI();
        return wrong;
    }
}
