//! `halfling ludii`, with a real Ludii where `LUDII_JAR` names one, and with a stand-in for Java elsewhere.

use assert_cmd::Command;
use predicates::prelude::*;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn halfling() -> Command {
    Command::new(env!("CARGO_BIN_EXE_halfling"))
}

/// The records of a file of JSON lines.
fn records(path: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_missing_ludii_is_misuse_and_says_what_to_do() {
    let mut command = halfling();
    command.env_remove("LUDII_JAR").args(["ludii", "gui"]).assert().code(2).stderr(predicate::str::contains("--ludii"));
    halfling()
        .args(["ludii", "gui", "--ludii", "no/such/Ludii.jar"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no/such/Ludii.jar"));
}

/// A script that speaks like the Java process, but dies at the first game and hangs at the second.
#[cfg(unix)]
fn stand_in(folder: &Path) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("java");
    let count = folder.join("count");
    let script = format!(
        r#"#!/bin/sh
case "$*" in *-version*) exit 1;; esac
while read -r line; do
  case "$line" in
    *describe*) echo '{{"event":"describe","name":"Pretend","players":2,"rules":"00","alternating":true}}';;
    *)
      echo x >> {count}
      echo '{{"event":"turn","seat":2}}'
      case $(wc -l < {count} | tr -d ' ') in
        1) exit 3;;
        2) exec sleep 60;;
        *) echo '{{"event":"game","end":"NaturalEnd","culprit":0,"utilities":[1,-1],"moves":[[1,0.25,3,10,"a",""],[2,0.5,2,-1,"b",""]]}}';;
      esac;;
  esac
done
"#,
        count = count.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn a_process_that_dies_or_hangs_is_recorded_and_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let java = stand_in(folder.path());
    let jar = folder.path().join("some.jar");
    fs::write(&jar, "").unwrap();
    let out = folder.path().join("out.jsonl");
    let run = || {
        let mut command = halfling();
        command.args([
            "ludii",
            "match",
            "--games",
            "Pretend",
            "--agents",
            "halfling:random",
            "ludii:UCT",
            "--time",
            "0.1",
        ]);
        command.args(["--rounds", "4", "--patience", "2"]);
        command.arg("--ludii").arg(&jar).arg("--jar").arg(&jar).arg("--java").arg(&java).arg("--out").arg(&out);
        command.assert().success()
    };
    run().stdout(predicate::str::contains("ludii:UCT:"));
    let first = records(&out);
    let ends: Vec<&str> = first.iter().map(|record| record["end"].as_str().unwrap()).collect();
    assert_eq!(ends, ["crashed", "stalled", "over", "over"]);
    assert_eq!(first[0]["culprit"], 2);
    assert_eq!(first[0]["utilities"], serde_json::json!([1.0, -1.0]));
    assert_eq!(first[0]["agents"], serde_json::json!(["halfling:random", "ludii:UCT"]));
    assert_eq!(first[1]["agents"], serde_json::json!(["ludii:UCT", "halfling:random"]), "seats turn");
    assert_eq!(first[2]["usage"][1]["seconds"], 0.5);
    assert_eq!(first[2]["usage"][0]["iterations"], 10);
    // Everything is there: run again, it plays nothing.
    run();
    assert_eq!(records(&out).len(), 4);
}

/// Ludii's jar and ours, where both are there; says so in one line where they are not.
fn jars() -> Option<(PathBuf, PathBuf)> {
    let Some(ludii) = env::var_os("LUDII_JAR") else {
        println!("skipped: LUDII_JAR is not set");
        return None;
    };
    let ours = env::var_os("HALFLING_JAR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("build/libs/halfling.jar"), PathBuf::from);
    if !ours.is_file() {
        println!("skipped: no halfling.jar; `gradle jar` makes it");
        return None;
    }
    Some((PathBuf::from(ludii), ours))
}

#[test]
fn our_agent_plays_in_a_real_ludii() {
    let Some((ludii, jar)) = jars() else { return };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let mut command = halfling();
    command.args(["ludii", "match", "--games", "Tic-Tac-Toe", "Aksadyuta"]);
    command.args(["--agents", "halfling:uct+reuse", "ludii:Random", "--iterations", "200", "--rounds", "2"]);
    command.arg("--ludii").arg(ludii).arg("--jar").arg(&jar).arg("--out").arg(&out).assert().success();
    let records = records(&out);
    assert_eq!(records.len(), 4);
    for record in &records {
        assert!(["over", "cap"].contains(&record["end"].as_str().unwrap()), "{record}");
    }
}

/// Ludii 1.3.14 has three games in which all players choose at once. In the last of them it never hurts to defect, so a search
/// that sees what follows from both choices together does not lose.
#[test]
fn turns_of_several_players_are_searched_inside_ludii() {
    let Some((ludii, jar)) = jars() else { return };
    let folder = tempfile::tempdir().unwrap();
    for agent in ["duct-max(c=1)", "regret-matching(gamma=0.02)", "exp3(gamma=0.1,eta=0.1)"] {
        let out = folder.path().join(format!("{}.jsonl", &agent[..agent.len().min(4)]));
        let mut command = halfling();
        command.args(["ludii", "match", "--games", "Rock-Paper-Scissors", "Morra", "Iterated Prisoners Dilemma"]);
        command.args([
            "--agents",
            &format!("halfling:{agent}"),
            "ludii:Random",
            "--iterations",
            "200",
            "--rounds",
            "2",
        ]);
        command.arg("--ludii").arg(&ludii).arg("--jar").arg(&jar).arg("--out").arg(&out).assert().success();
        let records = records(&out);
        assert_eq!(records.len(), 6, "{agent}");
        for record in &records {
            assert_eq!(record["end"], "over", "{record}");
            let seat = usize::from(record["entrants"][0] != 0);
            assert!(record["usage"][seat]["iterations"].as_u64().unwrap() >= 200, "{record}");
            if record["title"] == "Iterated Prisoners Dilemma" && agent.starts_with("duct") {
                assert!(record["utilities"][seat].as_f64().unwrap() >= 0.0, "{record}");
            }
        }
    }
}

/// A set of three short games: one of chance, one with seeds.
fn small_set(folder: &Path) -> PathBuf {
    let path = folder.join("three.toml");
    let text = "description = \"three\"\n[games]\n\"board/space/line\" = [\"Tic-Tac-Toe\"]\n\
                \"board/race/escape\" = [\"Royal Game of Ur\"]\n\"board/sow/two_rows\" = [\"Oware\"]\n";
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_kilothon_inside_ludii_leaves_records_that_ludii_replays() {
    let Some((ludii, jar)) = jars() else { return };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let run = || {
        let mut command = halfling();
        command.args(["kilothon", "--in-ludii", "--clock", "0.6", "--opponent-time", "0.005", "--jobs", "1"]);
        command.arg("--set").arg(small_set(folder.path())).arg("--ludii").arg(&ludii).arg("--jar").arg(&jar);
        command.arg("--out").arg(&out).assert().success()
    };
    run().stdout(predicate::str::contains("mean utility"));
    let first = records(&out.join("games.jsonl"));
    assert_eq!(first.len(), 3);
    for record in &first {
        assert_eq!(record["end"], "over", "{record}");
        assert_eq!(record["agents"][1], "ludii:UCT");
    }
    assert!(out.join("report.html").is_file());
    run();
    assert_eq!(records(&out.join("games.jsonl")).len(), 3, "run again, it plays nothing");
    let mut trials = halfling();
    trials.args(["ludii", "trials", "--check"]).arg(&out).arg("--ludii").arg(&ludii).arg("--jar").arg(&jar);
    trials.assert().success().stdout(predicate::str::contains("3 written, 0 not"));
}

#[test]
fn games_played_natively_become_files_that_ludii_replays() {
    let Some((ludii, jar)) = jars() else { return };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let mut command = halfling();
    command.args(["kilothon", "--clock", "0.3", "--opponent-time", "0.003", "--jobs", "1"]);
    command.arg("--set").arg(small_set(folder.path())).arg("--ludii").arg(&ludii).arg("--out").arg(&out);
    command.assert().success();
    let mut trials = halfling();
    trials.args(["ludii", "trials", "--check"]).arg(&out).arg("--ludii").arg(&ludii).arg("--jar").arg(&jar);
    trials.assert().success().stdout(predicate::str::contains("3 written, 0 not"));
}

/// Searches on native rules and all searches, as the records of a Kilothon inside Ludii say.
fn native_searches(record: &serde_json::Value) -> (u32, u32) {
    let words: Vec<u32> = record["detail"].as_str().unwrap().split(' ').filter_map(|word| word.parse().ok()).collect();
    (words[0], words[1])
}

#[test]
fn native_rules_are_used_inside_ludii_until_they_differ() {
    let Some((ludii, jar)) = jars() else { return };
    let folder = tempfile::tempdir().unwrap();
    let differences = folder.path().join("differences");
    let run = |out: &Path, agent: &str, broken: Option<&str>| {
        let mut command = halfling();
        command.args(["kilothon", "--in-ludii", "--clock", "0.6", "--opponent-time", "0.005", "--jobs", "1"]);
        command.args(["--agent", agent]).arg("--set").arg(small_set(folder.path()));
        command.arg("--ludii").arg(&ludii).arg("--jar").arg(&jar).arg("--out").arg(out);
        command.env("HALFLING_DIFFERENCES", &differences);
        if let Some(ply) = broken {
            command.env("HALFLING_BREAK_NATIVE", ply);
        }
        command.assert().success();
        records(&out.join("games.jsonl"))
    };
    let agent = "uct-sqrt-sh+cbt(min=0.005,max=0.02)";
    for record in run(&folder.path().join("whole"), &format!("{agent}+native=always-check"), None) {
        let (native, all) = native_searches(&record);
        assert_eq!(native, all, "{record}");
        assert!(all > 0, "{record}");
    }
    assert!(!differences.exists(), "nothing differs");
    for record in run(&folder.path().join("off"), &format!("{agent}+native=off"), None) {
        assert_eq!(native_searches(&record).0, 0, "{record}");
    }
    for record in run(&folder.path().join("broken"), agent, Some("3")) {
        let (native, all) = native_searches(&record);
        assert!(native <= 3 && all > native, "it falls back at the first difference: {record}");
        // Where the clocks run out early, Oware may go round in circles until Ludii breaks it off.
        assert!(["over", "cap"].contains(&record["end"].as_str().unwrap()), "{record}");
    }
    let files = fs::read_dir(differences.join("trials")).unwrap().count();
    assert_eq!(files, 3, "each difference is written");
    halfling().args(["verify", "--only", "trials", "--ludii"]).arg(&differences).assert().success();
}
