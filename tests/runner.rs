//! Runs from the outside: agents that misbehave, runs that are cut off, shards, exit codes.

use halfling::run::{
    Agent, Brief, Crew, End, Entrant, GameRecord, Halt, Limit, Overrun, Settings, Title, from_catalog, read_lines,
    schedule,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn halfling(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halfling"));
    command.args(words.split_whitespace()).env_remove("SLURM_ARRAY_TASK_ID");
    command
}

fn output(words: &str) -> Output {
    halfling(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Games of a record file by number; fails on a number that is there twice and on a line that is not whole.
fn games(path: &Path) -> BTreeMap<u64, GameRecord> {
    let raw = fs::read_to_string(path).unwrap();
    assert!(raw.is_empty() || raw.ends_with('\n'), "the last line is not whole");
    let mut found = BTreeMap::new();
    for line in raw.lines() {
        let record: GameRecord = serde_json::from_str(line).unwrap();
        assert!(found.insert(record.game, record).is_none(), "a game is recorded twice");
    }
    found
}

fn play(first: &str, second: &str, limit: Limit, change: impl FnOnce(&mut Settings)) -> Vec<GameRecord> {
    let entrant = |text: &str| Entrant { agent: text.parse::<Agent>().unwrap(), limit };
    let mut settings = Settings {
        entrants: vec![entrant(first), entrant(second)],
        titles: vec![Title { name: "tic-tac-toe".to_owned(), category: String::new() }],
        games: 4,
        ..Settings::default()
    };
    change(&mut settings);
    let games = schedule(&settings);
    let mut records = Vec::new();
    let crew = Crew {
        settings: Arc::new(settings),
        load: Arc::new(from_catalog),
        jobs: 2,
        deadline: None,
        halt: Arc::new(Halt::default()),
    };
    let scheduled = games.len();
    crew.play(games, |finished| records.push(finished.record));
    records.sort_by_key(|record| record.game);
    assert_eq!(records.len(), scheduled, "the run went on to its end");
    records
}

fn assert_lost_by_second(records: &[GameRecord], end: End) {
    for record in records {
        assert_eq!(record.end, end, "{record:?}");
        let culprit = record.entrants.iter().position(|&entrant| entrant == 1).unwrap();
        assert_eq!(record.culprit, Some(culprit as u8 + 1));
        assert_eq!(record.utilities[culprit], -1.0);
        assert_eq!(record.utilities[1 - culprit], 1.0);
        assert!(!record.detail.is_empty());
    }
}

#[test]
fn agents_that_crash_or_cheat_lose_and_the_run_goes_on() {
    let limit = Limit::iterations(1);
    let crashed = play("fake:first", "fake:crash", limit, |_| {});
    assert_lost_by_second(&crashed, End::Crashed);
    assert!(crashed[0].detail.contains("crashed on purpose"));
    assert_lost_by_second(&play("fake:random", "fake:illegal", limit, |_| {}), End::Illegal);
}

#[test]
fn agents_that_stall_are_given_up() {
    let began = Instant::now();
    let stalled = play("fake:first", "fake:stall", Limit::iterations(1), |settings| settings.play.patience = 0.3);
    assert_lost_by_second(&stalled, End::Stalled);
    assert!(stalled.iter().all(|record| record.plies >= 1 && !record.moves.is_empty()), "what was played is kept");
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn late_moves_are_counted_and_very_late_ones_lose() {
    let limit = Limit { time: Some(0.01), ..Limit::default() };
    let late = play("fake:first", "fake:late(0.15)", limit, |settings| settings.play.grace = 5.0);
    for record in &late {
        assert_eq!(record.end, End::Over);
        let seat = record.entrants.iter().position(|&entrant| entrant == 1).unwrap();
        assert_eq!(record.usage[seat].late, record.usage[seat].moves);
        assert_eq!(record.usage[1 - seat].late, 0);
    }
    let lost = play("fake:first", "fake:late(0.15)", limit, |settings| settings.play.grace = 0.05);
    assert_lost_by_second(&lost, End::Late);
}

#[test]
fn a_clock_that_runs_out_means_random_moves_or_a_loss() {
    let limit = Limit { clock: Some(0.05), ..Limit::default() };
    let random = play("fake:first", "fake:late(0.1)", limit, |settings| settings.play.overrun = Overrun::Random);
    for record in &random {
        assert_eq!(record.end, End::Over);
        let seat = record.entrants.iter().position(|&entrant| entrant == 1).unwrap();
        assert_eq!(record.usage[seat].moves, 1, "one move overdraws the clock");
        assert!(record.usage[seat].after_clock >= 1);
    }
    let lost = play("fake:first", "fake:late(0.2)", limit, |settings| {
        settings.play.overrun = Overrun::Lose;
        settings.play.grace = 0.05;
    });
    assert_lost_by_second(&lost, End::Late);
}

#[test]
fn caps_openings_and_unknown_titles_are_recorded() {
    let limit = Limit::iterations(1);
    let capped = play("fake:first", "fake:random", limit, |settings| {
        settings.play.max_plies = Some(4);
        settings.play.opening_plies = 2;
    });
    for record in &capped {
        assert_eq!((record.end, record.plies, record.opening), (End::Cap, 4, 2));
        assert_eq!(record.utilities, [0.0, 0.0]);
    }
    assert_eq!(capped[0].moves[..2], capped[1].moves[..2], "both games of a pair begin alike");
    let given = play("fake:first", "fake:random", limit, |settings| {
        settings.openings = vec![vec!["b2".to_owned(), "a1".to_owned()]];
    });
    assert!(given.iter().all(|record| record.moves[0].1 == "b2" && record.moves[1].1 == "a1" && record.opening == 2));
    let unknown =
        play("fake:first", "fake:random", limit, |settings| settings.titles[0].name = "no such game".to_owned());
    assert!(unknown.iter().all(|record| record.end == End::Unplayed && record.utilities.is_empty()));
}

/// Everything of a record that must not depend on when and where it was played.
#[derive(Debug, PartialEq)]
struct Essence {
    entrants: Vec<usize>,
    seed: u64,
    utilities: Vec<f32>,
    moves: Vec<(u8, String, String)>,
}

fn essence(record: &GameRecord) -> Essence {
    Essence {
        entrants: record.entrants.clone(),
        seed: record.seed,
        utilities: record.utilities.clone(),
        moves: record.moves.iter().map(|m| (m.0, m.1.clone(), m.4.clone())).collect(),
    }
}

#[test]
fn killed_twenty_times_a_run_ends_with_every_game_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let words = |out: &str| {
        format!("match breakthrough-6 --agents uct random --iterations 150 --games 200 --jobs 2 --out {}", path(out))
    };
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut interrupted = 0;
    for _ in 0..20 {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let mut child = halfling(&words("killed")).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(10 + seed % 60));
        interrupted += usize::from(child.try_wait().unwrap().is_none());
        // On Unix this is SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(interrupted >= 5, "the run must still be going when it is killed; it was {interrupted} times");
    let last = output(&words("killed"));
    assert!(last.status.success(), "{}", text(&last.stderr));
    let killed = games(&folder.path().join("killed/games.jsonl"));
    assert_eq!(killed.keys().copied().collect::<Vec<_>>(), (0..200).collect::<Vec<_>>());
    assert!(output(&words("whole")).status.success());
    let whole = games(&folder.path().join("whole/games.jsonl"));
    for (number, record) in &killed {
        assert_eq!(essence(record), essence(&whole[number]), "game {number}");
    }
}

#[test]
fn other_settings_are_refused_with_the_difference() {
    let folder = tempfile::tempdir().unwrap();
    let run = |games: u32, iterations: u32| {
        output(&format!(
            "match tic-tac-toe --agents uct random --games {games} --iterations {iterations} --out {}",
            folder.path().join("run").display()
        ))
    };
    assert!(run(4, 10).status.success());
    let refused = run(4, 20);
    assert_eq!(refused.status.code(), Some(2));
    let message = text(&refused.stderr);
    assert!(message.contains("entrants.1.limit.iterations: 10 before, 20 now"), "{message}");
    let again = run(4, 10);
    assert!(again.status.success() && text(&again.stderr).contains("4 of 4 games are done"));
}

#[test]
fn shards_merge_into_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().display();
    let words = "match tic-tac-toe breakthrough-6 --agents uct random --games 5 --iterations 20";
    assert!(output(&format!("{words} --out {base}/whole")).status.success());
    for shard in 1..=3 {
        // Two in one folder, one in its own, one of them through Slurm's variables.
        let out = if shard == 3 { "other" } else { "parts" };
        let mut command = halfling(&format!("{words} --out {base}/{out}"));
        if shard == 2 {
            command.env("SLURM_ARRAY_TASK_ID", "1").env("SLURM_ARRAY_TASK_COUNT", "3");
        } else {
            command.args(["--shard", &format!("{shard}/3")]);
        }
        assert!(command.output().unwrap().status.success());
    }
    let merged = output(&format!("merge {base}/parts {base}/other --out {base}/merged"));
    assert!(merged.status.success(), "{}", text(&merged.stderr));
    assert!(text(&merged.stderr).contains("0 of the schedule missing"));
    let (whole, parts) =
        (games(&folder.path().join("whole/games.jsonl")), games(&folder.path().join("merged/games.jsonl")));
    assert_eq!(whole.len(), 10);
    for (number, record) in &whole {
        assert_eq!(essence(record), essence(&parts[number]), "game {number}");
    }
    assert!(!output(&format!("merge {base}/parts --out {base}/merged")).status.success(), "never over another run");
}

#[test]
fn comparisons_answer_with_their_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let run = |first: &str, second: &str, extra: &str, out: &str| {
        let out = folder.path().join(out);
        output(&format!("compare {first} {second} --on tic-tac-toe --iterations 30 {extra} --out {}", out.display()))
    };
    let better = run("uct", "random", "--sprt elo0=0 elo1=100", "better");
    assert_eq!(better.status.code(), Some(0), "{}", text(&better.stderr));
    assert!(text(&better.stdout).contains("uct is stronger than random"), "{}", text(&better.stdout));
    let worse = run("random", "uct", "--sprt elo0=0 elo1=100", "worse");
    assert_eq!(worse.status.code(), Some(3));
    assert!(text(&worse.stdout).contains("random is not stronger than uct"));
    let open = run("uct", "random", "--games 2", "open");
    assert_eq!(open.status.code(), Some(4));
    assert!(text(&open.stdout).contains("undecided"));
}

#[test]
fn tournaments_rate_everyone() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("t");
    let run = output(&format!(
        "tournament random uct fake:first --on tic-tac-toe --games 20 --iterations 50 --out {}",
        out.display()
    ));
    assert!(run.status.success(), "{}", text(&run.stderr));
    let summary = text(&run.stdout);
    let first = summary.lines().find(|line| line.trim_start().starts_with("1  ")).unwrap();
    assert!(first.contains("uct"), "{summary}");
    let mut records = 0;
    read_lines(&out.join("games.jsonl"), |_: Brief| records += 1).unwrap();
    assert_eq!(records, 60);
}

#[test]
fn a_kilothon_needs_nothing_and_ends_with_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set.toml");
    fs::write(&set, "[games]\n\"board/space/line\" = [\"Tic-Tac-Toe\", \"No Such Game\"]\n").unwrap();
    let run = halfling(&format!("kilothon --set {} --clock 0.3 --opponent-time 0.01", set.display()))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", text(&run.stderr));
    let summary = text(&run.stdout);
    assert!(summary.contains("score ") && summary.contains("runs/kilothon-1/report.html"), "{summary}");
    assert!(summary.contains("1 were not played"), "{summary}");
    let records = games(&folder.path().join("runs/kilothon-1/games.jsonl"));
    let played = &records[&0];
    assert_eq!((played.title.as_str(), played.end), ("Tic-Tac-Toe", End::Over));
    assert_eq!(played.agents[1], "kilothon-uct");
    let export = folder.path().join("k.csv");
    let words = format!("report runs/kilothon-1 --kilothon-csv {}", export.display());
    assert!(halfling(&words).current_dir(folder.path()).status().unwrap().success());
    let csv = fs::read_to_string(export).unwrap();
    assert!(
        csv.starts_with("GAME NAME,NUM PLAYERS,WIN?,RANK P1,UTILITY P1,NUM MOVES,NUM P1 MOVES\nTic-Tac-Toe,2,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 2);
}

#[test]
fn ten_thousand_short_games_take_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let began = Instant::now();
    let run = output(&format!(
        "match tic-tac-toe --agents uct uct --iterations 10 --games 10000 --jobs 2 --out {}",
        out.display()
    ));
    assert!(run.status.success(), "{}", text(&run.stderr));
    let (played, began) = (began.elapsed(), Instant::now());
    assert!(played < Duration::from_secs(20), "{played:?}");
    assert_eq!(games(&out.join("games.jsonl")).len(), 10_000);
    assert!(output(&format!("report {}", out.display())).status.success());
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn timed_games_do_not_share_cores_unless_asked() {
    let refused = output("match tic-tac-toe --agents uct random --time 0.01 --jobs 500 --games 2");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--oversubscribe"), "{}", text(&refused.stderr));
    let listed = output("match tic-tac-toe --agents uct random --games 4 --dry-run");
    assert_eq!(text(&listed.stdout).lines().count(), 4);
    assert_eq!(output("match tick-tack-toe --agents uct random").status.code(), Some(2));
    assert_eq!(output("match tic-tac-toe --agents uct random --games 0").status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let words =
        format!("match breakthrough --agents fake:late(0.02) random --games 500 --time 0.01 --out {}", out.display());
    let child = halfling(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !out.join("games.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    for _ in 0..2 {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        std::thread::sleep(Duration::from_millis(300));
    }
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let message = text(&ended.stderr);
    assert!(message.contains("to go on:") && message.contains("--games 500"), "{message}");
    assert!(text(&ended.stdout).contains("games      "));
    games(&out.join("games.jsonl"));
    let mut stopped = halfling(&format!("{words} --wall-time 0.3s"));
    let stopped = stopped.output().unwrap();
    assert!(stopped.status.success() && text(&stopped.stderr).contains("stopped at the wall time"));
}
