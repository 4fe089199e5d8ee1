//! Rows, columns, layers and coordinate labels: elements clustered by their distance from a slanted line.

use std::collections::HashSet;
use std::f64::consts::PI;

use super::super::geometry::{Point, distance_to_line};
use super::super::graph::{Graph, compare};
use super::super::topology::SiteType;
use super::{KINDS, Measures, bounds};

/// Where an element stands.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Situation {
    pub row: i32,
    pub column: i32,
    pub layer: i32,
    pub label: String,
}

impl Measures {
    pub(super) fn set_situations(&mut self, graph: &Graph) {
        let (mut row_slant, mut column_slant) = (0.0, 0.5);
        for kind in KINDS {
            let points: Vec<Point> = (0..graph.count(kind)).map(|id| graph.point(kind, id)).collect();
            if points.is_empty() {
                continue;
            }
            let bounds = bounds(graph, kind);
            let unit = (bounds.width + bounds.height) / 2.0 / (points.len() as f64).sqrt();
            let row_origin = [bounds.x + bounds.width / 2.0, bounds.y - bounds.height, 0.0];
            let column_origin = [bounds.x - bounds.width, bounds.y + bounds.height / 2.0, 0.0];
            let by_line = |origin: Point, slant: f64| {
                let far = [origin[0] + bounds.width * slant.cos(), origin[1] + bounds.width * slant.sin(), 0.0];
                cluster(points.iter().map(|&p| distance_to_line(p, origin, far)).collect(), unit)
            };
            // Edges are slanted as the vertices are.
            if kind != SiteType::Edge {
                row_slant = best_slant((0..=60).step_by(15).map(degrees), |slant| by_line(row_origin, slant).error);
                let columns = (90..=120).step_by(15).map(|angle| row_slant + degrees(angle));
                column_slant = best_slant(columns, |slant| by_line(column_origin, slant).error);
            }
            let rows = by_line(row_origin, row_slant).bucket;
            let columns = by_line(column_origin, column_slant).bucket;
            let layers = cluster(points.iter().map(|p| p[2]).collect(), unit).bucket;
            let distinct_layers = layers.windows(2).any(|pair| pair[0] != pair[1]);
            let mut seen = HashSet::new();
            let mut situations = Vec::with_capacity(points.len());
            for ((row, column), layer) in rows.into_iter().zip(columns).zip(layers) {
                let mut label = format!("{}{}", column_letters(column), row + 1);
                if distinct_layers {
                    label.push_str(&format!("/{layer}"));
                }
                if !seen.insert(label.clone()) {
                    self.duplicates[kind as usize] = true;
                }
                situations.push(Situation { row, column, layer, label });
            }
            self.situations[kind as usize] = situations;
        }
    }
}

fn degrees(angle: u32) -> f64 {
    f64::from(angle) / 180.0 * PI
}

/// Letters for a column, in the way in which Ludii counts past Z.
fn column_letters(mut column: i32) -> String {
    let letter = |offset: i32| char::from_u32(('A' as i32 + offset) as u32).unwrap_or('?');
    let mut label = letter(column % 26).to_string();
    while column >= 26 {
        column /= 26;
        label.insert(0, letter(column % 26 - 1));
    }
    label
}

/// The first slant whose error is small, or else the one with the smallest.
fn best_slant(slants: impl Iterator<Item = f64>, error: impl Fn(f64) -> f64) -> f64 {
    let mut best = 0.0;
    let mut least = 1000.0;
    for slant in slants {
        let error = error(slant);
        if error < least {
            least = error;
            best = slant;
            if error < 0.01 {
                break;
            }
        }
    }
    best
}

struct Clusters {
    /// Number of each element's bucket.
    bucket: Vec<i32>,
    error: f64,
}

/// Puts scores into buckets: a new one begins where a score is far from the mean of the last.
fn cluster(scores: Vec<f64>, unit: f64) -> Clusters {
    let margin = 0.6 * unit;
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| compare(scores[a], scores[b]));
    let mut bucket = vec![0; scores.len()];
    // Total, size and last score of each bucket.
    let mut buckets: Vec<(f64, f64, f64)> = Vec::new();
    for id in order {
        let score = scores[id];
        match buckets.last_mut() {
            Some((total, size, last)) if (score - *total / *size).abs() <= margin => {
                *total += score;
                *size += 1.0;
                *last = score;
            }
            _ => buckets.push((score, 1.0, score)),
        }
        bucket[id] = buckets.len() as i32 - 1;
    }
    let mut error = 0.0;
    for (total, size, last) in &buckets {
        // Only the last element of a bucket counts towards its error.
        let gap = total / size - last;
        error += gap * gap / size;
    }
    Clusters { bucket, error: error + 0.01 * buckets.len() as f64 }
}
