//! Games in which several move at once, from the command line.

use assert_cmd::Command;
use predicates::prelude::*;
use std::fs;
use std::path::Path;

fn halfling(words: &str) -> Command {
    let mut command = Command::cargo_bin("halfling").unwrap();
    command.args(words.split_whitespace());
    command
}

#[test]
fn a_joint_turn_is_searched_for_either_seat() {
    halfling("search tron-6 --moves south/north east/west --seat 2 --agent regret-matching --iterations 300")
        .assert()
        .success()
        .stdout(predicate::str::contains("north"));
    halfling("search goofspiel-4 --agent duct-max(c=1) --iterations 500 --json")
        .assert()
        .success()
        .stdout(predicate::str::contains("\"iterations\":500"));
}

#[test]
fn misuse_is_explained() {
    halfling("search tron-6 --agent uct --iterations 10").assert().code(2).stderr(predicate::str::contains("duct-max"));
    halfling("search tic-tac-toe --agent exp3 --iterations 10")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("'uct'"));
    halfling("search tron-6 --moves south --agent exp3 --iterations 10")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("2 moves joined by '/'"));
    halfling("search tron-6 --moves north/north --agent exp3 --iterations 10")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("south"));
}

#[test]
fn a_game_is_played_and_drawn() {
    halfling("play tron-6 --agents hybrid exp3 --iterations 50")
        .assert()
        .success()
        .stdout(predicate::str::contains("player 2 (exp3)").and(predicate::str::contains("1. player 1: ")));
}

fn experiment(folder: &Path) -> Command {
    let mut command =
        halfling("experiment tron --simulations 3 --games 2 --small-games 2 --batches 1 --hybrid-games 2 --out");
    command.arg(folder);
    command
}

#[test]
fn the_experiment_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    experiment(folder.path()).assert().success().stdout(predicate::str::contains("hold"));
    let page = fs::read_to_string(folder.path().join("tron.md")).unwrap();
    // As if the last games of one board had never been played.
    let games = folder.path().join("tron-c").join("games.jsonl");
    let text = fs::read_to_string(&games).unwrap();
    let kept: Vec<&str> = text.lines().take(20).collect();
    fs::write(&games, kept.join("\n") + "\n").unwrap();
    experiment(folder.path()).assert().success().stderr(predicate::str::contains("20 of 56 games are done"));
    assert_eq!(fs::read_to_string(folder.path().join("tron.md")).unwrap(), page);
    halfling("experiment tron --simulations 0 --out x").assert().code(2);
}
