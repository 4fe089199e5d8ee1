//! A finished game without its moves: what statistics need.

use super::node::Node;
use super::record::{End, GameRecord, SeatUse};
use serde::Deserialize;

/// A finished game without its moves.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Brief {
    /// Number in the run's schedule.
    pub game: u64,
    /// Its pair.
    pub pair: u64,
    /// The title.
    pub title: String,
    /// The title's category.
    #[serde(default)]
    pub category: String,
    /// Hash of the rules.
    pub rules: String,
    /// Entrants by seat.
    pub entrants: Vec<usize>,
    /// Utilities by seat; empty without a result.
    pub utilities: Vec<f32>,
    /// Utility of the colour 1, where a swap made it differ.
    #[serde(default)]
    pub colour_one: Option<f32>,
    /// Plies played.
    pub plies: u32,
    /// Why it ended.
    pub end: End,
    /// The seat to blame, from 1.
    #[serde(default)]
    pub culprit: Option<u8>,
    /// What happened.
    #[serde(default)]
    pub detail: String,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Use of time by seat.
    pub usage: Vec<SeatUse>,
    /// The machine's name.
    #[serde(default)]
    pub host: String,
    /// What it is, and how busy it was.
    #[serde(default)]
    pub node: Node,
    /// When the game ended, in seconds since 1970; 0 where the record does not say.
    #[serde(default)]
    pub finished: u64,
}

impl Brief {
    /// Mean utility of an entrant over its seats.
    #[must_use]
    pub fn utility(&self, entrant: usize) -> Option<f64> {
        let own = self.entrants.iter().zip(&self.utilities).filter(|(seated, _)| **seated == entrant);
        let (count, sum) = own.fold((0u32, 0.0), |(count, sum), (_, &utility)| (count + 1, sum + f64::from(utility)));
        (count > 0 && self.end.counts()).then(|| sum / f64::from(count))
    }

    /// The score in [0, 1] of an entrant against the others at the table: one half plus a quarter of the difference of
    /// their mean utilities. Between two it is (1 + utility) / 2.
    #[must_use]
    pub fn score(&self, entrant: usize) -> Option<f64> {
        let own = self.utility(entrant)?;
        let others: Vec<f64> = self
            .entrants
            .iter()
            .zip(&self.utilities)
            .filter(|(seated, _)| **seated != entrant)
            .map(|(_, &utility)| f64::from(utility))
            .collect();
        if others.is_empty() {
            return Some((1.0 + own) / 2.0);
        }
        let theirs = others.iter().sum::<f64>() / others.len() as f64;
        Some((0.5 + (own - theirs) / 4.0).clamp(0.0, 1.0))
    }

    /// Utility of the first seat, and of the colour 1 as Ludii's Kilothon scores it.
    #[must_use]
    pub fn challenger(&self) -> Option<(f64, f64)> {
        let own = f64::from(*self.utilities.first().filter(|_| self.end.counts())?);
        Some((own, self.colour_one.map_or(own, f64::from)))
    }
}

impl From<&GameRecord> for Brief {
    fn from(record: &GameRecord) -> Self {
        Self {
            game: record.game,
            pair: record.pair,
            title: record.title.clone(),
            category: record.category.clone(),
            rules: record.rules.clone(),
            entrants: record.entrants.clone(),
            utilities: record.utilities.clone(),
            colour_one: record.colour_one,
            plies: record.plies,
            end: record.end,
            culprit: record.culprit,
            detail: record.detail.clone(),
            seconds: record.seconds,
            usage: record.usage.clone(),
            host: record.host.clone(),
            node: record.node.clone(),
            finished: record.finished,
        }
    }
}
