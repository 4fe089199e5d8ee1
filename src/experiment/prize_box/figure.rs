//! The figures: trials per box, four policies side by side, with intervals.

use super::{Outcome, POLICIES, SCENARIOS};
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// One colour per policy.
const COLOURS: [RGBColor; 4] =
    [RGBColor(31, 119, 180), RGBColor(255, 127, 14), RGBColor(44, 160, 44), RGBColor(214, 39, 40)];

/// Draws the `shown` best boxes of a scenario.
pub(super) fn draw(outcome: &Outcome, scenario: usize, shown: usize, path: &Path) -> Result<(), Box<dyn Error>> {
    let trials = outcome.setup.trials as f64;
    let top = (0..POLICIES.len())
        .flat_map(|policy| (0..shown).map(move |rank| (policy, rank)))
        .map(|(policy, rank)| trials * outcome.share(scenario, policy, rank).high)
        .fold(1.0, f64::max);
    let area = SVGBackend::new(path, (1000, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let caption = format!(
        "Prize boxes, {} variance: mean trials per box over {} draws",
        SCENARIOS[scenario].name, outcome.setup.seeds
    );
    let mut chart = ChartBuilder::on(&area)
        .caption(caption, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.5..shown as f64 + 0.5, 0.0..top * 1.05)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_desc("box, by prize (1 is the best)")
        .y_desc("trials")
        .x_labels(shown)
        .max_light_lines(0)
        .y_label_formatter(&|y| format!("{y:.0}"))
        .x_label_formatter(&|x| format!("{x:.0}"))
        .draw()?;
    let width = 0.8 / POLICIES.len() as f64;
    for (policy, (name, colour)) in POLICIES.iter().zip(COLOURS).enumerate() {
        let left = |rank: usize| rank as f64 + 0.6 + width * policy as f64;
        let bars = (0..shown).map(|rank| {
            let height = trials * outcome.share(scenario, policy, rank).value;
            Rectangle::new([(left(rank), 0.0), (left(rank) + width * 0.9, height)], colour.filled())
        });
        chart
            .draw_series(bars)?
            .label(*name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.filled()));
        chart.draw_series((0..shown).map(|rank| {
            let share = outcome.share(scenario, policy, rank);
            let middle = left(rank) + width * 0.45;
            PathElement::new(vec![(middle, trials * share.low), (middle, trials * share.high)], BLACK)
        }))?;
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
