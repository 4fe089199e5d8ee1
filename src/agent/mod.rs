//! Agents: named presets of search parameters, the text form in which a person writes one, and the [`Player`] that a runner
//! talks to.

mod joint_searcher;
mod native;
pub mod parts;
mod player;
mod random;
mod searcher;
mod spec;

pub use native::NativeRules;
pub use player::{Choice, Player, Unsupported};
pub use spec::{Spec, SpecError};
