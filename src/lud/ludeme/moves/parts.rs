//! Drawing one of the moves of a generator without listing them all.
//!
//! A generator is laid out in *parts*, each with a number of *slots*: a slot holds one of the moves at most, and each move of
//! the list lies in exactly one slot. A slot drawn uniformly, and another while it is empty, gives each move of the list with
//! the same probability. What can only be listed is a part as well, whose slots are the moves listed.

use super::for_each::ForEach;
use super::for_each_piece::ForEachPiece;
use super::requirement::Filter;
use super::roll::ForEachDie;
use super::targets::Aims;
use super::{Leaf, MovesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::LeafNode;
use crate::lud::play::sink::Sink;
use smallvec::SmallVec;

/// A branch with more slots is asked about before any of them is drawn.
const FEW_SLOTS: u32 = 2;

/// What moves can be drawn from.
pub trait Slots {
    /// How many slots there are.
    fn slots(&self) -> u32;

    /// Whether each slot holds a move that was listed.
    fn is_list(&self) -> bool;

    /// How many draws cost about as much as to list all moves.
    fn worth(&self, ctx: &Context<'_>) -> u32;

    /// The move in a slot, where there is one.
    fn slot(&self, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove>;
}

/// The slots of one rule.
pub struct RuleSlots {
    id: u16,
    slots: u32,
}

impl RuleSlots {
    /// The slots of a generator that is a single rule, where it need not be listed.
    pub fn of(moves: &MovesFn, ctx: &mut Context<'_>) -> Option<Self> {
        let MovesFn::Leaf(id) = moves else { return None };
        let rules = ctx.rules;
        let leaf = &rules.leaves[*id as usize].leaf;
        if matches!(leaf, Leaf::FromTo(from_to) if from_to.is_sifted()) {
            return None;
        }
        Some(Self { id: *id, slots: leaf.slots(ctx)? })
    }
}

impl Slots for RuleSlots {
    fn slots(&self) -> u32 {
        self.slots
    }

    fn is_list(&self) -> bool {
        false
    }

    fn worth(&self, ctx: &Context<'_>) -> u32 {
        ctx.rules.leaves[self.id as usize].leaf.draws_worth(self.slots)
    }

    fn slot(&self, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let rules = ctx.rules;
        rules.leaves[self.id as usize].leaf.slot(self.id, slot, ctx)
    }
}

/// Slots of a generator, and where the moves in them come from.
struct Part<'r> {
    /// The number of slots of this part and of those before it.
    end: u32,
    source: Source<'r>,
    /// The iteration variables that are set around it, by their place in [`Parts::held`].
    held: (u16, u16),
    /// The conditions that a move has to meet besides, by their place in [`Parts::filters`].
    filters: (u16, u16),
}

/// Where moves come from.
pub(super) enum Source<'r> {
    /// One rule.
    Leaf(u16),
    /// The moves of the mover's pieces, one to a site.
    Pieces(&'r ForEachPiece),
    /// The moves of the mover's pieces, by the sites that they may lead to.
    Targets(&'r ForEachPiece, Aims),
    /// The moves of pieces in stacks, from this one on.
    Levels(&'r ForEachPiece, usize),
    /// The moves of pieces of which each has slots of its own, from this one to that before another.
    Lists(&'r ForEachPiece, usize, usize),
    /// The moves for each site of a region.
    Sites(&'r ForEach),
    /// The moves for each site of a region that was evaluated, by its place in [`Parts::regions`].
    Region(&'r ForEach, usize),
    /// The moves for each level of a stack.
    Stack(&'r ForEach),
    /// The sites that a rule selects from or adds to, by their place in [`Parts::regions`].
    Choices(u16, usize),
    /// The pairs of a site of a set and one of the next that a rule takes pieces between, by the place of the first in
    /// [`Parts::regions`].
    Pairs(u16, usize),
    /// The moves for each die.
    Dice(&'r ForEachDie),
    /// The moves of a branch whose condition is asked when one of them is drawn.
    Branch(&'r MovesFn),
    /// Moves that were listed, from this one on.
    Listed(usize),
}

/// A piece in a stack, or one that has slots of its own.
struct Piece {
    /// Where it is; for one of the latter, the flat site.
    site: i32,
    level: i32,
    /// The number of its generator.
    generator: u16,
    /// The number of slots of this piece and of those before it in the part.
    end: u32,
}

/// A generator laid out in the position at hand.
pub struct Parts<'r> {
    parts: SmallVec<[Part<'r>; 8]>,
    pieces: SmallVec<[Piece; 16]>,
    regions: SmallVec<[Bits; 4]>,
    listed: Vec<LudMove>,
    /// The iteration variables of each part, and at the end those that are set around what is laid out.
    held: SmallVec<[(Register, i32); 8]>,
    around: usize,
    /// The conditions of each part, the innermost first, and at the end those around what is laid out; each with the number of
    /// iteration variables that are set around it.
    filters: SmallVec<[(&'r Filter, u16); 4]>,
    filters_around: usize,
    /// Whether all moves are to be listed.
    lists_all: bool,
}

/// Whether a generator has conditions that are only asked of the move that is drawn.
fn asks_singly(moves: &MovesFn, ctx: &Context<'_>) -> bool {
    match moves {
        MovesFn::Or(list) => list.iter().any(|item| asks_singly(item, ctx)),
        MovesFn::If(parts) => asks_singly(&parts.1, ctx) || asks_singly(&parts.2, ctx),
        MovesFn::Filter(filter) => filter.decides_singly(ctx.scratch.priors_done),
        _ => false,
    }
}

impl MovesFn {
    /// Whether it is a branch with few slots whose condition takes long, so that it is asked about when one of them is drawn.
    pub(super) fn is_asked_when_drawn(&self, leaves: &[LeafNode]) -> bool {
        let Self::If(parts) = self else { return false };
        parts.0.takes_long() && self.most_slots(leaves).is_some_and(|slots| slots <= FEW_SLOTS)
    }
}

impl<'r> Parts<'r> {
    /// Nothing yet. `buffer` is to be given back with [`Parts::into_buffer`].
    #[inline]
    #[must_use]
    pub fn new(buffer: Vec<LudMove>, lists_all: bool) -> Self {
        Self {
            parts: SmallVec::new(),
            pieces: SmallVec::new(),
            regions: SmallVec::new(),
            listed: buffer,
            held: SmallVec::new(),
            around: 0,
            filters: SmallVec::new(),
            filters_around: 0,
            lists_all,
        }
    }

    /// The buffer that was borrowed.
    #[inline]
    #[must_use]
    pub fn into_buffer(self) -> Vec<LudMove> {
        self.listed
    }

    /// Adds a move that is not the rules'.
    pub fn add(&mut self, chosen: LudMove) {
        let first = self.listed.len();
        self.listed.push(chosen);
        self.push(1, Source::Listed(first));
    }

    /// Adds a part to what is laid out.
    pub(super) fn push(&mut self, slots: u32, source: Source<'r>) {
        if slots == 0 {
            return;
        }
        let end = self.slots() + slots;
        let held = kept(&mut self.held, self.around);
        let filters = kept(&mut self.filters, self.filters_around);
        self.parts.push(Part { end, source, held, filters });
    }

    /// Adds the moves for each site of a region, so many slots to a site.
    pub(super) fn push_region(&mut self, region: Bits, slots: u32, each: &'r ForEach) {
        let sites = region.len() as u32;
        self.regions.push(region);
        self.push(sites * slots, Source::Region(each, self.regions.len() - 1));
    }

    /// Adds a piece in a stack to the part that begins with the piece `first`.
    pub(super) fn add_piece(&mut self, first: usize, (site, level): (i32, i32), generator: u16, slots: u32) {
        let before = self.pieces.get(first..).and_then(<[Piece]>::last).map_or(0, |piece| piece.end);
        self.pieces.push(Piece { site, level, generator, end: before + slots });
    }

    /// Adds a piece in a stack whose slots end where it is said.
    #[inline]
    pub(super) fn add_level(&mut self, (site, level): (i32, i32), generator: u16, end: u32) {
        self.pieces.push(Piece { site, level, generator, end });
    }

    /// Adds a piece on a flat site whose slots end where it is said.
    #[inline]
    pub(super) fn add_list(&mut self, flat: i32, generator: u16, end: u32) {
        self.pieces.push(Piece { site: flat, level: 0, generator, end });
    }

    /// How many pieces in stacks were added.
    pub(super) fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// Adds the part that begins with the piece `first`.
    pub(super) fn push_pieces(&mut self, each: &'r ForEachPiece, first: usize) {
        let slots = self.pieces.get(first..).and_then(<[Piece]>::last).map_or(0, |piece| piece.end);
        self.push(slots, Source::Levels(each, first));
    }

    /// Adds the part of pieces with slots of their own that begins with the piece `first`.
    pub(super) fn push_lists(&mut self, each: &'r ForEachPiece, first: usize) {
        let slots = self.pieces.get(first..).and_then(<[Piece]>::last).map_or(0, |piece| piece.end);
        self.push(slots, Source::Lists(each, first, self.pieces.len()));
    }

    /// Lays out what `inner` does with a register set.
    pub(super) fn holding(
        &mut self,
        register: Register,
        value: i32,
        ctx: &mut Context<'_>,
        inner: impl FnOnce(&mut Self, &mut Context<'_>),
    ) {
        let before = ctx.set(register, value);
        self.held.push((register, value));
        self.around += 1;
        inner(self, ctx);
        self.around -= 1;
        self.held.pop();
        ctx.set(register, before);
    }

    /// Lays out a generator; where nothing would do but to list all of its moves, nothing is laid out, and what is to be listed
    /// comes back.
    pub fn lay_out_or_else(&mut self, moves: &'r MovesFn, ctx: &mut Context<'_>) -> Option<&'r MovesFn> {
        match moves {
            MovesFn::If(parts) => {
                let branch = if parts.0.eval(ctx) { &parts.1 } else { &parts.2 };
                self.lay_out_or_else(branch, ctx)
            }
            _ if self.lists_all && !asks_singly(moves, ctx) => Some(moves),
            MovesFn::Or(_) | MovesFn::Filter(_) => {
                self.lay_out(moves, ctx);
                None
            }
            _ => (!self.lay_out_drawn(moves, ctx)).then_some(moves),
        }
    }

    /// Lays out a generator.
    pub fn lay_out(&mut self, moves: &'r MovesFn, ctx: &mut Context<'_>) {
        match moves {
            MovesFn::Or(list) => {
                for item in list {
                    match item {
                        // To ask about all of several branches takes longer than to ask about those that are drawn.
                        MovesFn::If(_)
                            if list.len() > 1
                                && !self.lists_all
                                && item.is_asked_when_drawn(&ctx.rules.leaves)
                                && let Some(slots) = item.most_slots(&ctx.rules.leaves) =>
                        {
                            self.push(slots, Source::Branch(item));
                        }
                        _ => self.lay_out(item, ctx),
                    }
                }
            }
            MovesFn::If(parts) => {
                let branch = if parts.0.eval(ctx) { &parts.1 } else { &parts.2 };
                self.lay_out(branch, ctx);
            }
            MovesFn::Filter(filter) if filter.decides_singly(ctx.scratch.priors_done) => {
                // The innermost condition is asked first.
                let place = self.filters.len() - self.filters_around;
                self.filters.insert(place, (filter, self.around as u16));
                self.filters_around += 1;
                self.lay_out(filter.moves(), ctx);
                self.filters_around -= 1;
                let place = self.filters.len() - self.filters_around - 1;
                self.filters.remove(place);
            }
            _ if self.lists_all || !self.lay_out_drawn(moves, ctx) => {
                let first = self.listed.len();
                moves.generate(ctx, &mut Sink::List(&mut self.listed));
                self.push((self.listed.len() - first) as u32, Source::Listed(first));
            }
            _ => {}
        }
    }

    /// Lays out a generator that need not be listed; false where it has to be.
    fn lay_out_drawn(&mut self, moves: &'r MovesFn, ctx: &mut Context<'_>) -> bool {
        match moves {
            MovesFn::Leaf(id) => {
                let rules = ctx.rules;
                // More sets would take the heap.
                if self.regions.len() < self.regions.inline_size()
                    && let Some((id, choices)) = moves.choices(ctx)
                {
                    let slots = choices.len() as u32;
                    self.regions.push(choices);
                    self.push(slots, Source::Choices(id, self.regions.len() - 1));
                    return true;
                }
                let leaf = &rules.leaves[*id as usize].leaf;
                if let Leaf::FromTo(from_to) = leaf
                    && from_to.is_sifted()
                    && self.regions.len() + 2 <= self.regions.inline_size()
                    && let Some(sites) = from_to.sifted(ctx)
                {
                    let slots = sites.iter().map(Bits::len).product::<usize>() as u32;
                    let first = self.regions.len();
                    self.regions.extend(sites);
                    self.push(slots, Source::Pairs(*id, first));
                    return true;
                }
                let Some(slots) = leaf.slots(ctx) else { return false };
                self.push(slots, Source::Leaf(*id));
                true
            }
            MovesFn::ForEachPiece(each) => each.lay_out(self, ctx),
            MovesFn::ForEach(each) => each.lay_out(self, ctx),
            MovesFn::ForEachDie(each) => each.lay_out(self, ctx),
            MovesFn::Do(sequence) if sequence.is_aside() => {
                self.lay_out(sequence.next(), ctx);
                true
            }
            _ => false,
        }
    }

    fn source_slot(&self, source: &Source<'r>, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        match source {
            Source::Leaf(id) => {
                let rules = ctx.rules;
                rules.leaves[*id as usize].leaf.slot(*id, slot, ctx)
            }
            Source::Pieces(each) => each.slot(slot, ctx),
            Source::Targets(each, aims) => each.target_slot(*aims, slot, ctx),
            Source::Levels(each, first) => {
                let pieces = &self.pieces[*first..];
                let index = pieces.iter().position(|piece| slot < piece.end)?;
                let piece = &pieces[index];
                let slot = if index == 0 { slot } else { slot - pieces[index - 1].end };
                let before = (ctx.set(Register::From, piece.site), ctx.set(Register::Level, piece.level));
                let found = each.slot_by(piece.generator, slot, ctx);
                ctx.set(Register::From, before.0);
                ctx.set(Register::Level, before.1);
                found
            }
            Source::Lists(each, first, end) => {
                let pieces = &self.pieces[*first..*end];
                let index = pieces.partition_point(|piece| piece.end <= slot);
                let before = if index == 0 { 0 } else { pieces[index - 1].end };
                each.slot_of(pieces.get(index)?.site, slot - before, ctx)
            }
            Source::Sites(each) => each.slot(slot, ctx),
            Source::Region(each, region) => each.slot_in(&self.regions[*region], slot, ctx),
            Source::Stack(each) => each.slot_in_stack(slot, ctx),
            Source::Choices(id, region) => {
                let site = self.regions[*region].nth(slot as usize)?;
                MovesFn::choose(*id, site, ctx)
            }
            Source::Pairs(id, first) => {
                let (starts, ends) = (&self.regions[*first], &self.regions[first + 1]);
                let each = ends.len();
                let pair = [starts.nth(slot as usize / each)?, ends.nth(slot as usize % each)?];
                let rules = ctx.rules;
                let Leaf::FromTo(from_to) = &rules.leaves[*id as usize].leaf else { return None };
                from_to.sifted_pair(*id, pair, ctx)
            }
            Source::Dice(each) => each.slot(slot, ctx),
            Source::Branch(moves) => moves.fixed_slot(slot, ctx),
            Source::Listed(first) => Some(self.listed[first + slot as usize]),
        }
    }
}

/// Keeps a copy of the last `around` items of a list before them, and tells where it is.
fn kept<A: smallvec::Array<Item: Copy>>(list: &mut SmallVec<A>, around: usize) -> (u16, u16) {
    if around == 0 {
        return (0, 0);
    }
    let first = list.len() - around;
    for at in first..first + around {
        let item = list[at];
        list.push(item);
    }
    (first as u16, (first + around) as u16)
}

impl Slots for Parts<'_> {
    fn slots(&self) -> u32 {
        self.parts.last().map_or(0, |part| part.end)
    }

    fn is_list(&self) -> bool {
        self.slots() as usize == self.listed.len()
    }

    fn worth(&self, ctx: &Context<'_>) -> u32 {
        let mut first = 0;
        let each = self.parts.iter().map(|part| {
            let slots = part.end - std::mem::replace(&mut first, part.end);
            match part.source {
                Source::Pieces(each) | Source::Targets(each, _) => each.draws_worth(ctx).min(slots),
                Source::Lists(each, first, end) => each.lists_worth((end - first) as u32, slots).min(slots),
                Source::Leaf(id) => ctx.rules.leaves[id as usize].leaf.draws_worth(slots),
                _ => slots,
            }
        });
        each.sum()
    }

    fn slot(&self, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let index = self.parts.iter().position(|part| slot < part.end)?;
        let part = &self.parts[index];
        let slot = if index == 0 { slot } else { slot - self.parts[index - 1].end };
        let held = &self.held[usize::from(part.held.0)..usize::from(part.held.1)];
        let filters = &self.filters[usize::from(part.filters.0)..usize::from(part.filters.1)];
        if held.is_empty() {
            let found = self.source_slot(&part.source, slot, ctx)?;
            return filters.iter().all(|(filter, _)| filter.lets_through(found, ctx)).then_some(found);
        }
        let registers = ctx.registers();
        let set = |around: usize, ctx: &mut Context<'_>| {
            ctx.restore(registers);
            for &(register, value) in &held[..around] {
                ctx.set(register, value);
            }
        };
        set(held.len(), ctx);
        let found = self.source_slot(&part.source, slot, ctx);
        let kept = found.filter(|&found| {
            filters.iter().all(|&(filter, around)| {
                set(usize::from(around), ctx);
                filter.lets_through(found, ctx)
            })
        });
        ctx.restore(registers);
        kept
    }
}
