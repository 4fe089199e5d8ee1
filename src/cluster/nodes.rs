//! Results by node, to find slow, busy and biased ones.

use crate::run::Brief;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// What one node played.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct NodeTally {
    /// Its processor.
    pub cpu: String,
    /// Games recorded there.
    pub games: u64,
    /// Of these, games that an agent lost by a fault or that have no result.
    pub failed: u64,
    /// Seconds of its games together.
    pub seconds: f64,
    /// Mean load of the machine while games ended; none where the records do not say.
    pub load: Option<f64>,
    /// Iterations per second, compared with the mean over all nodes of the same agents in the same titles; none without
    /// iterations.
    pub speed: Option<f64>,
    /// Mean utility of the first agent, and half the width of its 95 % interval; none without a result.
    pub utility: Option<(f64, f64)>,
}

/// Collects games by node.
#[derive(Debug, Default)]
pub struct Nodes {
    nodes: BTreeMap<String, Sums>,
    /// Sum and number of logarithms of speeds, by title and entrant.
    usual: HashMap<(String, usize), (f64, u32)>,
}

#[derive(Debug, Default)]
struct Sums {
    cpu: String,
    games: u64,
    failed: u64,
    seconds: f64,
    loads: (f64, u32),
    speeds: Vec<((String, usize), f64)>,
    utilities: (f64, f64, u32),
}

/// Thinking below this is too short to say how fast a node is.
const ENOUGH_SECONDS: f64 = 0.01;

impl Nodes {
    /// Adds a game.
    pub fn add(&mut self, game: &Brief) {
        let sums = self.nodes.entry(game.host.clone()).or_default();
        sums.cpu.clone_from(&game.node.cpu);
        sums.games += 1;
        sums.failed += u64::from(game.end.is_fault() || !game.end.counts());
        sums.seconds += game.seconds;
        if let Some(load) = game.node.load {
            sums.loads.0 += f64::from(load);
            sums.loads.1 += 1;
        }
        if let Some(utility) = game.utility(0) {
            let (sum, squares, count) = &mut sums.utilities;
            *sum += utility;
            *squares += utility * utility;
            *count += 1;
        }
        for (&entrant, usage) in game.entrants.iter().zip(&game.usage) {
            if usage.seconds >= ENOUGH_SECONDS && usage.iterations > 0 {
                let key = (game.title.clone(), entrant);
                let speed = (usage.iterations as f64 / usage.seconds).ln();
                let usual = self.usual.entry(key.clone()).or_default();
                usual.0 += speed;
                usual.1 += 1;
                sums.speeds.push((key, speed));
            }
        }
    }

    /// The nodes by name.
    #[must_use]
    pub fn tallies(&self) -> BTreeMap<String, NodeTally> {
        self.nodes.iter().map(|(name, sums)| (name.clone(), self.tally(sums))).collect()
    }

    fn tally(&self, sums: &Sums) -> NodeTally {
        let usual = |key: &(String, usize)| self.usual.get(key).map_or(0.0, |(sum, count)| sum / f64::from(*count));
        let ratios: f64 = sums.speeds.iter().map(|(key, speed)| speed - usual(key)).sum();
        let (sum, squares, count) = sums.utilities;
        let utility = (count > 0).then(|| {
            let count = f64::from(count);
            let mean = sum / count;
            let variance = if count > 1.0 { (squares - count * mean * mean).max(0.0) / (count - 1.0) } else { 0.0 };
            (mean, 1.96 * (variance / count).sqrt())
        });
        NodeTally {
            cpu: sums.cpu.clone(),
            games: sums.games,
            failed: sums.failed,
            seconds: sums.seconds,
            load: (sums.loads.1 > 0).then(|| sums.loads.0 / f64::from(sums.loads.1)),
            speed: (!sums.speeds.is_empty()).then(|| (ratios / sums.speeds.len() as f64).exp()),
            utility,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{End, Node, SeatUse};

    fn game(host: &str, title: &str, iterations: u64, utility: f32) -> Brief {
        let usage = |iterations| SeatUse { moves: 10, seconds: 1.0, iterations, ..SeatUse::default() };
        Brief {
            game: 0,
            pair: 0,
            title: title.to_owned(),
            category: String::new(),
            rules: String::new(),
            entrants: vec![0, 1],
            utilities: vec![utility, -utility],
            colour_one: None,
            plies: 20,
            end: End::Over,
            culprit: None,
            detail: String::new(),
            seconds: 2.0,
            usage: vec![usage(iterations), usage(2 * iterations)],
            host: host.to_owned(),
            node: Node { cpu: format!("{host}'s"), cores: 4, load: Some(3.0) },
            finished: 0,
        }
    }

    #[test]
    fn slow_nodes_are_seen_whatever_they_play() {
        let mut nodes = Nodes::default();
        for (title, iterations) in [("fast", 10_000), ("slow", 100)] {
            nodes.add(&game("a", title, iterations, 1.0));
            nodes.add(&game("b", title, iterations / 4, 0.0));
        }
        let tallies = nodes.tallies();
        let (a, b) = (&tallies["a"], &tallies["b"]);
        assert!((a.speed.unwrap() - 2.0).abs() < 1e-9 && (b.speed.unwrap() - 0.5).abs() < 1e-9, "{tallies:?}");
        assert_eq!((a.games, a.failed, a.seconds, a.load), (2, 0, 4.0, Some(3.0)));
        assert_eq!((a.utility, b.utility), (Some((1.0, 0.0)), Some((0.0, 0.0))));
        assert_eq!(a.cpu, "a's");
    }
}
