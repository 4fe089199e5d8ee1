//! Search over turns in which several seats choose at once.
//!
//! After "Monte Carlo Tree Search for Simultaneous Move Games: A Case Study in the Game of Tron" (Maastricht University,
//! 2013), with EXP3 after Teytaud and Flory 2011, regret matching after Lanctot, Lisý and Winands 2013 and decoupled UCT
//! after Finnsson 2007.
//!
//! * **Sequential** rules make an ordinary tree: the searching seat moves first, the others answer knowing its move. What
//!   those asked later may do is the game's to say ([`Game::answers`](crate::game::Game::answers)).
//! * **Decoupled** rules, EXP3 and regret matching choose for every seat at once, each from its own statistics.
//! * A play-out is always simultaneous. Where the game predicts outcomes, a new position that is predicted becomes an end of
//!   the tree (predictive expansion), and play-outs ask every few turns (play-out cut-off).
//!
//! Every seat maximises its own reward, so games need not be for two nor zero-sum; but only in zero-sum games for two do the
//! average strategies of EXP3 and regret matching tend to an equilibrium, and decoupled bounds need not even there. Chance
//! is sampled: what follows a combination of moves is told apart by the position's hash. Nothing is proven, kept from move
//! to move, or shared between threads.

mod actions;
mod choose;
mod descent;
mod params;
mod reading;
mod roots;
mod search;
mod tree;

pub use params::{Bound, Final, JointParams, Rule, TRON_C, TRON_EVERY, TRON_EXP3_GAMMA, TRON_REGRET_GAMMA, TRON_T};
pub use reading::View;
pub use search::JointSearch;
