//! What may be added to an agent.

use super::{Argument, Part, Place, real, whole, word};
use crate::game::Measure;
use crate::search::params::{
    Amaf, ClockPolicy, EarlyCutoff, Fast, Feature, FinalChoice, FirstPlay, Implicit, Moving, Quality, Shaping, Taste,
};
use std::time::Duration;

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
/// Guided plies of a play-out with MAST: few, so that they cost little where moves are cheap.
const MAST_DEPTH: f64 = 5.0;

/// One row for each, in alphabetical order.
pub(super) static EXTRAS: &[Part] = &[
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
