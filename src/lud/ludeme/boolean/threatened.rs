//! `(is Threatened …)`: whether an enemy could capture.

use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::int::{IntFn, Where};
use crate::lud::ludeme::moves::{Answer, MovesFn};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// Whether a piece could be captured.
#[derive(Debug, Clone, PartialEq)]
pub struct Threatened {
    kind: SiteType,
    what: Option<IntFn>,
    sites: Target,
    moves: Option<MovesFn>,
    /// Whether it is about a component wherever it is, and about all moves of the enemies.
    is_plain: bool,
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
        c.rules.features.threats = true;
        let kind = c.site_type(call.get("type"));
        let is_plain = what.is_some()
            && moves.is_none()
            && call.get("at").is_empty()
            && call.get("in").is_empty()
            && kind == c.rules.default_type();
        Ok(Self { kind, what, sites, moves, is_plain })
    }

    /// The component that it is about, where it asks whether any enemy's move leads to where that is.
    #[must_use]
    pub fn piece(&self) -> Option<&IntFn> {
        self.what.as_ref().filter(|_| self.is_plain)
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
        if let Some(what) = what.filter(|_| self.is_plain) {
            let mut suspects = Bits::default();
            match ctx.is_threatened(what as usize, None, &mut suspects) {
                Answer::Yes => return true,
                Answer::No => return false,
                Answer::Unsure => ctx.scratch.suspects = Some(suspects),
                Answer::Unknown => {}
            }
            let threatened = self.is_by_rules(Some(what), ctx);
            ctx.scratch.suspects = None;
            return threatened;
        }
        self.is_by_rules(what, ctx)
    }

    /// Whether it is so as the rules tell.
    fn is_by_rules(&self, what: Option<i32>, ctx: &mut Context<'_>) -> bool {
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

impl Context<'_> {
    /// Whether some enemy has a move to the lowest site with a component, in the position at hand or after a piece of the same
    /// owner has gone from one site to another. Adds the sites of the enemies that the rules have to be asked about.
    fn is_threatened(&self, what: usize, gone: Option<(usize, usize)>, suspects: &mut Bits) -> Answer {
        let rules = self.rules;
        let owner = rules.owners.get(what).copied().unwrap_or(0);
        if owner == 0 || usize::from(owner) > rules.players || rules.phases[0].threats.is_empty() {
            return Answer::Unknown;
        }
        let Some(site) = self.lowest_of(what, gone) else { return Answer::No };
        let mut all = Answer::No;
        for enemy in (1..=rules.players).filter(|&enemy| enemy != usize::from(owner)) {
            let phase = &rules.phases[usize::from(self.state.phase[enemy])];
            let Some(threats) = &phase.threats[enemy] else { return Answer::Unknown };
            match threats.reaches(site, gone, self, suspects) {
                Answer::Yes => return Answer::Yes,
                Answer::No => {}
                Answer::Unsure if all == Answer::Unknown => {}
                answer => all = answer,
            }
        }
        all
    }

    /// The lowest site of the board with a component.
    fn lowest_of(&self, what: usize, gone: Option<(usize, usize)>) -> Option<usize> {
        let layout = &self.rules.layout;
        let sites = layout.counts[layout.default as usize];
        let (from, to) = gone.unwrap_or((usize::MAX, usize::MAX));
        let moved = (gone.is_some() && self.state.what(layout, from) == what).then_some(to);
        let stays = |site: usize| site != from && site != to;
        let stayed = self.state.first_equal(layout, Plane::What, what as u16, stays).filter(|&site| site < sites);
        match (moved, stayed) {
            (Some(moved), Some(stayed)) => Some(moved.min(stayed)),
            (one, other) => one.or(other),
        }
    }

    /// Whether a component would be threatened after a move, where that can be told without making the move. `by_next` says that
    /// the component depends on who is next.
    pub fn is_threatened_after(&mut self, chosen: LudMove, what: &IntFn, by_next: bool) -> Option<bool> {
        let rules = self.rules;
        let lone = rules.leaves.get(chosen.leaf as usize)?.lone.as_ref()?;
        if self.scratch.probing_threat || (by_next && lone.moves_again) {
            return None;
        }
        let what = usize::try_from(what.eval(self)).ok().filter(|&what| what > 0)?;
        let (from, to) = (usize::try_from(chosen.from).ok()?, usize::try_from(chosen.to).ok()?);
        let piece = self.state.what(&rules.layout, from);
        if piece == 0 || from == to || rules.owners[piece] != *rules.owners.get(what)? {
            return None;
        }
        if lone.makes.contains(&what) || (piece == what && !lone.makes.is_empty()) {
            return None;
        }
        if !lone.hands.is_empty() && !self.state.is_empty_at(to) && !self.adds_to_hands(&lone.hands, to) {
            return None;
        }
        match self.is_threatened(what, Some((from, to)), &mut Bits::default()) {
            Answer::Yes => Some(true),
            Answer::No => Some(false),
            Answer::Unsure | Answer::Unknown => None,
        }
    }

    /// Whether sites that depend on where a move leads are none of the board.
    fn adds_to_hands(&mut self, hands: &[IntFn], to: usize) -> bool {
        let before = self.set(Register::To, to as i32);
        let board = self.rules.layout.board as i32;
        let all = hands.iter().all(|site| !(0..board).contains(&site.eval(self)));
        self.set(Register::To, before);
        all
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
