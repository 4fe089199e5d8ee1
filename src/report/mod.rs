//! Reports: what a run found, for people and for other programs.
//!
//! [`Run`] reads a folder; [`summary`] says it in plain text, [`page()`] as one HTML page with plots and replays that needs
//! no network, [`export`] as CSV and Markdown.

pub mod export;
mod page;
mod source;
mod text;

pub use page::{Comparison, compare, group, page};
pub use source::{Keep, Replay, Run};
pub use text::{BANDS, BOOTSTRAP_SEED, RATING_PRIOR, REFERENCES, RESAMPLES, running_score, summary, verdict_sentence};
