//! Tests of the graph that the edges of a player make.

use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::context::Context;
use crate::lud::tree::Call;

/// What is asked about the graph.
#[derive(Debug, Clone, PartialEq)]
enum Question {
    /// It has no cycle.
    Tree,
    /// It has no cycle and joins all vertices.
    SpanningTree,
    /// All vertices have the same number of edges: this many (or any, for 0), an odd or an even number.
    Regular(IntFn, BoolFn, BoolFn),
}

/// A question about the graph that the edges of a player make.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphTest {
    who: IntFn,
    question: Question,
}

impl GraphTest {
    /// Compiles `(is Tree …)` and its like.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let who = c.player(call, &["who", "role"])?.ok_or_else(|| c.unsupported(call))?;
        let flag = |c: &mut Compiler, slot: &str| -> Compiled<BoolFn> {
            Ok(c.opt_bool(call.get(slot))?.unwrap_or(BoolFn::Constant(false)))
        };
        let question = match call.keyword() {
            Some("Tree") => Question::Tree,
            Some("SpanningTree") => Question::SpanningTree,
            Some("RegularGraph") => {
                Question::Regular(c.int_or(call.get("k"), IntFn::Constant(0))?, flag(c, "odd")?, flag(c, "even")?)
            }
            _ => return Err(c.unsupported(call)),
        };
        Ok(Self { who, question })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let last = ctx.state.last.to;
        if last < 0 {
            return false;
        }
        let who = self.who.eval(ctx);
        // Edges are compared with the player's number by their component; nobody's are those like the last one.
        let what = match (who, ctx.what(SiteType::Edge, last)) {
            (0, 0) => 1,
            (0, held) => held,
            (who, _) => who,
        };
        let topology = &ctx.rules.topology;
        let vertices = topology.count(SiteType::Vertex);
        let edges = &topology.of(SiteType::Edge).sites;
        let taken = || {
            (0..edges.len()).filter(|&edge| ctx.what(SiteType::Edge, edge as i32) == what).filter_map(
                |edge| match edges[edge].vertices[..] {
                    [one, other] => Some((usize::from(one), usize::from(other))),
                    _ => None,
                },
            )
        };
        match &self.question {
            Question::Tree | Question::SpanningTree => {
                let mut parent: Vec<usize> = (0..vertices).collect();
                let mut joined = 0;
                for (one, other) in taken() {
                    let (one, other) = (root(&parent, one), root(&parent, other));
                    if one == other {
                        return false;
                    }
                    parent[one] = other;
                    joined += 1;
                }
                self.question == Question::Tree || joined + 1 == vertices
            }
            Question::Regular(degree, odd, even) => {
                let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); vertices];
                for (one, other) in taken() {
                    for (at, to) in [(one, other), (other, one)] {
                        if !neighbours[at].contains(&to) {
                            neighbours[at].push(to);
                        }
                    }
                }
                let mut degree = degree.eval(ctx).max(0) as usize;
                if degree == 0 {
                    degree = neighbours.iter().map(Vec::len).find(|&degree| degree > 0).unwrap_or(0);
                }
                if neighbours.iter().any(|around| around.len() != degree) {
                    return false;
                }
                if odd.eval(ctx) {
                    !degree.is_multiple_of(2)
                } else if even.eval(ctx) {
                    degree.is_multiple_of(2)
                } else {
                    true
                }
            }
        }
    }
}

fn root(parent: &[usize], vertex: usize) -> usize {
    let mut vertex = vertex;
    while parent[vertex] != vertex {
        vertex = parent[vertex];
    }
    vertex
}
