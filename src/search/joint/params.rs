//! What can be set about a search over joint turns.

use super::tree::CHILD;
use crate::search::params::ParamsError;

/// The parameters of a search over joint turns. Rewards are in [0, 1] here, as in the paper: 1 for a win, ½ for a draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointParams {
    /// How moves are chosen in the tree, and which is played in the end.
    pub rule: Rule,
    /// T: visits of a position below which its moves are chosen at random. Bounds only.
    pub threshold: u32,
    /// Whether a new position is taken as decided where the game predicts its outcome (predictive expansion).
    pub expand: bool,
    /// Play-outs ask the game for a prediction every so many turns (play-out cut-off); 0 for never.
    pub every: u32,
}

/// How moves are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rule {
    /// The searching seat moves first, the others know its move: an ordinary tree over a game that is none.
    Sequential(Bound),
    /// Each seat chooses by its own statistics, not knowing what the others choose.
    Decoupled(Bound, Final),
    /// EXP3 for each seat.
    Exp3 {
        /// γ: share of the choices made uniformly, in [0, 1].
        gamma: f64,
        /// η: what estimated sums are multiplied with, above 0.
        eta: f64,
        /// Whether rewards count by how much they are above the position's mean: the estimates stay true to each other, and vary
        /// much less.
        centred: bool,
    },
    /// Regret matching for each seat.
    RegretMatching {
        /// γ: share of the choices made uniformly, in [0, 1].
        gamma: f64,
    },
    /// Any move; the most visited of them is then as random as it can be, so the best mean is played.
    Random,
    /// [`Rule::Sequential`] with UCB1-Tuned while opponents are more than `near` steps apart, as the game measures it (or
    /// does not), [`Rule::RegretMatching`] otherwise. Decided once per search.
    Hybrid {
        /// Most steps at which opponents are near each other.
        near: u32,
        /// γ of regret matching.
        gamma: f64,
    },
}

/// An upper confidence bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// UCB1 with exploration constant `c` ≥ 0.
    Ucb1 {
        /// Exploration constant.
        c: f64,
    },
    /// UCB1-Tuned.
    Ucb1Tuned,
}

/// How the move that is played is taken from the visits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Final {
    /// The most visited.
    Max,
    /// Drawn with probabilities in proportion to the visits.
    Mix,
}

/// C of UCB1, as tuned for Tron.
pub const TRON_C: f64 = 13.2;
/// T, as tuned for Tron.
pub const TRON_T: u32 = 30;
/// γ of EXP3, as tuned for Tron.
pub const TRON_EXP3_GAMMA: f64 = 0.39;
/// γ of regret matching, as tuned for Tron.
pub const TRON_REGRET_GAMMA: f64 = 0.31;
/// Turns of a play-out between two predictions, as for Tron.
pub const TRON_EVERY: u32 = 5;

impl Rule {
    /// Which try of a combination makes a node of the position that it leads to: most are hardly ever tried again. Below the threshold
    /// moves are made at random with a node as without one, so a quarter of it may go by.
    pub(super) fn patience(self, threshold: u32) -> u32 {
        match self {
            Self::Sequential(_) | Self::Decoupled(..) => (threshold / 4).clamp(2, CHILD),
            _ => 2,
        }
    }
}

impl JointParams {
    /// A rule with what the paper used for Tron otherwise.
    #[must_use]
    pub fn new(rule: Rule) -> Self {
        Self { rule, threshold: TRON_T, expand: true, every: TRON_EVERY }
    }

    /// Whether the parameters keep to their ranges.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), ParamsError> {
        let share = |gamma: f64| (0.0..=1.0).contains(&gamma);
        let fits = match self.rule {
            Rule::Sequential(Bound::Ucb1 { c }) | Rule::Decoupled(Bound::Ucb1 { c }, _) => c.is_finite() && c >= 0.0,
            Rule::Sequential(Bound::Ucb1Tuned) | Rule::Decoupled(Bound::Ucb1Tuned, _) | Rule::Random => true,
            Rule::Exp3 { gamma, eta, .. } => share(gamma) && eta.is_finite() && eta > 0.0,
            Rule::RegretMatching { gamma } | Rule::Hybrid { gamma, .. } => share(gamma),
        };
        if fits {
            return Ok(());
        }
        Err(ParamsError::new("a search over joint turns needs c of 0 or more, gamma in 0 to 1 and eta above 0"))
    }
}
