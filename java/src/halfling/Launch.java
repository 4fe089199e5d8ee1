package halfling;

import app.DesktopApp;
import app.StartDesktopApp;
import java.awt.EventQueue;
import java.util.ArrayList;
import java.util.List;
import manager.Manager;
import manager.ai.AIUtil;
import org.json.JSONObject;
import utils.AIRegistry;

/**
 * Starts Ludii's GUI with our agents in its menus.
 *
 * Arguments: agents in the engine's text form, one each; "--seat N" before one sits it down there; "--game NAME" opens a
 * game; "--play" starts at once.
 */
public final class Launch {
    private Launch() {}

    /**
     * Registers, then hands over to Ludii.
     *
     * @param arguments see the class
     */
    public static void main(String[] arguments) {
        List<Runnable> wishes = new ArrayList<>();
        String game = null;
        boolean play = false;
        int seat = 0;
        register("");
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--seat":
                    seat = Integer.parseInt(arguments[++i]);
                    break;
                case "--game":
                    game = arguments[++i];
                    break;
                case "--play":
                    play = true;
                    break;
                default:
                    String label = register(arguments[i]);
                    if (seat > 0) {
                        int at = seat;
                        wishes.add(() -> sit(label, at));
                        seat = 0;
                    }
            }
        }
        StartDesktopApp.main(new String[0]);
        String wanted = game;
        boolean go = play;
        // Ludii builds its window in an event of its own; ours come after it, and wait until it is there.
        EventQueue.invokeLater(() -> whenReady(wanted, wishes, go));
    }

    private static String register(String spec) {
        String label = spec.isEmpty() ? "Halfling" : "Halfling " + spec;
        AIRegistry.registerAI(label, () -> spec.isEmpty() ? new Halfling() : new Halfling(spec), game -> game.isAlternatingMoveGame());
        return label;
    }

    private static void whenReady(String game, List<Runnable> wishes, boolean play) {
        DesktopApp app = StartDesktopApp.desktopApp();
        if (app.manager().ref().context() == null) {
            EventQueue.invokeLater(() -> whenReady(game, wishes, play));
            return;
        }
        app.settingsPlayer().setShowAIDistribution(true);
        if (game != null) {
            app.loadGameFromName(game, new ArrayList<>(), false);
        }
        // Loading may be finished by later events.
        javax.swing.Timer timer = new javax.swing.Timer(1500, event -> {
            wishes.forEach(Runnable::run);
            app.selectAnalysisTab();
            app.repaint();
            if (play) {
                Manager manager = app.manager();
                manager.settingsManager().setAgentsPaused(manager, false);
                manager.ref().nextMove(manager, false);
            }
        });
        timer.setRepeats(false);
        timer.start();
    }

    private static void sit(String label, int seat) {
        Manager manager = StartDesktopApp.desktopApp().manager();
        JSONObject choice = new JSONObject().put("AI", new JSONObject().put("algorithm", label));
        AIUtil.updateSelectedAI(manager, choice, seat, label);
    }
}
