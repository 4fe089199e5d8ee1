package halfling;

/** Runs every check against the Ludii on the class path; the exit code counts the failures. */
public final class Checks {
    private Checks() {}

    public static void main(String[] arguments) throws Exception {
        int wrong = StubCheck.run();
        wrong += LoaderCheck.plays(new Halfling(), "class path");
        // Forbidden repetition, dice, scores, Ludii's short cuts in play-outs, our own.
        wrong += LeanCheck.run(60, java.util.Arrays.asList("board/space/territory/Go", "board/race/escape/Backgammon",
            "board/sow/two_rows/Oware", "board/space/connection/Hex", "board/space/territory/Reversi"));
        wrong += Rebuild.run(1, 1, Rebuild.TITLES);
        System.out.println(wrong == 0 ? "all well" : wrong + " problems");
        System.exit(Math.min(wrong, 100));
    }
}
