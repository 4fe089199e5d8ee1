//! Statistics of matches and Kilothons: pure functions, without NaN on one-sided or empty results.
//!
//! * One comparison of two agents is counted in *pairs* of games with swapped seats ([`Pairs`]), from which come Elo and
//!   normalised Elo ([`Strength`]) and the sequential test ([`Sprt`]).
//! * Across titles the *title* is the sampling unit: [`bootstrap_mean`], [`sign_test`], [`wilcoxon_test`].
//! * Wins among few games of one title: [`wilson()`].
//! * Several agents: [`bradley_terry()`].

mod bootstrap;
mod bradley_terry;
mod elo;
mod interval;
mod normal;
mod paired;
mod sprt;
mod wilson;

pub use bootstrap::{bootstrap_mean, mean, standard_deviation};
pub use bradley_terry::{Rating, Score, bradley_terry};
pub use elo::{ELO_LIMIT, Pairs, Strength, elo_of_score, score_of_elo};
pub use interval::Interval;
pub use normal::{Z95, normal_cdf};
pub use paired::{PairedTest, sign_test, wilcoxon_test};
pub use sprt::{Sprt, Verdict};
pub use wilson::wilson;
