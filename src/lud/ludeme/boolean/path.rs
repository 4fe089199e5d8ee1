//! `(is Path Edge …)`: a path or a cycle of a player's edges through the last one.

use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::range::RangeFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use crate::lud::tree::Call;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A test for a path of edges.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    from: IntFn,
    who: IntFn,
    length: RangeFn,
    closed: BoolFn,
}

/// The edges of a player as a graph.
struct Graph {
    /// Both ends of each edge of the player, by edge.
    edges: Vec<(usize, [usize; 2])>,
    vertices: usize,
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
        })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let edge = self.from.eval(ctx);
        let who = self.who.eval(ctx);
        let (min, max) = self.length.eval(ctx);
        let closed = self.closed.eval(ctx);
        let topology = &ctx.rules.topology;
        let elements = &topology.of(SiteType::Edge).sites;
        let ends = |edge: usize| match elements.get(edge)?.vertices[..] {
            [one, other] => Some([usize::from(one), usize::from(other)]),
            _ => None,
        };
        let Some([one, other]) = usize::try_from(edge).ok().and_then(ends) else { return false };
        let owned = (0..elements.len()).filter(|&edge| ctx.who(SiteType::Edge, edge as i32) == who);
        let graph = Graph {
            edges: owned.filter_map(|edge| Some((edge, ends(edge)?))).collect(),
            vertices: topology.count(SiteType::Vertex),
        };
        let ring = graph.ring(one, other);
        let size = ring.len() as i32;
        if closed {
            let within =
                |&&(_, [one, other]): &&(usize, [usize; 2])| ring.contains(one as i32) && ring.contains(other as i32);
            let edges = graph.edges.iter().filter(within).count() as i32;
            if edges == size && ((min == max && size == min) || (min != max && max > 2 && size > 2 && size <= max)) {
                return true;
            }
            if edges <= size {
                return false;
            }
            let depth = graph.detour(one, other);
            return (min == max && depth == min) || (max > 2 && depth <= max);
        }
        if size != 0 {
            return false;
        }
        let longest = if min == max { min } else { max };
        let mut seen = Bits::default();
        let mut length = 1;
        for (start, skipped) in [(one, edge), (other, edge)] {
            let mut depths = Bits::default();
            graph.reach(skipped as usize, start, 0, longest, &mut seen, &mut depths);
            length += depths.len() as i32 - 1;
        }
        seen.len() as i32 + 1 == length && ((min == max && length == min) || (max > min && length <= max))
    }
}

impl Graph {
    fn around(&self, vertex: usize) -> impl Iterator<Item = (usize, usize)> {
        self.edges.iter().filter_map(move |&(edge, [one, other])| {
            if one == vertex { Some((edge, other)) } else { (other == vertex).then_some((edge, one)) }
        })
    }

    /// The vertices that hang together with `one` even without any single edge, where `other` is among them.
    fn ring(&self, one: usize, other: usize) -> Bits {
        let mut search = Search { depth: vec![0; self.vertices], low: vec![0; self.vertices], stack: Vec::new() };
        let ring = self.visit(one, None, 1, &mut search);
        if ring.contains(other as i32) { ring } else { Bits::default() }
    }

    fn visit(&self, vertex: usize, parent: Option<usize>, depth: usize, search: &mut Search) -> Bits {
        search.depth[vertex] = depth;
        search.low[vertex] = depth;
        search.stack.push(vertex);
        for (_, next) in self.around(vertex).filter(|&(_, next)| Some(next) != parent) {
            if search.depth[next] == 0 {
                self.visit(next, Some(vertex), depth + 1, search);
                search.low[vertex] = search.low[vertex].min(search.low[next]);
            } else if search.stack.contains(&next) {
                search.low[vertex] = search.low[vertex].min(search.depth[next]);
            }
        }
        let mut ring = Bits::default();
        if search.low[vertex] == search.depth[vertex] {
            while let Some(top) = search.stack.pop() {
                ring.insert(top as i32);
                if top == vertex {
                    break;
                }
            }
        }
        ring
    }

    /// Length of a cycle through the edge between two vertices: the way that Ludii finds between them without it, which
    /// prefers low vertices to short ways.
    fn detour(&self, from: usize, to: usize) -> i32 {
        let mut distance = vec![i32::MAX; self.vertices];
        let mut before = vec![0; self.vertices];
        let mut visited = vec![false; self.vertices];
        let mut queue = BinaryHeap::from([Reverse(from)]);
        distance[from] = 0;
        before[from] = from;
        while let Some(Reverse(vertex)) = queue.pop() {
            if vertex == to {
                break;
            }
            if std::mem::replace(&mut visited[vertex], true) {
                continue;
            }
            let mut around: Vec<usize> = self.around(vertex).map(|(_, next)| next).collect();
            around.sort_unstable();
            for next in around {
                let is_the_edge = (vertex, next) == (from, to) || (vertex, next) == (to, from);
                if !is_the_edge && distance[next] > distance[vertex] + 1 {
                    distance[next] = distance[vertex] + 1;
                    before[next] = vertex;
                    queue.push(Reverse(next));
                }
            }
        }
        let (mut vertex, mut depth) = (to, 1);
        while before[vertex] != vertex && depth as usize <= self.vertices {
            depth += 1;
            vertex = before[vertex];
        }
        depth
    }

    /// Follows edges from a vertex, noting those met and how deep the search got.
    fn reach(&self, skipped: usize, vertex: usize, depth: i32, longest: i32, seen: &mut Bits, depths: &mut Bits) {
        if depth == longest * 2 {
            return;
        }
        for (edge, next) in self.around(vertex).filter(|&(edge, _)| edge != skipped) {
            seen.insert(edge as i32);
            self.reach(edge, next, depth + 1, longest, seen, depths);
        }
        depths.insert(depth);
    }
}

/// State of the search for a ring.
struct Search {
    depth: Vec<usize>,
    low: Vec<usize>,
    stack: Vec<usize>,
}
