//! Runs: one game, a match, a comparison, a tournament, a Kilothon.
//!
//! A run is decided by its [`Settings`]; its [`schedule()`] follows from them, and every game is known by its number in it. A
//! [`Crew`] plays the games that are still missing, and a [`Folder`] keeps one JSON line per finished game, so that a run
//! can be stopped at any moment and go on later, or be split among machines by [`Shard`]s and merged.
//!
//! Agents are not trusted: one that panics, offers an illegal move, answers much too late or never loses that game, the
//! record says why, and the run goes on.

mod brief;
mod crew;
mod entrant;
mod fake;
mod folder;
mod journal;
mod limit;
mod live;
mod load;
mod merge;
mod node;
mod record;
mod replay;
mod schedule;
mod sets;
mod settings;
mod shard;
mod table;
mod tally;

pub use brief::Brief;
pub use crew::{Crew, Finished, Halt, Load};
pub use entrant::{Agent, Entrant};
pub use fake::Fake;
pub use folder::{BoardRecord, DESCRIPTION, Description, Folder, FolderError, files};
pub use journal::{Journal, Torn, read_lines};
pub use limit::Limit;
pub use live::{Live, Progress, Question};
pub use load::from_catalog;
pub use merge::{Merged, merge};
pub use node::{Node, host, now};
pub use record::{End, GameRecord, MoveRecord, SeatUse, changes_text, contents_text, ranks_of, utility_of_rank};
pub use replay::{ReplayError, Replayed, replay};
pub use schedule::{Assignment, Seating, pair_seed, schedule};
pub use sets::{BUILT_IN_SETS, Filter, Set};
pub use settings::{Kind, Overrun, PlayRules, Settings, Title};
pub use shard::{Attempt, Shard};
pub use table::{Order, Played, Seated, Table};
pub use tally::{MoveTally, Sum, Tally, TitleTally};

/// The program's version, and its revision where the build knows it.
#[must_use]
pub fn build() -> String {
    match option_env!("HALFLING_REVISION") {
        Some(revision) => format!("{} ({revision})", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    }
}
