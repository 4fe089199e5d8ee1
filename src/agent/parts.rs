//! The parts that agents are made of: one table, from which texts are parsed, checked and listed.
//!
//! To add a part, add a row: its name, what it may follow, its arguments with range and default, one line and its paper, and
//! what it sets.

use crate::game::Measure;
use crate::search::joint::{
    Bound, Final, JointParams, Rule, TRON_C, TRON_EVERY, TRON_EXP3_GAMMA, TRON_REGRET_GAMMA, TRON_T,
};
use crate::search::params::{
    Amaf, ClockPolicy, EarlyCutoff, Fast, Feature, FinalChoice, FirstPlay, Implicit, Moving, Params, Quality,
    RootPolicy, Schedule, Shaping, Taste, TreePolicy,
};
use std::time::Duration;

/// Where a part may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// First: a whole agent.
    Base,
    /// First, with a tree part right after it: how the root is chosen at.
    Root,
    /// First on its own, or right after a [`Place::Root`] part: how the tree is chosen in.
    Tree,
    /// After the others, in any order, once.
    Extra,
}

/// An argument of a part.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// Its value where it is not given.
    pub default: f64,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// Whether it is a whole number.
    pub whole: bool,
    /// The words that it is one of, where it is no number; its value is then the place among them.
    pub words: &'static [&'static str],
}

impl Argument {
    /// A value as it is written.
    #[must_use]
    pub fn text(&self, value: f64) -> String {
        self.words.get(value as usize).map_or_else(|| value.to_string(), |word| (*word).to_owned())
    }
}

/// A part.
#[derive(Debug)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Where it may stand.
    pub place: Place,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// What it does, in one line.
    pub line: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Sets the parameters; the values are those of the arguments, in order.
    pub(super) set: fn(&mut Params, &[f64]),
}

const fn real(name: &'static str, default: f64, min: f64, max: f64) -> Argument {
    Argument { name, default, min, max, whole: false, words: &[] }
}

/// An argument that is one of some words, the first by default.
const fn word(name: &'static str, words: &'static [&'static str]) -> Argument {
    Argument { name, default: 0.0, min: 0.0, max: words.len() as f64 - 1.0, whole: true, words }
}

const fn whole(name: &'static str, default: f64, min: f64, max: f64) -> Argument {
    Argument { name, default, min, max, whole: true, words: &[] }
}

/// The measures by name, in the order of [`Measure::ALL`].
const MEASURES: &[&str] = &["material", "mobility", "score"];
/// The same, and what a board tells of the losers.
const QUALITIES: &[&str] = &["material", "mobility", "score", "home", "row"];
/// The measures, and none.
const GOALS: &[&str] = &["material", "mobility", "score", "none"];

/// The measure at a place of [`MEASURES`].
fn measure(place: f64) -> Option<Measure> {
    Measure::ALL.get(place as usize).map(|(_, measure)| *measure)
}

/// The greatest bonus: 0 stands for the one worked out online.
const A: Argument = real("a", 0.0, 0.0, 1.0);

fn fixed(a: f64) -> Option<f32> {
    (a > 0.0).then_some(a as f32)
}

const C: Argument = real("c", 1.0, 0.0, 100.0);

/// Guided plies of a play-out with MAST: few, so that they cost little where moves are cheap.
const MAST_DEPTH: f64 = 5.0;
/// T of bounds over joint turns.
const T: Argument = whole("t", TRON_T as f64, 0.0, 1e9);
/// Whether predicted positions end the tree.
const EXPAND: Argument = whole("expand", 1.0, 0.0, 1.0);
/// Turns of a play-out between predictions; 0 for none.
const EVERY: Argument = whole("every", TRON_EVERY as f64, 0.0, 1e6);
const JOINT_C: Argument = real("c", TRON_C, 0.0, 1000.0);
const ETA: Argument = real("eta", 1.0, 1e-9, 1000.0);
const fn gamma(default: f64) -> Argument {
    real("gamma", default, 0.0, 1.0)
}

/// The paper that the agents for joint turns come from.
const TRON: &str = "Tron study 2013";

/// Parameters for joint turns; the values end with `expand` and `every`.
fn joint(rule: Rule, threshold: f64, values: &[f64]) -> Option<JointParams> {
    let [.., expand, every] = values else { return None };
    Some(JointParams { rule, threshold: threshold as u32, expand: *expand != 0.0, every: *every as u32 })
}

/// √2, which is what Ludii's UCT explores with.
const SQRT_2: f32 = std::f32::consts::SQRT_2;

/// The agent without a search has a row so that it is listed, but sets nothing.
pub(super) const RANDOM: &str = "random";

/// Every part.
pub static PARTS: &[Part] = &[
    Part { name: RANDOM, place: Place::Base, arguments: &[], line: "any legal move", paper: "", set: |_, _| {} },
    Part {
        name: "flat-mc",
        place: Place::Base,
        arguments: &[],
        line: "flat Monte-Carlo: all moves sampled alike, the best mean is played",
        paper: "Abramson 1990",
        set: |params, _| {
            params.root = RootPolicy::Uniform;
            params.tree = TreePolicy::Flat;
            params.choice = FinalChoice::Max;
        },
    },
    Part {
        name: "uct",
        place: Place::Tree,
        arguments: &[C],
        line: "UCB1 with exploration constant c; at the root too, unless another part comes first",
        paper: "Kocsis and Szepesvári 2006",
        set: |params, values| {
            let c = values[0] as f32;
            params.root = RootPolicy::Ucb1 { c };
            params.tree = TreePolicy::Ucb1 { c };
        },
    },
    Part {
        name: "uct-tuned",
        place: Place::Base,
        arguments: &[C],
        line: "UCB1-Tuned at the root and in the tree",
        paper: "Auer et al. 2002",
        set: |params, values| {
            let c = values[0] as f32;
            params.root = RootPolicy::Ucb1Tuned { c };
            params.tree = TreePolicy::Ucb1Tuned { c };
        },
    },
    Part {
        name: "ucb-sqrt",
        place: Place::Root,
        arguments: &[C],
        line: "UCB√ at the root: explores more than UCB1",
        paper: "Tolpin and Shimony 2012; Putrich et al. 2023 §3.1",
        set: |params, values| params.root = RootPolicy::UcbSqrt { c: values[0] as f32 },
    },
    Part {
        name: "half-greedy",
        place: Place::Root,
        arguments: &[real("epsilon", 0.5, 0.0, 1.0)],
        line: "at the root the best move so far, or with probability epsilon another",
        paper: "Tolpin and Shimony 2012; Putrich et al. 2023 §3.1",
        set: |params, values| params.root = RootPolicy::Greedy { epsilon: values[0] as f32 },
    },
    Part {
        name: "halving",
        place: Place::Root,
        arguments: &[],
        line: "Sequential Halving at the root",
        paper: "Karnin et al. 2013",
        set: |params, _| {
            params.root = RootPolicy::SequentialHalving;
            params.choice = FinalChoice::Max;
        },
    },
    Part {
        name: "flat-halving",
        place: Place::Base,
        arguments: &[],
        line: "Sequential Halving at the root, play-outs below",
        paper: "Karnin et al. 2013; Putrich et al. 2023 Algorithm 1",
        set: |params, _| {
            params.root = RootPolicy::SequentialHalving;
            params.tree = TreePolicy::Flat;
            params.choice = FinalChoice::Max;
        },
    },
    Part {
        name: "uct-sqrt-sh",
        place: Place::Base,
        arguments: &[C, whole("kmin", 4.0, 1.0, 1e6)],
        line: "UCT√SH: UCB√ at the root over the moves that halving leaves (kmin or more), UCB1 below",
        paper: "Putrich et al. 2023 Algorithm 3",
        set: |params, values| {
            let c = values[0] as f32;
            params.root = RootPolicy::SqrtHalving { c, k_min: values[1] as usize };
            params.tree = TreePolicy::Ucb1 { c };
        },
    },
    Part {
        name: "shot",
        place: Place::Base,
        arguments: &[],
        line: "Sequential Halving applied to trees",
        paper: "Cazenave 2014",
        set: |params, _| {
            params.tree = TreePolicy::Flat;
            params.schedule = Schedule::Halving { threshold: 2 };
            params.choice = FinalChoice::Max;
        },
    },
    Part {
        name: "h-mcts",
        place: Place::Base,
        arguments: &[C, whole("threshold", 50.0, 2.0, 1e9)],
        line: "hybrid of SHOT (for budgets of threshold or more) and UCT",
        paper: "Pepels et al. 2014; Putrich et al. 2023 §3.2",
        set: |params, values| {
            params.tree = TreePolicy::Ucb1 { c: values[0] as f32 };
            params.schedule = Schedule::Halving { threshold: values[1] as u64 };
            params.choice = FinalChoice::Max;
        },
    },
    Part {
        name: "kilothon-uct",
        place: Place::Base,
        arguments: &[],
        line: "UCT as Ludii has it: c = √2, play-outs of 200 plies, tree reuse, 0.5 s a move",
        paper: "Ludii 1.3.14; the opponent in Putrich et al. 2023 §5.2",
        set: |params, _| {
            params.root = RootPolicy::Ucb1 { c: SQRT_2 };
            params.tree = TreePolicy::Ucb1 { c: SQRT_2 };
            params.first_play = FirstPlay::ParentOneLost;
            params.playout_cap = 200;
            params.reuse = true;
            params.clock = ClockPolicy::Fixed(Duration::from_millis(500));
        },
    },
    Part {
        name: "halfling",
        place: Place::Base,
        arguments: &[],
        line: "the default: uct(c=0.8)+grave+sb+reuse+cap(plies=200)+cbt+fit, found by measurement (docs/techniques.md)",
        paper: "",
        set: |params, _| {
            params.root = RootPolicy::Ucb1 { c: 0.8 };
            params.tree = TreePolicy::Ucb1 { c: 0.8 };
            params.amaf = Some(Amaf::Grave { reference: 50, bias: 1e-5 });
            // In the largest games a play-out to the end takes seconds.
            params.playout_cap = 200;
            params.solver = true;
            params.bounds = true;
            params.reuse = true;
            params.fit = true;
            let [min, max] = [500, 2000].map(Duration::from_millis);
            params.clock = ClockPolicy::Bonus { min, max, careful: true };
        },
    },
    Part {
        name: "ducb1-tuned-max",
        place: Place::Base,
        arguments: &[T, EXPAND, EVERY],
        line: "joint turns: decoupled UCB1-Tuned, the most visited move is played",
        paper: TRON,
        set: |params, values| {
            params.joint = joint(Rule::Decoupled(Bound::Ucb1Tuned, Final::Max), values[0], values);
        },
    },
    Part {
        name: "ducb1-tuned-mix",
        place: Place::Base,
        arguments: &[T, EXPAND, EVERY],
        line: "joint turns: decoupled UCB1-Tuned, the move is drawn in proportion to visits",
        paper: TRON,
        set: |params, values| {
            params.joint = joint(Rule::Decoupled(Bound::Ucb1Tuned, Final::Mix), values[0], values);
        },
    },
    Part {
        name: "duct-max",
        place: Place::Base,
        arguments: &[JOINT_C, T, EXPAND, EVERY],
        line: "joint turns: decoupled UCT with rewards in 0 to 1, the most visited move is played",
        paper: "Finnsson 2007; Tron study 2013",
        set: |params, values| {
            params.joint = joint(Rule::Decoupled(Bound::Ucb1 { c: values[0] }, Final::Max), values[1], values);
        },
    },
    Part {
        name: "duct-mix",
        place: Place::Base,
        arguments: &[JOINT_C, T, EXPAND, EVERY],
        line: "joint turns: decoupled UCT, the move is drawn in proportion to visits",
        paper: "Lanctot et al. 2013; Tron study 2013",
        set: |params, values| {
            params.joint = joint(Rule::Decoupled(Bound::Ucb1 { c: values[0] }, Final::Mix), values[1], values);
        },
    },
    Part {
        name: "exp3",
        place: Place::Base,
        arguments: &[gamma(TRON_EXP3_GAMMA), ETA, word("base", &["none", "mean"]), EXPAND, EVERY],
        line: "joint turns: EXP3, the move is drawn in proportion to visits; base=mean counts rewards from their mean",
        paper: "Teytaud and Flory 2011; Tron study 2013",
        set: |params, values| {
            params.joint =
                joint(Rule::Exp3 { gamma: values[0], eta: values[1], centred: values[2] != 0.0 }, 0.0, values);
        },
    },
    Part {
        name: "hybrid",
        place: Place::Base,
        arguments: &[whole("near", 5.0, 0.0, 1e6), gamma(TRON_REGRET_GAMMA), T, EXPAND, EVERY],
        line: "joint turns: seq-ucb1-tuned while opponents are more than near steps apart, else regret-matching",
        paper: "proposed in the Tron study 2013 §7",
        set: |params, values| {
            let rule = Rule::Hybrid { near: values[0] as u32, gamma: values[1] };
            params.joint = joint(rule, values[2], values);
        },
    },
    Part {
        name: "joint-random",
        place: Place::Base,
        arguments: &[EXPAND, EVERY],
        line: "joint turns: a tree in which any move is chosen, the best mean is played; an opponent to tune against",
        paper: "Tron study 2013 §6.1",
        set: |params, values| params.joint = joint(Rule::Random, 0.0, values),
    },
    Part {
        name: "regret-matching",
        place: Place::Base,
        arguments: &[gamma(TRON_REGRET_GAMMA), EXPAND, EVERY],
        line: "joint turns: regret matching, the move is drawn in proportion to visits",
        paper: "Lanctot et al. 2013; Tron study 2013",
        set: |params, values| {
            params.joint = joint(Rule::RegretMatching { gamma: values[0] }, 0.0, values);
        },
    },
    Part {
        name: "seq-ucb1-tuned",
        place: Place::Base,
        arguments: &[T, EXPAND, EVERY],
        line: "joint turns taken in sequence, own move first: UCB1-Tuned",
        paper: TRON,
        set: |params, values| params.joint = joint(Rule::Sequential(Bound::Ucb1Tuned), values[0], values),
    },
    Part {
        name: "seq-uct",
        place: Place::Base,
        arguments: &[JOINT_C, T, EXPAND, EVERY],
        line: "joint turns taken in sequence, own move first: UCT with rewards in 0 to 1",
        paper: "Den Teuling and Winands 2012; Tron study 2013",
        set: |params, values| {
            params.joint = joint(Rule::Sequential(Bound::Ucb1 { c: values[0] }), values[1], values);
        },
    },
    Part {
        name: "cap",
        place: Place::Extra,
        arguments: &[whole("plies", 1000.0, 1.0, 1e9)],
        line: "most plies of a play-out",
        paper: "",
        set: |params, values| params.playout_cap = values[0] as u32,
    },
    Part {
        name: "cbt",
        place: Place::Extra,
        arguments: &[real("min", 0.5, 1e-3, 1e6), real("max", 2.0, 1e-3, 1e6), whole("careful", 1.0, 0.0, 1.0)],
        line: "clock bonus time: min seconds a move, up to max where the game's clock allows, and less where it would run out; careful=0 is as the paper has it",
        paper: "Putrich et al. 2023 §4.2",
        set: |params, values| {
            let [min, max] = [values[0], values[1]].map(Duration::from_secs_f64);
            params.clock = ClockPolicy::Bonus { min, max, careful: values[2] > 0.0 };
        },
    },
    Part {
        name: "ec",
        place: Place::Extra,
        arguments: &[
            word("goal", GOALS),
            whole("samples", 100.0, 2.0, 1e6),
            real("threshold", 1000.0, 0.0, 1e6),
            whole("steps", 10.0, 0.0, 1e6),
        ],
        line: "early cutoffs: play-outs end where the goal value is stable, or a third into the interval of ends",
        paper: "Finnsson 2012",
        set: |params, values| {
            params.cutoff = Some(EarlyCutoff {
                goal: measure(values[0]),
                samples: values[1] as u32,
                threshold: values[2] as f32,
                steps: values[3] as u32,
            });
        },
    },
    Part {
        name: "fast",
        place: Place::Extra,
        arguments: &[
            real("alpha", 0.02, 1e-6, 1.0),
            real("lambda", 0.9, 0.0, 1.0),
            real("tau", 0.1, 1e-3, 100.0),
            whole("every", 64.0, 1.0, 1e6),
        ],
        line: "FAST: play-outs prefer moves that change the pieces and where they stand for the better; TD(lambda), one simulation in every",
        paper: "Finnsson and Björnsson 2010",
        set: |params, values| {
            params.fast = Some(Fast {
                alpha: values[0] as f32,
                lambda: values[1] as f32,
                tau: values[2] as f32,
                every: values[3] as u32,
            });
        },
    },
    Part {
        name: "final-max",
        place: Place::Extra,
        arguments: &[],
        line: "plays the move with the highest mean",
        paper: "Chaslot et al. 2008",
        set: |params, _| params.choice = FinalChoice::Max,
    },
    Part {
        name: "final-max-robust",
        place: Place::Extra,
        arguments: &[],
        line: "plays the highest mean among the moves with at least half of the most visits",
        paper: "after Chaslot et al. 2008",
        set: |params, _| params.choice = FinalChoice::MaxRobust,
    },
    Part {
        name: "final-robust",
        place: Place::Extra,
        arguments: &[],
        line: "plays the move with the most visits",
        paper: "Chaslot et al. 2008",
        set: |params, _| params.choice = FinalChoice::Robust,
    },
    Part {
        name: "fit",
        place: Place::Extra,
        arguments: &[],
        line: "leaves out the techniques that a game does not allow, instead of refusing the game",
        paper: "",
        set: |params, _| params.fit = true,
    },
    Part {
        name: "fpu",
        place: Place::Extra,
        arguments: &[real("value", 0.0, -1.0, 1.0)],
        line: "first-play urgency: what an untried move counts as",
        paper: "Gelly and Wang 2006",
        set: |params, values| params.first_play = FirstPlay::Value(values[0] as f32),
    },
    Part {
        name: "fpu-parent",
        place: Place::Extra,
        arguments: &[],
        line: "an untried move counts as much as the position that it is played in",
        paper: "Gelly and Wang 2006",
        set: |params, _| params.first_play = FirstPlay::Parent,
    },
    Part {
        name: "grave",
        place: Place::Extra,
        arguments: &[whole("ref", 50.0, 0.0, 1e9), real("bias", 1e-5, 0.0, 1.0)],
        line: "GRAVE: as rave, with the values of the nearest position visited ref times",
        paper: "Cazenave 2015",
        set: |params, values| {
            params.amaf = Some(Amaf::Grave { reference: values[0] as u32, bias: values[1] as f32 });
        },
    },
    Part {
        name: "im",
        place: Place::Extra,
        arguments: &[real("alpha", 0.2, 0.0, 1.0), word("heuristic", MEASURES)],
        line: "implicit minimax: moves are credited with alpha times the minimax of a heuristic below them; two players, no chance",
        paper: "Lanctot et al. 2014",
        set: |params, values| {
            let implicit = |heuristic| Implicit { alpha: values[0] as f32, heuristic };
            params.implicit = measure(values[1]).map(implicit);
        },
    },
    Part {
        name: "ma",
        place: Place::Extra,
        arguments: &[whole("m", 30.0, 0.0, 1e9), real("lambda", 0.05, 1e-6, 1.0)],
        line: "moving average: from the m-th result of a move on, each new one has weight lambda",
        paper: "Gudmundsson and Björnsson 2013",
        set: |params, values| {
            params.moving = Some(Moving { after: values[0] as u32, lambda: values[1] as f32 });
        },
    },
    Part {
        name: "mast",
        place: Place::Extra,
        arguments: &[real("tau", 0.2, 1e-3, 100.0), whole("depth", MAST_DEPTH, 0.0, 1e6)],
        line: "MAST: play-outs prefer moves that did well anywhere, in their first depth plies, and learn from those; depth=1000000 is as the paper has it",
        paper: "Finnsson and Björnsson 2008",
        set: |params, values| {
            params.taste = Some(Taste { grams: 1, tau: values[0] as f32, depth: values[1] as u32 });
        },
    },
    Part {
        name: "memory",
        place: Place::Extra,
        arguments: &[real("mb", 1024.0, 1e-3, 1e6)],
        line: "most megabytes of the tree; then it stops growing, and the search goes on",
        paper: "",
        set: |params, values| params.memory = (values[0] * 1_048_576.0) as usize,
    },
    Part {
        name: "nst",
        place: Place::Extra,
        arguments: &[real("tau", 0.2, 1e-3, 100.0), whole("n", 3.0, 2.0, 3.0), whole("depth", 1e6, 0.0, 1e6)],
        line: "NST: play-outs prefer moves that ended sequences of up to n well",
        paper: "Tak et al. 2012",
        set: |params, values| {
            let [tau, n, depth] = [values[0], values[1], values[2]];
            params.taste = Some(Taste { grams: n as u32, tau: tau as f32, depth: depth as u32 });
        },
    },
    Part {
        name: "open-loop",
        place: Place::Extra,
        arguments: &[],
        line: "a tree of move sequences; games with chance have it anyway",
        paper: "Perez Liebana et al. 2015",
        set: |params, _| params.open_loop = true,
    },
    Part {
        name: "ph",
        place: Place::Extra,
        arguments: &[real("w", 1.0, 1e-3, 100.0)],
        line: "progressive history: new moves are credited with what they were worth anywhere, times w",
        paper: "Nijssen and Winands 2011",
        set: |params, values| params.history = Some(values[0] as f32),
    },
    Part {
        name: "qb",
        place: Place::Extra,
        arguments: &[real("k", 2.0, 0.0, 100.0), word("quality", QUALITIES), A],
        line: "qualitative bonus: a win counts more the more its winner has left, or the less its losers have at home or in a row; a = 0 is worked out online",
        paper: "Pepels et al. 2014",
        set: |params, values| {
            let losers = if values[1] as usize == 3 { Feature::Home } else { Feature::Row };
            let quality = measure(values[1]).map_or(Quality::Losers(losers), Quality::Winner);
            params.shaping = Some(Shaping { quality, k: values[0] as f32, a: fixed(values[2]) });
        },
    },
    Part {
        name: "rave",
        place: Place::Extra,
        arguments: &[real("k", 1000.0, 1.0, 1e9)],
        line: "RAVE: moves are credited with simulations in which they were made later",
        paper: "Gelly and Silver 2007; Finnsson and Björnsson 2010",
        set: |params, values| params.amaf = Some(Amaf::Rave { k: values[0] as f32 }),
    },
    Part {
        name: "rb",
        place: Place::Extra,
        arguments: &[real("k", 2.0, 0.0, 100.0), A],
        line: "relative bonus: a win counts more the sooner it comes; a = 0 is worked out online",
        paper: "Pepels et al. 2014",
        set: |params, values| {
            params.shaping = Some(Shaping { quality: Quality::Length, k: values[0] as f32, a: fixed(values[1]) });
        },
    },
    Part {
        name: "reuse",
        place: Place::Extra,
        arguments: &[],
        line: "keeps the part of the tree that is still of use after a move",
        paper: "",
        set: |params, _| params.reuse = true,
    },
    Part {
        name: "sb",
        place: Place::Extra,
        arguments: &[],
        line: "score bounds: the solver, and moves that can bring no more than is certain are left alone; two players, no chance",
        paper: "Cazenave and Saffidine 2010",
        set: |params, _| {
            params.solver = true;
            params.bounds = true;
        },
    },
    Part {
        name: "solver",
        place: Place::Extra,
        arguments: &[],
        line: "backs up proven wins, losses and draws, and stops once the position is proven",
        paper: "Winands et al. 2008",
        set: |params, _| params.solver = true,
    },
    Part {
        name: "st",
        place: Place::Extra,
        arguments: &[real("alpha", 0.6, 0.0, 1.0)],
        line: "sufficiency threshold: a move that wins more than alpha of its simulations is not left for others",
        paper: "Gudmundsson and Björnsson 2013",
        set: |params, values| params.sufficiency = Some(values[0] as f32),
    },
    Part {
        name: "think",
        place: Place::Extra,
        arguments: &[real("time", 0.5, 1e-3, 1e6)],
        line: "seconds a move under a clock for the game",
        paper: "",
        set: |params, values| params.clock = ClockPolicy::Fixed(Duration::from_secs_f64(values[0])),
    },
    Part {
        name: "threads",
        place: Place::Extra,
        arguments: &[whole("n", 2.0, 1.0, 256.0)],
        line: "threads that share the tree, with virtual loss",
        paper: "Chaslot et al. 2008",
        set: |params, values| params.threads = values[0] as usize,
    },
    Part {
        name: "tt",
        place: Place::Extra,
        arguments: &[],
        line: "transpositions: equal positions share a node",
        paper: "Childs et al. 2008",
        set: |params, _| params.transpositions = true,
    },
    Part {
        name: "uau",
        place: Place::Extra,
        arguments: &[],
        line: "unexplored action urgency: an untried move counts as drawn, and less as fewer are left",
        paper: "Finnsson 2012",
        set: |params, _| params.first_play = FirstPlay::Unexplored,
    },
];
