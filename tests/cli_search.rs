//! The command line as a person meets it: playing, searching, the experiment, and what it says to mistakes.

use assert_cmd::Command;
use predicates::prelude::*;

fn halfling() -> Command {
    Command::cargo_bin("halfling").expect("the program is built")
}

/// Changes only when agents play otherwise: quote the new value and a match result where it does.
const SIGNATURE: u64 = 8_541_913_070_274_253_807;

#[test]
fn the_signature_of_behaviour_is_unchanged() {
    halfling().args(["bench", "--signature"]).assert().success().stdout(format!("signature {SIGNATURE}\n"));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |seed: &str| {
        let output = halfling()
            .args(["play", "breakthrough-6", "--agents", "uct", "uct-sqrt-sh", "--iterations", "200", "--quiet"])
            .args(["--seed", seed])
            .output()
            .unwrap();
        assert!(output.status.success());
        // Times differ from run to run.
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| line.split("  (").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(game("3"), game("3"));
    assert_ne!(game("3"), game("4"));
}

#[test]
fn a_search_can_be_read_by_people_and_programs() {
    let search = |format: &str| {
        let mut command = halfling();
        command.args(["search", "tic-tac-toe", "--moves", "a1", "b1", "b2", "a2", "--agent", "uct+solver", format]);
        command.assert().success()
    };
    search("--json").stdout(predicate::function(|text: &str| {
        let json: serde_json::Value = serde_json::from_str(text).unwrap();
        json["chosen"] == "c3" && json["stop"] == "proven"
    }));
    search("--format=text").stdout(predicate::str::contains("c3 wins against any defence"));
}

#[test]
fn misuse_is_explained_and_exits_with_2() {
    let cases: [(&[&str], &str); 11] = [
        (&["play", "tic-tac-to", "--agents", "random"], "did you mean 'tic-tac-toe'?"),
        (&["play", "tic-tac-toe", "--agents", "uct-sqr-sh"], "did you mean 'uct-sqrt-sh'?"),
        (&["play", "tic-tac-toe", "--agents", "uct", "--iterations", "0"], "at least 1 iteration"),
        (&["play", "tic-tac-toe", "--agents", "uct", "--time", "-1"], "more than 0 seconds"),
        (&["play", "tic-tac-toe", "--agents", "uct", "--clock", "0"], "more than 0 seconds"),
        (&["play", "tic-tac-toe", "--agents", "uct", "uct", "uct"], "has 2 seats, not 3"),
        (&["search", "tic-tac-toe", "--moves", "z9"], "legal are a3, b3"),
        (&["search", "tic-tac-toe", "--agent", "random"], "does not search"),
        (&["perft", "pig"], "deterministic"),
        (&["bench", "tic-tac-toe", "--seconds", "0"], "more than 0"),
        (&["dance"], "unrecognized subcommand"),
    ];
    for (args, message) in cases {
        halfling().args(args).assert().code(2).stderr(predicate::str::contains(message));
    }
}

#[test]
fn agents_are_listed_with_their_papers() {
    halfling().arg("agents").assert().success().stdout(
        predicate::str::contains("uct-sqrt-sh(c=1,kmin=4)").and(predicate::str::contains("Putrich et al. 2023")),
    );
    halfling().args(["agents", "--games"]).assert().success().stdout(predicate::str::contains("breakthrough"));
}

#[test]
fn perft_counts() {
    halfling()
        .args(["perft", "tic-tac-toe", "--depth", "3"])
        .assert()
        .success()
        .stdout(predicate::str::contains("504"));
}

#[test]
fn the_prize_box_experiment_writes_its_files() {
    let folder = tempfile::tempdir().unwrap();
    halfling()
        .args(["experiment", "prize-box", "--seeds", "3", "--trials", "500", "--out"])
        .arg(folder.path())
        .assert()
        .success()
        .stdout(predicate::str::contains("holds"));
    for name in ["prize-box-low.csv", "prize-box-high.svg", "prize-box-findings.txt"] {
        assert!(folder.path().join(name).exists(), "{name}");
    }
    // A file in the way of the folder is a failure, not a misuse.
    let blocked = folder.path().join("prize-box-low.csv");
    halfling().args(["experiment", "prize-box", "--out"]).arg(blocked).assert().code(1);
}

#[test]
fn bench_measures_and_verifies() {
    halfling()
        .args(["bench", "tic-tac-toe", "--seconds", "0.05", "--iterations", "500", "--deadlines", "2"])
        .assert()
        .success()
        .stdout(predicate::str::contains("sims/s").and(predicate::str::contains("2 searches of 50 ms")));
}

#[test]
fn show_says_how_a_game_is_played_out() {
    let shown = |game: &str| halfling().args(["show", game]).assert().success();
    shown("Hex").stdout(predicate::str::contains("\nplay-outs placement\n"));
    shown("Lines of Action").stdout(predicate::str::contains("\nplay-outs by the general rules\n"));
}

#[test]
fn show_finds_games_of_the_library_that_the_environment_names() {
    let library = tempfile::tempdir().unwrap();
    let folder = library.path().join("lud");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::create_dir_all(library.path().join("def")).unwrap();
    let hex = include_str!("../games/Hex.lud").replace("(game \"Hex\"", "(game \"Hax\"");
    std::fs::write(folder.join("Hax.lud"), hex).unwrap();
    halfling().args(["show", "Hax"]).env_remove("HALFLING_LUDII").assert().code(2);
    let shown = halfling().args(["show", "Hax"]).env("HALFLING_LUDII", library.path()).assert().success();
    shown.stdout(predicate::str::starts_with("Hax\n"));
}
