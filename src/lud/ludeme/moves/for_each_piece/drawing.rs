//! Drawing one of the moves of a player's pieces without listing them.

use super::{ForEachPiece, Tables};
use crate::game::{Random, draw_below};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::ludeme::moves::masks::{Live, Sets, View};
use crate::lud::ludeme::moves::parts::{Parts, Source};
use crate::lud::ludeme::moves::quick::Quick;
use crate::lud::ludeme::moves::shifts::Shifts;
use crate::lud::ludeme::moves::targets::Aims;
use crate::lud::play::bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use smallvec::SmallVec;

impl ForEachPiece {
    /// Lays out the moves of each of the mover's pieces; false where they have to be listed.
    pub(in crate::lud::ludeme::moves) fn lay_out<'r>(&'r self, parts: &mut Parts<'r>, ctx: &mut Context<'_>) -> bool {
        if let Some(targets) = self.tables(ctx).and_then(|tables| tables.targets.as_ref())
            && self.can_draw(ctx)
        {
            let own = self.own_words(ctx).next().unwrap_or(0);
            let aims = targets.aims(own, ctx);
            let lists = self.lists_of(aims.pieces, ctx);
            let slots = lists.map(|(.., list)| targets.count(list, aims)).sum();
            parts.push(slots, Source::Targets(self, aims));
            return true;
        }
        if self.can_draw(ctx) && self.is_uneven {
            self.lay_out_lists(parts, ctx);
            return true;
        }
        if self.can_draw(ctx) {
            // The same number of slots for each piece.
            let own = self.asked_pieces(self.narrowed(ctx), ctx);
            parts.push(own * self.slots_each.unwrap_or(0), Source::Pieces(self));
            return true;
        }
        if self.asked.everyone || !matches!(self.asked.player, IntFn::Mover) {
            return false;
        }
        if !ctx.rules.features.stacking {
            return self.is_mixed && self.lay_out_mixed(parts, ctx);
        }
        let mut first = parts.pieces();
        if self.slots_by.iter().all(Option::is_some) {
            let mut end = 0;
            let slots = self.slots_of_mover(ctx);
            self.each_in_stacks(i32::from(ctx.state.mover), ctx, |site, level, what| {
                if let Some(generator) = self.asked.by_component[what] {
                    end += slots[usize::from(generator)];
                    parts.add_level((site, level), generator, end);
                }
            });
            parts.push_pieces(self, first);
            return true;
        }
        for (site, level, what) in self.levels(i32::from(ctx.state.mover), ctx) {
            let Some(generator) = self.asked.by_component[what as usize] else { continue };
            if let Some(slots) = self.slots_by[usize::from(generator)] {
                parts.add_piece(first, (site, level), generator, slots);
                continue;
            }
            parts.push_pieces(self, first);
            parts.holding(Register::From, site, ctx, |parts, ctx| {
                parts.holding(Register::Level, level, ctx, |parts, ctx| {
                    parts.lay_out(&self.asked.generators[usize::from(generator)], ctx);
                });
            });
            first = parts.pieces();
        }
        parts.push_pieces(self, first);
        true
    }

    /// How many slots each generator takes in the position at hand, where the mover may have a piece of it.
    fn slots_of_mover(&self, ctx: &mut Context<'_>) -> SmallVec<[u32; 8]> {
        let mut slots: SmallVec<[u32; 8]> = self.slots_by.iter().map(|most| most.unwrap_or(0)).collect();
        for &index in &self.dicing[usize::from(ctx.state.mover)] {
            let index = usize::from(index);
            slots[index] = self.asked.generators[index].slots_by_dice(slots[index], ctx);
        }
        slots
    }

    /// Lays out the moves of each of the mover's pieces with as many slots as the piece has where it stands; tells of the others,
    /// whose rules have none, by their flat sites and generators.
    fn lay_out_lists<'r>(&'r self, parts: &mut Parts<'r>, ctx: &Context<'_>) -> SmallVec<[(u16, u16); 16]> {
        let layout = &ctx.rules.layout;
        let first = parts.pieces();
        let mut rest = SmallVec::new();
        let mut end = 0;
        for (at, mut word) in self.own_words(ctx).enumerate() {
            while word != 0 {
                let flat = at * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let what = ctx.state.what(layout, flat);
                let Some(generator) = self.asked.by_component[what] else { continue };
                let entries = self.quick_at(flat, ctx).and_then(|quick| quick.from(what, flat));
                match entries.map_or(self.slots_by[usize::from(generator)], |entries| Some(entries.len() as u32)) {
                    Some(slots) => {
                        end += slots;
                        parts.add_list(flat as i32, generator, end);
                    }
                    None => rest.push((flat as u16, generator)),
                }
            }
        }
        parts.push_lists(self, first);
        rest
    }

    /// How many draws cost as much as to list the moves of pieces with so many slots in all, by estimate.
    pub(in crate::lud::ludeme::moves) fn lists_worth(&self, pieces: u32, slots: u32) -> u32 {
        if self.all_quick { pieces / 2 + slots / 8 } else { pieces + slots }
    }

    /// Lays out the moves of each of the mover's pieces, those whose rules have no slots of their own one by one; false where
    /// they may not be on the board.
    fn lay_out_mixed<'r>(&'r self, parts: &mut Parts<'r>, ctx: &mut Context<'_>) -> bool {
        if self.asked.container.is_some() {
            return false;
        }
        for (flat, generator) in self.lay_out_lists(parts, ctx) {
            let site = ctx.rules.layout.unflat(usize::from(flat)).1;
            parts.holding(Register::From, site, ctx, |parts, ctx| {
                parts.lay_out(&self.asked.generators[usize::from(generator)], ctx);
            });
        }
        true
    }

    /// The most rules of a piece, where all of them choose sites below 64 that are found at once.
    pub(in crate::lud::ludeme::moves) fn low_rules(&self) -> Option<usize> {
        self.low_rules
    }

    /// The sites of the mover's pieces as bits, where all of them [choose low](ForEachPiece::low_rules) on the board by so many
    /// rules at most.
    pub(in crate::lud::ludeme::moves) fn few_pieces(&self, most: usize, ctx: &Context<'_>) -> Option<u64> {
        let rules = self.low_rules?;
        let pieces = self.own_words(ctx).next().unwrap_or(0);
        let is_few = pieces.count_ones() as usize * rules <= most;
        (is_few && !self.is_elsewhere(i32::from(ctx.state.mover), ctx)).then_some(pieces)
    }

    /// The moves of the piece on a site, where it has any.
    pub(in crate::lud::ludeme::moves) fn generator_at(&self, site: usize, ctx: &Context<'_>) -> Option<&MovesFn> {
        let what = ctx.state.what(&ctx.rules.layout, site);
        self.asked.by_component[what].map(|index| &self.asked.generators[usize::from(index)])
    }

    /// The owner of the pieces that are asked where they can be drawn: the mover, or nobody in particular.
    #[inline]
    fn asked_owner(&self, ctx: &Context<'_>) -> i32 {
        self.asked.player.constant().unwrap_or(i32::from(ctx.state.mover))
    }

    /// The row of bits of the pieces that are asked where they can be drawn.
    #[inline]
    pub(super) fn asked_row(&self, ctx: &Context<'_>) -> usize {
        1 + self.asked_owner(ctx) as usize
    }

    /// The flat sites of the pieces that are asked.
    #[inline]
    fn own_words<'s>(&'s self, ctx: &'s Context<'_>) -> impl Iterator<Item = u64> + 's {
        let row = ctx.state.row(&ctx.rules.layout, self.asked_row(ctx));
        row.iter().zip(self.flat_in_range.words()).map(|(own, in_range)| own & in_range)
    }

    /// The tables that hold for a piece on a flat site: they are about those of the board's own type.
    #[inline]
    fn quick_at(&self, flat: usize, ctx: &Context<'_>) -> Option<&Quick> {
        let is_own = self.elsewhere.is_empty() || !self.elsewhere.contains(flat as i32);
        self.tables(ctx).filter(|_| is_own).map(|tables| &tables.quick)
    }

    /// How many pieces are drawn from.
    #[inline]
    fn asked_pieces(&self, narrowed: Option<u64>, ctx: &Context<'_>) -> u32 {
        narrowed.map_or_else(|| self.own_words(ctx).map(u64::count_ones).sum(), u64::count_ones)
    }

    /// Some pieces on the board, given as bits, that have lists in the tables: the site, the component and the list of each.
    fn lists_of<'s>(&'s self, pieces: u64, ctx: &'s Context<'_>) -> impl Iterator<Item = (usize, usize, usize)> + 's {
        let quick = self.tables(ctx).map(|tables| &tables.quick);
        let mut left = pieces;
        let sites = std::iter::from_fn(move || {
            let site = (left != 0).then(|| left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            site
        });
        sites.filter_map(move |site| {
            let what = ctx.state.what(&ctx.rules.layout, site);
            Some((site, what, quick?.list(what, site)?))
        })
    }

    /// The move in a slot of those for the sites that pieces may go to.
    pub(in crate::lud::ludeme::moves) fn target_slot(
        &self,
        aims: Aims,
        mut slot: u32,
        ctx: &mut Context<'_>,
    ) -> Option<LudMove> {
        let Tables { quick, targets, .. } = self.tables(ctx)?;
        let targets = targets.as_ref()?;
        let (site, what, list) = self.lists_of(aims.pieces, ctx).find(|(.., list)| {
            let here = targets.count(*list, aims);
            let is_here = slot < here;
            slot -= if is_here { 0 } else { here };
            is_here
        })?;
        quick.nth_move(quick.from(what, site)?, targets.entry(list, slot, aims), site, ctx)
    }

    /// The move in a slot.
    pub(in crate::lud::ludeme::moves) fn slot(&self, slot: u32, ctx: &mut Context<'_>) -> Option<LudMove> {
        let each = self.slots_each?;
        let piece = slot / each;
        let flat = match self.narrowed(ctx) {
            Some(word) => bits::nth_bit(word, piece) as i32,
            None => bits::nth(self.own_words(ctx), piece as usize)?,
        };
        self.slot_of(flat, slot % each, ctx)
    }

    /// Draws slots until one holds a move that `accept` takes, `tries` times at most.
    pub fn draw(
        &self,
        tries: u32,
        draws: &mut u32,
        ctx: &mut Context<'_>,
        rng: &mut Random,
        mut accept: impl FnMut(&mut Context<'_>, LudMove) -> bool,
    ) -> Option<LudMove> {
        let each = self.slots_each?;
        let narrowed = self.narrowed(ctx);
        let own = self.asked_pieces(narrowed, ctx);
        if own == 0 || each == 0 {
            return None;
        }
        // Most boards fit into one word.
        let mut words = self.own_words(ctx);
        let only = narrowed.or_else(|| words.next().filter(|_| words.next().is_none()));
        drop(words);
        for _ in 0..tries {
            *draws += 1;
            let index = draw_below(rng, own);
            let flat = match only {
                Some(word) => bits::nth_bit(word, index) as i32,
                None => bits::nth(self.own_words(ctx), index as usize)?,
            };
            let found = self.slot_of(flat, draw_below(rng, each), ctx);
            if let Some(chosen) = found
                && accept(ctx, chosen)
            {
                return found;
            }
        }
        None
    }

    /// Whether [`ForEachPiece::pick`] works.
    #[must_use]
    pub fn can_count(&self, ctx: &Context<'_>) -> bool {
        self.all_quick && self.tables(ctx).is_some_and(|tables| tables.quick.is_countable()) && self.can_draw(ctx)
    }

    /// As [`ForEachPiece::pick`], where to count the moves takes less long than to draw from slots that may be empty.
    #[inline]
    pub fn pick_soon(&self, ctx: &Context<'_>, rng: &mut Random) -> Option<Option<LudMove>> {
        let Tables { quick, shifts, .. } = self.tables(ctx)?;
        let shifts = shifts.as_ref()?;
        let cost = shifts.cost(usize::from(ctx.state.mover), ctx);
        (cost.is_low() && self.can_draw(ctx))
            .then(|| if cost.is_worth() { shifts.pick(quick, ctx, rng) } else { self.pick_one_by_one(quick, ctx, rng) })
    }

    /// The shifts by which the moves of a player are counted, where that takes less long than to go through the pieces.
    #[inline]
    pub(super) fn shifts_for(&self, player: i32, ctx: &Context<'_>) -> Option<&Shifts> {
        let player = usize::try_from(player).ok().filter(|player| (1..=ctx.rules.players).contains(player))?;
        self.tables(ctx)?.shifts.as_ref().filter(|shifts| shifts.cost(player, ctx).is_worth())
    }

    /// Counts the mover's moves and takes one of them by lot; none where there are none.
    pub fn pick(&self, ctx: &Context<'_>, rng: &mut Random) -> Option<LudMove> {
        let quick = &self.tables(ctx)?.quick;
        if let Some(shifts) = self.shifts_for(i32::from(ctx.state.mover), ctx) {
            return shifts.pick(quick, ctx, rng);
        }
        self.pick_one_by_one(quick, ctx, rng)
    }

    fn pick_one_by_one(&self, quick: &Quick, ctx: &Context<'_>, rng: &mut Random) -> Option<LudMove> {
        match quick.row() {
            1 => self.pick_by(quick, &View::<1>::of(ctx), ctx, rng),
            2 => self.pick_by(quick, &View::<2>::of(ctx), ctx, rng),
            4 => self.pick_by(quick, &View::<4>::of(ctx), ctx, rng),
            _ => self.pick_by(quick, &Live(ctx), ctx, rng),
        }
    }

    fn pick_by(&self, quick: &Quick, sets: &impl Sets, ctx: &Context<'_>, rng: &mut Random) -> Option<LudMove> {
        let layout = &ctx.rules.layout;
        let mut pieces: SmallVec<[(u16, u16, u32); 32]> = SmallVec::new();
        let mut total = 0;
        for (at, in_range) in self.in_range[0].words().iter().enumerate() {
            let mut word = ctx.state.row(layout, self.asked_row(ctx))[at] & in_range;
            while word != 0 {
                let site = at * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let what = ctx.state.what(layout, site);
                let Some(list) = quick.list(what, site) else { continue };
                let count = quick.count(list, sets);
                if count > 0 {
                    total += count;
                    pieces.push((site as u16, what as u16, total));
                }
            }
        }
        if total == 0 {
            return None;
        }
        let drawn = draw_below(rng, total);
        let index = pieces.iter().position(|&(.., end)| drawn < end)?;
        let before = if index == 0 { 0 } else { pieces[index - 1].2 };
        let (site, what) = (usize::from(pieces[index].0), usize::from(pieces[index].1));
        quick.counted(quick.list(what, site)?, drawn - before, site, sets)
    }

    /// How many draws cost as much as to list the moves of all pieces by tables; no number does where there are none.
    #[must_use]
    pub fn draws_worth(&self, ctx: &Context<'_>) -> u32 {
        let Some(each) = self.slots_each else { return u32::MAX };
        let own = self.own_words(ctx).map(u64::count_ones).sum::<u32>();
        // In instructions: a draw took some 110 when it was measured. The rest are estimates: to count by tables, 35 for a
        // piece and 2 for each entry; to list by them, 30 and 4, or 8 where pieces slide, since nobody can tell beforehand how
        // far, or 20 where more is asked than who is where; by rules each entry as much as a draw.
        if !self.all_quick {
            return own * (1 + each);
        }
        let quick = self.tables(ctx).map(|tables| &tables.quick);
        if quick.is_some_and(Quick::is_countable) {
            return 1 + own * (35 + 2 * each) / 110;
        }
        let entry = match quick {
            Some(quick) if quick.asks_more() => 20,
            Some(quick) if quick.has_slides() => 8,
            _ => 4,
        };
        own * (30 + entry * each) / 110
    }

    /// Whether [`ForEachPiece::draw`] works: it goes through pieces on the board of the mover's, or of nobody's in particular,
    /// one to a site, all of them on sites of the first type.
    #[must_use]
    pub fn can_draw(&self, ctx: &Context<'_>) -> bool {
        self.is_drawn && (self.elsewhere.is_empty() || !self.is_elsewhere(self.asked_owner(ctx), ctx))
    }

    /// The move in a slot of the piece on a flat site.
    #[inline]
    pub(in crate::lud::ludeme::moves) fn slot_of(
        &self,
        flat: i32,
        slot: u32,
        ctx: &mut Context<'_>,
    ) -> Option<LudMove> {
        let flat = flat as usize;
        let what = ctx.state.what(&ctx.rules.layout, flat);
        if let Some(quick) = self.quick_at(flat, ctx)
            && let Some(entries) = quick.from(what, flat)
        {
            return quick.nth_move(entries, slot as usize, flat, ctx);
        }
        let before = ctx.set(Register::From, ctx.rules.layout.unflat(flat).1);
        let found = self.slot_by(self.asked.by_component[what]?, slot, ctx);
        ctx.set(Register::From, before);
        found
    }

    /// The move in a slot of the piece in the register `from`, by the number of its generator.
    pub(in crate::lud::ludeme::moves) fn slot_by(
        &self,
        generator: u16,
        slot: u32,
        ctx: &mut Context<'_>,
    ) -> Option<LudMove> {
        let mut first = 0;
        let (_, part) = self.parts[usize::from(generator)].iter().find(|(end, _)| {
            let here = slot < *end;
            first = if here { first } else { *end };
            here
        })?;
        part.fixed_slot(slot - first, ctx)
    }

    /// Whether any piece on the board can move, where the moves of all can be counted.
    pub(super) fn has_any(&self, quick: &Quick, sets: &impl Sets, player: i32, ctx: &Context<'_>) -> bool {
        let layout = &ctx.rules.layout;
        for (at, in_range) in self.in_range[0].words().iter().enumerate() {
            let mut word = ctx.state.row(layout, 1 + player as usize)[at] & in_range;
            while word != 0 {
                let site = at * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                if let Some(list) = quick.list(ctx.state.what(layout, site), site)
                    && quick.count(list, sets) > 0
                {
                    return true;
                }
            }
        }
        false
    }
}
