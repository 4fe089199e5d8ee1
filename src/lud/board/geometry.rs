//! Plane and space geometry with the tolerances on which Ludii's numbering depends.
//!
//! Points are `[x, y, z]`; functions that work in the plane ignore `z`.

use super::arctangent::atan2;

/// A point or vector.
pub(super) type Point = [f64; 3];

/// Below this, lengths and determinants count as zero.
pub(super) const EPSILON: f64 = 0.000_000_1;

/// Distance in the plane.
pub(super) fn distance(a: Point, b: Point) -> f64 {
    distance_squared(a, b).sqrt()
}

/// Square of the distance in the plane.
pub(super) fn distance_squared(a: Point, b: Point) -> f64 {
    let dx = b[0] - a[0];
    let dy = b[1] - a[1];
    dx * dx + dy * dy
}

/// Distance in space.
pub(super) fn distance_3d(a: Point, b: Point) -> f64 {
    let dx = b[0] - a[0];
    let dy = b[1] - a[1];
    let dz = b[2] - a[2];
    (dx * dx + dy * dy + dz * dz).sqrt()
}

/// Angle of the vector from `a` to `b` in the plane.
pub(super) fn angle(a: Point, b: Point) -> f64 {
    atan2(b[1] - a[1], b[0] - a[0])
}

/// Whether two points coincide, measured along the axes.
pub(super) fn coincident(a: Point, b: Point, tolerance: f64) -> bool {
    (a[0] - b[0]).abs() + (a[1] - b[1]).abs() + (a[2] - b[2]).abs() < tolerance
}

/// Distance in the plane from a point to the line through `a` and `b`.
pub(super) fn distance_to_line(point: Point, a: Point, b: Point) -> f64 {
    let dx = b[0] - a[0];
    let dy = b[1] - a[1];
    if dx.abs() + dy.abs() < EPSILON {
        return distance(point, a);
    }
    let area = (point[1] - a[1]) * dx - (point[0] - a[0]) * dy;
    (area * area / (dx * dx + dy * dy)).sqrt()
}

/// Distance in space from a point to the segment from `a` to `b`.
pub(super) fn distance_to_segment_3d(point: Point, a: Point, b: Point) -> f64 {
    let span: Point = std::array::from_fn(|i| b[i] - a[i]);
    let back: Point = std::array::from_fn(|i| a[i] - point[i]);
    if span[0].abs() + span[1].abs() + span[2].abs() < EPSILON {
        return distance_3d(point, a);
    }
    let length = span[0] * span[0] + span[1] * span[1] + span[2] * span[2];
    let square = |v: Point| v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if length.abs() < EPSILON {
        return square(back).sqrt();
    }
    let t = -(back[0] * span[0] + back[1] * span[1] + back[2] * span[2]) / length;
    let nearest = if t <= 0.0 {
        back
    } else if t >= 1.0 {
        std::array::from_fn(|i| b[i] - point[i])
    } else {
        std::array::from_fn(|i| back[i] + t * span[i])
    };
    square(nearest).sqrt()
}

/// Absolute tangent of the turn at `b` on the way from `a` to `c`; infinite from a right angle on.
pub(super) fn turn(a: Point, b: Point, c: Point) -> f64 {
    let v: Point = std::array::from_fn(|i| b[i] - a[i]);
    let u: Point = std::array::from_fn(|i| c[i] - b[i]);
    let dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    if dot <= 0.0 {
        return f64::INFINITY;
    }
    let x = v[1] * u[2] - v[2] * u[1];
    let y = v[2] * u[0] - v[0] * u[2];
    let z = v[0] * u[1] - v[1] * u[0];
    ((x * x + y * y + z * z).sqrt() / dot).abs()
}

/// Whether the corner `a`, `b`, `c` turns clockwise (or hardly at all).
pub(super) fn clockwise(a: Point, b: Point, c: Point) -> bool {
    (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]) < EPSILON
}

/// On which side of the line from `a` to `b` a point lies: -1, 0 or 1.
pub(super) fn which_side(point: Point, a: Point, b: Point) -> i32 {
    let result = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
    if result < -EPSILON { -1 } else { i32::from(result > EPSILON) }
}

/// Where along the segments `a` and `b` they cross, as fractions; nothing if they are parallel.
fn crossing_fractions(a: [Point; 2], b: [Point; 2]) -> Option<(f64, f64)> {
    let (ax, ay) = (a[1][0] - a[0][0], a[1][1] - a[0][1]);
    let (bx, by) = (b[1][0] - b[0][0], b[1][1] - b[0][1]);
    let (dx, dy) = (b[0][0] - a[0][0], b[0][1] - a[0][1]);
    let determinant = bx * ay - by * ax;
    if determinant.abs() < EPSILON {
        return None;
    }
    let inverse = 1.0 / determinant;
    Some(((bx * dy - by * dx) * inverse, (ax * dy - ay * dx) * inverse))
}

/// Whether two segments meet, ends included.
pub(super) fn segments_intersect(a: [Point; 2], b: [Point; 2]) -> bool {
    let within = -EPSILON..=1.0 + EPSILON;
    crossing_fractions(a, b).is_some_and(|(s, t)| within.contains(&s) && within.contains(&t))
}

/// Where two segments cross clear of their ends.
pub(super) fn crossing_point(a: [Point; 2], b: [Point; 2]) -> Option<Point> {
    const MARGIN: f64 = 0.01;
    let inside = MARGIN..1.0 - MARGIN;
    let (s, t) = crossing_fractions(a, b)?;
    (inside.contains(&s) && s > MARGIN && inside.contains(&t) && t > MARGIN)
        .then(|| [a[0][0] + s * (a[1][0] - a[0][0]), a[0][1] + s * (a[1][1] - a[0][1]), 0.0])
}

/// Whether a point lies on the segment from `a` to `b` clear of its ends.
pub(super) fn touches(point: Point, a: Point, b: Point) -> bool {
    const MARGIN: f64 = 0.001;
    distance_3d(point, a) >= MARGIN && distance_3d(point, b) >= MARGIN && distance_to_segment_3d(point, a, b) <= MARGIN
}

/// Signed area of a polygon; negative if it runs clockwise.
pub(super) fn polygon_area(points: &[Point]) -> f64 {
    let mut area = 0.0;
    for (n, p) in points.iter().enumerate() {
        let q = points[(n + 1) % points.len()];
        area += p[0] * q[1] - q[0] * p[1];
    }
    area / 2.0
}

/// Whether a polygon contains a point of the plane.
pub(super) fn point_in_polygon(point: Point, polygon: &[Point]) -> bool {
    let (x, y) = (point[0], point[1]);
    let mut inside = false;
    let Some(mut previous) = polygon.last() else { return false };
    for current in polygon {
        let ([ix, iy, _], [jx, jy, _]) = (*current, *previous);
        if (iy < y && jy >= y || jy < y && iy >= y) && (ix <= x || jx <= x) {
            inside ^= ix + (y - iy) / (jy - iy) * (jx - ix) < x;
        }
        previous = current;
    }
    inside
}

/// Scales a vector to length 1, unless it is hardly a vector.
pub(super) fn normalise(v: Point) -> Point {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    if length < EPSILON { v } else { v.map(|c| c / length) }
}

/// Rotates a vector in the plane.
pub(super) fn rotate(v: Point, theta: f64) -> Point {
    let (sin, cos) = (theta.sin(), theta.cos());
    [v[0] * cos - v[1] * sin, v[1] * cos + v[0] * sin, v[2]]
}

/// A box around points in the plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Left edge.
    pub x: f64,
    /// Lower edge.
    pub y: f64,
    /// Extent to the right.
    pub width: f64,
    /// Extent upwards.
    pub height: f64,
}

impl Bounds {
    /// The box around the points; empty at the origin if there are none.
    pub(super) fn of(points: impl Iterator<Item = Point>) -> Self {
        const LIMIT: f64 = 1_000_000.0;
        let (mut x0, mut y0, mut x1, mut y1) = (LIMIT, LIMIT, -LIMIT, -LIMIT);
        for [x, y, _] in points {
            x0 = if x < x0 { x } else { x0 };
            x1 = if x > x1 { x } else { x1 };
            y0 = if y < y0 { y } else { y0 };
            y1 = if y > y1 { y } else { y1 };
        }
        if x0 >= LIMIT || y0 >= LIMIT {
            return Self { x: 0.0, y: 0.0, width: 0.0, height: 0.0 };
        }
        Self { x: x0, y: y0, width: x1 - x0, height: y1 - y0 }
    }

    /// The middle of the box.
    pub(super) fn centre(&self) -> Point {
        [self.x + self.width / 2.0, self.y + self.height / 2.0, 0.0]
    }
}
