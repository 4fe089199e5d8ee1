//! Runs on a real Slurm, which each test starts by itself. Whatever happens to tasks and nodes on the way, the merged record
//! must equal that of one undivided run, game for game.

#![cfg(target_os = "linux")]

mod cluster;

use cluster::{Cluster, kill, text};
use halfling::run::GameRecord;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A run whose tasks last some seconds, most of which they sleep.
fn run(games: u64) -> String {
    format!("match tic-tac-toe breakthrough-6 --agents uct fake:late(0.03) --iterations 60 --games {games}")
}

const TASK: &str = "--time 5m --mem 100M";

/// Everything of a record that must not depend on when and where it was played.
type Essence = (String, String, Vec<usize>, Vec<String>, u64, Vec<f32>, u32, String, Vec<(u8, String, u64, String)>);

fn essence(record: GameRecord) -> Essence {
    (
        record.title,
        record.rules,
        record.entrants,
        record.limits,
        record.seed,
        record.utilities,
        record.plies,
        record.end.to_string(),
        record.moves.into_iter().map(|step| (step.0, step.1, step.3, step.4)).collect(),
    )
}

fn games(folder: &Path) -> BTreeMap<u64, Essence> {
    let mut found = BTreeMap::new();
    for line in fs::read_to_string(folder.join("games.jsonl")).unwrap().lines() {
        let record: GameRecord = serde_json::from_str(line).unwrap();
        assert!(!record.host.is_empty() && !record.node.cpu.is_empty() && record.node.load.is_some());
        assert!(found.insert(record.game, essence(record)).is_none(), "a game is there twice");
    }
    found
}

/// Merges a folder and compares it with an undivided run; returns what merging said.
fn assert_equals_undivided(cluster: &Cluster, run: &str, folder: &str) -> String {
    let merged = cluster.halfling(&format!("merge {folder} --out merged"));
    assert!(merged.status.success(), "{}", text(&merged.stderr));
    let said = text(&merged.stderr);
    assert!(said.contains(" 0 of the schedule missing"), "{said}");
    cluster.told(&format!("{run} --jobs 16 --out whole"));
    let (whole, parts) = (games(&cluster.path().join("whole")), games(&cluster.path().join("merged")));
    assert_eq!(whole.len(), parts.len());
    for (number, game) in &whole {
        assert_eq!(game, &parts[number], "game {number}");
    }
    said
}

fn files(folder: &Path, stem: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    entries.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with(stem)).collect()
}

fn recorded(folder: &Path) -> usize {
    files(folder, "games-").iter().map(|path| fs::read_to_string(path).unwrap().lines().count()).sum()
}

fn json(cluster: &Cluster, folder: &str) -> serde_json::Value {
    serde_json::from_str(&cluster.told(&format!("status {folder} --json"))).unwrap()
}

#[test]
fn killed_drained_cancelled_and_resubmitted() {
    let Some(cluster) = Cluster::start(&["one"]) else { return };
    let (run, folder) = (run(160), cluster.path().join("run"));
    let said = cluster.told(&format!("submit {run} --out run --shards 40 {TASK}"));
    assert!(said.contains("submitted  40 tasks as job "), "{said}");
    let again = cluster.halfling(&format!("submit {run} --out run --shards 40"));
    assert!(text(&again.stderr).contains("was submitted before"), "{}", text(&again.stderr));
    cluster.wait("tasks run and games are recorded", || cluster.running().len() == 4 && recorded(&folder) > 8);

    // Merging and reporting a run that goes on.
    let early = cluster.halfling("merge run --out early");
    assert!(early.status.success() && !text(&early.stderr).contains(" 0 of the schedule missing"));
    cluster.told("report run");
    let status = cluster.told("status run");
    assert!(status.contains(" of 320 done") && status.contains("4 running"), "{status}");
    assert!(status.contains("end        20") && status.contains("\none "), "{status}");

    // A task is killed.
    let (_, killed, ..) = cluster.running().pop().unwrap();
    kill(cluster.player(killed).unwrap(), "KILL");
    cluster.wait("the killed task is gone", || cluster.tasks().iter().all(|task| task.1 != killed));

    // The node is drained, and resumed.
    cluster.ask("scontrol", &["update", "NodeName=one", "State=DRAIN", "Reason=test"]);
    cluster.wait("the node is drained", || cluster.running().is_empty());
    let drained = json(&cluster, "run");
    assert_eq!(drained["running"], 0);
    assert_ne!(drained["shards"]["waiting"], "", "{drained}");
    assert_eq!(drained["shards"]["stopped"], killed.to_string(), "{drained}");
    cluster.ask("scontrol", &["update", "NodeName=one", "State=RESUME"]);
    cluster.wait("tasks run again", || cluster.running().len() == 4);

    // One is put back into the queue, and then all are cancelled.
    let (job, requeued, ..) = cluster.running().remove(0);
    cluster.ask("scontrol", &["requeue", &format!("{job}_{requeued}")]);
    cluster.ask("scancel", &[&job]);
    cluster.wait("nothing is left in the queue", || cluster.tasks().is_empty());

    // The end of one file is lost, as when a disk is full.
    let torn = files(&folder, "games-").into_iter().find(|path| path.metadata().unwrap().len() > 1000).unwrap();
    let content = fs::read(&torn).unwrap();
    fs::write(&torn, &content[..content.len() - 20]).unwrap();
    let status = cluster.told("status run");
    assert!(status.contains("torn ") && status.contains("to do      halfling resubmit run"), "{status}");

    // What is missing is submitted, and only that.
    let stopped = json(&cluster, "run")["shards"]["stopped"].as_str().unwrap().to_owned();
    let said = cluster.halfling(&format!("resubmit run {TASK}"));
    let (said, warned) = (text(&said.stdout), text(&said.stderr));
    assert!(said.contains(&format!("; shards {stopped}\n")), "{said}{warned}");
    assert!(warned.contains("the last line was never finished"), "{warned}");
    assert!(fs::read_to_string(folder.join("cluster/batch-2.sh")).unwrap().contains(&format!("--array={stopped}\n")));
    let nothing = cluster.told("resubmit run");
    assert!(nothing.contains("nothing to submit"), "{nothing}");
    cluster.wait("everything is played", || cluster.tasks().is_empty());
    let status = cluster.told("status run");
    assert!(status.contains("320 of 320 done (100.0 %)") && status.contains("everything is played"), "{status}");
    assert!(cluster.told("resubmit run").contains("nothing is missing"));
    let said = assert_equals_undivided(&cluster, &run, "run");
    assert!(said.contains(" 0 left out as repeated"), "{said}");
    let log = fs::read_to_string(folder.join(format!("cluster/log/{killed}.log"))).unwrap();
    assert!(log.contains("games are done"), "the task went on where the killed one had stopped\n{log}");
}

#[test]
fn a_node_is_lost_in_the_middle() {
    let Some(mut cluster) = Cluster::start(&["one", "two"]) else { return };
    let (run, folder) = (run(240), cluster.path().join("run"));
    cluster.told(&format!("submit {run} --out run --shards 24 --array-limit 8 {TASK}"));
    let on = |cluster: &Cluster, node: &str| cluster.running().into_iter().filter(|task| task.3 == node).count();
    const GAMES_OF_A_SHARD: usize = 2 * 240 / 24;
    let played = |shard: u64| {
        let own = files(&folder, &format!("games-{shard}of24-"));
        own.iter().map(|path| fs::read_to_string(path).unwrap().lines().count()).sum::<usize>()
    };
    let on_two = || cluster.running().into_iter().filter(|task| task.3 == "two").map(|task| task.1).collect::<Vec<_>>();
    cluster.wait("both nodes play", || on(&cluster, "one") == 4 && on_two().len() == 4);
    let (mut lost, mut stopped) = (Vec::new(), 0);
    cluster.wait("a task of the node stands still in its midst", || {
        lost = on_two();
        let halfway = lost.iter().position(|&shard| (1..GAMES_OF_A_SHARD / 2).contains(&played(shard)));
        let Some((place, player)) = halfway.and_then(|place| Some((place, cluster.player(lost[place])?))) else {
            return false;
        };
        // It must not come to its end while this test gets round to killing it.
        kill(player, "STOP");
        stopped = player;
        lost.swap(0, place);
        let in_time = played(lost[0]) < GAMES_OF_A_SHARD;
        if !in_time {
            kill(player, "CONT");
        }
        in_time
    });
    cluster.kill_node("two");
    // What slurmctld does by itself when the node has not answered for SlurmdTimeout.
    cluster.ask("scontrol", &["update", "NodeName=two", "State=DOWN", "Reason=lost"]);
    cluster.wait("the node's tasks are back in the queue", || on(&cluster, "two") == 0);
    // One of its tasks dies with it; the others play on where nobody sees them, and what they write counts. Before the node is
    // known to be down, Slurm would hear of the death as that of a task that has failed by itself, and not try it again.
    kill(stopped, "KILL");
    cluster.wait("everything is played", || {
        cluster.hurry();
        cluster.tasks().is_empty()
    });
    assert_eq!(files(&folder, &format!("games-{}of24-", lost[0])).len(), 2, "the dead task was tried again");
    for shard in lost {
        let log = fs::read_to_string(folder.join(format!("cluster/log/{shard}.log"))).unwrap();
        assert!(log.contains("games are done"), "every lost task was started again, and went on\n{log}");
    }
    let status = json(&cluster, "run");
    let on_nodes = |name: &str| status["nodes"][name]["games"].as_u64().unwrap_or_default();
    assert!(on_nodes("one") > 0 && on_nodes("two") > 0, "{status}");
    assert_eq!(on_nodes("one") + on_nodes("two"), 480);
    assert_equals_undivided(&cluster, &run, "run");
}

#[test]
fn tasks_stop_themselves_and_go_back_into_the_queue() {
    let Some(cluster) = Cluster::start(&["one"]) else { return };
    let (run, folder) = (run(40), cluster.path().join("run"));
    let shown = cluster.told(&format!("submit {run} --out run --shards 4 {TASK} --dry-run"));
    assert!(!folder.exists(), "a dry run writes nothing");
    // The script can be changed, and submitted by hand.
    let (_, script) = shown.split_once("batch.sh\n").unwrap();
    let script = script.replace("--wall-time 225s", "--wall-time 2s");
    assert!(script.contains("--wall-time 2s --requeue"), "{script}");
    fs::create_dir_all(folder.join("cluster/log")).unwrap();
    fs::write(cluster.path().join("own.sh"), script).unwrap();
    cluster.ask("sbatch", &["own.sh"]);
    cluster.wait("everything is played", || {
        cluster.hurry();
        cluster.tasks().is_empty()
    });
    let log = fs::read_to_string(folder.join("cluster/log/1.log")).unwrap();
    assert!(log.contains("putting the task back into the queue"), "{log}");
    let status = cluster.told("status run");
    let logs = || {
        (1..=4).map(|n| fs::read_to_string(folder.join(format!("cluster/log/{n}.log"))).unwrap()).collect::<String>()
    };
    assert!(status.contains("80 of 80 done"), "{status}\n{}\n{}", logs(), cluster.controller_log());
    assert!(files(&folder, "games-1of4-").len() >= 2);
    assert_equals_undivided(&cluster, &run, "run");
}

#[test]
fn preempted_tasks_come_back() {
    let Some(cluster) = Cluster::start(&["one"]) else { return };
    let (run, folder) = (run(40), cluster.path().join("run"));
    cluster.told(&format!("submit {run} --out run --shards 8 {TASK}"));
    cluster.wait("tasks run and games are recorded", || cluster.running().len() == 4 && recorded(&folder) > 8);
    let before: Vec<u64> = cluster.running().into_iter().map(|task| task.1).collect();
    // Somebody more important wants the whole node.
    let urgent = ["--partition=urgent", "--cpus-per-task=4", "--mem=100M", "--output=urgent.log", "--wrap=sleep 1"];
    cluster.ask("sbatch", &urgent);
    cluster.wait("the tasks had to go", || cluster.running().iter().all(|task| !before.contains(&task.1)));
    cluster.wait("everything is played", || {
        cluster.hurry();
        cluster.tasks().is_empty()
    });
    let tries = |shard: u64| files(&folder, &format!("games-{shard}of8-")).len();
    assert!(before.iter().any(|&shard| tries(shard) == 2), "a preempted task went on: {before:?}");
    assert_equals_undivided(&cluster, &run, "run");
}

#[test]
fn what_slurm_refuses_is_said_and_can_be_submitted_again() {
    let Some(cluster) = Cluster::start(&["one"]) else { return };
    let refused = cluster
        .halfling("submit match tic-tac-toe --agents uct random --games 4 --shards 2 --out run --partition none");
    assert_eq!(refused.status.code(), Some(1));
    let said = text(&refused.stderr);
    assert!(said.contains("sbatch says: ") && said.contains("halfling resubmit "), "{said}");
    cluster.told("resubmit run --partition main --mem 100M");
    cluster.wait("everything is played", || cluster.tasks().is_empty());
    assert!(cluster.told("status run").contains("4 of 4 done"));
    // The experiment's tables come from all shards.
    cluster.told(
        "submit experiment quality --only Breakthrough --games 4 --iterations 10 --jobs 2 --out quality --shards 2 --mem 100M --time 5m",
    );
    cluster.wait("the experiment is played", || cluster.tasks().is_empty());
    let status = cluster.told("status quality");
    assert!(status.contains("the tables: halfling experiment quality"), "{status}");
    assert!(!cluster.path().join("quality/quality.md").exists());
    let tables = cluster.halfling("experiment quality --only Breakthrough --games 4 --iterations 10 --out quality");
    assert!(tables.status.success() && cluster.path().join("quality/quality.md").exists(), "{}", text(&tables.stderr));
    assert!(text(&tables.stderr).contains("4 of 4 games are done"), "{}", text(&tables.stderr));
}

/// Needs a Ludii (LUDII_JAR) and our jar (`gradle jar`) besides.
#[test]
fn inside_ludii_each_task_has_a_java_of_its_own() {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/libs/halfling.jar");
    let (Some(ludii), true) = (std::env::var_os("LUDII_JAR"), ours.exists()) else {
        eprintln!("left out: there is no LUDII_JAR, or no {}", ours.display());
        return;
    };
    let Some(cluster) = Cluster::start(&["one"]) else { return };
    let (ludii, ours, folder) = (Path::new(&ludii).display(), ours.display(), cluster.path().join("run"));
    cluster.told(&format!(
        "submit kilothon --in-ludii --ludii {ludii} --jar {ours} --sample 6 --seed 5 --clock 3 --opponent-time 0.3 --heap 700M \
         --out run --shards 2 --time 5m --mem 900M --oversubscribe"
    ));
    let javas = || -> Vec<String> {
        let all = cluster.processes().into_iter().map(|process| process.command);
        all.filter(|command| command.contains("halfling.Match")).collect()
    };
    cluster.wait("two of them play", || javas().len() == 2 && recorded(&folder) > 0);
    for command in javas() {
        assert!(command.contains("-Xmx700m") && command.contains("-XX:ActiveProcessorCount=1"), "{command}");
    }
    // The signal reaches Java, too; no agent is to blame for that.
    let (job, ..) = cluster.running().remove(0);
    cluster.ask("scancel", &[&job]);
    cluster.wait("nothing is left in the queue", || cluster.tasks().is_empty() && javas().is_empty());
    let status = json(&cluster, "run");
    assert!(status["done"].as_u64().unwrap() < 6 && status["failed"] == 0, "{status}");
    cluster.told("resubmit run");
    cluster.wait("everything is played", || cluster.tasks().is_empty());
    let status = json(&cluster, "run");
    assert_eq!((status["done"].as_u64(), status["failed"].as_u64()), (Some(6), Some(0)), "{status}");
}
