//! What is kept of a finished game: one JSON line.

use super::node::Node;
use crate::game::Mark;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules.
    Over,
    /// The most plies allowed were played.
    Cap,
    /// An agent proved the result, and the run adjudicates proofs.
    Proven,
    /// An agent offered a move that is not legal.
    Illegal,
    /// An agent answered much too late.
    Late,
    /// An agent did not answer at all.
    Stalled,
    /// An agent panicked.
    Crashed,
    /// The rules failed: a defect of the game, not of an agent.
    RulesFailed,
    /// The game was not played: its rules are not supported, an agent refuses it, or the run leaves it out.
    Unplayed,
}

impl End {
    /// Every reason, in the order of their numbers.
    pub const ALL: [Self; 9] = [
        Self::Over,
        Self::Cap,
        Self::Proven,
        Self::Illegal,
        Self::Late,
        Self::Stalled,
        Self::Crashed,
        Self::RulesFailed,
        Self::Unplayed,
    ];

    /// Whether an agent is to blame.
    #[must_use]
    pub fn is_fault(self) -> bool {
        matches!(self, Self::Illegal | Self::Late | Self::Stalled | Self::Crashed)
    }

    /// Whether the game has a result that counts.
    #[must_use]
    pub fn counts(self) -> bool {
        !matches!(self, Self::RulesFailed | Self::Unplayed)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over => "over",
            Self::Cap => "cap",
            Self::Proven => "proven",
            Self::Illegal => "illegal",
            Self::Late => "late",
            Self::Stalled => "stalled",
            Self::Crashed => "crashed",
            Self::RulesFailed => "rules-failed",
            Self::Unplayed => "unplayed",
        })
    }
}

/// How one seat used its time.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct SeatUse {
    /// Moves that the seat's agent chose.
    pub moves: u32,
    /// Seconds that it thought.
    pub seconds: f64,
    /// Iterations that it searched.
    pub iterations: u64,
    /// Moves that came later than the limit allows.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub late: u32,
    /// Moves played at random because the game clock had run out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub after_clock: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

/// One move as recorded: seat (from 1), text, microseconds, iterations, and what changed on the board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord(pub u8, pub String, pub u64, pub u64, #[serde(default)] pub String);

/// A finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number in the run's schedule.
    pub game: u64,
    /// The pair of games with swapped seats that it belongs to.
    pub pair: u64,
    /// The title.
    pub title: String,
    /// The title's category, where it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub category: String,
    /// Hash of the exact rules, 16 hexadecimal digits.
    pub rules: String,
    /// Agents by seat, as they print themselves.
    pub agents: Vec<String>,
    /// Entrants by seat: indices into the run description's list.
    pub entrants: Vec<usize>,
    /// Limits by seat, as they print themselves.
    pub limits: Vec<String>,
    /// Seed of the game.
    pub seed: u64,
    /// Utilities by seat, in [−1, 1]; empty where the game has no result.
    pub utilities: Vec<f32>,
    /// Ranks by seat, 1 the best, equals sharing the mean.
    pub ranks: Vec<f32>,
    /// Utility of the colour 1, where a swap made it differ from the first seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour_one: Option<f32>,
    /// Plies played.
    pub plies: u32,
    /// Random plies at the start, included in the plies.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening: u32,
    /// Why it ended.
    pub end: End,
    /// The seat to blame (from 1), where one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<u8>,
    /// What happened, where there is more to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Wall-clock seconds of the whole game.
    pub seconds: f64,
    /// Use of time by seat.
    pub usage: Vec<SeatUse>,
    /// The machine's name.
    pub host: String,
    /// What it is, and how busy it was.
    #[serde(default)]
    pub node: Node,
    /// When the game ended, in seconds since 1970.
    #[serde(default)]
    pub finished: u64,
    /// Games played at the same time.
    pub jobs: usize,
    /// The program's version and revision.
    pub build: String,
    /// What the board held at the start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub start: String,
    /// The moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveRecord>,
}

/// Ranks that belong to utilities: 1 the best, equals sharing the mean of their places.
#[must_use]
pub fn ranks_of(utilities: &[f32]) -> Vec<f32> {
    utilities
        .iter()
        .map(|own| {
            let better = utilities.iter().filter(|other| *other > own).count();
            let equal = utilities.iter().filter(|other| *other == own).count();
            better as f32 + (equal as f32 + 1.0) / 2.0
        })
        .collect()
}

/// The utility of a rank among `players`, as Ludii computes it: 1 for the first to −1 for the last, evenly spaced; alone, a
/// rank of 1 is worth 1 and a rank of 0 is worth −1.
#[must_use]
pub fn utility_of_rank(rank: f32, players: usize) -> f32 {
    if players <= 1 { 2.0 * rank - 1.0 } else { 1.0 - (rank - 1.0) * 2.0 / (players as f32 - 1.0) }
}

/// Writes what a board holds as `site=owner:glyph`, joined by `;`; the owner counts from 1 and is 0 where there is none.
#[must_use]
pub fn contents_text(marks: &[Mark]) -> String {
    let mut text = String::new();
    for mark in marks {
        push_mark(&mut text, mark);
    }
    text
}

/// Writes what changed between two boards, in the same form; a site that became empty stands as `site=`.
#[must_use]
pub fn changes_text(before: &[Mark], after: &[Mark]) -> String {
    let mut text = String::new();
    let (mut old, mut new) = (before.iter().peekable(), after.iter().peekable());
    loop {
        match (old.peek(), new.peek()) {
            (Some(a), Some(b)) if a.site == b.site => {
                if a != b {
                    push_mark(&mut text, b);
                }
                old.next();
                new.next();
            }
            (Some(a), other) if other.is_none_or(|b| a.site < b.site) => {
                separate(&mut text);
                text.push_str(&format!("{}=", a.site));
                old.next();
            }
            (_, Some(b)) => {
                push_mark(&mut text, b);
                new.next();
            }
            // The first two arms take every case with something left on the old side.
            (_, None) => return text,
        }
    }
}

fn separate(text: &mut String) {
    if !text.is_empty() {
        text.push(';');
    }
}

fn push_mark(text: &mut String, mark: &Mark) {
    separate(text);
    let owner = mark.owner.map_or(0, |seat| seat.0 + 1);
    text.push_str(&format!("{}={owner}:{}", mark.site, mark.glyph.replace([';', '\n'], ",")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;

    fn mark(site: u32, owner: u8, glyph: &str) -> Mark {
        Mark { site, owner: (owner > 0).then(|| Seat(owner - 1)), glyph: glyph.to_owned() }
    }

    #[test]
    fn changes_say_what_came_went_and_turned() {
        let before = [mark(1, 1, "Pawn"), mark(4, 2, "King"), mark(9, 0, "4")];
        let after = [mark(2, 1, "Pawn"), mark(4, 1, "King"), mark(9, 0, "4"), mark(12, 0, "Dot")];
        assert_eq!(contents_text(&before), "1=1:Pawn;4=2:King;9=0:4");
        assert_eq!(changes_text(&before, &after), "1=;2=1:Pawn;4=1:King;12=0:Dot");
        assert_eq!(changes_text(&after, &after), "");
        assert_eq!(changes_text(&before, &[]), "1=;4=;9=");
    }

    #[test]
    fn ranks_share_places_and_utilities_follow_them() {
        assert_eq!(ranks_of(&[1.0, -1.0]), [1.0, 2.0]);
        assert_eq!(ranks_of(&[0.0, 0.0]), [1.5, 1.5]);
        assert_eq!(ranks_of(&[-1.0, 1.0, -1.0]), [2.5, 1.0, 2.5]);
        assert_eq!(utility_of_rank(1.5, 2), 0.0);
        assert_eq!(utility_of_rank(2.5, 3), -0.5);
        assert_eq!(utility_of_rank(1.0, 1), 1.0);
        assert_eq!(utility_of_rank(0.0, 1), -1.0);
    }

    #[test]
    fn ends_print_as_they_are_written() {
        for end in End::ALL {
            assert_eq!(serde_json::to_string(&end).unwrap(), format!("\"{end}\""));
        }
    }
}
