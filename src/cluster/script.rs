//! The batch script: what a person would write, and can read, change and submit by hand.

use super::plan::Plan;
use super::resources::{memory_text, time_text};
use super::shards::Shards;
use super::words::quote;
use std::fmt::Write as _;

/// The batch script that plays these shards of a plan.
#[must_use]
pub fn script(plan: &Plan, shards: &Shards) -> String {
    let resources = &plan.resources;
    let kind = plan.command.iter().take_while(|word| !word.starts_with('-')).take(2).cloned().collect::<Vec<_>>();
    let kind = if kind.first().is_some_and(|word| word == "experiment") {
        kind.join("-")
    } else {
        kind.first().cloned().unwrap_or_default()
    };
    let mut text = String::from("#!/bin/bash\n");
    let _ =
        writeln!(text, "# {kind} in {} shards, one task for each; written by halfling {}.", plan.shards, plan.build);
    let _ = writeln!(text, "# How far it is: halfling status {}", quote(&plan.out.display().to_string()));
    let limit = resources.array_limit.map_or_else(String::new, |limit| format!("%{limit}"));
    let mut option = |name: &str, value: &str| {
        let _ = writeln!(text, "#SBATCH --{name}={}", quote_option(value));
    };
    option("job-name", &format!("halfling-{kind}"));
    option("array", &format!("{shards}{limit}"));
    option("chdir", &plan.directory.display().to_string());
    option("output", &plan.logs().join("%a.log").display().to_string());
    option("open-mode", "append");
    option("time", &time_text(resources.seconds));
    if resources.has_warning() {
        option("signal", "B:TERM@30");
    }
    option("nodes", "1");
    option("ntasks", "1");
    option("cpus-per-task", &resources.cpus.to_string());
    if plan.timed {
        // Two timed games on the two threads of one core would take each other's time.
        option("hint", "nomultithread");
    }
    option("mem", &memory_text(resources.memory));
    for (name, value) in [
        ("partition", &resources.partition),
        ("account", &resources.account),
        ("qos", &resources.qos),
        ("constraint", &resources.constraint),
    ] {
        if let Some(value) = value {
            option(name, value);
        }
    }
    text.push_str("#SBATCH --requeue\n");
    for other in &resources.others {
        let _ = writeln!(text, "#SBATCH {other}");
    }
    text.push_str(
        "\n# A task plays what is missing of its shard, stops itself before its time is over, and then puts itself back into\n\
         # the queue. Every finished game is a line in a file of the task's own, so that a task may be ended at any moment.\n",
    );
    let words: Vec<String> = plan.command.iter().chain(&plan.java_options).map(|word| quote(word)).collect();
    let _ = writeln!(
        text,
        "exec {} {} \\\n    --shard \"$SLURM_ARRAY_TASK_ID/{}\" --jobs {} --wall-time {}s --requeue",
        quote(&plan.program.display().to_string()),
        words.join(" "),
        plan.shards,
        plan.jobs,
        resources.own_seconds()
    );
    text
}

/// The line that fills the same folder without Slurm, by GNU parallel.
#[must_use]
pub fn without_slurm(command: &[String], java_options: &[String], shards: u64, jobs: usize) -> String {
    let words: Vec<String> = command.iter().chain(java_options).map(|word| quote(word)).collect();
    format!("seq {shards} | parallel -q halfling {} --shard {{}}/{shards} --jobs {jobs}", words.join(" "))
}

/// A value as `sbatch` reads it in a comment line: blanks need quotes.
fn quote_option(value: &str) -> String {
    if value.contains(char::is_whitespace) { format!("\"{value}\"") } else { value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::Resources;

    #[test]
    fn the_script_says_what_each_task_does() {
        let plan = Plan {
            format: 1,
            build: "0.1.0".to_owned(),
            program: "/opt/halfling".into(),
            command: ["kilothon", "--agent", "uct(c=0.4)", "--out", "runs/big"].map(str::to_owned).to_vec(),
            directory: "/home/me/my work".into(),
            out: "/home/me/my work/runs/big".into(),
            shards: 40,
            jobs: 1,
            game_seconds: 70.0,
            timed: true,
            parts: vec!["".into()],
            java_options: Vec::new(),
            resources: Resources {
                partition: Some("short".to_owned()),
                account: None,
                qos: None,
                constraint: None,
                seconds: 3600,
                array_limit: Some(20),
                cpus: 1,
                memory: 3072,
                others: vec!["--mail-type=END".to_owned()],
            },
        };
        let expected = r#"#!/bin/bash
# kilothon in 40 shards, one task for each; written by halfling 0.1.0.
# How far it is: halfling status '/home/me/my work/runs/big'
#SBATCH --job-name=halfling-kilothon
#SBATCH --array=1-40%20
#SBATCH --chdir="/home/me/my work"
#SBATCH --output="/home/me/my work/runs/big/cluster/log/%a.log"
#SBATCH --open-mode=append
#SBATCH --time=01:00:00
#SBATCH --signal=B:TERM@30
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --hint=nomultithread
#SBATCH --mem=3G
#SBATCH --partition=short
#SBATCH --requeue
#SBATCH --mail-type=END

# A task plays what is missing of its shard, stops itself before its time is over, and then puts itself back into
# the queue. Every finished game is a line in a file of the task's own, so that a task may be ended at any moment.
exec /opt/halfling kilothon --agent 'uct(c=0.4)' --out runs/big \
    --shard "$SLURM_ARRAY_TASK_ID/40" --jobs 1 --wall-time 3300s --requeue
"#;
        assert_eq!(script(&plan, &Shards::all(40)), expected);
        let few = script(&plan, &[3, 4, 5, 9].into_iter().collect());
        assert!(few.contains("--array=3-5,9%20\n") && few.contains("$SLURM_ARRAY_TASK_ID/40"), "{few}");
        assert_eq!(
            without_slurm(&plan.command, &[], 40, 1),
            "seq 40 | parallel -q halfling kilothon --agent 'uct(c=0.4)' --out runs/big --shard {}/40 --jobs 1"
        );
    }
}
