//! Arms whose chance of winning moves towards a loss or a win the more often they are pulled.

use crate::game::Random;
use rand::RngExt;

/// An arm: its chance of winning by the number of pulls before, and what it ends as.
#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    path: Vec<f32>,
    /// Whether its true value is a win.
    pub wins: bool,
}

impl Arm {
    /// The chance that the pull number `pulls` (from 0) wins.
    #[must_use]
    pub fn chance(&self, pulls: usize) -> f32 {
        self.path.get(pulls).copied().unwrap_or(if self.wins { 1.0 } else { 0.0 })
    }
}

/// Pulls after which a promising path shows what it is worth.
const TURN: usize = 400;
/// Pulls after which every manual path has arrived.
const ARRIVAL: usize = 500;

/// The manual model: a promising arm that wins, one that loses, and noise that loses.
///
/// The paper shows the paths in a figure only. The two promising ones are said to be equal up to 400 pulls and to part then;
/// here they rise evenly from `start` to `height` and have their true value at the pull number 500 (from 1), as the noise has after
/// a constant 0.4. They start high, because UCT is said to tell them from the noise within the first few pulls.
#[must_use]
pub fn manual(arms: usize, start: f32, height: f32) -> Vec<Arm> {
    let promising = |wins: bool| {
        let end = if wins { 1.0 } else { 0.0 };
        let path = (0..ARRIVAL - 1)
            .map(|pull| {
                if pull < TURN {
                    start + (height - start) * pull as f32 / TURN as f32
                } else {
                    height + (end - height) * (pull + 1 - TURN) as f32 / (ARRIVAL - TURN) as f32
                }
            })
            .collect();
        Arm { path, wins }
    };
    let noise = Arm { path: vec![0.4; ARRIVAL - 1], wins: false };
    let mut model = vec![promising(true), promising(false)];
    model.resize(arms, noise);
    model
}

/// A model of random walks from 0.5 in steps of `step`, all of which arrive within 500 pulls, `winners` of them at a win.
pub fn random_walks(arms: usize, winners: usize, step: f32, rng: &mut Random) -> Vec<Arm> {
    let mut model = Vec::with_capacity(arms);
    for place in 0..arms {
        let wanted = place < winners;
        let arm = loop {
            match walk(step, rng) {
                Some(arm) if arm.wins == wanted => break arm,
                _ => {}
            }
        };
        model.push(arm);
    }
    model
}

/// One walk; `None` where it does not arrive in time.
fn walk(step: f32, rng: &mut Random) -> Option<Arm> {
    let half = (0.5 / step).round() as i32;
    let mut place = 0i32;
    let mut path = Vec::new();
    while path.len() < ARRIVAL {
        path.push(0.5 + 0.5 * place as f32 / half as f32);
        place += if rng.random::<bool>() { 1 } else { -1 };
        if place.abs() == half {
            return Some(Arm { path, wins: place > 0 });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;

    #[test]
    fn manual_paths_are_those_of_the_text() {
        let model = manual(20, 0.5, 0.7);
        assert_eq!(model.len(), 20);
        assert_eq!(model.iter().filter(|arm| arm.wins).count(), 1);
        for pull in 0..400 {
            assert_eq!(model[0].chance(pull), model[1].chance(pull));
        }
        assert!(model[0].chance(400) > model[1].chance(400));
        assert!(model[0].chance(450) > 0.8 && model[1].chance(450) < 0.4);
        assert!(model[0].chance(498) < 1.0 && model[1].chance(498) > 0.0);
        assert_eq!((model[0].chance(499), model[1].chance(499)), (1.0, 0.0));
        assert_eq!((model[2].chance(498), model[2].chance(499)), (0.4, 0.0));
    }

    #[test]
    fn walks_arrive_where_they_should() {
        let mut rng = random_from_seed(1);
        let model = random_walks(20, 6, 0.025, &mut rng);
        assert_eq!(model.iter().filter(|arm| arm.wins).count(), 6);
        for arm in model {
            assert_eq!(arm.chance(0), 0.5);
            assert!(arm.path.len() <= ARRIVAL && arm.path.iter().all(|chance| (0.0..=1.0).contains(chance)));
            assert!((0..arm.path.len() - 1).all(|pull| (arm.chance(pull) - arm.chance(pull + 1)).abs() < 0.026));
        }
    }
}
