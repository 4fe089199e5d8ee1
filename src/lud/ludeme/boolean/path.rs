//! `(is Path Edge …)`: a path or a cycle of a player's edges through the last one.

use super::edges::{Edges, PerVertex};
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::range::RangeFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use crate::lud::tree::Call;
use smallvec::smallvec;

/// A test for a path of edges.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    from: IntFn,
    who: IntFn,
    length: RangeFn,
    closed: BoolFn,
    edges: Edges,
}

/// The edges of a player as a graph.
struct Graph<'a> {
    edges: &'a Edges,
    owned: Bits,
}

impl Path {
    /// Compiles `(is Path Edge …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        if c.site_type(call.get("type")) != SiteType::Edge {
            return Err(c.unsupported(call));
        }
        Ok(Self {
            from: c.int_or(call.get("from"), IntFn::LastTo)?,
            who: c.player(call, &["who", "role"])?.ok_or_else(|| c.unsupported(call))?,
            length: RangeFn::compile(c, call.get("length"))?,
            closed: c.opt_bool(call.get("closed"))?.unwrap_or(BoolFn::Constant(false)),
            edges: Edges::of(&c.rules.topology),
        })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let edge = self.from.eval(ctx);
        let who = self.who.eval(ctx);
        let (min, max) = self.length.eval(ctx);
        let closed = self.closed.eval(ctx);
        let Some([one, other]) = self.edges.ends(edge) else { return false };
        let graph = Graph { edges: &self.edges, owned: self.edges.owned_by(ctx, who) };
        let is_ring = graph.is_ring(edge, one, other);
        if closed {
            if !is_ring {
                return min == max && min == 0;
            }
            let ring = graph.ring(one);
            let size = ring.len() as i32;
            let within = |&[one, other]: &[usize; 2]| ring.contains(one as i32) && ring.contains(other as i32);
            let edges = self.edges.ends_of(&graph.owned).filter(within).count() as i32;
            if edges == size && ((min == max && size == min) || (min != max && max > 2 && size > 2 && size <= max)) {
                return true;
            }
            if edges <= size {
                return false;
            }
            let depth = graph.detour(one, other);
            return (min == max && depth == min) || (max > 2 && depth <= max);
        }
        if is_ring {
            return false;
        }
        let longest = if min == max { min } else { max };
        let mut seen = Bits::default();
        let mut length = 1;
        for (start, skipped) in [(one, edge), (other, edge)] {
            let mut depths = Bits::default();
            graph.reach(skipped, start, 0, longest, &mut seen, &mut depths);
            length += depths.len() as i32 - 1;
        }
        seen.len() as i32 + 1 == length && ((min == max && length == min) || (max > min && length <= max))
    }
}

impl Graph<'_> {
    fn around(&self, vertex: usize) -> impl Iterator<Item = (i32, usize)> {
        self.edges.around(vertex, &self.owned)
    }

    /// Whether the ends of an edge hang together even without any single edge.
    fn is_ring(&self, edge: i32, one: usize, other: usize) -> bool {
        if !self.owned.contains(edge) {
            return self.ring(one).contains(other as i32);
        }
        // Then no single edge but the one between them could be missed.
        let is_end = |vertex: usize| self.edges.degree(vertex, &self.owned) == 1;
        one == other || (!is_end(one) && !is_end(other) && self.edges.has_detour(one, other, &self.owned))
    }

    /// The vertices that hang together with one even without any single edge.
    fn ring(&self, vertex: usize) -> Bits {
        let none: PerVertex = smallvec![0; self.edges.vertices()];
        let mut search = Search { depth: none.clone(), low: none, stack: PerVertex::new(), ring: Bits::default() };
        self.visit(vertex, None, 1, &mut search);
        search.ring
    }

    fn visit(&self, vertex: usize, parent: Option<usize>, depth: u16, search: &mut Search) {
        search.depth[vertex] = depth;
        search.low[vertex] = depth;
        search.stack.push(vertex as u16);
        for (_, next) in self.around(vertex).filter(|&(_, next)| Some(next) != parent) {
            if search.depth[next] == 0 {
                self.visit(next, Some(vertex), depth + 1, search);
                search.low[vertex] = search.low[vertex].min(search.low[next]);
            } else if search.stack.contains(&(next as u16)) {
                search.low[vertex] = search.low[vertex].min(search.depth[next]);
            }
        }
        if search.low[vertex] == search.depth[vertex] {
            search.ring = Bits::default();
            while let Some(top) = search.stack.pop() {
                search.ring.insert(i32::from(top));
                if usize::from(top) == vertex {
                    break;
                }
            }
        }
    }

    /// Length of a cycle through the edge between two vertices: the way that Ludii finds between them without it, which
    /// prefers low vertices to short ways.
    fn detour(&self, from: usize, to: usize) -> i32 {
        let vertices = self.edges.vertices();
        let mut distance: PerVertex = smallvec![u16::MAX; vertices];
        let mut before: PerVertex = smallvec![0; vertices];
        let mut visited = Bits::new(vertices);
        let mut queue = Bits::new(vertices);
        queue.insert(from as i32);
        distance[from] = 0;
        before[from] = from as u16;
        while let Some(lowest) = queue.first() {
            queue.remove(lowest);
            let vertex = lowest as usize;
            if vertex == to {
                break;
            }
            if visited.contains(lowest) {
                continue;
            }
            visited.insert(lowest);
            for (_, next) in self.around(vertex) {
                let is_the_edge = (vertex, next) == (from, to) || (vertex, next) == (to, from);
                if !is_the_edge && distance[next] > distance[vertex] + 1 {
                    distance[next] = distance[vertex] + 1;
                    before[next] = vertex as u16;
                    queue.insert(next as i32);
                }
            }
        }
        let (mut vertex, mut depth) = (to, 1);
        while usize::from(before[vertex]) != vertex && depth as usize <= vertices {
            depth += 1;
            vertex = usize::from(before[vertex]);
        }
        depth
    }

    /// Follows edges from a vertex, noting those met and how deep the search got.
    fn reach(&self, skipped: i32, vertex: usize, depth: i32, longest: i32, seen: &mut Bits, depths: &mut Bits) {
        if depth == longest * 2 {
            return;
        }
        for (edge, next) in self.around(vertex).filter(|&(edge, _)| edge != skipped) {
            seen.insert(edge);
            self.reach(edge, next, depth + 1, longest, seen, depths);
        }
        depths.insert(depth);
    }
}

/// State of the search for a ring.
struct Search {
    depth: PerVertex,
    low: PerVertex,
    stack: PerVertex,
    /// The vertices that were found to hang together last.
    ring: Bits,
}
