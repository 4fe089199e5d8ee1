//! Rules that keep only some of the moves of another: `do … ifAfterwards:`, `max`, `avoidStoredState`.

use super::simple::Simple;
use super::{Leaf, MovesFn};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::{CountFn, IntFn};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;

/// A rule that keeps some of the moves of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    moves: MovesFn,
    keep: Keep,
    /// How many effects of the rules around are carried out when the rule is evaluated.
    depth: usize,
    /// Consequences that the rules around attach later, and which therefore do not count when a move is tried out.
    outer: usize,
    /// How the new piece hangs together with empty sites, where a single one next to it settles the condition.
    freedom: Option<Links>,
    /// The component that must not be threatened afterwards, where the condition asks for that.
    guarded: Option<Guarded>,
}

/// A component that must not be threatened after a move.
#[derive(Debug, Clone, PartialEq)]
struct Guarded {
    what: IntFn,
    /// Whether it depends on who is next.
    by_next: bool,
    /// What else the condition asks for.
    rest: Option<BoolFn>,
}

/// Which moves are kept.
#[derive(Debug, Clone, PartialEq)]
enum Keep {
    /// Those after which a condition holds.
    If(BoolFn),
    /// Those that lead to the longest sequence of moves in the turn; with values, to the most valuable captures.
    MostMoves(BoolFn),
    /// Those that capture most.
    MostCaptures(BoolFn),
    /// Those that do not lead back to the stored position.
    NotStored,
}

impl Filter {
    /// The moves after which a condition holds.
    pub(super) fn afterwards(c: &Compiler, moves: MovesFn, condition: BoolFn, depth: usize, outer: usize) -> MovesFn {
        let freedom = freedom_of(c, &moves, &condition);
        let guarded = guarded_by(&condition);
        Self { moves, keep: Keep::If(condition), depth, outer, freedom, guarded }.boxed()
    }

    /// Compiles `(max Moves …)` and `(max Captures …)`, whose own consequences Ludii never attaches.
    pub fn max(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let (depth, outer) = (c.priors_around(), c.thens_around());
        let valued = c.opt_bool(call.get("withValue"))?.unwrap_or(BoolFn::Constant(false));
        let keep = match call.keyword() {
            Some("Moves") => Keep::MostMoves(valued),
            Some("Captures") => Keep::MostCaptures(valued),
            // Ludii measures distances, and then keeps all moves.
            Some("Distance") => return c.moves(call.get("moves")),
            _ => return Err(c.unsupported(call)),
        };
        Ok(Self { moves: c.moves(call.get("moves"))?, keep, depth, outer, freedom: None, guarded: None }.boxed())
    }

    /// Compiles `(avoidStoredState …)`.
    pub fn avoid_stored(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        c.rules.features.memory = true;
        let (depth, outer) = (c.priors_around(), c.thens_around());
        Ok(Self {
            moves: c.moves(call.get("moves"))?,
            keep: Keep::NotStored,
            depth,
            outer,
            freedom: None,
            guarded: None,
        }
        .boxed())
    }

    fn boxed(self) -> MovesFn {
        MovesFn::Filter(Box::new(self))
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        if let (Sink::Any(_), Keep::MostMoves(_) | Keep::MostCaptures(_)) = (&*sink, &self.keep) {
            self.moves.generate(ctx, sink);
            return;
        }
        if let Keep::If(condition) = &self.keep
            && matches!(sink, Sink::List(_) | Sink::Lot(_) | Sink::Any(_) | Sink::Reaches(..))
            && condition.is_sure(ctx)
        {
            self.moves.generate(ctx, sink);
            return;
        }
        let done = std::mem::replace(&mut ctx.scratch.priors_done, self.depth);
        let sets_variables = matches!(&self.moves, MovesFn::Do(inner) if inner.settings().is_some());
        if self.depth == 0
            && self.tests_singly()
            && !sets_variables
            && let Sink::Any(found) = sink
        {
            let registers = ctx.registers();
            self.moves.generate(ctx, &mut Sink::Passing(self, &registers, found));
            ctx.scratch.priors_done = done;
            return;
        }
        match &self.moves {
            MovesFn::Do(inner)
                if let Some(settings) = inner.settings_of_mover(ctx)
                    && self.tests_singly()
                    && !inner.may_pass()
                    && matches!(
                        sink,
                        Sink::List(_) | Sink::Lot(_) | Sink::Any(_) | Sink::Ends(..) | Sink::Reaches(..)
                    )
                    && ctx.state.pending.is_empty() =>
            {
                // The variables stay set while the moves are tried out; what is pending would not.
                inner.while_set(settings, ctx, |ctx| self.keep_some(inner.next(), ctx, sink));
            }
            moves => self.keep_some(moves, ctx, sink),
        }
        ctx.scratch.priors_done = done;
    }

    /// Lists moves in the position at hand, and hands on those that are kept.
    fn keep_some(&self, moves: &MovesFn, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let mut list = ctx.borrow_list();
        moves.generate(ctx, &mut Sink::List(&mut list));
        match &self.keep {
            // Of one move or none there is nothing to choose.
            Keep::MostMoves(BoolFn::Constant(false)) | Keep::MostCaptures(BoolFn::Constant(false))
                if list.len() < 2 =>
            {
                for &chosen in &list {
                    ctx.emit_listed(chosen, sink);
                }
            }
            Keep::If(condition) => {
                let surely = condition.is_sure(ctx);
                let mut known_end = None;
                for &chosen in &list {
                    let end = sink.end_of(chosen);
                    if end.is_some() && end == known_end {
                        continue;
                    }
                    if sink.wants(chosen.to.into()) && (surely || self.passes(chosen, condition, ctx)) {
                        ctx.emit_listed(chosen, sink);
                        known_end = end;
                        if sink.is_done() {
                            break;
                        }
                    }
                }
            }
            Keep::NotStored => {
                for &chosen in &list {
                    if self.leads_elsewhere(chosen, ctx) {
                        ctx.emit_listed(chosen, sink);
                    }
                }
            }
            Keep::MostMoves(valued) => {
                let valued = valued.eval(ctx);
                self.best(&list, ctx, sink, |ctx, chosen| sequence_length(ctx, chosen, 0, valued));
            }
            Keep::MostCaptures(valued) => {
                let valued = valued.eval(ctx);
                self.best(&list, ctx, sink, |ctx, chosen| captures(ctx, chosen, valued));
            }
        }
        ctx.return_list(list);
    }

    /// The moves of which some are kept.
    pub fn moves(&self) -> &MovesFn {
        &self.moves
    }

    /// The condition that decides about each move by itself, in the position at hand.
    pub fn condition(&self) -> Option<&BoolFn> {
        match &self.keep {
            Keep::If(condition) if self.depth == 0 => Some(condition),
            _ => None,
        }
    }

    /// How many consequences the rules around attach, which do not count when a move is tried out.
    #[must_use]
    pub fn outer(&self) -> usize {
        self.outer
    }

    /// Where it keeps the moves that lead to the longest sequence of moves in the turn: how many effects of the rules around are
    /// carried out by then.
    #[must_use]
    pub fn keeps_longest(&self) -> Option<usize> {
        (self.keep == Keep::MostMoves(BoolFn::Constant(false))).then_some(self.depth)
    }

    /// The moves, and the condition that holds after those that are kept, where nothing else decides.
    #[must_use]
    pub fn tests_after(&self) -> Option<(&MovesFn, &BoolFn)> {
        let plain = self.depth == 0 && self.outer == 0 && self.freedom.is_none() && self.guarded.is_none();
        self.condition().filter(|_| plain).map(|condition| (&self.moves, condition))
    }

    /// Whether a condition decides about each move by itself where so many effects of the rules around are carried out.
    #[must_use]
    pub fn decides_singly(&self, effects_done: usize) -> bool {
        self.tests_singly() && self.depth == effects_done
    }

    /// Whether the other moves have no say in whether a move is kept.
    pub(super) fn tests_singly(&self) -> bool {
        matches!(self.keep, Keep::If(_) | Keep::NotStored)
    }

    /// Whether it lets all moves through while threats are looked for.
    #[must_use]
    pub(super) fn keeps_all_threats(&self) -> bool {
        matches!(&self.keep, Keep::If(condition) if condition.holds_among_threats())
    }

    /// Whether a move is kept that its condition alone decides about.
    pub fn lets_through(&self, chosen: LudMove, ctx: &mut Context<'_>) -> bool {
        let done = std::mem::replace(&mut ctx.scratch.priors_done, self.depth);
        let kept = match &self.keep {
            Keep::If(condition) => condition.is_sure(ctx) || self.passes(chosen, condition, ctx),
            Keep::NotStored => self.leads_elsewhere(chosen, ctx),
            Keep::MostMoves(_) | Keep::MostCaptures(_) => false,
        };
        ctx.scratch.priors_done = done;
        kept
    }

    /// Whether a move does not lead back to the stored position.
    fn leads_elsewhere(&self, chosen: LudMove, ctx: &mut Context<'_>) -> bool {
        let stored = ctx.state.memory().stored_state;
        self.tried(ctx, chosen, |ctx| ctx.state.position_hash() != stored)
    }

    fn passes(&self, chosen: LudMove, condition: &BoolFn, ctx: &mut Context<'_>) -> bool {
        if let Some(links) = &self.freedom
            && links.exists(ctx, i32::from(chosen.to))
            && let Some(next_to) = links.steps_from(chosen.to as usize)
            && next_to.iter().any(|&site| ctx.is_empty(links.kind, i32::from(site)))
        {
            return true;
        }
        let mut asked = condition;
        if let Some(Guarded { what, by_next, rest }) = &self.guarded
            && let Some(is_threatened) = ctx.is_threatened_after(chosen, what, *by_next)
        {
            match rest {
                Some(rest) if !is_threatened => asked = rest,
                _ => return !is_threatened,
            }
        }
        self.tried(ctx, chosen, |ctx| {
            // Whoever moves again is taken to leave the turn to the one before.
            if ctx.state.mover == ctx.state.next {
                ctx.state.next = ctx.state.prev;
            }
            asked.eval(ctx)
        })
    }

    fn tried(&self, ctx: &mut Context<'_>, chosen: LudMove, test: impl FnOnce(&mut Context<'_>) -> bool) -> bool {
        let (registers, done) = (ctx.registers(), ctx.scratch.priors_done);
        let result = ctx.probe(|ctx| {
            ctx.try_out(chosen, self.outer);
            ctx.restore(registers);
            test(ctx)
        });
        ctx.scratch.priors_done = done;
        result
    }

    /// Hands on the moves for which `measure` is greatest.
    fn best(
        &self,
        list: &[LudMove],
        ctx: &mut Context<'_>,
        sink: &mut Sink<'_>,
        measure: impl Fn(&mut Context<'_>, LudMove) -> i32,
    ) {
        let measures: Vec<i32> = list
            .iter()
            .map(|&chosen| {
                ctx.scratch.priors_done = self.depth;
                measure(ctx, chosen)
            })
            .collect();
        ctx.scratch.priors_done = self.depth;
        let most = measures.iter().copied().max().unwrap_or(0).max(0);
        for (&chosen, _) in list.iter().zip(&measures).filter(|(_, measured)| **measured == most) {
            ctx.emit_listed(chosen, sink);
        }
    }
}

/// Links of the pieces that a rule adds, where the condition asks whether the new piece has a liberty afterwards and the
/// rule does nothing else than take pieces away or put others in their place: then an empty site next to the new piece is
/// still empty.
fn freedom_of(c: &Compiler, moves: &MovesFn, condition: &BoolFn) -> Option<Links> {
    let BoolFn::Compare(Comparison::Greater, parts) = condition else { return None };
    let (IntFn::Count(count), IntFn::Constant(0)) = &**parts else { return None };
    let CountFn::Liberties(links, IntFn::LastTo, None) = &**count else { return None };
    let MovesFn::Leaf(id) = moves else { return None };
    let node = &c.rules.leaves[*id as usize];
    let adds = matches!(&node.leaf, Leaf::Add(add) if add.is_bare(links.kind));
    let takes = node.chain.thens.iter().all(|&then| only_takes(c, c.rules.effect(then), false));
    let bare = node.chain.priors.is_empty() && node.chain.suffixes.is_empty();
    (adds && takes && bare && links.can_fill() && !c.rules.features.stacking).then(|| links.clone())
}

/// Whether an effect only takes pieces away and counts them, or puts others in their place: `replaces` says that the site in
/// between holds a piece that is captured.
fn only_takes(c: &Compiler, effect: &MovesFn, replaces: bool) -> bool {
    match effect {
        MovesFn::Or(list) => list.iter().all(|item| only_takes(c, item, replaces)),
        MovesFn::Enclose(enclose) => only_takes(c, enclose.effect(), enclose.encloses_pieces()),
        MovesFn::Leaf(id) => {
            let node = &c.rules.leaves[*id as usize];
            let harmless = match &node.leaf {
                Leaf::Remove(_) => true,
                Leaf::Simple(simple) => matches!(**simple, Simple::Score(..)),
                Leaf::Add(add) => {
                    let is_between = add.only_site() == Some(&IntFn::Register(Register::Between));
                    replaces && is_between && add.is_bare(c.rules.default_type())
                }
                _ => false,
            };
            harmless && node.chain.thens.iter().all(|&then| only_takes(c, c.rules.effect(then), false))
        }
        _ => false,
    }
}

/// The component that must not be threatened, where a condition asks for that and maybe for more.
fn guarded_by(condition: &BoolFn) -> Option<Guarded> {
    match condition {
        BoolFn::Not(inner) => {
            let BoolFn::Threatened(threatened) = &**inner else { return None };
            let what = threatened.piece()?;
            Some(Guarded { what: what.clone(), by_next: super::lone::by_turn(what)?, rest: None })
        }
        BoolFn::And(list) => {
            let (at, guarded) = list.iter().enumerate().find_map(|(at, item)| Some((at, guarded_by(item)?)))?;
            let mut rest = list.clone();
            rest.remove(at);
            let rest = guarded.rest.into_iter().chain(rest).collect();
            Some(Guarded { what: guarded.what, by_next: guarded.by_next, rest: Some(BoolFn::And(rest)) })
        }
        _ => None,
    }
}

/// How many moves the longest sequence of one player that begins with a move has, or how much it captures.
fn sequence_length(ctx: &mut Context<'_>, chosen: LudMove, before: i32, valued: bool) -> i32 {
    let done = ctx.scratch.priors_done;
    let count = before + if valued { captures(ctx, chosen, true) } else { 1 };
    ctx.scratch.priors_done = done;
    ctx.probe(|ctx| {
        ctx.apply(chosen);
        if ctx.state.over || ctx.state.prev != ctx.state.mover {
            return count;
        }
        let mut list = ctx.borrow_list();
        match going_on(ctx, valued) {
            // Of those that go on, the longest are the ones that the rule keeps; there is no need to find them out first.
            Some(moves) => {
                let done = std::mem::replace(&mut ctx.scratch.priors_done, 0);
                moves.generate(ctx, &mut Sink::List(&mut list));
                ctx.scratch.priors_done = done;
                if list.is_empty() {
                    list.push(LudMove::FORCED_PASS);
                }
            }
            None => ctx.legal_moves(&mut list),
        }
        let longest = list.iter().map(|&next| sequence_length(ctx, next, count, valued)).max();
        ctx.return_list(list);
        longest.unwrap_or(0).max(0)
    })
}

/// The moves with which a sequence goes on, where the mover has to choose the longest of them, measured in the same way.
fn going_on<'r>(ctx: &mut Context<'r>, valued: bool) -> Option<&'r MovesFn> {
    let rules = ctx.rules;
    if rules.meta.restricts() || rules.meta.swap {
        return None;
    }
    let mut play = &rules.phases[ctx.state.phase[ctx.state.mover as usize] as usize].play;
    loop {
        match play {
            MovesFn::If(parts) => play = if parts.0.eval(ctx) { &parts.1 } else { &parts.2 },
            MovesFn::Filter(filter) if filter.depth == 0 => match &filter.keep {
                Keep::MostMoves(worth) if worth.eval(ctx) == valued => return Some(&filter.moves),
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// How many pieces a move captures with all its consequences, or how much they are worth.
fn captures(ctx: &mut Context<'_>, chosen: LudMove, valued: bool) -> i32 {
    let outer = ctx.scratch.removals.replace(Vec::new());
    ctx.probe(|ctx| ctx.apply_without_ending(chosen));
    let removals = std::mem::replace(&mut ctx.scratch.removals, outer).unwrap_or_default();
    if !valued {
        return removals.len() as i32;
    }
    removals.iter().map(|&(kind, site)| ctx.plane(Plane::Value, kind, site)).sum()
}

impl BoolFn {
    /// Whether it holds whatever the position is, since it asks a question anew that is being asked further out.
    fn is_sure(&self, ctx: &Context<'_>) -> bool {
        self.is_sure_while(ctx.scratch.probing_threat, ctx.scratch.probing_moves)
    }

    fn holds_among_threats(&self) -> bool {
        self.is_sure_while(true, false)
    }

    /// Whether it holds whatever the position is while threats are looked for or the moves of the next player are: then there
    /// are no threats, and whoever is next has moves.
    fn is_sure_while(&self, asks_threat: bool, asks_moves: bool) -> bool {
        match self {
            Self::Constant(truth) => *truth,
            Self::Not(inner) => match **inner {
                Self::Threatened(_) => asks_threat,
                Self::NoMovesNext => asks_moves,
                _ => false,
            },
            Self::And(list) => list.iter().all(|item| item.is_sure_while(asks_threat, asks_moves)),
            _ => false,
        }
    }
}
