//! The files of a table of matches.

use super::{Plan, Played};
use crate::experiment::page::head;
use plotters::prelude::*;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

impl Plan {
    /// The page: one table per column of the paper.
    #[must_use]
    pub fn page(&self, played: &[Played], settings: &str) -> String {
        let mut text = head(self.title);
        let _ = writeln!(text, "{settings} {}\n", self.notes);
        text.push_str("Shares of wins in per cent, a draw counting half, with 95 % intervals.\n");
        let mut columns: Vec<&str> = Vec::new();
        for one in played {
            if !columns.contains(&one.cell.column.as_str()) {
                columns.push(&one.cell.column);
            }
        }
        for column in columns {
            let _ =
                writeln!(text, "\n## {column}\n\n| game | paper | ours | games | |\n| --- | --- | --- | --- | --- |");
            for one in played.iter().filter(|one| one.cell.column == column) {
                let paper = one.cell.paper.map_or("–".to_owned(), |(share, half)| format!("{share:.1} ± {half:.1}"));
                let row = one.cell.row;
                let _ = match (&one.result, one.share()) {
                    (Ok(sum), Some(share)) => writeln!(
                        text,
                        "| {row} | {paper} | {:.1} [{:.1}, {:.1}] | {} | {} |",
                        100.0 * share.value,
                        100.0 * share.low,
                        100.0 * share.high,
                        sum.games,
                        one.verdict()
                    ),
                    (Err(reason), _) => writeln!(text, "| {row} | {paper} | not played: {reason} | 0 | |"),
                    (Ok(_), None) => Ok(()),
                };
            }
        }
        text
    }

    /// Writes table, figure and page into a folder; returns the files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, played: &[Played], settings: &str, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let mut table =
            String::from("game,column,agent,against,games,wins,draws,share,low,high,paper,paper half-width\n");
        for one in played {
            let (Ok(sum), Some(share)) = (&one.result, one.share()) else { continue };
            let pairing = &one.cell.pairing;
            let paper = one.cell.paper.map_or(",".to_owned(), |(share, half)| format!("{share},{half}"));
            let _ = writeln!(
                table,
                "{},\"{}\",\"{}\",\"{}\",{},{},{},{:.4},{:.4},{:.4},{paper}",
                one.cell.row,
                one.cell.column,
                pairing.agent,
                pairing.against,
                sum.games,
                sum.wins,
                sum.draws(),
                share.value,
                share.low,
                share.high
            );
        }
        let [csv, svg, page] = ["csv", "svg", "md"].map(|kind| folder.join(format!("{}.{kind}", self.slug)));
        std::fs::write(&csv, table)?;
        draw(self, played, &svg)?;
        std::fs::write(&page, self.page(played, settings))?;
        Ok(vec![csv, svg, page])
    }
}

/// One line per cell: ours with its interval, the paper's as a cross.
fn draw(plan: &Plan, played: &[Played], path: &Path) -> Result<(), Box<dyn Error>> {
    let shown: Vec<&Played> = played.iter().filter(|one| one.result.is_ok()).collect();
    let count = shown.len().max(1);
    let area = SVGBackend::new(path, (900, 90 + 18 * count as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(plan.title, ("sans-serif", 16))
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(290)
        .build_cartesian_2d(0.0..100.0, -0.5..count as f64 - 0.5)?;
    let name = |place: f64| {
        let index = place.round();
        let near = (place - index).abs() < 1e-6 && index >= 0.0;
        let cell = shown.len().checked_sub(1 + index.max(0.0) as usize).and_then(|at| shown.get(at)).filter(|_| near);
        cell.map_or_else(String::new, |one| format!("{}: {}", one.cell.row, one.cell.column))
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .max_light_lines(0)
        .x_desc("wins, per cent: ours (dots, 95 %), the paper's (crosses)")
        .y_labels(count + 1)
        .y_label_formatter(&|place| name(*place))
        .x_label_formatter(&|share| format!("{share:.0}"))
        .draw()?;
    chart.draw_series(std::iter::once(PathElement::new(
        vec![(50.0, -0.5), (50.0, count as f64 - 0.5)],
        BLACK.mix(0.4),
    )))?;
    for (index, one) in shown.iter().enumerate() {
        let y = (count - 1 - index) as f64;
        let Some(share) = one.share() else { continue };
        let colour = RGBColor(31, 119, 180);
        let interval = vec![(100.0 * share.low, y), (100.0 * share.high, y)];
        chart.draw_series(std::iter::once(PathElement::new(interval, colour.stroke_width(2))))?;
        chart.draw_series(std::iter::once(Circle::new((100.0 * share.value, y), 4, colour.filled())))?;
        if let Some((paper, _)) = one.cell.paper {
            chart.draw_series(std::iter::once(Cross::new((paper, y), 5, RGBColor(214, 39, 40).stroke_width(2))))?;
        }
    }
    area.present()?;
    Ok(())
}
