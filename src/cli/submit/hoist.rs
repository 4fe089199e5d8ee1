//! Options of `submit` that stand among those of the run, brought to the front.

use super::Args;
use crate::cluster::parse_time;
use clap::Args as _;
use std::ffi::OsString;

/// Brings the options of `submit` in front of the kind of run, wherever they stand; other command lines stay as they are.
///
/// The run has a `--time`, too: after the kind of run, a bare number is the run's and anything else that is a time the task's.
pub(in crate::cli) fn hoist(words: Vec<OsString>) -> Vec<OsString> {
    if words.get(1).is_none_or(|word| word != "submit") {
        return words;
    }
    let own = Args::augment_args(clap::Command::new("submit"));
    // Whether an option is ours, and whether it takes a value.
    let takes_value = |name: &str| -> Option<bool> {
        let found = own.get_arguments().find(|argument| argument.get_long() == Some(name))?;
        Some(found.get_action().takes_values())
    };
    let mut words = words.into_iter();
    let (mut front, mut run): (Vec<OsString>, Vec<OsString>) = (words.by_ref().take(2).collect(), Vec::new());
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or_default().to_owned();
        if matches!(text.as_str(), "--help" | "-h") {
            front.push(word);
            continue;
        }
        let (name, value) = match text.strip_prefix("--").map(|rest| rest.split_once('=').unwrap_or((rest, ""))) {
            Some(("", _)) => {
                // Everything after a bare -- is the run's.
                run.push(word);
                run.extend(words);
                break;
            }
            Some(option) => option,
            None => {
                run.push(word);
                continue;
            }
        };
        let Some(takes) = takes_value(name) else {
            run.push(word);
            continue;
        };
        let apart = takes && !text.contains('=');
        let value = if apart {
            words.peek().and_then(|next| next.to_str()).unwrap_or_default().to_owned()
        } else {
            value.to_owned()
        };
        let of_the_run =
            name == "time" && !run.is_empty() && (value.parse::<f64>().is_ok() || parse_time(&value).is_err());
        let target = if of_the_run { &mut run } else { &mut front };
        target.push(word);
        if apart {
            target.extend(words.next());
        }
    }
    front.extend(run);
    front
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hoisted(text: &str) -> String {
        let words = text.split(' ').map(OsString::from).collect();
        hoist(words).iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn own_options_come_first_wherever_they_stand() {
        assert_eq!(
            hoisted("halfling submit kilothon --seed 3 --partition p --out d --time 2:00:00 --array-limit=9 --dry-run"),
            "halfling submit --partition p --time 2:00:00 --array-limit=9 --dry-run kilothon --seed 3 --out d"
        );
        assert_eq!(hoisted("halfling match hex --time 2h"), "halfling match hex --time 2h");
        assert_eq!(hoisted("halfling submit match hex --help"), "halfling submit --help match hex");
        assert_eq!(
            hoisted("halfling submit match hex --sbatch --x=y --out d"),
            "halfling submit --sbatch --x=y match hex --out d"
        );
    }

    #[test]
    fn a_bare_time_after_the_kind_is_the_runs() {
        assert_eq!(
            hoisted("halfling submit match hex --time 0.5 --out d"),
            "halfling submit match hex --time 0.5 --out d"
        );
        assert_eq!(
            hoisted("halfling submit match hex --time=30 --time=90m"),
            "halfling submit --time=90m match hex --time=30"
        );
        assert_eq!(
            hoisted("halfling submit --time 30 match hex --time 2"),
            "halfling submit --time 30 match hex --time 2"
        );
        assert_eq!(hoisted("halfling submit match hex --time soon"), "halfling submit match hex --time soon");
    }
}
