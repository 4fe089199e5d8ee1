//! `(forEach Piece …)`: the moves of every piece of a player.

use super::MovesFn;
use crate::lud::compile::{CompileError, Compiled, Compiler, Link};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::sink::Sink;
use crate::lud::tree::{Call, Value};

/// Deepest nesting of piece generators in each other.
const MAX_DEPTH: usize = 4;

/// The moves of every piece of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct ForEachPiece {
    player: IntFn,
    /// Generator of each component, where its pieces are asked.
    generators: Vec<Option<MovesFn>>,
}

impl ForEachPiece {
    /// Compiles `(forEach Piece …)`: once for each component, so that each move knows what surrounds it.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        for slot in ["on", "container", "containerName", "top"] {
            if !call.get(slot).is_empty() {
                return Err(c.unsupported(call));
            }
        }
        if c.piece_depth >= MAX_DEPTH {
            return Err(CompileError::new(call, "is nested in itself".to_owned()));
        }
        let player = c.player(call, &["player", "role"])?.unwrap_or(IntFn::Mover);
        let mut items: Vec<String> = Vec::new();
        for slot in ["item", "items"] {
            items.extend(call.get(slot).elements().iter().filter_map(Value::text).map(str::to_owned));
        }
        c.piece_depth += 1;
        let result = c.with_then(call, |c| {
            c.inside(Link::Captures(Register::From), |c| {
                let mut generators = Vec::new();
                for index in 0..c.rules.components.len() {
                    generators.push(Self::generator(c, call, index, &items)?);
                }
                Ok(generators)
            })
        });
        c.piece_depth -= 1;
        Ok(MovesFn::ForEachPiece(Box::new(Self { player, generators: result? })))
    }

    fn generator(c: &mut Compiler, call: &Call, index: usize, items: &[String]) -> Compiled<Option<MovesFn>> {
        if index == 0 {
            return Ok(None);
        }
        // Names are compared without the owner's number.
        let name = c.rules.components[index].name.clone();
        let base = name.trim_end_matches(|last: char| last.is_ascii_digit());
        if !items.is_empty() && !items.iter().any(|item| item == base || *item == name) {
            return Ok(None);
        }
        match call.get("specificMoves") {
            Value::Empty => match c.piece_generators[index].clone() {
                Some(generator) => MovesFn::compile(c, &generator).map(Some),
                None => Ok(None),
            },
            moves => c.moves(moves).map(Some),
        }
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let player = self.player.eval(ctx);
        let kind = ctx.rules.default_type();
        let mut sites = ctx.row(kind, 1 + player as usize);
        sites.intersect(&ctx.rules.board_sites(kind));
        let mover = i32::from(ctx.state.mover);
        let before = ctx.get(Register::From);
        for site in &sites {
            let what = ctx.what(kind, site);
            let Some(generator) = &self.generators[what as usize] else { continue };
            ctx.set(Register::From, site);
            if player == mover || player == 0 || player > ctx.rules.players as i32 {
                generator.generate(ctx, sink);
            } else {
                ctx.as_player(player, |ctx| generator.generate(ctx, sink));
            }
        }
        ctx.set(Register::From, before);
    }
}
