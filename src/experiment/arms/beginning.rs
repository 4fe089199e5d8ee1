//! Where the sufficiency threshold is behind UCT to begin with, under the readings that the paper leaves open.
//!
//! Its text says that it is with low noise, "as it spends more resources on noisy arms giving false positive results", but neither
//! for how many samples nor how the promising paths run; and of an arm that was never tried it says that the term of exploration
//! counts as infinite, but not whether it still does where that term is unplugged. So the statement is looked at for several paths,
//! both ways.

use super::model::manual;
use super::{Agent, NOISE, POINTS, STRIDE, Series, Setup, paired};
use std::fmt::Write as _;
use std::ops::Range;

/// Pulls that are looked at.
const EARLY: usize = 500;
/// Where promising paths may begin, and where they may be before they part.
const SHAPES: [(f32, f32); 7] = [(0.5, 0.95), (0.6, 0.6), (0.6, 0.8), (0.7, 0.7), (0.75, 0.95), (0.8, 0.8), (0.9, 0.9)];
/// The share of winners that counts as having told the promising arms from the others: half of the half that they are worth.
const TOLD: f64 = 0.25;

/// The first pulls with low noise, for one shape of the promising paths.
#[derive(Debug, Clone)]
pub struct Shape {
    start: f32,
    height: f32,
    series: Series,
}

/// Runs UCT and both readings of the threshold on all shapes.
pub(super) fn run(setup: &Setup, jobs: usize) -> Vec<Shape> {
    let (noise, arms) = NOISE[0];
    let agents = vec![Agent::Uct, Agent::Sufficiency, Agent::Unplugged];
    SHAPES
        .map(|(start, height)| {
            let curves = paired(&manual(arms, start, height), &agents, setup, EARLY, jobs);
            let name = format!("{noise} noise, {start} to {height}");
            Shape { start, height, series: Series { name, slug: String::new(), agents: agents.clone(), curves } }
        })
        .into()
}

impl Series {
    /// What counts as the beginning: from when every arm was tried until UCT thinks best one of the two promising arms in half
    /// of the tasks, that is the winner in a quarter. The agents that are compared with it have no say in this.
    pub(super) fn beginning(&self, arms: usize) -> Range<usize> {
        let from = arms.div_ceil(STRIDE);
        let told = (from..POINTS).find(|&point| self.over(0, point..point + 1).value >= TOLD);
        from..told.unwrap_or(EARLY / STRIDE - 1) + 1
    }
}

/// The pulls that some strides stand for.
pub(super) fn pulls(strides: &Range<usize>) -> String {
    format!("{}–{}", strides.start * STRIDE + 1, strides.end * STRIDE)
}

/// The table of all shapes.
pub(super) fn table(shapes: &[Shape]) -> String {
    let mut text = String::from(
        "\n## To begin with\n\n\
         The paper says that with low noise ST \"is doing worse than the UCT agent to begin with as it spends more resources on noisy arms \
         giving false positive results\". It does not say for how many samples, nor how the promising paths run. Here the beginning \
         lasts from when every arm was tried until UCT thinks best a promising arm in half of the tasks, which only UCT's own curve decides; \
         curves of seed 0 had been seen when that was settled, so the first 500 pulls stand beside it. \
         There is a question of reading, too: arms that were never tried come first, because the \
         paper has their term of exploration count as infinite; if unplugging it (Ĉ = 0) unplugs that as well, they wait until no estimate is above α.\n\n\
         ST minus UCT in percentage points, 20 arms. The paper's UCT tells the promising arms from the others \"in the first few \
         steps\" and has the winner in half of the tasks thereafter, which the third column is to be compared with.\n\n\
         | paths rise from | beginning, pulls | UCT at 250 | ST, beginning | ST, 1–500 | waiting: ST, 1–25 | waiting: ST, beginning | waiting: ST, 1–500 |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for Shape { start, height, series } in shapes {
        let beginning = series.beginning(NOISE[0].1);
        let at = 250 / STRIDE - 1;
        let share = 100.0 * series.over(0, at..at + 1).value;
        let _ = write!(text, "| {start} to {height} | {} | {share:.1} % |", pulls(&beginning));
        let all = 0..EARLY / STRIDE;
        for (agent, strides) in
            [(1, beginning.clone()), (1, all.clone()), (2, 0..25 / STRIDE), (2, beginning), (2, all)]
        {
            let value = series.over(agent, strides);
            let _ = write!(text, " {:+.2} ± {:.2} |", 100.0 * value.value, 100.0 * value.half_width());
        }
        text.push('\n');
    }
    text
}
