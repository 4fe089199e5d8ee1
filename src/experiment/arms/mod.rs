//! The n-armed bandits of Gudmundsson and Björnsson (2013): Figures 4 to 10.
//!
//! Each arm's chance of winning moves to 0 or 1 as it is pulled, as the estimate of a move does in a game without chance. After
//! each of 3,000 pulls an agent says which arm it thinks best; what counts is how often that arm's true value is a win. UCT is
//! compared with itself under a sufficiency threshold (ST) and with moving averages (MA), on a manual model with little, some
//! and much noise, and on 50 random models.
//!
//! The paper's rewards are 0 and 1 and its C is 0.4; utilities here are −1 and 1, for which that is c = 0.8. What the paper leaves
//! open: the height of the promising paths (its Figure 3b), the step of the random walks, and that the arm thought best is the
//! one with the highest estimate. All are parameters or said on the page.
//!
//! The differences are small beside what chance does, so all agents get the same random numbers, and tasks of the manual model come
//! in pairs with the same ones, in which the promising arms have changed places: until one of them parts from the other, a pair
//! thinks best a winner exactly as often as it thinks best one of the two. None of that changes what is expected.

mod beginning;
pub mod model;
mod write;

use crate::game::{Random, random_from_seed};
use crate::search::bandit::Bandit;
use crate::search::params::{Moving, RootPolicy};
use crate::stats::{Interval, mean, standard_deviation};
use beginning::Shape;
use model::Arm;
use rand::RngExt;

/// Pulls of a task, as in the paper.
pub const PULLS: usize = 3000;
/// Every so many pulls a point of a curve is kept.
pub const STRIDE: usize = 25;
/// Points of a curve.
const POINTS: usize = PULLS / STRIDE;
/// The exploration constant: the paper's 0.4 on rewards twice as wide.
const C: f32 = 0.8;
/// The sufficiency threshold.
const ALPHA: f32 = 0.6;

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// Tasks of the manual model, an even number from 4 on; 1,000 in the paper.
    pub tasks: u64,
    /// Random models, 2 or more; 50 in the paper.
    pub models: u64,
    /// Tasks of each random model; 200 in the paper.
    pub model_tasks: u64,
    /// Where the promising paths of the manual model begin.
    pub start: f32,
    /// Where they are before they part.
    pub height: f32,
    /// Step of the random walks.
    pub step: f32,
    /// Which random numbers; those of different seeds have nothing in common. Choices that the paper leaves open were made
    /// with [`EXPLORED`].
    pub seed: u32,
}

/// The seed whose curves had been seen when the choices that the paper leaves open were made.
pub const EXPLORED: u32 = 0;

impl Setup {
    /// The number of a sample among those of all seeds.
    fn numbered(&self, sample: u64) -> u64 {
        u64::from(self.seed) << 32 | sample
    }
}

/// Arms of the manual model with low, medium and high noise.
pub const NOISE: [(&str, usize); 3] = [("low", 20), ("medium", 50), ("high", 80)];
/// Arms and percentage of winners of the random models.
pub const WALKS: [(usize, usize); 4] = [(20, 10), (20, 30), (50, 10), (50, 30)];

/// An agent of the experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Agent {
    /// Plain UCB1.
    Uct,
    /// With the sufficiency threshold; arms that were never tried come first.
    Sufficiency,
    /// With the sufficiency threshold, for which arms that were never tried wait as well.
    Unplugged,
    /// With moving averages: `M` and `λ₀`.
    Average(Moving),
}

/// The paper's first setting of the moving average.
pub const EAGER: Moving = Moving { after: 30, lambda: 0.05 };
/// Its more passive one for 50 arms.
pub const PASSIVE: Moving = Moving { after: 50, lambda: 0.02 };

impl Agent {
    /// Its name in tables and figures.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uct => "UCT",
            Self::Sufficiency => "ST",
            Self::Unplugged => "ST, waiting",
            Self::Average(moving) if moving == EAGER => "MA",
            Self::Average(_) => "MA (M = 50, λ = 0.02)",
        }
    }

    fn bandit(self, arms: usize) -> Bandit {
        let bandit = Bandit::new(RootPolicy::Ucb1 { c: C }, arms, PULLS as u64);
        match self {
            Self::Uct => bandit,
            Self::Sufficiency => bandit.sufficiency(ALPHA),
            Self::Unplugged => bandit.sufficiency(ALPHA).waiting(),
            Self::Average(moving) => bandit.moving(moving),
        }
    }

    /// One task: after each of the first `pulls` pulls, whether the arm thought best wins, averaged over each stride.
    fn task(self, model: &[Arm], pulls: usize, rng: &mut Random) -> [f64; POINTS] {
        let mut bandit = self.bandit(model.len());
        let mut pulled = vec![0usize; model.len()];
        let mut curve = [0.0; POINTS];
        for pull in 0..pulls {
            let arm = bandit.choose(rng);
            let win = rng.random::<f32>() < model[arm].chance(pulled[arm]);
            pulled[arm] += 1;
            bandit.pay(if win { 1.0 } else { -1.0 });
            curve[pull / STRIDE] += f64::from(u8::from(model[bandit.best()].wins));
        }
        curve.map(|sum| sum / STRIDE as f64)
    }
}

/// How often the arm thought best wins, by agent, sample (a pair of tasks or a model) and stride.
#[derive(Debug, Clone)]
pub struct Series {
    /// What was measured.
    pub name: String,
    /// Its file name.
    pub slug: String,
    /// The agents, UCT first.
    pub agents: Vec<Agent>,
    /// By agent: one curve per sample, which is a model or a pair of tasks.
    pub curves: Vec<Vec<[f64; POINTS]>>,
}

impl Series {
    /// The mean of an agent's curves over some strides, with its interval; of the first agent itself where `agent` is 0, of the
    /// difference to it otherwise.
    #[must_use]
    pub fn over(&self, agent: usize, strides: std::ops::Range<usize>) -> Interval {
        let window = |curve: &[f64; POINTS]| mean(&curve[strides.clone()]);
        let values = |agent: usize| self.curves[agent].iter().map(window).collect::<Vec<f64>>();
        let own = values(agent);
        let count = own.len() as f64;
        if agent == 0 {
            return Interval::around(mean(&own), student(own.len()) * standard_deviation(&own) / count.sqrt());
        }
        // Paired by model and by random numbers.
        let differences: Vec<f64> = own.iter().zip(values(0)).map(|(own, base)| own - base).collect();
        Interval::around(mean(&differences), student(own.len()) * standard_deviation(&differences) / count.sqrt())
    }
}

/// The 97.5 % point of Student's t with `samples − 1` degrees of freedom: the normal's, corrected to second order in 1/degrees.
fn student(samples: usize) -> f64 {
    let z = crate::stats::Z95;
    let freedom = (samples.max(2) - 1) as f64;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    z + first / freedom + second / freedom.powi(2)
}

/// What came out.
#[derive(Debug, Clone)]
pub struct Outcome {
    setup: Setup,
    /// The manual model by noise.
    pub manual: Vec<Series>,
    /// The first pulls of the manual model with low noise, for several shapes of its paths.
    pub shapes: Vec<Shape>,
    /// The random models by size and winners.
    pub walks: Vec<Series>,
}

/// Runs the experiment on `jobs` threads.
#[must_use]
pub fn run(setup: &Setup, jobs: usize) -> Outcome {
    let manual = NOISE.map(|(noise, arms)| {
        let model = model::manual(arms, setup.start, setup.height);
        let agents = vec![Agent::Uct, Agent::Sufficiency, Agent::Average(EAGER)];
        let curves = paired(&model, &agents, setup, PULLS, jobs);
        let name = format!("{arms} arms, 1 winner: {noise} noise");
        Series { name, slug: format!("arms-manual-{noise}"), agents, curves }
    });
    let walks = WALKS.map(|(arms, percent)| {
        let mut agents = vec![Agent::Uct, Agent::Sufficiency, Agent::Average(EAGER)];
        if arms > 20 {
            agents.push(Agent::Average(PASSIVE));
        }
        let winners = (arms * percent).div_ceil(100);
        let sample = |agent: Agent, number: u64| {
            let number = setup.numbered(number);
            let model = model::random_walks(arms, winners, setup.step, &mut random_from_seed(number));
            let mut rng = random_from_seed(mixed(number));
            let mut sum = [0.0; POINTS];
            for _ in 0..setup.model_tasks {
                for (sum, value) in sum.iter_mut().zip(agent.task(&model, PULLS, &mut rng)) {
                    *sum += value / setup.model_tasks as f64;
                }
            }
            sum
        };
        let curves =
            agents.iter().map(|&agent| in_parallel(setup.models, jobs, |model| sample(agent, model))).collect();
        let name = format!("{arms} arms, {percent} % winners");
        Series { name, slug: format!("arms-walks-{arms}-{percent}"), agents, curves }
    });
    let shapes = beginning::run(setup, jobs);
    Outcome { setup: setup.clone(), manual: manual.into(), shapes, walks: walks.into() }
}

/// The curves of each agent on a manual model, one for each pair of tasks with the same random numbers.
fn paired(model: &[Arm], agents: &[Agent], setup: &Setup, pulls: usize, jobs: usize) -> Vec<Vec<[f64; POINTS]>> {
    let mut turned = model.to_vec();
    turned.swap(0, 1);
    let sample = |agent: Agent, pair: u64| {
        let seed = mixed(setup.numbered(pair));
        let [one, other] = [model, &turned].map(|model| agent.task(model, pulls, &mut random_from_seed(seed)));
        std::array::from_fn(|point| (one[point] + other[point]) / 2.0)
    };
    agents.iter().map(|&agent| in_parallel(setup.tasks / 2, jobs, |pair| sample(agent, pair))).collect()
}

/// A seed for a sample, the same for all agents.
fn mixed(sample: u64) -> u64 {
    sample.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 1 << 40
}

/// The values of 0 to `count`, in order, worked out on `jobs` threads.
fn in_parallel<T: Send>(count: u64, jobs: usize, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let jobs = jobs.max(1) as u64;
    let share = |job: u64| (job..count).step_by(jobs as usize).map(&work).collect::<Vec<T>>();
    let mut shares: Vec<std::vec::IntoIter<T>> = std::thread::scope(|scope| {
        let share = &share;
        let threads: Vec<_> = (0..jobs).map(|job| scope.spawn(move || share(job))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_default().into_iter()).collect()
    });
    (0..count).filter_map(|place| shares[(place % jobs) as usize].next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_work_keeps_its_order() {
        assert_eq!(in_parallel(7, 3, |n| n * n), [0, 1, 4, 9, 16, 25, 36]);
    }

    #[test]
    fn student_is_near_the_tables() {
        for (samples, value) in [(50, 2.0096), (11, 2.2281), (1000, 1.9623)] {
            assert!((student(samples) - value).abs() < 0.01, "{samples}: {}", student(samples));
        }
    }

    #[test]
    fn everyone_finds_a_sure_winner() {
        let model = model::manual(3, 0.75, 0.9);
        for agent in [Agent::Uct, Agent::Sufficiency, Agent::Unplugged, Agent::Average(EAGER)] {
            let curve = agent.task(&model, PULLS, &mut random_from_seed(4));
            assert!(curve[POINTS - 1] > 0.9, "{agent:?}: {curve:?}");
        }
    }
}
