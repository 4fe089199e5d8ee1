//! What the rules of a game use, as far as its tree tells before it is compiled.

use super::game::walk;
use crate::lud::board::SiteType;
use crate::lud::play::layout::Plane;
use crate::lud::play::rules::Features;
use crate::lud::tree::{Call, Value};
use std::collections::HashSet;

/// Site types that the rules name besides the default.
pub(super) fn used_types(game: &Call, default: SiteType) -> Vec<SiteType> {
    let mut used = HashSet::new();
    walk(game, &mut |call| {
        for slot in &call.slots {
            if let Value::Constant("SiteType", name) = slot.value {
                used.insert(name);
            }
        }
    });
    [(SiteType::Cell, "Cell"), (SiteType::Vertex, "Vertex"), (SiteType::Edge, "Edge")]
        .into_iter()
        .filter(|(kind, name)| *kind != default && used.contains(name))
        .map(|(kind, _)| kind)
        .collect()
}

/// Whether a slot is filled with something else than `False`.
fn given(call: &Call, slot: &str) -> bool {
    !matches!(call.get(slot), Value::Empty | Value::Bool(false))
}

/// Whether a ludeme makes the game one of stacks.
fn stacks(call: &Call) -> bool {
    match (call.name(), call.keyword()) {
        ("Place", Some("Stack")) | ("Count" | "Size", Some("Stack")) | ("Where", Some("Level")) => true,
        ("Place", Some("Random")) => !call.get("where").is_empty(),
        ("ForEach", Some("Piece")) => !call.get("top").is_empty(),
        ("TopLevel" | "Deck" | "Card", _) => true,
        ("Level", _) => call.class.contains("iterator"),
        ("Board" | "MancalaBoard" | "Boardless" | "SurakartaBoard", _) => given(call, "largeStack"),
        ("Move", Some("Add")) | ("Add", _) if call.class.contains("moves") => {
            given(call, "stack") || call.get("to").call().is_some_and(|to| !to.get("level").is_empty())
        }
        ("Move", Some("Step" | "Slide" | "Hop")) | ("Step" | "Slide" | "Hop", _) => given(call, "stack"),
        ("Move" | "FromTo", _) => {
            given(call, "stack") || call.get("from").call().is_some_and(|from| !from.get("level").is_empty())
        }
        _ => false,
    }
}

/// Whether a ludeme makes the game one in which sites hold several pieces of a kind.
fn counts(call: &Call) -> bool {
    match (call.name(), call.keyword()) {
        ("Hand" | "Dice" | "Deck" | "Sow" | "HandSite", _) => true,
        ("Set", Some("Count")) => call.class.contains("start"),
        ("Count", _) => {
            let kind = call.keyword();
            matches!(kind, None | Some("Cell" | "Vertex" | "Edge")) && call.class.contains("count")
        }
        ("Place", None | Some("Cell" | "Vertex" | "Edge")) => {
            let count = call.get("count").int().or_else(|| call.get("counts").elements().first()?.int());
            count.map_or(!call.get("count").is_empty(), |count| count > 1)
        }
        ("Move", Some("Add")) | ("Add", _) if call.class.contains("moves") => {
            !given(call, "stack") && !matches!(call.get("count"), Value::Empty | Value::Int(1))
        }
        _ => false,
    }
}

/// Whether the end rules ask whether the next player has a move, and no other rule asks about that, or about what changes with
/// the turn but the players and the phase.
fn asks_next_only_at_end(game: &Call) -> bool {
    let asks_next = |call: &Call| {
        call.name() == "No" && call.keyword() == Some("Moves") && call.get("playerFn").constant() == Some("Next")
    };
    let hinders = |call: &Call| {
        matches!(
            (call.name(), call.keyword()),
            ("No", Some("Moves"))
                | ("Count", Some("Turns" | "MovesThisTurn"))
                | ("Counter", _)
                | ("Is", Some("Repeat" | "Cycle"))
        )
    };
    let (mut asked, mut all, mut at_end) = (false, 0, 0);
    walk(game, &mut |call| {
        all += usize::from(hinders(call));
        if call.name() == "End" {
            walk(call, &mut |inner| {
                at_end += usize::from(hinders(inner));
                asked |= asks_next(inner);
            });
        }
    });
    asked && all == at_end
}

/// Whether chance decides nothing but the start and what follows upon moves, and no moves are tried out with what follows.
fn chance_only_follows(value: &Value) -> bool {
    let call = match value {
        Value::Call(call) => call,
        Value::Array(values) => return values.iter().all(chance_only_follows),
        _ => return true,
    };
    match (call.name(), call.keyword()) {
        ("Then" | "Start", _) => true,
        ("Dice" | "Roll" | "Random" | "Max" | "AvoidStoredState", _) | (_, Some("Random")) => false,
        _ => call.get("ifAfterwards").is_empty() && call.slots.iter().all(|slot| chance_only_follows(&slot.value)),
    }
}

/// What the rules use.
pub(super) fn features(game: &Call, players: usize) -> Features {
    let mut features = Features::default();
    walk(game, &mut |call| {
        features.stacking |= stacks(call);
        features.counts |= counts(call);
        features.iterates_tracks |= !call.get("trackType").is_empty();
        match (call.name(), call.keyword()) {
            ("AddScore" | "ByScore", _) => features.scores = true,
            // Whether there are any is known once the tracks are.
            ("TrackSite", _) | ("Count", Some("StepsOnTrack")) => features.hidden_places = true,
            ("Last", Some("Between")) => features.last_between = true,
            ("Set", Some("Score")) => features.scores = true,
            ("Score", _) => features.scores = true,
            ("Remove", _) | ("Move", Some("Remove")) if call.get("at").constant() == Some("EndOfTurn") => {
                features.deferred_removal = true;
            }
            ("Is", Some("Visited")) => features.visited = true,
            ("All", Some("Passed")) | ("PassEnd", Some("NoEnd")) => features.no_all_pass_draw = true,
            ("Dice", _) => {
                features.no_all_pass_draw = true;
                features.stochastic = true;
            }
            ("Pass", _) | ("Move", Some("Pass")) if players == 1 => features.no_all_pass_draw = true,
            ("Is", Some("Cycle")) => features.cycles = true,
            ("No" | "Is", Some("Repeat")) => match call.get("repetitionType").constant() {
                Some("PositionalInTurn") => features.history.positional_in_turn = true,
                Some("Situational") => features.history.situational = true,
                Some("SituationalInTurn") => features.history.situational_in_turn = true,
                _ => features.history.positional = true,
            },
            ("Set", Some("Team")) => {
                features.memory = true;
                features.teams = true;
            }
            ("Set", Some("Cost" | "Amount" | "Value" | "Phase" | "RememberValue")) => features.memory = true,
            ("Roll", _) => features.stochastic = true,
            ("Start", _) => walk(call, &mut |inner| {
                features.random_start |= inner.name() == "Random" || inner.keyword() == Some("Random");
            }),
            ("Place", Some("Random")) => features.stochastic = true,
            ("Random", _) | (_, Some("Random")) => {
                features.stochastic = true;
                features.random_choices = true;
            }
            _ => {}
        }
    });
    features.asks_next_only_at_end = asks_next_only_at_end(game);
    features.chance_only_follows = game.slots.iter().all(|slot| chance_only_follows(&slot.value));
    features.counts &= !features.stacking;
    let history = features.history;
    features.memory |= features.deferred_removal
        || features.visited
        || features.cycles
        || features.stacking
        || history.positional
        || history.positional_in_turn
        || history.situational
        || history.situational_in_turn;
    features
}

/// Planes that a state of the game needs.
pub(super) fn planes(features: &Features, game: &Call) -> Vec<Plane> {
    let mut planes = vec![Plane::What];
    let (mut state, mut rotation, mut value) = (false, false, false);
    walk(game, &mut |call| {
        state |= !call.get("state").is_empty()
            || matches!(
                (call.name(), call.keyword()),
                ("State" | "Flip" | "Dice", _) | ("Set" | "Sites", Some("State"))
            );
        rotation |= !call.get("rotation").is_empty()
            || matches!(call.name(), "Rotation" | "Rotations")
            || matches!((call.name(), call.keyword()), ("Set" | "Move", Some("Rotation")));
        // Without a site it is the value of a player that is set.
        value |= matches!((call.name(), call.keyword()), ("Value", Some("Piece")))
            || (matches!((call.name(), call.keyword()), ("Set", Some("Value"))) && !call.get("at").is_empty())
            || (call.name() == "Place" && !call.get("value").is_empty());
    });
    for (needed, plane) in [
        (features.owners_change, Plane::Who),
        (features.counts, Plane::Count),
        (state, Plane::State),
        (rotation, Plane::Rotation),
        (value, Plane::Value),
    ] {
        if needed {
            planes.push(plane);
        }
    }
    planes
}
