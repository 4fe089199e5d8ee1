//! Questions about a region that are answered without putting it together, where that can be helped.

use super::{MoveSite, RegionFn};
use crate::lud::board::SiteType;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::players::PlayerSet;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::words_below;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;

impl RegionFn {
    /// Whether it has only empty sites of a type, and maybe sites of hands.
    #[must_use]
    pub fn is_empty_only(&self, kind: SiteType) -> bool {
        match self {
            Self::Empty(of) | Self::EmptyIn(of, _) => *of == kind,
            Self::Intersection(list) => list.iter().any(|region| region.is_empty_only(kind)),
            Self::Difference(parts) => parts.0.is_empty_only(kind),
            Self::Without(parts) => parts.0.is_empty_only(kind),
            Self::Filter(parts) => parts.0.is_empty_only(kind),
            _ => false,
        }
    }

    /// Visits the sites in ascending order as long as `visit` says so, and tells whether it always did. Nothing but the
    /// register `site` may differ between the visits.
    pub fn each_while(&self, ctx: &mut Context<'_>, visit: &mut dyn FnMut(&mut Context<'_>, i32) -> bool) -> bool {
        match self {
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.each_while(ctx, visit)
                } else {
                    parts.2.each_while(ctx, visit)
                }
            }
            Self::Filter(parts) => parts.0.each_while(ctx, &mut |ctx, site| {
                let before = ctx.set(Register::Site, site);
                let kept = parts.1.eval(ctx);
                ctx.set(Register::Site, before);
                !kept || visit(ctx, site)
            }),
            Self::Difference(parts) if parts.1.tells_members() => {
                parts.0.each_while(ctx, &mut |ctx, site| parts.1.contains(site, ctx) || visit(ctx, site))
            }
            Self::Empty(kind) if *kind == ctx.rules.layout.default => {
                each_in_row(ctx, 0, ctx.rules.layout.counts[*kind as usize], visit)
            }
            Self::Occupied(occupied) if let Some((row, end)) = occupied.row(ctx) => each_in_row(ctx, row, end, visit),
            _ => self.eval(ctx).iter().all(|site| visit(ctx, site)),
        }
    }

    /// What is left of it for a question about pieces, where a part of it only says that something stands on the board: maybe
    /// nothing. It comes back as it is where it says no such thing.
    ///
    /// # Errors
    /// The region as it is.
    pub fn without_occupied(self, kind: SiteType) -> Result<Option<Self>, Self> {
        let is_said = |item: &Self| matches!(item, Self::Occupied(occupied) if occupied.is_anything_on_board(kind));
        match self {
            region if is_said(&region) => Ok(None),
            Self::Intersection(mut list) if list.iter().any(is_said) => {
                list.retain(|item| !is_said(item));
                Ok(if list.len() > 1 { Some(Self::Intersection(list)) } else { list.pop() })
            }
            region => Err(region),
        }
    }

    /// Whether [`RegionFn::contains`] answers without putting the set together.
    fn tells_members(&self) -> bool {
        match self {
            Self::Fixed(_) | Self::Empty(_) | Self::Choice(..) | Self::ByRegister(..) | Self::ByPair(_) => true,
            Self::Owned(_, regions) => regions.iter().all(Self::tells_members),
            _ => false,
        }
    }

    /// How many sites it has.
    pub fn count(&self, ctx: &mut Context<'_>) -> usize {
        match self {
            Self::Fixed(bits) => bits.len(),
            Self::Empty(kind) if *kind == ctx.rules.layout.default => {
                let layout = &ctx.rules.layout;
                layout.board_words(ctx.state.row(layout, 0)).map(|word| word.count_ones() as usize).sum()
            }
            Self::State(kind, state) if *kind == ctx.rules.layout.default => {
                let state = state.eval(ctx);
                let layout = &ctx.rules.layout;
                let sites = layout.counts[*kind as usize];
                match u16::try_from(state).ok().and_then(|state| {
                    ctx.state.count_equal(layout, crate::lud::play::layout::Plane::State, state, sites)
                }) {
                    Some(count) => count,
                    None => self.eval(ctx).len(),
                }
            }
            Self::List(array) if let Some(site) = array.only() => usize::from(site.eval(ctx) >= 0),
            Self::Around(around) => around.count(ctx),
            Self::LineOfSight(sight) if sight.is_single => usize::from(sight.only(ctx).is_some()),
            Self::Occupied(occupied) if let Some((row, end)) = occupied.row(ctx) => {
                words_below(ctx.state.row(&ctx.rules.layout, row), end).map(|word| word.count_ones() as usize).sum()
            }
            Self::Occupied(occupied)
                if self.is_low(ctx.rules)
                    && let Some(word) = occupied.low_word(ctx) =>
            {
                word.count_ones() as usize
            }
            Self::Intersection(list) if let [one, other] = &list[..] => Self::count_common(one, other, ctx),
            _ => self.eval(ctx).len(),
        }
    }

    /// How many sites two regions have in common.
    fn count_common(one: &Self, other: &Self, ctx: &mut Context<'_>) -> usize {
        let (pieces, region) = match (one, other) {
            (Self::Empty(kind), region) | (region, Self::Empty(kind)) if *kind == ctx.rules.layout.default => {
                let sites = region.eval(ctx);
                let layout = &ctx.rules.layout;
                let common = |(empty, sites): (u64, &u64)| (empty & sites).count_ones() as usize;
                return layout.board_words(ctx.state.row(layout, 0)).zip(sites.words()).map(common).sum();
            }
            (Self::Occupied(pieces), region) | (region, Self::Occupied(pieces)) => (pieces, region),
            _ => return one.eval(ctx).count_common(&other.eval(ctx)),
        };
        match pieces.rows(ctx) {
            Some((owners, end)) => {
                let sites = region.eval(ctx);
                count_owned(ctx, sites.words(), owners, end)
            }
            None => {
                let sites = region.eval(ctx);
                match pieces.count_among(&sites, ctx) {
                    Some(count) => count,
                    None => pieces.eval(ctx).count_common(&sites),
                }
            }
        }
    }

    /// Whether [`RegionFn::loose_nth`] finds a site without putting the set together.
    #[must_use]
    pub fn is_indexed(&self) -> bool {
        match self {
            Self::Fixed(_) | Self::Empty(_) => true,
            Self::Filter(parts) => parts.0.is_indexed(),
            Self::If(parts) => parts.1.is_indexed() && parts.2.is_indexed(),
            _ => false,
        }
    }

    /// Whether [`RegionFn::loose_nth`] finds out about no other of its sites, which are along lines, than the one that is drawn.
    #[must_use]
    pub fn asks_singly(&self) -> bool {
        match self {
            Self::Along(along) => along.asks_singly(),
            Self::Intersection(list) => asked_singly(list).is_some(),
            _ => false,
        }
    }

    /// How many sites there are to be drawn from by [`RegionFn::loose_nth`]: all sites of the region and maybe others.
    pub fn loose_count(&self, ctx: &mut Context<'_>) -> usize {
        match self {
            Self::Filter(parts) => parts.0.loose_count(ctx),
            Self::Without(parts) => parts.0.loose_count(ctx),
            Self::Around(around) if let Some(near) = around.loosely(ctx) => near.len(),
            Self::Along(along) if let Some(sites) = along.loose_count(ctx) => sites,
            Self::Intersection(list) if let Some((one, _)) = asked_singly(list) => one.loose_count(ctx),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.loose_count(ctx)
                } else {
                    parts.2.loose_count(ctx)
                }
            }
            _ => self.count(ctx),
        }
    }

    /// The site at a place among those to be drawn from, where it is one of the region's.
    pub fn loose_nth(&self, index: usize, ctx: &mut Context<'_>) -> Option<i32> {
        let parts = match self {
            Self::Filter(parts) => parts,
            Self::If(parts) => {
                let branch = if parts.0.eval(ctx) { &parts.1 } else { &parts.2 };
                return branch.loose_nth(index, ctx);
            }
            Self::Without(parts) => {
                let site = parts.0.loose_nth(index, ctx)?;
                return (site != parts.1.eval(ctx)).then_some(site);
            }
            Self::Around(around) if let Some(near) = around.loosely(ctx) => {
                return near.nth(index).filter(|&site| around.contains(site, ctx));
            }
            Self::Along(along) if along.asks_singly() => return along.loose_nth(index, ctx),
            Self::Intersection(list) if let Some((one, at)) = asked_singly(list) => {
                let site = one.loose_nth(index, ctx)?;
                let mut others = list.iter().enumerate().filter(|&(other, _)| other != at);
                return others.all(|(_, other)| other.contains(site, ctx)).then_some(site);
            }
            _ => return self.nth(index, ctx),
        };
        let site = parts.0.loose_nth(index, ctx)?;
        let before = ctx.set(Register::Site, site);
        let kept = parts.1.eval(ctx);
        ctx.set(Register::Site, before);
        kept.then_some(site)
    }

    /// The site that has `index` smaller ones in it.
    pub fn nth(&self, index: usize, ctx: &mut Context<'_>) -> Option<i32> {
        match self {
            Self::Empty(kind) if *kind == ctx.rules.layout.default => {
                let layout = &ctx.rules.layout;
                crate::lud::play::bits::nth(layout.board_words(ctx.state.row(layout, 0)), index)
            }
            Self::List(array) if let Some(site) = array.only() => {
                let site = site.eval(ctx);
                (site >= 0 && index == 0).then_some(site)
            }
            Self::LineOfSight(sight) if sight.is_single => sight.only(ctx).filter(|_| index == 0),
            Self::Occupied(occupied) if let Some((row, end)) = occupied.row(ctx) => {
                crate::lud::play::bits::nth(words_below(ctx.state.row(&ctx.rules.layout, row), end), index)
            }
            _ => self.eval(ctx).nth(index),
        }
    }

    /// Whether a site is in it.
    pub fn contains(&self, site: i32, ctx: &mut Context<'_>) -> bool {
        match self {
            Self::Fixed(bits) => bits.contains(site),
            Self::List(array) => site >= 0 && array.contains(site, ctx),
            Self::Empty(kind) => {
                site >= 0 && (site as usize) < ctx.rules.topology.count(*kind) && ctx.is_empty(*kind, site)
            }
            Self::Union(list) => list.iter().any(|item| item.contains(site, ctx)),
            Self::Intersection(list) if !list.is_empty() => list.iter().all(|item| item.contains(site, ctx)),
            Self::Difference(parts) => parts.0.contains(site, ctx) && !parts.1.contains(site, ctx),
            Self::Around(around) => around.contains(site, ctx),
            Self::Moves(MoveSite::To, moves) => {
                // Who may be able to move to another site, says nothing about this one.
                let suspects = ctx.scratch.suspects.take();
                let mut found = false;
                moves.generate(ctx, &mut Sink::Reaches(site, &mut found));
                ctx.scratch.suspects = suspects;
                found
            }
            Self::ByPair(sets) => sets.contains(site, ctx),
            Self::Occupied(occupied) => occupied.contains(site, ctx),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.contains(site, ctx)
                } else {
                    parts.2.contains(site, ctx)
                }
            }
            Self::Filter(parts) => {
                parts.0.contains(site, ctx) && {
                    let before = ctx.set(Register::Site, site);
                    let kept = parts.1.eval(ctx);
                    ctx.set(Register::Site, before);
                    kept
                }
            }
            Self::Equipment(regions) => {
                let rules = ctx.rules;
                regions.iter().any(|&region| rules.regions[region].sites.iter().any(|sites| sites.contains(site, ctx)))
            }
            Self::ToClear => site >= 0 && ctx.state.memory().to_clear.contains(&site),
            Self::Pending => site >= 0 && ctx.state.pending.contains(&site),
            Self::Start(what) => {
                let what = what.eval(ctx);
                let sites = &ctx.state.memory().start_sites;
                usize::try_from(what).ok().and_then(|what| sites.get(what)).is_some_and(|sites| sites.contains(site))
            }
            Self::Choice(index, sets) => {
                let index = index.eval(ctx);
                usize::try_from(index).ok().and_then(|index| sets.get(index)).is_some_and(|bits| bits.contains(site))
            }
            Self::Owned(player, regions) => {
                let player = player.eval(ctx);
                match usize::try_from(player).ok().and_then(|player| regions.get(player)) {
                    Some(region) => region.contains(site, ctx),
                    None => false,
                }
            }
            _ => self.eval(ctx).contains(site),
        }
    }

    /// Whether all of its sites have numbers below 64, in every position.
    #[must_use]
    pub fn is_low(&self, rules: &Rules) -> bool {
        let layout = &rules.layout;
        match self {
            Self::Fixed(bits) => bits.is_below(64),
            Self::Empty(kind) => layout.counts[*kind as usize] <= 64,
            Self::Occupied(occupied) => {
                occupied.asked().0 == layout.default && layout.containers_end.max(layout.own) <= 64
            }
            Self::Choice(_, sets) => sets.iter().all(|bits| bits.is_below(64)),
            Self::Union(regions) | Self::Owned(_, regions) => regions.iter().all(|region| region.is_low(rules)),
            Self::Intersection(list) => list.iter().any(|region| region.is_low(rules)),
            Self::Difference(parts) => parts.0.is_low(rules),
            Self::Without(parts) => parts.0.is_low(rules),
            Self::If(parts) => parts.1.is_low(rules) && parts.2.is_low(rules),
            _ => false,
        }
    }

    /// Its sites below 64, as bits.
    pub fn low_word(&self, ctx: &mut Context<'_>) -> u64 {
        match self {
            Self::Fixed(bits) => bits.words().first().copied().unwrap_or(0),
            Self::List(array) => array.low_word(ctx),
            Self::Empty(kind) if *kind == ctx.rules.layout.default => {
                let layout = &ctx.rules.layout;
                layout.board_words(ctx.state.row(layout, 0)).next().unwrap_or(0)
            }
            Self::Occupied(occupied) if let Some(word) = occupied.low_word(ctx) => word,
            Self::Distance(distance) if let Some(word) = distance.low_word(ctx) => word,
            Self::Without(parts) => {
                let word = parts.0.low_word(ctx);
                let site = parts.1.eval(ctx);
                if (0..64).contains(&site) { word & !(1 << site) } else { word }
            }
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.low_word(ctx)
                } else {
                    parts.2.low_word(ctx)
                }
            }
            Self::Union(list) => list.iter().fold(0, |word, item| word | item.low_word(ctx)),
            Self::Intersection(list) if !list.is_empty() => {
                list.iter().fold(u64::MAX, |word, item| word & item.low_word(ctx))
            }
            Self::Difference(parts) => parts.0.low_word(ctx) & !parts.1.low_word(ctx),
            _ => self.eval(ctx).words().first().copied().unwrap_or(0),
        }
    }

    /// Whether no iteration variable can change the sites to be drawn from by [`RegionFn::loose_nth`].
    #[must_use]
    pub fn is_loosely_apart(&self) -> bool {
        match self {
            Self::Without(parts) => parts.0.is_loosely_apart(),
            _ => self.ignores_registers(),
        }
    }

    /// Whether it is put together without questions to single sites, or nearly none.
    #[must_use]
    pub fn is_setwise(&self) -> bool {
        match self {
            Self::Fixed(_) | Self::Empty(_) | Self::Choice(..) | Self::List(_) => true,
            Self::ByRegister(..) | Self::ByPair(_) | Self::Occupied(_) => true,
            Self::Owned(_, regions) | Self::Union(regions) | Self::Intersection(regions) => {
                regions.iter().all(Self::is_setwise)
            }
            Self::Difference(parts) => parts.0.is_setwise() && parts.1.is_setwise(),
            Self::Without(parts) => parts.0.is_setwise(),
            Self::If(parts) => parts.1.is_setwise() && parts.2.is_setwise(),
            Self::Filter(parts) => parts.0.is_setwise() && parts.1.is_setwise(Register::Site),
            Self::Track(sites) => sites.is_whole(),
            _ => false,
        }
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        match self {
            Self::Fixed(_) | Self::Empty(_) => true,
            Self::Choice(index, _) => index.ignores_registers(),
            Self::Without(parts) => parts.0.ignores_registers() && parts.1.ignores_registers(),
            Self::Occupied(occupied) => occupied.ignores_registers(),
            Self::Around(around) => around.ignores_registers(),
            Self::Along(along) => along.ignores_registers(),
            Self::LineOfSight(sight) => sight.ignores_registers(),
            Self::Filter(parts) => parts.0.ignores_registers() && parts.1.asks_site(Register::Site),
            Self::Union(list) | Self::Intersection(list) => list.iter().all(Self::ignores_registers),
            Self::Difference(parts) => parts.0.ignores_registers() && parts.1.ignores_registers(),
            Self::Owned(player, regions) => {
                matches!(**player, IntFn::Mover | IntFn::Next | IntFn::Constant(_))
                    && regions.iter().all(Self::ignores_registers)
            }
            _ => false,
        }
    }
}

/// The region of several of which single sites are asked, with its place among them: one that finds them along lines, or one
/// that is looked up where others have to look for moves.
pub(super) fn asked_singly(list: &[RegionFn]) -> Option<(&RegionFn, usize)> {
    let mut along_lines = list.iter().zip(0..).filter(|(region, _)| region.asks_singly());
    let is_looked_up = |region: &RegionFn| matches!(region, RegionFn::Distance(distance) if !distance.is_searched());
    let looks_for_moves = || list.iter().any(|region| matches!(region, RegionFn::Moves(..)));
    let mut looked_up = list.iter().zip(0..).filter(|(region, _)| is_looked_up(region) && looks_for_moves());
    along_lines.next().or_else(|| looked_up.next())
}

/// How many of the flat sites below `end` that some words tell hold pieces of some owners.
fn count_owned(ctx: &Context<'_>, words: &[u64], owners: PlayerSet, end: usize) -> usize {
    let layout = &ctx.rules.layout;
    let mut count = 0;
    for (at, &word) in words.iter().enumerate().take(end.div_ceil(64)) {
        let within = if (at + 1) * 64 <= end { word } else { word & ((1 << (end % 64)) - 1) };
        let (mut left, mut held) = (if within == 0 { 0 } else { owners }, 0);
        while left != 0 {
            held |= ctx.state.row(layout, 1 + left.trailing_zeros() as usize)[at];
            left &= left - 1;
        }
        count += (within & held).count_ones() as usize;
    }
    count
}

/// Visits the flat sites below `end` of a row of bits as long as `visit` says so, and tells whether it always did.
fn each_in_row(
    ctx: &mut Context<'_>,
    row: usize,
    end: usize,
    visit: &mut dyn FnMut(&mut Context<'_>, i32) -> bool,
) -> bool {
    for at in 0..end.div_ceil(64) {
        let mut word = ctx.state.row(&ctx.rules.layout, row)[at];
        while word != 0 {
            let site = at * 64 + word.trailing_zeros() as usize;
            word &= word - 1;
            if site >= end {
                break;
            }
            if !visit(ctx, site as i32) {
                return false;
            }
        }
    }
    true
}
