//! `(count Pieces …)` and `(no Pieces …)`.

use super::IntFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::players::{PlayerSet, PlayersFn, holds};
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::{Layout, NOWHERE, Plane};
use crate::lud::play::level::Level;
use crate::lud::play::rules::Rules;
use crate::lud::tree::{Call, Value};

/// Up to so many sites of a region are looked at one by one, rather than all pieces.
const FEW_SITES: usize = 8;

/// The pieces of some players, on the board and in hands.
#[derive(Debug, Clone, PartialEq)]
pub struct CountPieces {
    kind: Option<SiteType>,
    players: PlayersFn,
    /// Which components count, by index; all where none is named.
    components: Option<Vec<bool>>,
    region: Option<RegionFn>,
    condition: Option<BoolFn>,
    /// The flat sites whose pieces may count, where they have the numbers by which regions know them.
    among: Option<Bits>,
    /// The same where pieces may also be on sites that do not have them, if no piece is.
    numbered: Option<Bits>,
    /// Whether nothing but the owner is asked of those pieces, one to a site.
    asks_owner: bool,
    /// Whether nothing but the owner is asked of pieces in stacks, so that one on top is enough.
    asks_tops: bool,
}

impl CountPieces {
    /// Compiles `(count Pieces …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<IntFn> {
        Ok(IntFn::Pieces(Box::new(Self::of(c, call)?)))
    }

    /// Compiles the slots that `(count Pieces …)` and `(no Pieces …)` share.
    pub fn of(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let name = call.get("name").text();
        if name == Some("Bag") {
            return Err(c.unsupported(call));
        }
        let kind = match call.get("type") {
            Value::Empty => None,
            value => Some(c.site_type(value)),
        };
        let mut region = c.opt_region(call.get("in"))?;
        let mut among = among(&c.rules.layout, kind, region.is_some());
        if let Some(among) = among.as_mut().filter(|_| !c.rules.features.stacking)
            && let Some(given) = region.take()
        {
            let own = c.rules.default_type();
            region = given.without_occupied(own).map_or_else(Some, |rest| {
                among.keep_range(0..c.rules.topology.count(own));
                rest
            });
        }
        let condition = c.opt_bool(call.get("If"))?;
        let is_single = !c.rules.features.stacking && c.rules.layout.planes[Plane::Count as usize].is_none();
        Ok(Self {
            asks_tops: c.rules.features.stacking
                && c.rules.layout.sites == c.rules.layout.containers_end
                && kind.is_none()
                && region.is_none()
                && condition.is_none()
                && name.is_none(),
            asks_owner: is_single && among.is_some() && region.is_none() && condition.is_none() && name.is_none(),
            numbered: kind.is_none().then(|| Bits::full(c.rules.layout.containers_end)),
            among,
            kind,
            players: PlayersFn::compile(c, call.get("role"), call.get("of"))?,
            components: name
                .map(|name| c.rules.components.iter().map(|component| component.name.contains(name)).collect()),
            region,
            condition,
        })
    }

    /// Whether it has nothing to do with a register. The pieces that the condition is about stand in registers of their own.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        let is_own = register == Register::Site;
        self.players.is_apart(register)
            && self.region.as_ref().is_none_or(|region| region.is_apart(register))
            && self.condition.as_ref().is_none_or(|condition| is_own || condition.is_apart(register))
    }

    /// The player all of whose pieces count, where that is all that is asked.
    #[must_use]
    pub fn of_player(&self) -> Option<&IntFn> {
        match self.of_players()? {
            PlayersFn::One(player) => Some(player),
            _ => None,
        }
    }

    /// The players whose pieces count, where that is all that is asked.
    #[must_use]
    pub fn of_players(&self) -> Option<&PlayersFn> {
        let asks_more =
            self.kind.is_some() || self.components.is_some() || self.region.is_some() || self.condition.is_some();
        (!asks_more).then_some(&self.players)
    }

    /// The players whose pieces count on some flat sites, those that are also in a region where there is one, where that is all
    /// that is asked.
    #[must_use]
    pub fn on_sites(&self) -> Option<(&PlayersFn, &Bits, Option<&RegionFn>)> {
        let asks_more = self.kind.is_some() || self.components.is_some() || self.condition.is_some();
        let among = self.among.as_ref().filter(|_| !asks_more)?;
        Some((&self.players, among, self.region.as_ref()))
    }

    /// As [`CountPieces::on_sites`], on sites of all types, which regions know by their numbers, where there are several.
    #[must_use]
    pub fn on_all_types(&self) -> Option<(&PlayersFn, Option<&RegionFn>)> {
        let asks_more = self.kind.is_some() || self.components.is_some() || self.condition.is_some();
        (!asks_more && self.among.is_none()).then_some((&self.players, self.region.as_ref()))
    }

    /// The region whose pieces count, whoever owns them, where that is all that is asked in a game without stacks.
    #[must_use]
    pub fn of_all(&self, rules: &Rules) -> Option<&RegionFn> {
        let asks_more = self.kind.is_some() || self.components.is_some() || self.condition.is_some();
        let anywhere = self.among.as_ref().is_none_or(|among| among.len() == rules.layout.sites);
        let fits = self.players == PlayersFn::All && !asks_more && anywhere && !rules.features.stacking;
        self.region.as_ref().filter(|_| fits)
    }

    /// How many there are.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        if let Some(words) = self.words_of_one(ctx) {
            return words.map(|word| word.count_ones() as i32).sum();
        }
        if let Some(count) = self.by_rows(false, ctx) {
            return count;
        }
        if let Some(count) = self.by_levels(ctx) {
            return count;
        }
        let mut sum = 0;
        self.each(ctx, |count| {
            sum += count;
            true
        });
        sum
    }

    /// Whether there are none.
    pub fn is_none(&self, ctx: &mut Context<'_>) -> bool {
        if self.asks_tops
            && let PlayersFn::One(player) = &self.players
            && let Ok(player) = usize::try_from(player.eval(ctx))
            && player + 1 < ctx.rules.layout.rows
        {
            let row = ctx.state.row(&ctx.rules.layout, 1 + player);
            if row.iter().any(|&word| word != 0) {
                return false;
            }
        }
        if let Some(mut words) = self.words_of_one(ctx) {
            return words.all(|word| word == 0);
        }
        if let Some(count) = self.by_rows(true, ctx) {
            return count == 0;
        }
        if let Some(is_vacant) = self.is_vacant(ctx) {
            return is_vacant;
        }
        if self.is_on_top(ctx) {
            return false;
        }
        if let Some(count) = self.by_levels(ctx) {
            return count == 0;
        }
        let mut none = true;
        self.each(ctx, |_| {
            none = false;
            false
        });
        none
    }

    /// Whether there is nothing on any site of the region, where nothing else is asked of pieces in stacks.
    fn is_vacant(&self, ctx: &mut Context<'_>) -> Option<bool> {
        let asks_more = self.kind.is_some() || self.components.is_some() || self.condition.is_some();
        let region = self.region.as_ref().filter(|_| self.players == PlayersFn::All && !asks_more)?.eval(ctx);
        let numbered = ctx.rules.layout.containers_end as i32;
        if region.iter().any(|site| (0..numbered).contains(&site) && !ctx.state.is_empty_at(site as usize)) {
            return Some(false);
        }
        (!is_beyond_numbers(ctx)).then_some(true)
    }

    /// The sites of the pieces, where they are all those of one player.
    #[inline]
    fn words_of_one<'c>(&'c self, ctx: &'c mut Context<'_>) -> Option<impl Iterator<Item = u64> + 'c> {
        let (PlayersFn::One(player), true, Some(among)) = (&self.players, self.asks_owner, &self.among) else {
            return None;
        };
        let player = usize::try_from(player.eval(ctx)).ok()?;
        let layout = &ctx.rules.layout;
        (player < layout.rows - 1).then(|| {
            let row = ctx.state.row(layout, 1 + player);
            row.iter().zip(among.words()).map(|(own, among)| own & among)
        })
    }

    /// How many there are, where the rows of bits tell it; where it is enough to know whether there are any, perhaps fewer.
    fn by_rows(&self, any: bool, ctx: &mut Context<'_>) -> Option<i32> {
        let rules = ctx.rules;
        let layout = &rules.layout;
        if rules.features.stacking {
            return None;
        }
        let among = match &self.among {
            Some(among) => among,
            // Sites of other types than the game's own are not told apart by their numbers.
            None => self.numbered.as_ref().filter(|_| self.condition.is_none() && !is_beyond_numbers(ctx))?,
        };
        let region = self.region.as_ref().map(|region| region.eval(ctx));
        if self.condition.is_some() {
            return self.by_condition(among, region.as_deref(), ctx);
        }
        let counted = layout.planes[Plane::Count as usize].is_some();
        let everyone = (1 << (layout.rows - 1)) - 1;
        let mut players = self.players.eval(ctx) & everyone;
        let mut sum = 0;
        if !counted && self.components.is_none() {
            let sites = region.as_deref().unwrap_or(among).words();
            for (at, (&sites, &among)) in sites.iter().zip(among.words()).enumerate() {
                let within = sites & among;
                // Most regions are small.
                if within != 0 {
                    sum += (within & owned_word(players, everyone, at, ctx)).count_ones() as i32;
                }
            }
            return Some(sum);
        }
        while players != 0 {
            let row = ctx.state.row(layout, 1 + players.trailing_zeros() as usize);
            players &= players - 1;
            for (at, (&own, &among)) in row.iter().zip(among.words()).enumerate() {
                let mut word = own & among;
                if let Some(region) = &region {
                    word &= region.words().get(at).copied().unwrap_or(0);
                }
                while word != 0 {
                    let flat = at * 64 + word.trailing_zeros() as usize;
                    word &= word - 1;
                    if self.components.as_ref().is_none_or(|components| components[ctx.state.what(layout, flat)]) {
                        sum += if counted { ctx.state.get(layout, Plane::Count, flat) } else { 1 };
                        if any {
                            return Some(sum);
                        }
                    }
                }
            }
        }
        Some(sum)
    }

    /// How many of the pieces on some flat sites there are for which the condition holds, on a board of one type of sites.
    fn by_condition(&self, among: &Bits, region: Option<&Bits>, ctx: &mut Context<'_>) -> Option<i32> {
        let layout = &ctx.rules.layout;
        if layout.sites != layout.containers_end {
            return None;
        }
        let players = self.players.eval(ctx);
        let mut pieces = Bits::default();
        for player in (0..layout.rows as i32 - 1).filter(|&player| holds(players, player)) {
            pieces.union(&Bits::from_words(ctx.state.row(layout, 1 + player as usize)));
        }
        pieces.intersect(among);
        if let Some(region) = region {
            pieces.intersect(region);
        }
        if !pieces.is_below(ctx.rules.topology.count(layout.default)) {
            return None;
        }
        if let Some(components) = &self.components {
            pieces.retain(|site| components[ctx.state.what(layout, site as usize)]);
        }
        if let Some(condition) = &self.condition {
            condition.narrow(Register::Site, layout.default, &mut pieces, ctx);
        }
        if layout.planes[Plane::Count as usize].is_none() {
            return Some(pieces.len() as i32);
        }
        Some(pieces.iter().map(|site| ctx.state.get(layout, Plane::Count, site as usize)).sum())
    }

    /// How many there are in stacks, on sites that are told apart by number, where nothing but the piece is asked.
    fn by_levels(&self, ctx: &mut Context<'_>) -> Option<i32> {
        let layout = &ctx.rules.layout;
        if !ctx.rules.features.stacking || self.condition.is_some() {
            return None;
        }
        let is_beyond = |flat: usize| self.kind.is_none() && flat >= layout.containers_end;
        let players = self.players.eval(ctx);
        let region = self.region.as_ref().map(|region| region.eval(ctx));
        let fits = |level: &&Level| {
            let is_named = |components: &Vec<bool>| components[usize::from(level.what)];
            holds(players, i32::from(level.who)) && self.components.as_ref().is_none_or(is_named)
        };
        let mut count = 0;
        for (flat, levels) in ctx.stacks().among(ctx.state.row(layout, 0)) {
            // Sites of other types than the game's own are not told apart by their numbers.
            if is_beyond(flat) {
                return None;
            }
            let (is_asked, site) = match self.kind {
                None => (true, flat as i32),
                Some(asked) => {
                    let (kind, site) = layout.unflat(flat);
                    (kind == asked, site)
                }
            };
            if is_asked && region.as_ref().is_none_or(|region| region.contains(site)) {
                count += levels.iter().filter(fits).count() as i32;
            }
        }
        Some(count)
    }

    /// Whether the rows of bits, which tell who is on top of each site, show that there are any.
    fn is_on_top(&self, ctx: &mut Context<'_>) -> bool {
        let layout = &ctx.rules.layout;
        let asks_owner_only =
            self.region.is_none() && self.kind.is_none() && self.condition.is_none() && self.components.is_none();
        asks_owner_only && {
            let players = self.players.eval(ctx);
            (0..layout.rows as i32 - 1)
                .filter(|&player| holds(players, player))
                .any(|player| layout.numbered_words(ctx.state.row(layout, 1 + player as usize)).any(|word| word != 0))
        }
    }

    /// Calls `visit` with the number of pieces at every place until it says stop.
    fn each(&self, ctx: &mut Context<'_>, mut visit: impl FnMut(i32) -> bool) {
        let players = self.players.eval(ctx);
        let region = self.region.as_ref().map(|region| region.eval(ctx));
        let layout = &ctx.rules.layout;
        let mut occupied = Bits::default();
        if let Some(region) = region.as_deref().filter(|region| region.len() <= FEW_SITES) {
            // All places that have one of the numbers.
            for site in region {
                let kinds = [SiteType::Cell, SiteType::Vertex, SiteType::Edge];
                for flat in kinds.map(|kind| layout.flat(kind, site)).into_iter().filter(|&flat| flat != NOWHERE) {
                    if !ctx.state.is_empty_at(flat) {
                        occupied.insert(flat as i32);
                    }
                }
            }
        } else if ctx.rules.features.stacking {
            for (flat, levels) in ctx.stacks().among(ctx.state.row(layout, 0)) {
                if levels.iter().any(|level| holds(players, i32::from(level.who))) {
                    occupied.insert(flat as i32);
                }
            }
        } else {
            for player in (0..layout.rows as i32 - 1).filter(|&player| holds(players, player)) {
                occupied.union(&Bits::from_words(ctx.state.row(layout, 1 + player as usize)));
            }
        }
        let before = (ctx.get(Register::Site), ctx.get(Register::Level));
        for flat in &occupied {
            let (on, site) = layout.unflat(flat as usize);
            let in_container = site >= layout.board as i32 && (flat as usize) < layout.containers_end;
            if self.kind.is_some_and(|kind| kind != on) || region.as_ref().is_some_and(|region| !region.contains(site))
            {
                continue;
            }
            let kind = self.kind.unwrap_or(if in_container { SiteType::Cell } else { layout.default });
            if !self.at(ctx, players, kind, site, &mut visit) {
                break;
            }
        }
        ctx.set(Register::Site, before.0);
        ctx.set(Register::Level, before.1);
    }

    fn at(
        &self,
        ctx: &mut Context<'_>,
        players: u32,
        kind: SiteType,
        site: i32,
        visit: &mut impl FnMut(i32) -> bool,
    ) -> bool {
        let fits = |who: i32, what: i32| {
            holds(players, who) && self.components.as_ref().is_none_or(|components| components[what as usize])
        };
        if !ctx.rules.features.stacking {
            if !fits(ctx.who(kind, site), ctx.what(kind, site)) {
                return true;
            }
            ctx.set(Register::Site, site);
            let counts = self.condition.as_ref().is_none_or(|condition| condition.eval(ctx));
            return !counts || visit(ctx.count(kind, site));
        }
        for level in 0..ctx.height(kind, site) {
            if !fits(ctx.plane_at(Plane::Who, kind, site, level), ctx.plane_at(Plane::What, kind, site, level)) {
                continue;
            }
            ctx.set(Register::Level, level);
            ctx.set(Register::Site, site);
            if self.condition.as_ref().is_none_or(|condition| condition.eval(ctx)) && !visit(1) {
                return false;
            }
        }
        true
    }
}

/// Whether there is something on sites that do not have the numbers by which regions know them.
fn is_beyond_numbers(ctx: &Context<'_>) -> bool {
    let layout = &ctx.rules.layout;
    (layout.containers_end..layout.sites).any(|flat| !ctx.state.is_empty_at(flat))
}

/// A word of the set of flat sites that hold pieces of some players; `everyone` is the set of all.
#[inline]
fn owned_word(mut players: PlayerSet, everyone: PlayerSet, at: usize, ctx: &Context<'_>) -> u64 {
    let layout = &ctx.rules.layout;
    if players == everyone {
        return !ctx.state.row(layout, 0)[at];
    }
    let mut held = 0;
    while players != 0 {
        held |= ctx.state.row(layout, 1 + players.trailing_zeros() as usize)[at];
        players &= players - 1;
    }
    held
}

/// The flat sites of a type, or of all, where pieces on them can be told apart by their numbers.
fn among(layout: &Layout, kind: Option<SiteType>, has_region: bool) -> Option<Bits> {
    let mut among = Bits::new(layout.sites);
    for flat in 0..layout.sites {
        let (on, site) = layout.unflat(flat);
        match kind {
            None if layout.sites != layout.containers_end => return None,
            Some(kind) if kind != on => continue,
            Some(_) if has_region && site != flat as i32 => return None,
            _ => among.insert(flat as i32),
        };
    }
    Some(among)
}
