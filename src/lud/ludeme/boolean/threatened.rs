//! `(is Threatened …)`: whether an enemy could capture.

use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::int::{IntFn, Where};
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use crate::lud::play::layout::Plane;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// Whether a piece could be captured.
#[derive(Debug, Clone, PartialEq)]
pub struct Threatened {
    kind: SiteType,
    what: Option<IntFn>,
    sites: Target,
    moves: Option<MovesFn>,
}

/// Where the piece is.
#[derive(Debug, Clone, PartialEq)]
enum Target {
    Sites(SitesFn),
    Everywhere,
}

impl Threatened {
    /// Compiles `(is Threatened …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let what = c.opt_int(call.get("what"))?;
        let default = what.clone().map(|what| Where::of(c.rules.default_type(), what));
        let sites = if default.is_none() && call.get("at").is_empty() && call.get("in").is_empty() {
            Target::Everywhere
        } else {
            Target::Sites(SitesFn::compile(c, call.get("at"), call.get("in"), default)?)
        };
        let moves = match call.get("specificMoves") {
            crate::lud::tree::Value::Empty => None,
            moves => Some(c.probe(moves)?),
        };
        Ok(Self { kind: c.site_type(call.get("type")), what, sites, moves })
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        // Threats inside threats are not looked for.
        if ctx.scratch.probing_threat {
            return false;
        }
        let what = match &self.what {
            Some(what) => {
                let what = what.eval(ctx);
                if what < 1 {
                    return false;
                }
                Some(what)
            }
            None => None,
        };
        let sites = match &self.sites {
            Target::Sites(sites) => sites.eval(ctx),
            Target::Everywhere => {
                let mut all = Bits::default();
                for player in 0..=ctx.rules.players + 1 {
                    all.union(&ctx.row(self.kind, 1 + player));
                }
                all.iter().collect()
            }
        };
        for site in sites {
            let piece = what.unwrap_or_else(|| ctx.what(self.kind, site));
            if piece <= 0 {
                continue;
            }
            if what.is_none() && !(1..=ctx.rules.players).contains(&usize::from(ctx.state.next)) {
                return false;
            }
            if self.piece_at(ctx, piece, site, what.is_some()) {
                return true;
            }
        }
        false
    }

    fn piece_at(&self, ctx: &mut Context<'_>, piece: i32, site: i32, named: bool) -> bool {
        let owner = ctx.rules.owners[piece as usize];
        // Ludii puts the piece on the site for the question, but on boards of vertices only on the cell of that number.
        let is_put = named && ctx.rules.default_type() == SiteType::Cell && ctx.what(self.kind, site) != piece;
        if is_put {
            // Where pieces are counted, Ludii does not count this one: the site still is an empty one as well.
            let stays_empty = ctx.rules.layout.planes[Plane::Count as usize].is_some() && ctx.is_empty(self.kind, site);
            if stays_empty && self.by_enemies(ctx, owner, site, named) {
                return true;
            }
            return ctx.probe(|ctx| {
                let flat = ctx.flat(self.kind, site);
                let count = ctx.count(self.kind, site).max(1);
                ctx.put(flat, piece, i32::from(owner), count);
                self.by_enemies(ctx, owner, site, named)
            });
        }
        self.by_enemies(ctx, owner, site, named)
    }

    fn by_enemies(&self, ctx: &mut Context<'_>, owner: u8, site: i32, named: bool) -> bool {
        let players = (ctx.state.prev, ctx.state.mover, ctx.state.next);
        ctx.scratch.probing_threat = true;
        ctx.state.prev = owner;
        let mut threatened = false;
        for enemy in (1..=ctx.rules.players as u8).filter(|&enemy| enemy != owner) {
            ctx.state.mover = enemy;
            if !named {
                ctx.state.next = owner;
            }
            let rules = ctx.rules;
            let phase = ctx.state.phase[enemy as usize] as usize;
            let moves = self.moves.as_ref().unwrap_or(&rules.phases[phase].play);
            if reaches(ctx, moves, site) {
                threatened = true;
                break;
            }
        }
        ctx.scratch.probing_threat = false;
        (ctx.state.prev, ctx.state.mover, ctx.state.next) = players;
        threatened
    }
}

/// Whether some move goes to a site.
fn reaches(ctx: &mut Context<'_>, moves: &MovesFn, site: i32) -> bool {
    let registers = ctx.registers();
    let mut found = false;
    moves.generate(ctx, &mut Sink::Reaches(site, &mut found));
    ctx.restore(registers);
    found
}
