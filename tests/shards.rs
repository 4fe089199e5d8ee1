//! Runs in shards, with and without what Slurm tells its tasks: files that several processes fill, torn lines, merging, and
//! `submit` where there is no Slurm. What needs a real Slurm is in `slurm`.

#![cfg(unix)]

use halfling::run::GameRecord;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn halfling(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halfling"));
    command.args(words.split_whitespace());
    for variable in
        ["SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "SLURM_JOB_ID", "SLURM_RESTART_COUNT", "SLURMD_NODENAME"]
    {
        command.env_remove(variable);
    }
    command
}

fn output(words: &str) -> Output {
    halfling(words).output().unwrap()
}

/// What a command prints on both streams, where it must succeed.
fn told(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{said}");
    said
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

type Essence = (String, Vec<usize>, u64, Vec<f32>, Vec<(u8, String, String)>);

fn essence(record: GameRecord) -> Essence {
    let moves = record.moves.into_iter().map(|step| (step.0, step.1, step.4)).collect();
    (record.title, record.entrants, record.seed, record.utilities, moves)
}

fn games(folder: &Path) -> BTreeMap<u64, Essence> {
    let mut found = BTreeMap::new();
    for line in fs::read_to_string(folder.join("games.jsonl")).unwrap().lines() {
        let record: GameRecord = serde_json::from_str(line).unwrap();
        assert!(found.insert(record.game, essence(record)).is_none(), "a game is there twice");
    }
    found
}

fn files(folder: &Path, stem: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(stem)).collect();
    found.sort();
    found
}

const MATCH: &str = "match tic-tac-toe --agents uct random --iterations 20 --games 24 --jobs 1";

#[test]
fn a_thousand_shards_merge_within_ten_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let whole = at("whole");
    told(&mut halfling(&format!(
        "match tic-tac-toe --agents random random --iterations 1 --games 10000 --jobs 2 --out {}",
        whole.display()
    )));
    // The same games, as a thousand tasks would have left them.
    let parts = at("parts");
    fs::create_dir(&parts).unwrap();
    fs::copy(whole.join("run.json"), parts.join("run.json")).unwrap();
    let mut shards: Vec<String> = vec![String::new(); 1000];
    for line in fs::read_to_string(whole.join("games.jsonl")).unwrap().lines() {
        let record: GameRecord = serde_json::from_str(line).unwrap();
        let shard = &mut shards[(record.pair % 1000) as usize];
        shard.push_str(line);
        shard.push('\n');
    }
    for (index, lines) in shards.iter().enumerate() {
        fs::write(parts.join(format!("games-{}of1000-{}.0.jsonl", index + 1, index + 50)), lines).unwrap();
        fs::copy(whole.join("boards.jsonl"), parts.join(format!("boards-{}of1000-{}.0.jsonl", index + 1, index + 50)))
            .unwrap();
    }
    let began = Instant::now();
    let said = told(&mut halfling(&format!("merge {} --out {}", parts.display(), at("merged").display())));
    let took = began.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert!(said.contains("10000 games in ") && said.contains(" 0 of the schedule missing"), "{said}");
    eprintln!("merged in {took:?}");
    let merged = games(&at("merged"));
    assert!(merged == games(&whole), "the merged record equals that of the undivided run");
    let order: Vec<u64> = fs::read_to_string(at("merged/games.jsonl"))
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<GameRecord>(line).unwrap().game)
        .collect();
    assert!(order.is_sorted(), "in the order of the schedule");
    let status = told(&mut halfling(&format!("status {}", parts.display())));
    assert!(status.contains("10000 of 10000 done") && status.contains("1000 of 1000 done"), "{status}");
}

#[test]
fn torn_last_lines_are_repaired_reported_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let words = |out: &str| format!("{MATCH} --out {}", at(out).display());
    told(&mut halfling(&words("whole")));
    // Once as in a plain shell, and once as in Slurm, where each try writes a file of its own.
    for slurm in [false, true] {
        let out = if slurm { "slurm" } else { "shell" };
        let shard = |index: u32, restarts: u32| {
            let mut command = halfling(&format!("{} --shard {index}/3", words(out)));
            if slurm {
                command.env("SLURM_JOB_ID", (40 + index).to_string()).env("SLURM_RESTART_COUNT", restarts.to_string());
            }
            told(&mut command)
        };
        (1..=3).for_each(|index| drop(shard(index, 0)));
        let torn = files(&at(out), "games-2of3").remove(0);
        let content = fs::read(&torn).unwrap();
        fs::write(&torn, &content[..content.len() - 30]).unwrap();

        let status = told(&mut halfling(&format!("status {}", at(out).display())));
        assert!(status.contains("23 of 24 done") && status.contains("torn       "), "{status}");
        let early =
            told(&mut halfling(&format!("merge {} --out {}", at(out).display(), at(out).join("early").display())));
        assert!(early.contains("never finished") && early.contains(" 1 of the schedule missing"), "{early}");

        let said = shard(2, 1);
        assert!(
            said.contains("the last line was never finished") && said.contains("its game is played again"),
            "{said}"
        );
        assert!(said.contains("7 of 8 games are done"), "{said}");
        let own = files(&at(out), "games-2of3");
        assert_eq!(own.len(), if slurm { 2 } else { 1 });
        assert!(fs::read(own.last().unwrap()).unwrap().ends_with(b"}\n"), "what is written is whole");

        let merged = at(&format!("{out}-merged"));
        let said = told(&mut halfling(&format!("merge {} --out {}", at(out).display(), merged.display())));
        assert!(said.contains(" 0 left out as repeated, 0 of the schedule missing"), "{said}");
        assert_eq!(games(&merged), games(&at("whole")));
        told(&mut halfling(&format!("report {}", at(out).display())));
    }
}

#[test]
fn a_task_that_was_thought_dead_spoils_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let words = format!(
        "match tic-tac-toe --agents uct fake:late(0.02) --iterations 20 --games 40 --jobs 1 --out {}",
        at("run").display()
    );
    // Three tries at the same shard at the same time, two of them with the same name.
    let tries: Vec<_> = [0, 1, 1]
        .iter()
        .map(|restarts| {
            let mut command = halfling(&format!("{words} --shard 1/2"));
            command.env("SLURM_JOB_ID", "7").env("SLURM_RESTART_COUNT", restarts.to_string());
            command.env("SLURMD_NODENAME", format!("n{restarts}")).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().unwrap()
        })
        .collect();
    for mut child in tries {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(files(&at("run"), "games-1of2-7.").len(), 3);
    told(&mut halfling(&format!("{words} --shard 2/2")));
    let said = told(&mut halfling(&format!("merge {} --out {}", at("run").display(), at("merged").display())));
    assert!(!said.contains(" 0 left out as repeated") && said.contains(" 0 of the schedule missing"), "{said}");
    let whole = format!(
        "match tic-tac-toe --agents uct fake:late(0.02) --iterations 20 --games 40 --jobs 8 --out {}",
        at("whole").display()
    );
    told(&mut halfling(&whole));
    assert_eq!(games(&at("merged")), games(&at("whole")));
    // A try at a shard that is complete leaves no file.
    let said = told(halfling(&format!("{words} --shard 1/2")).env("SLURM_JOB_ID", "8"));
    assert!(said.contains("20 of 20 games are done") && files(&at("run"), "games-1of2-8.").is_empty(), "{said}");
    // The undivided command finds everything there.
    let said = told(&mut halfling(&words));
    assert!(said.contains("40 of 40 games are done"), "{said}");
    let status = told(&mut halfling(&format!("status {}", at("run").display())));
    assert!(status.contains("\nn0 ") || status.contains("\nn1 "), "{status}");
}

#[test]
fn without_slurm_submit_names_the_alternative() {
    let folder = tempfile::tempdir().unwrap();
    let mut command =
        halfling("submit match tic-tac-toe --agents uct uct(c=0.4) --iterations 9 --games 8 --out run --shards 4");
    let refused = command.env("PATH", folder.path()).current_dir(folder.path()).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(
        text(&refused.stderr),
        "error: Slurm is not installed here (there is no sbatch on the PATH); fill the folder without it: seq 4 | parallel -q \
         halfling match tic-tac-toe --agents uct 'uct(c=0.4)' --iterations 9 --games 8 --out run --shard {}/4 --jobs 1\n"
    );
    assert!(!folder.path().join("run").exists(), "nothing is written");
}

#[test]
fn the_alternatives_fill_the_same_folder() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let program = env!("CARGO_BIN_EXE_halfling");
    told(&mut halfling(&format!("{MATCH} --out {}", at("whole").display())));
    let mut ways =
        vec![("shells", format!("for i in 1 2 3; do {program} {MATCH} --out shells --shard $i/3 & done; wait"))];
    if Command::new("parallel").arg("--version").output().is_ok_and(|output| output.status.success()) {
        ways.push(("gnu", format!("seq 3 | parallel --will-cite -q {program} {MATCH} --out gnu --shard {{}}/3")));
    } else {
        eprintln!("left out: GNU parallel is not installed here");
    }
    for (out, way) in ways {
        let mut shell = Command::new("sh");
        told(shell.args(["-c", &way]).current_dir(folder.path()).env("HOME", folder.path()).env_remove("SLURM_JOB_ID"));
        let merged = at(&format!("{out}-merged"));
        told(&mut halfling(&format!("merge {} --out {}", at(out).display(), merged.display())));
        assert_eq!(games(&merged), games(&at("whole")), "{out}");
    }
}

#[test]
fn a_dry_run_shows_description_and_script() {
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("Ludii.jar");
    fs::write(&jar, "").unwrap();
    let shown = |words: &str| {
        let mut command = halfling(words);
        told(command.current_dir(folder.path()).env("LUDII_JAR", &jar).env("PATH", folder.path()))
    };
    let kilothon = shown(
        "submit kilothon --set kilothon --repeats 10 --out ten --partition short --time 2:00:00 --array-limit 50 --dry-run",
    );
    for line in [
        "\"games\": 10",
        "#SBATCH --partition=short\n",
        "#SBATCH --time=02:00:00\n",
        "#SBATCH --hint=nomultithread\n",
        "#SBATCH --cpus-per-task=1\n",
        "%50\n",
        "(of 1270 titles the first 5 are shown)",
        "12700 games in ",
        "--wall-time 6900s --requeue\n",
    ] {
        assert!(kilothon.contains(line), "{line}\n{kilothon}");
    }
    let inside = shown("submit kilothon --in-ludii --out in --heap 6G --cpus-per-task 2 --dry-run");
    assert!(inside.contains("--java-option=-Xmx6144m --java-option=-XX:ActiveProcessorCount=1"), "{inside}");
    assert!(inside.contains("#SBATCH --mem=16G\n") && inside.contains("--jobs 2 "), "{inside}");
    // With threads, each game takes as many cores.
    let threads = shown("submit match tic-tac-toe --agents uct+threads(n=2) uct --time 0.1 --jobs 3 --out m --dry-run");
    assert!(threads.contains("#SBATCH --cpus-per-task=6\n") && threads.contains("--time 0.1 --out m"), "{threads}");
    let cup = shown(
        "submit tournament uct random --on tic-tac-toe --games 4 --iterations 5 --out t --dry-run --sbatch=--exclude=n3",
    );
    assert!(cup.contains("#SBATCH --exclude=n3\n") && !cup.contains("nomultithread"), "{cup}");
    let experiment = shown("submit experiment kilothon --quick --out e --dry-run");
    assert!(
        experiment.contains("e/agent-4/run.json") && experiment.contains("halfling-experiment-kilothon\n"),
        "{experiment}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
}

#[test]
fn what_cannot_be_submitted_is_refused_with_a_reason() {
    for (words, reason) in [
        ("submit compare uct random --on tic-tac-toe --out x", "submit a match instead"),
        ("submit bench", "submit takes kilothon, match, tournament or experiment"),
        ("submit experiment tron --out x", "cannot be cut into tasks"),
        ("submit match tic-tac-toe --agents uct random", "give it --out DIR"),
        ("submit match tic-tac-toe --agents uct random --out x --shard 1/2", "use --shards"),
        ("submit kilothon --out x --jobs 4 --cpus-per-task 2", "timed games take whole cores"),
        ("submit kilothon --out x --task-minutes 0", "must be positive"),
        ("resubmit .", "folders that halfling submit has written"),
        ("status src", "holds no run"),
    ] {
        let refused = output(words);
        assert_eq!(refused.status.code(), Some(2), "{words}");
        assert!(text(&refused.stderr).contains(reason), "{words}: {}", text(&refused.stderr));
    }
}

/// A folder with a `scontrol` that writes down what it is asked.
fn fake_scontrol(folder: &Path) -> PathBuf {
    let program = folder.join("scontrol");
    fs::write(&program, format!("#!/bin/sh\necho \"$@\" >> {}/asked\n", folder.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    folder.join("asked")
}

#[test]
fn a_task_whose_time_is_over_goes_back_once_it_has_done_something() {
    let folder = tempfile::tempdir().unwrap();
    let asked = fake_scontrol(folder.path());
    let task = |late: &str, out: &str, wall_time: &str| {
        let words = format!(
            "match tic-tac-toe --agents fake:first fake:late({late}) --iterations 1 --games 60 --jobs 1 --shard 1/2 \
             --wall-time {wall_time} --requeue --out {}",
            folder.path().join(out).display()
        );
        let mut command = halfling(&words);
        // As the last task of an array is told: its job has the array's number.
        command.env("SLURM_JOB_ID", "77").env("SLURM_ARRAY_JOB_ID", "77").env("SLURM_ARRAY_TASK_ID", "9");
        command.env("PATH", folder.path()).output().unwrap()
    };
    let some = task("0.05", "some", "2s");
    assert!(some.status.success(), "{}", text(&some.stderr));
    assert!(text(&some.stderr).contains("putting the task back into the queue"), "{}", text(&some.stderr));
    assert_eq!(fs::read_to_string(&asked).unwrap(), "requeue 77_9\n");
    fs::remove_file(&asked).unwrap();
    let none = task("30", "none", "0.5s");
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("resubmit with a longer --time"), "{}", text(&none.stderr));
    let all = task("0.001", "all", "60s");
    assert!(all.status.success() && !asked.exists(), "a task that is through stays away");
}

#[test]
fn no_game_begins_that_would_hardly_end_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    // The first game takes about 3.9 s: another one would not end within 7 s.
    let words = format!(
        "match tic-tac-toe --agents fake:first fake:late(1.3) --iterations 1 --games 20 --jobs 1 --wall-time 7s --out {}",
        out.display()
    );
    let began = Instant::now();
    let said = told(&mut halfling(&words));
    let took = began.elapsed();
    assert!(took < Duration::from_secs(6), "it stopped by itself instead of dropping a game: {took:?}");
    assert!(said.contains("stopped at the wall time with 19 games left"), "{said}");
    assert!(!games(&out).is_empty());
}

#[test]
fn who_says_nohup_means_it() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let run = format!(
        "trap '' HUP; exec {} match tic-tac-toe --agents fake:first 'fake:late(0.02)' --iterations 1 --games 30 --jobs 1 --out {}",
        env!("CARGO_BIN_EXE_halfling"),
        out.display()
    );
    let mut child = Command::new("sh").args(["-c", &run]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !out.join("games.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    assert_eq!(games(&out).len(), 30);
}

#[test]
fn a_task_that_is_terminated_leaves_whole_lines() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let words = format!(
        "match tic-tac-toe --agents fake:first fake:late(0.02) --iterations 1 --games 2000 --jobs 2 --shard 1/2 --out {}",
        out.display()
    );
    let child = halfling(&words).env("SLURM_JOB_ID", "5").stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !out.join("games-1of2-5.0.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130), "{}", text(&ended.stderr));
    let records = fs::read_to_string(out.join("games-1of2-5.0.jsonl")).unwrap();
    assert!(records.ends_with("}\n") && records.lines().all(|line| serde_json::from_str::<GameRecord>(line).is_ok()));
}
