//! Bars: each strategy's share of the points, ours with its interval beside the study's.

use super::STRATEGIES;
use crate::stats::Interval;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

const OURS: RGBColor = RGBColor(31, 119, 180);
const STUDY: RGBColor = RGBColor(190, 190, 190);
/// Width of a bar, where strategies are 1 apart.
const WIDTH: f64 = 0.38;

/// Draws the totals, in the order of the strategies; the study's are in per cent.
pub(super) fn draw(title: &str, ours: &[Interval], study: &[u8], path: &Path) -> Result<(), Box<dyn Error>> {
    let top = ours.iter().map(|share| 100.0 * share.high).fold(70.0, f64::max);
    let area = SVGBackend::new(path, (900, 420)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(50)
        .build_cartesian_2d(-0.5..STRATEGIES.len() as f64 - 0.5, 0.0..top * 1.05)?;
    let name = |x: &f64| {
        let whole = (x.round() - x).abs() < 1e-6;
        STRATEGIES
            .get(x.round() as usize)
            .filter(|_| whole && *x > -0.1)
            .map_or(String::new(), |(name, _)| (*name).to_owned())
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(0)
        .x_labels(2 * STRATEGIES.len())
        .x_label_formatter(&name)
        .y_desc("per cent")
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    let bar = |left: f64, height: f64, colour: RGBColor| {
        Rectangle::new([(left, 0.0), (left + WIDTH, height)], colour.filled())
    };
    chart
        .draw_series(ours.iter().enumerate().map(|(x, share)| bar(x as f64 - WIDTH, 100.0 * share.value, OURS)))?
        .label("ours")
        .legend(|(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], OURS.filled()));
    chart
        .draw_series(study.iter().enumerate().map(|(x, &share)| bar(x as f64, f64::from(share), STUDY)))?
        .label("study")
        .legend(|(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], STUDY.filled()));
    chart.draw_series(ours.iter().enumerate().map(|(x, share)| {
        let middle = x as f64 - WIDTH / 2.0;
        PathElement::new(vec![(middle, 100.0 * share.low), (middle, 100.0 * share.high)], BLACK)
    }))?;
    let even = vec![(-0.5, 50.0), (STRATEGIES.len() as f64 - 0.5, 50.0)];
    chart.draw_series([PathElement::new(even, BLACK.mix(0.4))])?;
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
