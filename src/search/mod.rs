//! Monte-Carlo tree search: one arena tree, and one file per idea.

mod analysis;
mod budget;
mod signal;

pub use analysis::{Analysis, MoveReport, Proof, Stop};
pub use budget::{Budget, BudgetError};
pub use signal::{Glance, Signal};
