//! `halfling bench --games`, alone and beside a real Ludii where `LUDII_JAR` names one.

use assert_cmd::Command;
use predicates::prelude::*;
use std::fs;
use std::path::Path;

fn bench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halfling"));
    command.env_remove("HALFLING_LUDII").arg("bench").args(arguments);
    command
}

fn records(path: &Path) -> Vec<serde_json::Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn compiled_games_are_measured_once_and_the_file_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bench.jsonl");
    let path = file.to_str().unwrap();
    let arguments = ["--seconds", "0.05", "--json", path, "--games", "Tic-Tac-Toe", "No Such Game"];
    bench(&arguments).assert().success().stdout(
        predicate::str::contains("playouts/s")
            .and(predicate::str::contains("no game called 'No Such Game'"))
            .and(predicate::str::contains("1 of 2 games could not be measured")),
    );
    let first = records(&file);
    assert_eq!(first.len(), 2);
    let ours = &first[0]["ours"];
    assert!(ours["playouts"].as_f64().unwrap() > 100.0, "{ours}");
    // Five plies at least, and eleven with the two passes that close a full board.
    assert!((5.0..=11.0).contains(&ours["plies"].as_f64().unwrap()), "{ours}");
    assert!(ours["simulations"].as_f64().unwrap() > 10.0 && ours["clone_ns"].as_f64().unwrap() > 0.0, "{ours}");
    bench(&arguments).args(["Connect Four"]).assert().success();
    let second = records(&file);
    assert_eq!(second.len(), 3);
    assert_eq!(first[..], second[..2]);
}

#[test]
fn patterns_and_samples_choose_games() {
    bench(&["--seconds", "0.02", "--games", "tic*"]).assert().success().stdout(predicate::str::contains("Tic-Tac-Toe"));
    bench(&["--games", "nothing*"]).assert().code(2).stderr(predicate::str::contains("nothing*"));
    let drawn = |seed| {
        let arguments = ["--seconds", "0.01", "--games", "*o*", "--sample", "2", "--seed", seed];
        let output = bench(&arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let names: Vec<String> = text.lines().skip(2).take(2).map(|line| line[..44].trim().to_owned()).collect();
        names
    };
    assert_eq!(drawn("3"), drawn("3"));
    assert_eq!(drawn("3").len(), 2);
}

#[test]
fn games_of_a_list_are_measured_several_at_a_time_and_make_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let [list, file, page] = ["games.txt", "bench.jsonl", "speed.md"].map(|name| folder.path().join(name));
    fs::write(&list, "Tic-Tac-Toe\n\nConnect Four\nHex\n").unwrap();
    let of_list = |jobs| {
        let mut command = bench(&["--seconds", "0.02", "--playouts-only", "--jobs", jobs, "--list"]);
        command.arg(&list).arg("--json").arg(&file).arg("--page").arg(&page);
        command
    };
    of_list("2").assert().success();
    let mut names: Vec<String> =
        records(&file).iter().map(|record| record["game"].as_str().unwrap().to_owned()).collect();
    names.sort();
    assert_eq!(names, ["Connect Four", "Hex", "Tic-Tac-Toe"]);
    // Without Ludii there is nothing to compare with, which the page says of each.
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("Speed of 0 games") && text.contains("| Hex | not compared with Ludii |"), "{text}");
    of_list("0").assert().code(2).stderr(predicate::str::contains("--jobs"));
    bench(&["--list", "no-such-file"]).assert().code(2).stderr(predicate::str::contains("no-such-file"));
}

#[test]
fn the_breakthrough_written_by_hand_stands_beside_the_compiled_one() {
    bench(&["--seconds", "0.02", "--games", "Breakthrough"])
        .assert()
        .success()
        .stdout(predicate::str::contains("\nBreakthrough ").and(predicate::str::contains("\nbreakthrough ")));
}

#[test]
fn ludii_is_measured_beside_ours() {
    let Some(ludii) = std::env::var_os("LUDII_JAR") else {
        println!("skipped: LUDII_JAR is not set");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bench.jsonl");
    // One out of the jar, and one that only the program carries.
    bench(&["--seconds", "0.2", "--warm-up", "0.2", "--json", file.to_str().unwrap(), "--ludii"])
        .arg(ludii)
        .args(["--games", "Tic-Tac-Toe", "Skirmish", "Furlong"])
        .assert()
        .success()
        .stdout(predicate::str::contains("geometric mean of 3 ratios"));
    for record in records(&file) {
        let [ours, theirs] = ["ours", "ludii"].map(|side| record[side]["plies"].as_f64().unwrap());
        assert!(record["ratio"].as_f64().unwrap() > 0.0, "{record}");
        assert!((ours / theirs - 1.0).abs() < 0.25, "other lengths than in Ludii: {record}");
    }
}
