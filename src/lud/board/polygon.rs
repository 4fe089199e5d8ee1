//! Polygons that cut shapes out of tilings.

use super::geometry::{Bounds, Point, clockwise, normalise, point_in_polygon};

/// A closed polygon in the plane.
#[derive(Debug, Clone, Default)]
pub(super) struct Polygon {
    /// Corners in order.
    pub points: Vec<Point>,
}

impl Polygon {
    /// A polygon through points, repeated by rotation about the origin (clockwise for a negative number).
    pub(super) fn with_rotations(mut points: Vec<Point>, rotations: i32) -> Self {
        if rotations != 0 {
            if rotations < 0 {
                points.reverse();
            }
            let count = points.len();
            let step = 2.0 * std::f64::consts::PI / f64::from(rotations);
            let mut angle = step;
            for _ in 1..rotations.abs() {
                let (sin, cos) = (angle.sin(), angle.cos());
                for p in 0..count {
                    let [x, y, _] = points[p];
                    points.push([x * cos - y * sin, x * sin + y * cos, 0.0]);
                }
                angle += step;
            }
        }
        Self { points }
    }

    /// Follows sides of the given lengths through a cycle of step vectors; a negative length turns the other way.
    pub(super) fn from_sides(sides: &[i32], steps: &[[f64; 2]]) -> Self {
        let n = steps.len() as i32;
        let mut step = n - 1;
        let (mut x, mut y) = (0.0, 0.0);
        let mut points = vec![[x, y, 0.0]];
        for &side in sides {
            step = (step + if side < 0 { -1 } else { 1 } + n) % n;
            let [dx, dy] = steps[step as usize];
            x += f64::from(side) * dx;
            y += f64::from(side) * dy;
            points.push([x, y, 0.0]);
        }
        Self { points }
    }

    /// As [`Polygon::from_sides`] on a tiling with six directions: each side is one step shorter than its number of sites,
    /// and at least five sides are drawn, starting over in the list where it is shorter.
    pub(super) fn from_hex_sides(sides: &[i32], position: impl Fn(i32, i32) -> Point) -> Self {
        const STEPS: [[i32; 2]; 6] = [[1, 0], [1, 1], [0, 1], [-1, 0], [-1, -1], [0, -1]];
        let mut step = 1i32;
        let (mut row, mut column) = (0, 0);
        let mut points = vec![position(row, column)];
        for n in 0..sides.len().max(5) {
            let side = sides[n % sides.len()];
            let length = if side < 0 { side + 1 } else { side - 1 };
            step = (step + if length < 0 { -1 } else { 1 } + 6) % 6;
            if length > 0 {
                row += length * STEPS[step as usize][0];
                column += length * STEPS[step as usize][1];
                points.push(position(row, column));
            }
        }
        Self { points }
    }

    /// Whether the polygon contains a point.
    pub(super) fn contains(&self, point: Point) -> bool {
        point_in_polygon(point, &self.points)
    }

    /// Moves every corner outwards.
    pub(super) fn inflate(&mut self, amount: f64) {
        let n = self.points.len();
        let adjustments: Vec<[f64; 2]> = (0..n)
            .map(|i| {
                let (a, b, c) = (self.points[i], self.points[(i + 1) % n], self.points[(i + 2) % n]);
                let between = |from: Point, to: Point| normalise([to[0] - from[0], to[1] - from[1], 0.0]);
                let (into, out) =
                    if clockwise(a, b, c) { (between(a, b), between(c, b)) } else { (between(b, a), between(b, c)) };
                [(into[0] * amount + out[0] * amount) * 0.5, (into[1] * amount + out[1] * amount) * 0.5]
            })
            .collect();
        for (i, point) in self.points.iter_mut().enumerate() {
            let [dx, dy] = adjustments[(i + n - 1) % n];
            *point = [point[0] + dx, point[1] + dy, 0.0];
        }
    }

    /// The box around the polygon.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds::of(self.points.iter().copied())
    }
}
