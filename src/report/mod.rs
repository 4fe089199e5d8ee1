//! Reports: what a run found, for people and for other programs.

mod text;

pub use text::{BOOTSTRAP_SEED, RATING_PRIOR, REFERENCES, RESAMPLES, running_score, summary, verdict_sentence};
