//! `halfling compare`: a sequential test of whether one agent is stronger than another.

use super::drive::drive;
use super::matches;
use super::run_options::RunOptions;
use super::variant::Variant;
use super::{Failure, Limits};
use crate::run::{Agent, Kind, Settings, Tally, from_catalog};
use crate::stats::{Sprt, Verdict};
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `halfling compare`. The exit code is 0 where the first agent is the stronger one, 3 where it is not, 4 where
/// the games did not decide.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The agent that may be stronger
    first: Agent,
    /// The agent that it is compared with
    second: Agent,
    /// The games, or sets of games
    #[arg(long, num_args = 1.., required = true, value_name = "GAME")]
    on: Vec<String>,
    #[command(flatten)]
    variant: Variant,
    /// Bounds in normalised Elo, and error rates
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", default_values_t = ["elo0=0".to_owned(), "elo1=10".to_owned()])]
    sprt: Vec<String>,
    /// Most games per title
    #[arg(long = "games", default_value_t = 20_000, value_name = "N")]
    count: u64,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    run: RunOptions,
}

/// Exit code where H0 is accepted.
const NOT_STRONGER: u8 = 3;
/// Exit code where neither hypothesis is accepted.
const UNDECIDED: u8 = 4;

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let sprt = parse_sprt(&args.sprt)?;
    let agents = [args.first.clone(), args.second.clone()];
    let settings = matches::settings(
        Kind::Compare(sprt),
        &agents,
        &args.variant.names(&args.on)?,
        args.count,
        &args.limits,
        &args.run,
    )?;
    let driven =
        drive(settings.clone(), &args.run, "compare", Arc::new(from_catalog), |tally| decided(&settings, tally))?;
    let code = matches::finish(&driven, &settings, &args.run)?;
    if args.run.dry_run || driven.interrupted {
        return Ok(code);
    }
    Ok(match sprt.verdict(&driven.tally.pairs) {
        Verdict::H1 => ExitCode::SUCCESS,
        Verdict::H0 => ExitCode::from(NOT_STRONGER),
        Verdict::Undecided => ExitCode::from(UNDECIDED),
    })
}

fn decided(settings: &Settings, tally: &Tally) -> bool {
    match settings.kind {
        Kind::Compare(sprt) => sprt.verdict(&tally.pairs) != Verdict::Undecided,
        _ => false,
    }
}

fn parse_sprt(words: &[String]) -> Result<Sprt, Failure> {
    let mut sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let value: f64 = value.parse().map_err(|_| {
            Failure::misuse(format!("--sprt takes elo0=, elo1=, alpha=, beta= with numbers, not `{word}`"))
        })?;
        match name {
            "elo0" => sprt.elo0 = value,
            "elo1" => sprt.elo1 = value,
            "alpha" => sprt.alpha = value,
            "beta" => sprt.beta = value,
            _ => return Err(Failure::misuse(format!("--sprt knows elo0, elo1, alpha and beta, not `{name}`"))),
        }
    }
    let rates = 0.0 < sprt.alpha && 0.0 < sprt.beta && sprt.alpha + sprt.beta < 1.0;
    if !(sprt.elo0 < sprt.elo1 && rates) {
        return Err(Failure::misuse("--sprt needs elo0 < elo1, and positive alpha and beta with a sum below 1"));
    }
    Ok(sprt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_and_checked() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let sprt = parse_sprt(&words("elo0=-5 elo1=5 alpha=0.1")).unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), (-5.0, 5.0, 0.1, 0.05));
        for wrong in ["elo0=5 elo1=5", "elo2=1", "elo0", "alpha=0", "elo1=x"] {
            assert!(parse_sprt(&words(wrong)).is_err(), "{wrong}");
        }
    }
}
