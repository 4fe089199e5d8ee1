//! What all experiments write in the same way: curves with bands, and the head of a Markdown page.

use plotters::prelude::*;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// One colour per series.
const COLOURS: [RGBColor; 6] = [
    RGBColor(31, 119, 180),
    RGBColor(255, 127, 14),
    RGBColor(44, 160, 44),
    RGBColor(214, 39, 40),
    RGBColor(148, 103, 189),
    RGBColor(140, 86, 75),
];

/// A curve: points `(x, y, half-width of the interval)`.
#[derive(Debug, Clone)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Its points, by ascending x.
    pub points: Vec<(f64, f64, f64)>,
}

/// Draws curves with their intervals as bands.
///
/// # Errors
/// When the file cannot be written.
pub fn draw_curves(
    curves: &[Curve],
    caption: &str,
    (x_name, y_name): (&str, &str),
    path: &Path,
) -> Result<(), Box<dyn Error>> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let right = points().map(|point| point.0).fold(1.0, f64::max);
    let low = points().map(|point| point.1 - point.2).fold(f64::INFINITY, f64::min).min(0.0);
    let high = points().map(|point| point.1 + point.2).fold(f64::NEG_INFINITY, f64::max).max(0.0);
    let margin = ((high - low) * 0.05).max(1e-6);
    let area = SVGBackend::new(path, (900, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(caption, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..right, low - margin..high + margin)?;
    chart
        .configure_mesh()
        .x_desc(x_name)
        .y_desc(y_name)
        .max_light_lines(0)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .draw()?;
    for (curve, colour) in curves.iter().zip(COLOURS.into_iter().cycle()) {
        let upper = curve.points.iter().map(|&(x, y, half)| (x, y + half));
        let lower = curve.points.iter().rev().map(|&(x, y, half)| (x, y - half));
        let band: Vec<(f64, f64)> = upper.chain(lower).collect();
        chart.draw_series(std::iter::once(Polygon::new(band, colour.mix(0.15).filled())))?;
        chart
            .draw_series(LineSeries::new(curve.points.iter().map(|&(x, y, _)| (x, y)), colour.stroke_width(2)))?
            .label(&curve.name)
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}

/// The beginning of a page: title, and how what follows came to be.
#[must_use]
pub fn head(title: &str) -> String {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut text = format!("# {title}\n\n");
    let _ = writeln!(text, "- command: `halfling {}`", words.join(" "));
    let _ = writeln!(text, "- build: {}", crate::run::build());
    let _ = writeln!(text, "- date: {}\n", today());
    text
}

/// Today in universal time, as 2026-01-31.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// The date so many days after 1970-01-01 (by counting whole 400-year, 100-year, 4-year and 1-year periods from March on).
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_by_hand() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_819), (2027, 1, 1));
    }
}
