//! Whole agents, and the roots and trees that agents are put together from.

use super::{C, Part, Place, RANDOM, real, whole};
use crate::search::params::{Amaf, ClockPolicy, FinalChoice, FirstPlay, RootPolicy, Schedule, TreePolicy};
use std::time::Duration;

/// √2, which is what Ludii's UCT explores with.
const SQRT_2: f32 = std::f32::consts::SQRT_2;

/// Everything that an agent may begin with where turns are taken in order.
pub(super) static AGENTS: &[Part] = &[
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
];
