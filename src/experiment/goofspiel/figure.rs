//! Exploitability against iterations, both on logarithmic axes.

use super::{Outcome, RULES};
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

const COLOURS: [RGBColor; RULES.len()] =
    [RGBColor(31, 119, 180), RGBColor(255, 127, 14), RGBColor(44, 160, 44), RGBColor(214, 39, 40)];

/// Draws the curves for one number of cards.
pub(super) fn draw(outcome: &Outcome, cards: u8, path: &Path) -> Result<(), Box<dyn Error>> {
    let points: Vec<_> = outcome.points.iter().filter(|point| point.cards == cards).collect();
    let first = points.iter().map(|point| point.iterations).min().unwrap_or(1) as f64;
    let last = points.iter().map(|point| point.iterations).max().unwrap_or(10) as f64;
    // A logarithmic axis has no 0; nothing measured comes close to it.
    let lowest = points.iter().map(|point| point.exploitability.value).fold(1.0, f64::min).max(1e-4);
    let area = SVGBackend::new(path, (900, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("Goofspiel with {cards} cards: exploitability of the average strategies"), ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d((first * 0.9..last * 1.1).log_scale(), (lowest * 0.7..1.0).log_scale())?;
    chart.configure_mesh().x_desc("iterations").y_desc("exploitability").draw()?;
    for (rule, ((name, _), colour)) in RULES.iter().zip(COLOURS).enumerate() {
        let curve = || outcome.curve(cards, rule);
        let line = curve().map(|point| (point.iterations as f64, point.exploitability.value.max(1e-4)));
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(curve().map(|point| {
            let x = point.iterations as f64;
            let found = point.exploitability;
            PathElement::new(vec![(x, found.low.max(1e-4)), (x, found.high.max(1e-4))], colour)
        }))?;
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
