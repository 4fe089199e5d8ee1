//! Everything that can be set about a search, in one plain struct. An agent is a preset of it.

pub use super::amaf::Amaf;
pub use super::cutoff::EarlyCutoff;
pub use super::features::Fast;
pub use super::ground::Feature;
use super::ground::Ground;
pub use super::implicit::Implicit;
use super::joint::{JointParams, Rule};
pub use super::moving::Moving;
pub use super::shaping::{Quality, Shaping};
pub use super::taste::Taste;
use crate::game::{Game, GameInfo, Measure};
use std::fmt;
use std::time::Duration;

/// The parameters of a search. [`Default`] is plain UCT.
#[derive(Debug, Clone, PartialEq)]
pub struct Params {
    /// How the first move of a simulation is chosen.
    pub root: RootPolicy,
    /// How moves below the root are chosen.
    pub tree: TreePolicy,
    /// Whether simulations are planned one by one or in recursive rounds.
    pub schedule: Schedule,
    /// What an untried move is worth to selection.
    pub first_play: FirstPlay,
    /// The share of wins, in [0, 1], above which a move stops the others of its position from being explored (sufficiency
    /// threshold, Gudmundsson and Björnsson 2013). Games without chance and with few outcomes only.
    pub sufficiency: Option<f32>,
    /// How older results are forgotten (moving average, Gudmundsson and Björnsson 2013). Games without chance and with few
    /// outcomes only.
    pub moving: Option<Moving>,
    /// What play-outs prefer, and with it which untried moves come first (MAST, NST); uniform where `None`.
    pub taste: Option<Taste>,
    /// How play-outs learn from the features of positions (FAST). Games without chance only, that draw their positions.
    pub fast: Option<Fast>,
    /// How a heuristic's minimax value is weighed in (implicit minimax backups). Two players, no chance.
    pub implicit: Option<Implicit>,
    /// Whether bounds of what positions are worth are backed up (score bounds); they need the solver. Two players, no chance.
    pub bounds: bool,
    /// How values from all moves as first are used (RAVE, GRAVE).
    pub amaf: Option<Amaf>,
    /// Weight of progressive history, above 0 (Nijssen and Winands 2011).
    pub history: Option<f32>,
    /// How rewards are shaped (relative and qualitative bonus).
    pub shaping: Option<Shaping>,
    /// When play-outs are cut early.
    pub cutoff: Option<EarlyCutoff>,
    /// Most plies of a play-out; the position reached then counts as it stands. 1 or more.
    pub playout_cap: u32,
    /// Which move is played in the end.
    pub choice: FinalChoice,
    /// Whether the part of the tree below the moves played is kept for the next search.
    pub reuse: bool,
    /// Whether equal positions share a node. Deterministic games only; elsewhere it has no effect.
    pub transpositions: bool,
    /// Whether proven wins, losses and draws are backed up and end the search. Deterministic games only; elsewhere it has no
    /// effect.
    pub solver: bool,
    /// Whether the tree is one of move sequences even where the game has no chance.
    pub open_loop: bool,
    /// Threads that share the tree. 1 or more; 1 is exactly reproducible under an iteration limit.
    pub threads: usize,
    /// Most bytes of the tree, after which it stops growing while the search goes on. Tree reuse needs up to as much again,
    /// while it copies the part that it keeps.
    pub memory: usize,
    /// How a clock for the game becomes a time for the move.
    pub clock: ClockPolicy,
    /// Whether techniques that a game does not allow are left out there, instead of being refused.
    pub fit: bool,
    /// How joint turns are searched; `None` for a search of one mover at a time.
    pub joint: Option<JointParams>,
}

/// Default of [`Params::playout_cap`]: longer than random games of most kinds, and a guard against those that never end.
pub const DEFAULT_PLAYOUT_CAP: u32 = 1000;
/// Default of [`Params::memory`]: 1 GiB.
pub const DEFAULT_MEMORY: usize = 1 << 30;

impl Default for Params {
    fn default() -> Self {
        Self {
            root: RootPolicy::Ucb1 { c: 1.0 },
            tree: TreePolicy::Ucb1 { c: 1.0 },
            schedule: Schedule::OneByOne,
            first_play: FirstPlay::Infinite,
            sufficiency: None,
            moving: None,
            taste: None,
            fast: None,
            implicit: None,
            bounds: false,
            amaf: None,
            history: None,
            shaping: None,
            cutoff: None,
            playout_cap: DEFAULT_PLAYOUT_CAP,
            choice: FinalChoice::Robust,
            reuse: false,
            transpositions: false,
            solver: false,
            open_loop: false,
            threads: 1,
            memory: DEFAULT_MEMORY,
            clock: ClockPolicy::Share,
            fit: false,
            joint: None,
        }
    }
}

/// Why parameters are refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamsError(String);

impl fmt::Display for ParamsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParamsError {}

impl ParamsError {
    pub(crate) fn new(reason: &str) -> Self {
        Self(reason.to_owned())
    }
}

impl Params {
    /// Whether the parameters fit together and keep to their ranges.
    ///
    /// # Errors
    /// The first thing that is wrong, and why.
    pub fn check(&self) -> Result<(), ParamsError> {
        let refuse = |reason: &str| Err(ParamsError(reason.to_owned()));
        let constants = [self.root.constant(), self.tree.constant()];
        if constants.iter().flatten().any(|c| !c.is_finite() || *c < 0.0) {
            return refuse("an exploration constant must be 0 or more");
        }
        if matches!(self.root, RootPolicy::Greedy { epsilon } if !(0.0..=1.0).contains(&epsilon)) {
            return refuse("the probability of exploring must be in 0 to 1");
        }
        if matches!(self.root, RootPolicy::SqrtHalving { k_min: 0, .. }) {
            return refuse("k_min must be at least 1: something must survive");
        }
        if matches!(self.first_play, FirstPlay::Value(value) if !(-1.0..=1.0).contains(&value)) {
            return refuse("first-play urgency must be in −1 to 1, as utilities are");
        }
        if self.sufficiency.is_some_and(|alpha| !(0.0..=1.0).contains(&alpha)) {
            return refuse("the sufficiency threshold is a share of wins, in 0 to 1");
        }
        if self.sufficiency.is_some() && self.schedule != Schedule::OneByOne {
            return refuse(
                "SHOT and H-MCTS divide simulations by halving, so a sufficiency threshold has nothing to change",
            );
        }
        let tuned_tree = matches!(self.tree, TreePolicy::Ucb1Tuned { .. });
        let bounded_root = self.root.constant().is_some();
        if bounded_root && matches!(self.root, RootPolicy::Ucb1Tuned { .. }) != tuned_tree {
            return refuse(
                "UCB1-Tuned keeps other statistics than UCB1 and UCB√: use it at the root and in the tree, or not at all",
            );
        }
        if self.amaf.is_some() || self.history.is_some() || self.implicit.is_some() {
            if self.tree == TreePolicy::Flat || self.schedule != Schedule::OneByOne {
                return refuse(
                    "RAVE, GRAVE, progressive history and implicit minimax change how a tree is chosen in, and here halving or chance does that",
                );
            }
            if tuned_tree {
                return refuse(
                    "UCB1-Tuned measures variances about plain means; drop it, or RAVE, GRAVE, progressive history and implicit minimax",
                );
            }
            if self.open_loop {
                return refuse("RAVE, GRAVE, progressive history and implicit minimax are not made for an open loop");
            }
        }
        if matches!(self.shaping, Some(Shaping { k, a, .. }) if k.is_nan() || k < 0.0 || a.is_some_and(|a| !(0.0..=1.0).contains(&a)))
        {
            return refuse("a bonus needs k of 0 or more and a in 0 to 1");
        }
        if self.shaping.is_some() && self.cutoff.is_some() {
            return refuse("a play-out that was cut has no end to measure: drop the bonus or the early cutoffs");
        }
        if self.shaping.is_some() && tuned_tree {
            return refuse("UCB1-Tuned supposes rewards in −1 to 1, and a bonus goes beyond them");
        }
        if matches!(self.taste, Some(Taste { tau, .. }) if tau.is_nan() || tau <= 0.0) {
            return refuse("the temperature of play-outs must be above 0");
        }
        if matches!(self.implicit, Some(Implicit { alpha, .. }) if !(0.0..=1.0).contains(&alpha)) {
            return refuse("the weight of implicit minimax is in 0 to 1");
        }
        if let Some(Fast { alpha, lambda, tau, every }) = self.fast {
            if !(alpha > 0.0 && alpha <= 1.0 && (0.0..=1.0).contains(&lambda) && tau > 0.0 && every > 0) {
                return refuse(
                    "FAST needs alpha above 0 and at most 1, lambda in 0 to 1, tau above 0 and every of 1 or more",
                );
            }
            if self.open_loop {
                return refuse("FAST replays simulations, which an open loop does not repeat");
            }
        }
        if self.bounds && (!self.solver || tuned_tree || self.tree == TreePolicy::Flat) {
            return refuse("score bounds go with the solver, in a tree that is chosen in by UCB1 or UCB√");
        }
        if let Some(Moving { lambda, .. }) = self.moving {
            if !(lambda > 0.0 && lambda <= 1.0) {
                return refuse("the weight of a moving average must be above 0 and at most 1");
            }
            if self.threads > 1 {
                return refuse("a moving average depends on the order of the results, so it runs on one thread");
            }
            if tuned_tree {
                return refuse("UCB1-Tuned measures variances about plain means; drop one of it and ma");
            }
        }
        if matches!(self.schedule, Schedule::Halving { threshold } if threshold < 2) {
            return refuse("the halving threshold must be at least 2: one simulation cannot be divided");
        }
        if self.schedule != Schedule::OneByOne && self.threads > 1 {
            return refuse("SHOT and H-MCTS plan their simulations one after the other, so they run on one thread");
        }
        if self.solver && self.transpositions {
            return refuse(
                "the solver cannot trust shared nodes, whose outcome may depend on the way they are reached; drop one of solver and tt",
            );
        }
        if self.open_loop && (self.solver || self.transpositions) {
            return refuse("an open loop has no positions, so it can neither prove nor share any");
        }
        if self.threads == 0 || self.threads > 256 {
            return refuse("threads must be 1 to 256");
        }
        if self.playout_cap == 0 {
            return refuse("a play-out needs at least 1 ply");
        }
        if let Some(joint) = &self.joint {
            joint.check()?;
            let unexplored = self.first_play == FirstPlay::Unexplored;
            let bounded = matches!(joint.rule, Rule::Sequential(_) | Rule::Decoupled(..) | Rule::Hybrid { .. });
            if unexplored && !bounded {
                return refuse("unexplored action urgency changes a bound, which this rule has not");
            }
            let shared = Self {
                first_play: if unexplored { FirstPlay::Unexplored } else { FirstPlay::Infinite },
                cutoff: self.cutoff,
                taste: self.taste,
                clock: self.clock,
                memory: self.memory,
                playout_cap: self.playout_cap,
                joint: self.joint,
                ..Self::default()
            };
            if *self != shared {
                return refuse(
                    "a search over joint turns takes only cap, cbt, ec, mast, memory, nst, think and uau from the other parts",
                );
            }
        }
        match self.clock {
            ClockPolicy::Fixed(time) if time.is_zero() => refuse("a thinking time must be more than 0 seconds"),
            ClockPolicy::Bonus { min, max, .. } if min.is_zero() || max < min => {
                refuse("clock bonus time needs 0 < min ≤ max")
            }
            _ => Ok(()),
        }
    }
}

impl Params {
    /// Whether selection looks at more than an edge's own statistics.
    pub(crate) fn enriches(&self) -> bool {
        self.amaf.is_some() || self.history.is_some() || self.implicit.is_some() || self.bounds
    }
}

/// Most outcomes that a game may have to be one with few.
const FEW_OUTCOMES: usize = 3;

impl Params {
    /// Whether a search with these parameters makes sense in a game.
    ///
    /// # Errors
    /// The first thing that does not, and why.
    pub fn check_for(&self, info: &GameInfo) -> Result<(), ParamsError> {
        let asks =
            [(self.sufficiency.is_some(), "a sufficiency threshold"), (self.moving.is_some(), "a moving average")];
        for (_, what) in asks.into_iter().filter(|(asked, _)| *asked) {
            if info.stochastic {
                return Err(ParamsError(format!(
                    "{what} supposes that means move to an outcome, and here chance keeps them between"
                )));
            }
            if info.outcomes.is_empty() || info.outcomes.len() > FEW_OUTCOMES {
                return Err(ParamsError(format!(
                    "{what} supposes that there are few outcomes, and here there are many"
                )));
            }
        }
        let opposed = [(self.implicit.is_some(), "implicit minimax"), (self.bounds, "score bounds")];
        for (_, what) in opposed.into_iter().filter(|(asked, _)| *asked) {
            if info.seats != 2 || info.stochastic {
                return Err(ParamsError(format!("{what} supposes two players whose interests oppose, and no chance")));
            }
        }
        if info.stochastic && self.fast.is_some() {
            return Err(ParamsError("FAST replays simulations, which chance does not repeat".to_owned()));
        }
        if info.stochastic && (self.amaf.is_some() || self.history.is_some()) {
            return Err(ParamsError(
                "RAVE, GRAVE and progressive history are not made for an open loop, which games with chance need"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// These parameters without the techniques that a game does not allow: those that suppose no chance, two players, few outcomes,
    /// or something to count.
    #[must_use]
    pub fn fitted<G: Game>(&self, game: &G) -> Self {
        let mut params = self.clone();
        let info = game.info();
        let counts = |what: Measure| game.measures(what);
        let few = !info.outcomes.is_empty() && info.outcomes.len() <= FEW_OUTCOMES;
        if info.stochastic || !few {
            params.sufficiency = None;
            params.moving = None;
        }
        if info.stochastic {
            params.amaf = None;
            params.history = None;
        }
        if info.stochastic || game.drawing().is_none() {
            params.fast = None;
        }
        if info.stochastic || info.seats != 2 {
            params.implicit = None;
            params.bounds = false;
        }
        params.implicit = params.implicit.filter(|implicit| counts(implicit.heuristic));
        params.shaping = params.shaping.filter(|shaping| match shaping.quality {
            Quality::Winner(what) => counts(what),
            Quality::Length => true,
            Quality::Losers(feature) => Ground::new(game, feature).is_some(),
        });
        params
    }

    /// Whether a game can count what these parameters ask for.
    ///
    /// # Errors
    /// What it cannot count.
    pub fn check_measures(&self, measures: impl Fn(Measure) -> bool) -> Result<(), ParamsError> {
        let quality = match self.shaping {
            Some(Shaping { quality: Quality::Winner(what), .. }) => Some(what),
            _ => None,
        };
        let asked = [quality, self.implicit.map(|implicit| implicit.heuristic)];
        match asked.into_iter().flatten().find(|&what| !measures(what)) {
            Some(what) => {
                let name = Measure::ALL.iter().find(|(_, known)| *known == what).map_or("that", |(name, _)| name);
                Err(ParamsError(format!("this game cannot count {name}")))
            }
            None => Ok(()),
        }
    }
}

/// How the first move of a simulation is chosen. The tree policy is chosen apart (Tolpin and Shimony's SR+CR: minimise
/// simple regret at the root, cumulative regret below).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RootPolicy {
    /// UCB1 with exploration constant `c` ≥ 0 (Auer et al. 2002).
    Ucb1 {
        /// Exploration constant.
        c: f32,
    },
    /// UCB1-Tuned (Auer et al. 2002), its exploration term times `c` ≥ 0.
    Ucb1Tuned {
        /// Factor of the exploration term.
        c: f32,
    },
    /// UCB√ with exploration constant `c` ≥ 0 (Tolpin and Shimony 2012).
    UcbSqrt {
        /// Exploration constant.
        c: f32,
    },
    /// With probability `epsilon` any other move, else the best so far (Tolpin and Shimony 2012; ½-greedy is ε = 0.5).
    Greedy {
        /// Probability of exploring, in [0, 1].
        epsilon: f32,
    },
    /// All moves in turn: flat Monte-Carlo.
    Uniform,
    /// Sequential Halving (Karnin et al. 2013).
    SequentialHalving,
    /// UCB√ over the moves that Sequential Halving's schedule has left, never fewer than `k_min` ≥ 1 of them (Putrich,
    /// Tavares and Meneguzzi 2023: UCT√SH).
    SqrtHalving {
        /// Exploration constant.
        c: f32,
        /// Fewest moves left.
        k_min: usize,
    },
}

impl RootPolicy {
    /// The exploration constant, for policies that are bounds.
    fn constant(self) -> Option<f32> {
        match self {
            Self::Ucb1 { c } | Self::Ucb1Tuned { c } | Self::UcbSqrt { c } | Self::SqrtHalving { c, .. } => Some(c),
            Self::Greedy { .. } | Self::Uniform | Self::SequentialHalving => None,
        }
    }
}

impl TreePolicy {
    /// The exploration constant.
    fn constant(self) -> Option<f32> {
        match self {
            Self::Flat => None,
            Self::Ucb1 { c } | Self::Ucb1Tuned { c } | Self::UcbSqrt { c } => Some(c),
        }
    }
}

/// How moves below the root are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TreePolicy {
    /// There is no tree below the root: a play-out follows its first move.
    Flat,
    /// UCB1 with exploration constant `c` ≥ 0.
    Ucb1 {
        /// Exploration constant.
        c: f32,
    },
    /// UCB1-Tuned, its exploration term times `c` ≥ 0.
    Ucb1Tuned {
        /// Factor of the exploration term.
        c: f32,
    },
    /// UCB√ with exploration constant `c` ≥ 0.
    UcbSqrt {
        /// Exploration constant.
        c: f32,
    },
}

/// How simulations are planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// Each simulation starts at the root and follows the policies.
    OneByOne,
    /// Sequential Halving applied to trees (Cazenave 2014): nodes with a budget of at least `threshold` simulations divide it
    /// among their moves by halving. Below that a node's simulations follow the tree policy, which makes it H-MCTS (Pepels et
    /// al. 2014); with [`TreePolicy::Flat`] they are play-outs, which makes it SHOT. Runs on one thread.
    Halving {
        /// Fewest simulations that are divided by halving, 2 or more.
        threshold: u64,
    },
}

/// What an untried move is worth to selection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FirstPlay {
    /// Everything: all moves are tried before any is tried again.
    Infinite,
    /// As much as the position it is played in, as if it had been visited once.
    Parent,
    /// As [`FirstPlay::Parent`], but with one more, lost, visit to the position, as Ludii's UCT sees it because of its virtual
    /// loss.
    ParentOneLost,
    /// A constant in [−1, 1], as if it had been visited once.
    Value(f32),
    /// A draw, as if it had been visited once, and less as fewer moves are untried (unexplored action urgency, Finnsson 2012).
    Unexplored,
}

/// Which move is played in the end. Ties are broken by the other criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinalChoice {
    /// The highest mean.
    Max,
    /// The most visits.
    Robust,
    /// The highest mean among the moves with at least half of the most visits. (Chaslot et al. 2008 search on until one move
    /// is best by both; a limit does not allow for that.)
    MaxRobust,
}

/// How a clock for the game becomes a time for the move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ClockPolicy {
    /// An equal share for each own move that is left, as far as play-outs tell.
    Share,
    /// So much for each move, as far as the clock allows.
    Fixed(Duration),
    /// Clock bonus time (Putrich, Tavares and Meneguzzi 2023, eq. 4).
    Bonus {
        /// τ_min: what every move gets.
        min: Duration,
        /// τ_max: the most that a move gets.
        max: Duration,
        /// Whether τ_min and bonus are cut to a share of what is left, so that the clock lasts whatever the game.
        careful: bool,
    },
}
