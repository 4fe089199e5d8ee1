//! Boards as SVG pictures: cells, lines, sites with their numbers, and pieces as text.

use std::fmt::Write as _;

use super::geometry::{Bounds, Point, distance};
use super::topology::{SiteType, Topology};
use crate::lud::tree::Call;

/// Pixels between neighbouring sites.
const SPACING: f64 = 46.0;
/// A picture may not be wider or higher than this; large boards get smaller sites instead.
const LARGEST: f64 = 2400.0;

/// Something that stands on a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glyph {
    /// The site, of the type that the board is played on.
    pub site: usize,
    /// What to show, a few characters at most.
    pub text: String,
    /// Whose it is: 0 nobody's, 1 the first player's, and so on.
    pub player: usize,
}

/// How to draw a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawOptions {
    /// Whether sites show their numbers.
    pub numbers: bool,
    /// Whether sites are pits, as on mancala boards: large circles without lines between them.
    pub pits: bool,
    /// What stands where.
    pub pieces: Vec<Glyph>,
    /// Sites to emphasise, for example those of the last move.
    pub marked: Vec<usize>,
    /// What the picture shows, for those who cannot see it.
    pub title: String,
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self { numbers: true, pits: false, pieces: Vec::new(), marked: Vec::new(), title: "Board".to_owned() }
    }
}

impl DrawOptions {
    /// The usual options for a board ludeme.
    #[must_use]
    pub fn for_board(board: &Call) -> Self {
        Self { pits: board.name() == "MancalaBoard", ..Self::default() }
    }
}

/// Draws a board. The picture has a size of its own but scales with the space that it is given.
#[must_use]
pub fn draw_svg(topology: &Topology, options: &DrawOptions) -> String {
    Canvas::new(topology, options).draw()
}

struct Canvas<'a> {
    topology: &'a Topology,
    options: &'a DrawOptions,
    /// Positions of all elements of the three types, in pixels.
    positions: [Vec<[f64; 2]>; 3],
    /// Room around each site of the default type, in pixels.
    room: Vec<f64>,
    width: f64,
    height: f64,
    svg: String,
}

impl<'a> Canvas<'a> {
    fn new(topology: &'a Topology, options: &'a DrawOptions) -> Self {
        let spread = spread(topology);
        let place = |point: Point, layer: i32| -> Point { [point[0] + spread * f64::from(layer), point[1], 0.0] };
        let raw: [Vec<Point>; 3] = [SiteType::Cell, SiteType::Vertex, SiteType::Edge]
            .map(|kind| topology.of(kind).sites.iter().map(|site| place(site.point, site.layer)).collect());
        let bounds = Bounds::of(raw.iter().flatten().copied());
        let nearest = nearest_distances(&raw[topology.default as usize]);
        let mut sorted = nearest.clone();
        sorted.sort_by(f64::total_cmp);
        let unit = sorted.get(sorted.len() / 10).copied().filter(|d| d.is_finite() && *d > 0.0).unwrap_or(1.0);
        let scale = (SPACING / unit).min(LARGEST / bounds.width.max(bounds.height).max(0.1));
        let margin = SPACING * 0.75;
        let (width, height) = (bounds.width * scale + 2.0 * margin, bounds.height * scale + 2.0 * margin);
        let on_canvas = |p: &Point| [(p[0] - bounds.x) * scale + margin, height - margin - (p[1] - bounds.y) * scale];
        Self {
            topology,
            options,
            positions: raw.map(|points| points.iter().map(on_canvas).collect()),
            room: nearest
                .iter()
                .map(|d| if d.is_finite() { (d * scale).min(SPACING * 1.6) } else { SPACING })
                .collect(),
            width,
            height,
            svg: String::new(),
        }
    }

    fn at(&self, kind: SiteType, id: usize) -> [f64; 2] {
        self.positions[kind as usize][id]
    }

    fn draw(mut self) -> String {
        let (width, height) = (self.width, self.height);
        self.line(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" role="img" font-family="system-ui, sans-serif" text-anchor="middle">"#
        ));
        let title = escape(&self.options.title);
        self.line(&format!("<title>{title}</title>"));
        self.line(&format!(r##"<rect width="{width:.0}" height="{height:.0}" rx="10" fill="#f7efdf"/>"##));
        if self.options.pits {
            self.draw_sites();
        } else {
            match self.topology.default {
                SiteType::Cell => self.draw_cells(),
                SiteType::Vertex => {
                    self.draw_edges(1.5, "#8a745c");
                    self.draw_sites();
                }
                SiteType::Edge => self.draw_edges(5.0, "#b79f80"),
            }
        }
        self.draw_contents();
        self.line("</svg>");
        self.svg
    }

    fn line(&mut self, text: &str) {
        self.svg.push_str(text);
        self.svg.push('\n');
    }

    fn draw_cells(&mut self) {
        const SHADES: [&str; 6] = ["#ead7b4", "#d5b98a", "#f1e6cd", "#c6a878", "#dfc9a0", "#bb9a68"];
        self.line(r##"<g stroke="#8a745c" stroke-width="1.2" stroke-linejoin="round">"##);
        for id in 0..self.topology.count(SiteType::Cell) {
            let site = &self.topology.of(SiteType::Cell).sites[id];
            let shade = SHADES[usize::try_from(site.phase).unwrap_or(0) % SHADES.len()];
            let fill = if self.options.marked.contains(&id) { "#f2c14e" } else { shade };
            let mut path = String::new();
            for (n, (&vertex, &edge)) in site.vertices.iter().zip(&site.edges).enumerate() {
                let [x, y] = self.at(SiteType::Vertex, usize::from(vertex));
                if n == 0 {
                    let _ = write!(path, "M{x:.1} {y:.1}");
                }
                path.push_str(&self.edge_path(usize::from(edge), usize::from(vertex)));
            }
            self.line(&format!(r#"<path d="{path}Z" fill="{fill}"/>"#));
        }
        self.line("</g>");
    }

    /// The rest of a path from one end of an edge to the other.
    fn edge_path(&self, edge: usize, from: usize) -> String {
        let ends = &self.topology.of(SiteType::Edge).sites[edge].vertices;
        let is_reversed = usize::from(ends[0]) != from;
        let to = usize::from(if is_reversed { ends[0] } else { ends[1] });
        let (a, b) = (self.at(SiteType::Vertex, from), self.at(SiteType::Vertex, to));
        let Some(mut tangents) = self.topology.curves[edge] else {
            return format!("L{:.1} {:.1}", b[0], b[1]);
        };
        if is_reversed {
            tangents.reverse();
        }
        let reach = 0.36 * distance([a[0], a[1], 0.0], [b[0], b[1], 0.0]);
        let control = |end: [f64; 2], other: [f64; 2], tangent: [f64; 2]| {
            // Up is down on the canvas. A tangent that points away from the edge is meant the other way round.
            let (tx, ty) = (tangent[0], -tangent[1]);
            let inwards = tx * (other[0] - end[0]) + ty * (other[1] - end[1]);
            let sign = if inwards < -0.5 * reach { -1.0 } else { 1.0 };
            [end[0] + sign * tx * reach, end[1] + sign * ty * reach]
        };
        let (c, d) = (control(a, b, tangents[0]), control(b, a, tangents[1]));
        format!("C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", c[0], c[1], d[0], d[1], b[0], b[1])
    }

    fn draw_edges(&mut self, width: f64, colour: &str) {
        self.line(&format!(r#"<g fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round">"#));
        for id in 0..self.topology.count(SiteType::Edge) {
            let a = usize::from(self.topology.of(SiteType::Edge).sites[id].vertices[0]);
            let [x, y] = self.at(SiteType::Vertex, a);
            let rest = self.edge_path(id, a);
            let mark = if self.topology.default == SiteType::Edge && self.options.marked.contains(&id) {
                r##" stroke="#f2c14e""##
            } else {
                ""
            };
            self.line(&format!(r#"<path d="M{x:.1} {y:.1}{rest}"{mark}/>"#));
        }
        self.line("</g>");
    }

    fn draw_sites(&mut self) {
        let kind = self.topology.default;
        self.line(r##"<g stroke="#8a745c" stroke-width="1.2">"##);
        for id in 0..self.topology.count(kind) {
            let [x, y] = self.at(kind, id);
            let radius = self.room[id] * if self.options.pits { 0.44 } else { 0.3 };
            let fill = if self.options.marked.contains(&id) { "#f2c14e" } else { "#fffaf0" };
            self.line(&format!(
                r#"<circle cx="{x:.1}" cy="{y:.1}" r="{:.1}" fill="{fill}"/>"#,
                radius.min(SPACING * 0.45)
            ));
        }
        self.line("</g>");
    }

    /// Where the number of a site goes: on it, or off the middle of an edge that shares its middle with another.
    fn label_at(&self, id: usize) -> [f64; 2] {
        let kind = self.topology.default;
        let middle = self.at(kind, id);
        let shares = |other: &[f64; 2]| (other[0] - middle[0]).abs() + (other[1] - middle[1]).abs() < 4.0;
        if kind != SiteType::Edge || self.positions[kind as usize].iter().filter(|other| shares(other)).count() < 2 {
            return middle;
        }
        let ends = &self.topology.of(kind).sites[id].vertices;
        let (a, b) = (self.at(SiteType::Vertex, usize::from(ends[0])), self.at(SiteType::Vertex, usize::from(ends[1])));
        [0, 1].map(|axis| a[axis] + 0.36 * (b[axis] - a[axis]))
    }

    /// Numbers and pieces.
    fn draw_contents(&mut self) {
        const PLAYERS: [&str; 5] = ["#6d6257", "#1d4e89", "#a5243d", "#2f6b3c", "#7a4a9e"];
        let kind = self.topology.default;
        for id in 0..self.topology.count(kind) {
            let [x, y] = self.label_at(id);
            let size = (self.room[id] * 0.26).clamp(3.0, 13.0);
            let pieces = self.options.pieces.iter().filter(|glyph| glyph.site == id).collect::<Vec<_>>();
            if self.options.numbers {
                let (dx, dy) = if pieces.is_empty() { (0.0, size * 0.36) } else { (0.0, self.room[id] * 0.44) };
                let size = if pieces.is_empty() { size } else { size * 0.75 };
                let halo = if kind == SiteType::Edge {
                    r##" stroke="#f7efdf" stroke-width="3" paint-order="stroke""##
                } else {
                    ""
                };
                self.line(&format!(
                    r##"<text x="{:.1}" y="{:.1}" font-size="{size:.1}" fill="#5b4a38"{halo}>{id}</text>"##,
                    x + dx,
                    y + dy
                ));
            }
            for glyph in pieces {
                let letters = glyph.text.chars().count().max(1) as f64;
                let size = (self.room[id] * 0.55).min(self.room[id] * 0.9 / letters).max(4.0);
                let colour = PLAYERS[glyph.player % PLAYERS.len()];
                let text = escape(&glyph.text);
                self.line(&format!(
                    r#"<text x="{x:.1}" y="{:.1}" font-size="{size:.1}" font-weight="600" fill="{colour}">{text}</text>"#,
                    y + size * 0.36
                ));
            }
        }
    }
}

/// How far layers are drawn apart, in board units: not at all unless sites lie exactly above others.
fn spread(topology: &Topology) -> f64 {
    let sites = &topology.of(topology.default).sites;
    let above = |a: Point, b: Point| distance(a, b) < 0.01;
    let is_stacked = sites
        .iter()
        .any(|site| site.layer != 0 && sites.iter().any(|other| other.layer == 0 && above(site.point, other.point)));
    if is_stacked { Bounds::of(topology.of(SiteType::Vertex).sites.iter().map(|v| v.point)).width + 1.0 } else { 0.0 }
}

/// Distance from every point to the nearest other one.
fn nearest_distances(points: &[Point]) -> Vec<f64> {
    points
        .iter()
        .enumerate()
        .map(|(a, p)| {
            let others = points.iter().enumerate().filter(|(b, _)| *b != a);
            others.map(|(_, q)| distance(*p, *q)).filter(|d| *d > 0.01).fold(f64::INFINITY, f64::min)
        })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
