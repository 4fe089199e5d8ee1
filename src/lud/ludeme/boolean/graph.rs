//! Tests of the graph that the edges of a player make.

use super::edges::Edges;
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
    edges: Edges,
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
        Ok(Self { who, question, edges: Edges::of(&c.rules.topology) })
    }

    /// Whether the mover's edges are asked about, and each edge of the board joins two vertices.
    #[must_use]
    pub fn asks_mover(&self) -> bool {
        self.who == IntFn::Mover && self.edges.are_all()
    }

    /// Whether a player's edges may make such a graph where there are so many of them.
    #[must_use]
    pub fn may_hold_with(&self, count: usize) -> bool {
        let edges = &self.edges;
        match self.question {
            Question::Tree => count < edges.vertices().max(1),
            Question::SpanningTree => count + 1 == edges.vertices(),
            // Each edge counts at both ends.
            Question::Regular(..) => !edges.are_simple() || (2 * count).is_multiple_of(edges.vertices().max(1)),
        }
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
        let edges = &self.edges;
        let taken = edges.holding(ctx, what);
        if !self.may_hold_with(taken.len()) {
            return false;
        }
        match &self.question {
            // Without a cycle, each edge joins what did not hang together.
            Question::Tree | Question::SpanningTree => !edges.have_cycle(&taken),
            Question::Regular(wanted, odd, even) => {
                let wanted = wanted.eval(ctx).max(0) as usize;
                let degree = if wanted > 0 || edges.vertices() == 0 { wanted } else { edges.degree(0, &taken) };
                if (0..edges.vertices()).any(|vertex| edges.degree(vertex, &taken) != degree) {
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
