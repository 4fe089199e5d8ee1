//! Monte-Carlo tree search: one arena tree, and one file per idea.
//!
//! | file | moment |
//! | --- | --- |
//! | [`params`] | everything that can be set |
//! | `tree` | nodes and edges |
//! | `core` | one iteration, cut in two at the play-out |
//! | `selection`, `root`, [`halving`], `shot` | choosing: in the tree, at the root, by halving, by recursive halving |
//! | `moving`, `shaping` | means that forget; rewards with a bonus |
//! | `amaf`, `history` | what simulations tell about moves made later, and anywhere |
//! | `taste`, `cutoff` | play-outs that prefer moves; play-outs cut early |
//! | [`bandit`] | a root policy on its own |
//! | `open_loop` | choosing where chance decides what a move leads to |
//! | [`joint`] | turns in which several seats choose at once |
//! | `solver`, `transposition` | proofs; shared positions |
//! | `worker`, `parallel`, `mcts` | simulating; threads; tree reuse, the search as a whole |
//! | `budget`, `pace` | limits; time |
//! | `signal`, `watch` | stopping a search from outside, and looking into it |
//! | `reading`, `analysis` | the result, for people to read |
//!
//! A search is generic over its [`Game`](crate::game::Game), and written so that a simulation is one call of
//! [`Game::simulate`](crate::game::Game::simulate).

mod amaf;
mod analysis;
pub mod bandit;
mod beside;
mod bounds;
mod budget;
mod core;
mod cutoff;
mod features;
mod ground;
pub mod halving;
mod history;
mod implicit;
pub mod joint;
mod mcts;
mod moving;
mod open_loop;
mod pace;
mod parallel;
pub mod params;
mod reading;
mod root;
mod selection;
mod shaping;
mod shot;
mod signal;
mod solver;
mod taste;
mod transposition;
mod tree;
mod watch;
mod worker;

pub use analysis::{Analysis, Described, DescribedMove, MoveReport, Proof, Stop};
pub use budget::{Budget, BudgetError};
pub use joint::JointSearch;
pub use mcts::{Mcts, SearchError};
pub use params::{Params, ParamsError};
pub use signal::{Glance, Signal};
