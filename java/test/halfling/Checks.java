package halfling;

/** Runs every check against the Ludii on the class path; the exit code counts the failures. */
public final class Checks {
    private Checks() {}

    public static void main(String[] arguments) throws Exception {
        int wrong = StubCheck.run();
        wrong += LoaderCheck.plays(new Halfling(), "class path");
        System.out.println(wrong == 0 ? "all well" : wrong + " problems");
        System.exit(Math.min(wrong, 100));
    }
}
