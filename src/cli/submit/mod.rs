//! `halfling submit`: the run that the rest of the command line describes, as an array of tasks on a Slurm cluster.

mod hoist;
mod run;

pub(super) use hoist::hoist;
pub(super) use run::Submittable;

use super::Failure;
use super::cluster_options::ClusterOptions;
use crate::cluster::{
    Cut, FOLDER, Plan, Resources, Shards, Submission, parse_memory, quote, script, slurm, without_slurm,
};
use crate::run::{Description, FolderError, Settings, now};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Seconds that a task may last where nothing else is asked for.
const TASK_LIMIT: u64 = 3600;
/// Mebibytes for each game at a time: the trees of two agents, of at most 1 GiB each, and the rules.
const NATIVE_MEMORY: u64 = 3072;
/// Mebibytes beside Java's heap: our own tree and what Java needs for itself.
const BESIDE_HEAP: u64 = 2048;
/// Most shards where nothing else is asked for: clusters do not like arrays beyond that.
const MOST_SHARDS: u64 = 1000;

const EXAMPLES: &str = "\
Everything after the kind of run (kilothon, match, tournament, experiment) is what one would write without `submit`.
Options of this page may also stand there; --time with a unit or a colon is then the task's, a bare number the run's.

Examples:
  halfling submit kilothon --ludii Ludii.jar --repeats 10 --out runs/ten --partition short --time 2h --array-limit 100
  halfling submit match hex --agents uct h-mcts --games 2000 --time 0.5 --out runs/hex --dry-run
  halfling submit tournament uct uct-sqrt-sh h-mcts --on embedded --games 100 --out runs/cup --cpus-per-task 4
  halfling submit experiment finnsson --out runs/finnsson --time 12:00:00
  halfling submit kilothon --in-ludii --ludii Ludii.jar --out runs/in --heap 6G
Then: halfling status DIR, halfling resubmit DIR, halfling merge DIR --out ALL, halfling report DIR.";

/// Options of `halfling submit`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, override_usage = "halfling submit <KIND> [OPTIONS OF THE RUN] --out <DIR> [OPTIONS]")]
pub(super) struct Args {
    #[command(flatten)]
    cluster: ClusterOptions,
    /// Parts to cut the run into [default: so many that a task lasts about --task-minutes, at most 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    shards: Option<u64>,
    /// Minutes that a task should last
    #[arg(long, value_name = "MINUTES", default_value_t = 30.0)]
    task_minutes: f64,
    /// Seconds that a game takes, where you know better than the estimate
    #[arg(long, value_name = "SECONDS")]
    game_seconds: Option<f64>,
    /// Java's heap for each game at a time, with --in-ludii
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, default_value = "4G")]
    heap: u64,
    /// Show the run's description and the batch script, write and submit nothing
    #[arg(long)]
    dry_run: bool,
    /// The run: kilothon, match, tournament or experiment, with its options
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "RUN")]
    run: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let positive = |value: f64| value.is_finite() && value > 0.0;
    if !positive(args.task_minutes) || args.game_seconds.is_some_and(|seconds| !positive(seconds)) {
        return Err(Failure::misuse("--task-minutes and --game-seconds must be positive"));
    }
    let run = run::read(&args.run)?;
    let (plan, cut) = plan(args, &run)?;
    let script = script(&plan, &Shards::all(plan.shards));
    if args.dry_run {
        show(&plan, &run, &cut, &script);
        return Ok(());
    }
    if !slurm::has("sbatch") {
        let missing = slurm::SlurmError::Missing("sbatch");
        let instead = without_slurm(&plan.command, &plan.java_options, plan.shards, plan.jobs);
        return Err(Failure::failed(format!("{missing}; fill the folder without it: {instead}")));
    }
    if Plan::path(&plan.out).exists() {
        let out = quote(&plan.out.display().to_string());
        return Err(Failure::misuse(format!(
            "{out} was submitted before; see how far it is with halfling status {out}, \
             and submit what is missing with halfling resubmit {out}"
        )));
    }
    if let Some(ludii) = &run.ludii {
        ludii.ours()?;
    }
    plan.write(&run.parts).map_err(|error| match error {
        FolderError::Different(..) => Failure::misuse(error),
        FolderError::Io(error) => Failure::failed(error),
    })?;
    println!("cut        {}", cut_text(&plan, &run, &cut));
    hand_in(&plan, &Shards::all(plan.shards), &script)
}

/// Writes a batch script, submits it and notes that.
pub(super) fn hand_in(plan: &Plan, shards: &Shards, script: &str) -> Result<(), Failure> {
    let number = plan.submissions()?.len() + 1;
    let name = if number == 1 { "batch.sh".to_owned() } else { format!("batch-{number}.sh") };
    let path = plan.out.join(FOLDER).join(name);
    fs::write(&path, script).map_err(|error| Failure::failed(format!("cannot write {}: {error}", path.display())))?;
    println!("script     {}", path.display());
    let job = slurm::submit(&path).map_err(|error| {
        Failure::failed(format!(
            "{error}\nnothing was submitted; change the options and run halfling resubmit {}",
            quote(&plan.out.display().to_string())
        ))
    })?;
    plan.note(&Submission { job, shards: shards.to_string(), at: now() })?;
    println!("submitted  {} tasks as job {job}", shards.0.len());
    println!("to see     halfling status {}", quote(&plan.out.display().to_string()));
    Ok(())
}

fn plan(args: &Args, run: &Submittable) -> Result<(Plan, Cut), Failure> {
    let settings: Vec<&Settings> = run.parts.iter().map(|(_, settings)| settings).collect();
    let threads = settings.iter().map(|settings| settings.threads()).max().unwrap_or(1);
    let timed = settings.iter().any(|settings| settings.is_timed());
    let jobs = run.options.jobs.or_else(|| args.cluster.cpus_per_task.map(|cpus| cpus / threads)).unwrap_or(1).max(1);
    let cpus = args.cluster.cpus_per_task.unwrap_or(jobs * threads);
    if cpus == 0 || (timed && cpus < jobs * threads && !run.options.oversubscribe) {
        return Err(Failure::misuse(format!(
            "{jobs} timed games at once need {} cores, and --cpus-per-task gives {cpus}; timed games take whole cores",
            jobs * threads
        )));
    }
    let most = if slurm::has("scontrol") { slurm::largest_task() } else { MOST_SHARDS };
    let most = if args.shards.is_some() { most } else { most.min(MOST_SHARDS) };
    let cut = Cut::new(&settings, jobs, 60.0 * args.task_minutes, args.shards, args.game_seconds, most);
    if let Some(wanted) = args.shards.filter(|&wanted| wanted > cut.shards) {
        eprintln!("{} shards instead of {wanted}: there are no more pairs of games, or numbers of tasks", cut.shards);
    }
    let has_heap = run.command.iter().any(|word| word.contains("-Xmx"));
    let mut java_options = Vec::new();
    if run.ludii.is_some() && !has_heap {
        java_options.push(format!("--java-option=-Xmx{}m", args.heap));
    }
    if run.ludii.is_some() {
        java_options.push(format!("--java-option=-XX:ActiveProcessorCount={threads}"));
    }
    let memory = jobs as u64 * if run.ludii.is_some() { args.heap + BESIDE_HEAP } else { NATIVE_MEMORY };
    let usual = Resources {
        partition: None,
        account: None,
        qos: None,
        constraint: None,
        seconds: TASK_LIMIT,
        array_limit: None,
        cpus,
        memory,
        others: Vec::new(),
    };
    let plan = Plan {
        format: 1,
        build: crate::run::build(),
        program: env::current_exe()?,
        command: run.command.clone(),
        directory: env::current_dir()?,
        out: absolute(&run.out)?,
        shards: cut.shards,
        jobs,
        game_seconds: cut.game_seconds,
        timed,
        parts: run.parts.iter().map(|(folder, _)| folder.clone()).collect(),
        java_options,
        resources: args.cluster.over(&usual),
    };
    Ok((plan, cut))
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    Ok(std::path::absolute(path)?)
}

/// How the run is cut, and what it is expected to cost.
fn cut_text(plan: &Plan, run: &Submittable, cut: &Cut) -> String {
    let threads = run.parts.iter().map(|(_, settings)| settings.threads()).max().unwrap_or(1);
    let minutes = cut.task_minutes();
    let mut text = format!(
        "{} games in {} shards; {:.1} s a game and {:.2} core-hours expected, {minutes:.1} min a task",
        cut.games,
        cut.shards,
        cut.game_seconds,
        cut.core_hours(threads),
    );
    let own = plan.resources.own_seconds() as f64 / 60.0;
    if minutes > own {
        text.push_str(&format!(", which is more than {own:.0} min: tasks will put themselves back into the queue"));
    }
    text
}

fn show(plan: &Plan, run: &Submittable, cut: &Cut, script: &str) {
    println!("cut        {}\n", cut_text(plan, run, cut));
    const SHOWN: usize = 5;
    for (part, settings) in run.parts.iter().take(SHOWN) {
        let mut shown = settings.clone();
        shown.titles.truncate(SHOWN);
        let file = plan.out.join(part).join(crate::run::DESCRIPTION);
        println!("--- {}", file.display());
        let description = Description::new(shown, plan.words());
        println!("{}", serde_json::to_string_pretty(&description).unwrap_or_default());
        if settings.titles.len() > SHOWN {
            println!("(of {} titles the first {SHOWN} are shown)", settings.titles.len());
        }
        println!();
    }
    if run.parts.len() > SHOWN {
        println!("(and {} more runs of the experiment)\n", run.parts.len() - SHOWN);
    }
    println!("--- {}", plan.out.join(FOLDER).join("batch.sh").display());
    print!("{script}");
}
