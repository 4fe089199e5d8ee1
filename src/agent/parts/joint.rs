//! Agents for games in which several move at once.

use super::{Argument, Part, Place, real, whole, word};
use crate::search::joint::{
    Bound, Final, JointParams, Rule, TRON_C, TRON_EVERY, TRON_EXP3_GAMMA, TRON_REGRET_GAMMA, TRON_T,
};

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

/// One row for each rule.
pub(super) static AGENTS: &[Part] = &[
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
];
