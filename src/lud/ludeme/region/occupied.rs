//! `(sites Occupied …)`: where the pieces of some players are.

use super::RegionFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::players::{PlayerSet, PlayersFn, holds};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::lanes::Span;
use crate::lud::play::layout::{NOWHERE, Plane};
use crate::lud::play::level::Level;
use crate::lud::play::rules::ContainerKind;
use crate::lud::tree::{Call, Value};
use std::ops::Range;

/// Which components count.
#[derive(Debug, Clone, PartialEq)]
enum Components {
    All,
    Index(IntFn),
    /// By number, and their span where they follow each other.
    Named(Vec<bool>, Option<Span>),
}

/// In which container.
#[derive(Debug, Clone, PartialEq)]
enum Place {
    Anywhere,
    Container(IntFn),
    /// The hand of a player: container by player, and the player.
    Hand(Vec<i32>, IntFn),
}

/// Where pieces are.
#[derive(Debug, Clone, PartialEq)]
pub struct Occupied {
    kind: SiteType,
    players: PlayersFn,
    components: Components,
    place: Place,
    top: bool,
    /// The players of whose components all count, and those of whose none does, where no components change hands.
    named: PlayerSet,
    unnamed: PlayerSet,
}

impl Occupied {
    /// Compiles `(sites Occupied …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let mut names: Vec<&str> = Vec::new();
        for slot in ["Component", "components"] {
            names.extend(call.get(slot).elements().iter().filter_map(Value::text));
        }
        let components = match c.opt_int(call.get("component"))? {
            Some(index) => Components::Index(index),
            None if names.is_empty() => Components::All,
            None => {
                let base = |name: &str| name.trim_end_matches(|last: char| last.is_ascii_digit()).to_owned();
                let fits = |name: &str| names.contains(&base(name).as_str());
                let named = c.rules.components.iter().map(|component| fits(&component.name)).collect::<Vec<_>>();
                let span = span_of(&named);
                Components::Named(named, span)
            }
        };
        let place = match (c.opt_int(call.get("container"))?, call.get("Container").text()) {
            (Some(container), _) => Place::Container(container),
            (None, None) => Place::Anywhere,
            (None, Some(name)) if name.contains("Hand") => Self::hand(c, call, name)?,
            (None, Some(name)) => {
                let index = c.rules.containers.iter().position(|container| container.name == name);
                Place::Container(IntFn::Constant(index.ok_or_else(|| c.unsupported(call))? as i32))
            }
        };
        let kind = match place {
            Place::Hand(..) => SiteType::Cell,
            _ => c.site_type(call.get("on")),
        };
        let players = PlayersFn::compile(c, call.get("By"), call.get("by"))?;
        let top = call.get("top").bool().unwrap_or(true);
        let [named, unnamed] = [true, false].map(|counts| owners_of(c, &components, counts));
        Ok(RegionFn::Occupied(Box::new(Self { kind, players, components, place, top, named, unnamed })))
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        let same_players = match &self.players {
            PlayersFn::One(player) => player.ignores_registers(),
            _ => true,
        };
        same_players
            && !matches!(self.components, Components::Index(_))
            && matches!(self.place, Place::Anywhere | Place::Container(IntFn::Constant(_)))
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        let same_components = match &self.components {
            Components::Index(index) => index.is_apart(register),
            Components::All | Components::Named(..) => true,
        };
        let same_place = match &self.place {
            Place::Anywhere => true,
            Place::Container(index) | Place::Hand(_, index) => index.is_apart(register),
        };
        self.players.is_apart(register) && same_components && same_place
    }

    /// The type of the sites, and whether only pieces on top of their stacks count.
    #[must_use]
    pub fn asked(&self) -> (SiteType, bool) {
        (self.kind, self.top)
    }

    /// The players all of whose pieces count, on the board of the game's own type and, as the second says, in hands.
    #[must_use]
    pub fn owners(&self) -> Option<(&PlayersFn, bool)> {
        let hands = match self.place {
            Place::Anywhere => self.kind == SiteType::Cell,
            Place::Container(IntFn::Constant(0)) => false,
            _ => return None,
        };
        matches!(self.components, Components::All).then_some((&self.players, hands))
    }

    fn hand(c: &mut Compiler, call: &Call, name: &str) -> Compiled<Place> {
        let Some(role) = call.get("By").constant() else {
            return Err(CompileError::new(call, "names a hand without a role".to_owned()));
        };
        let player = IntFn::role(c, role)?;
        let hands = (0..c.rules.players + 2)
            .map(|owner| {
                let fits = |container: &crate::lud::play::rules::Container| {
                    container.kind == ContainerKind::Hand
                        && usize::from(container.owner) == owner
                        && container.name.contains(name)
                };
                c.rules.containers.iter().position(fits).map_or(-1, |index| index as i32)
            })
            .collect();
        Ok(Place::Hand(hands, player))
    }

    /// The row of bits that tells all, and the end of the sites that count, where only the owner of what is on top is asked.
    pub fn row(&self, ctx: &mut Context<'_>) -> Option<(usize, usize)> {
        let layout = &ctx.rules.layout;
        let asks_top = self.top || !ctx.rules.features.stacking;
        if !asks_top
            || self.kind != layout.default
            || !matches!(self.components, Components::All)
            || !matches!(self.place, Place::Anywhere)
        {
            return None;
        }
        let players = self.players.eval(ctx);
        let end = if self.kind == SiteType::Cell { layout.containers_end } else { layout.counts[self.kind as usize] };
        (players.count_ones() == 1)
            .then(|| (1 + players.trailing_zeros() as usize, end))
            .filter(|(row, _)| *row < layout.rows)
    }

    /// The owners whose rows of bits tell all, and the end of the sites that count, where only the owner of what is on top is
    /// asked.
    pub fn rows(&self, ctx: &mut Context<'_>) -> Option<(PlayerSet, usize)> {
        let layout = &ctx.rules.layout;
        let asks_top = self.top || !ctx.rules.features.stacking;
        if !asks_top || self.kind != layout.default || !matches!(self.components, Components::All) {
            return None;
        }
        let end = match self.place {
            Place::Anywhere if self.kind == SiteType::Cell => layout.containers_end,
            Place::Anywhere | Place::Container(IntFn::Constant(0)) => layout.counts[self.kind as usize],
            _ => return None,
        };
        Some((self.players.eval(ctx) & ((1 << (layout.rows - 1)) - 1), end))
    }

    /// Whether it is every site of the board of a type that is not empty.
    #[must_use]
    pub fn is_anything_on_board(&self, kind: SiteType) -> bool {
        self.kind == kind
            && self.players == PlayersFn::All
            && self.components == Components::All
            && self.place == Place::Container(IntFn::Constant(0))
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        if let Some((row, end)) = self.row(ctx) {
            return Bits::from_range(ctx.state.row(&ctx.rules.layout, row), 0, end);
        }
        let players = self.players.eval(ctx);
        let rules = ctx.rules;
        let container = match &self.place {
            Place::Anywhere => return self.found(ctx, players, self.kind, 0..usize::MAX),
            Place::Container(container) => container.eval(ctx),
            Place::Hand(hands, player) => {
                let player = player.eval(ctx);
                hands.get(player as usize).copied().unwrap_or(-1)
            }
        };
        let Some(container) = usize::try_from(container).ok().and_then(|container| rules.containers.get(container))
        else {
            return Bits::default();
        };
        // Hands and dice hold cells, whatever the board is played on.
        let kind = if container.kind == ContainerKind::Board { self.kind } else { SiteType::Cell };
        let (first, sites) = match container.kind {
            ContainerKind::Board => (0, rules.topology.count(self.kind) as i32),
            _ => (container.first, container.sites),
        };
        self.found(ctx, players, kind, first as usize..(first + sites) as usize)
    }

    /// How many of some sites are among them, where that can be told by looking at those sites only.
    pub fn count_among(&self, sites: &Bits, ctx: &mut Context<'_>) -> Option<usize> {
        let layout = &ctx.rules.layout;
        let is_on_board = match self.place {
            Place::Anywhere => layout.is_board_only(self.kind),
            Place::Container(IntFn::Constant(0)) => true,
            _ => false,
        };
        if ctx.rules.features.stacking || self.kind != layout.default || !is_on_board {
            return None;
        }
        let players = self.players.eval(ctx) & ((1 << (layout.rows - 1)) - 1) & !self.unnamed;
        let index = match &self.components {
            Components::Index(index) => Some(index.eval(ctx)),
            _ => None,
        };
        let counts = |what: usize| match (&self.components, index) {
            (Components::Named(named, _), _) => named[what],
            (_, Some(index)) => index == what as i32,
            _ => true,
        };
        let end = layout.counts[self.kind as usize];
        let mut count = 0;
        for (at, &asked) in sites.words().iter().enumerate().take(end.div_ceil(64)) {
            let mut left = players;
            let mut held = 0;
            while left != 0 {
                held |= ctx.state.row(layout, 1 + left.trailing_zeros() as usize)[at];
                left &= left - 1;
            }
            held &= asked;
            while held != 0 {
                let site = at * 64 + held.trailing_zeros() as usize;
                held &= held - 1;
                count += usize::from(site < end && counts(ctx.state.what(layout, site)));
            }
        }
        Some(count)
    }

    /// Whether a site is among them.
    pub fn contains(&self, site: i32, ctx: &mut Context<'_>) -> bool {
        let layout = &ctx.rules.layout;
        let simple = !ctx.rules.features.stacking && layout.is_board_only(self.kind) && self.place == Place::Anywhere;
        if !simple {
            return self.eval(ctx).contains(site);
        }
        let players = self.players.eval(ctx);
        if ctx.is_empty(self.kind, site)
            || layout.own_flat(site) == NOWHERE
            || !holds(players, ctx.who(self.kind, site))
        {
            return false;
        }
        let what = ctx.what(self.kind, site);
        match &self.components {
            Components::All => true,
            Components::Named(named, _) => named[what as usize],
            Components::Index(index) => index.eval(ctx) == what,
        }
    }

    /// Those of the sites below 64, as bits, where rows of bits and numbers of components tell all.
    pub fn low_word(&self, ctx: &mut Context<'_>) -> Option<u64> {
        let layout = &ctx.rules.layout;
        let asks_top_only = self.top && matches!(self.components, Components::All);
        if self.kind != layout.default || (ctx.rules.features.stacking && !asks_top_only) {
            return None;
        }
        let end = match self.place {
            Place::Anywhere if self.kind == SiteType::Cell => layout.containers_end,
            Place::Anywhere | Place::Container(IntFn::Constant(0)) => layout.own,
            _ => return None,
        };
        let span = match &self.components {
            Components::All => None,
            Components::Named(_, span) => Some((*span)?),
            Components::Index(index) => {
                let index = index.eval(ctx);
                Some(Span::new(index, index)?)
            }
        };
        let players = self.players.eval(ctx) & ((1 << (layout.rows - 1)) - 1) & !self.unnamed;
        let (mut left, mut word) = (players, 0);
        while left != 0 {
            word |= ctx.state.row(layout, 1 + left.trailing_zeros() as usize)[0];
            left &= left - 1;
        }
        if end < 64 {
            word &= (1 << end) - 1;
        }
        Some(match span {
            Some(span) if players & !self.named != 0 => ctx.state.within(layout, Plane::What, span, word),
            _ => word,
        })
    }

    /// The sites of a type within a range that hold such pieces.
    fn found(&self, ctx: &mut Context<'_>, players: u32, kind: SiteType, within: Range<usize>) -> Bits {
        // The rows of bits tell who is on top.
        let asks_top_only = self.top && matches!(self.components, Components::All);
        if ctx.rules.features.stacking && !asks_top_only {
            let mut result = self.stacked(ctx, players, kind);
            result.keep_range(within);
            result
        } else {
            self.flat(ctx, players, kind, within)
        }
    }

    fn flat(&self, ctx: &mut Context<'_>, players: u32, kind: SiteType, within: Range<usize>) -> Bits {
        let mut result = Bits::default();
        // A component asked for by its index counts only where its owner is among the players.
        let index = match &self.components {
            Components::Index(index) => Some(index.eval(ctx)),
            _ => None,
        };
        let layout = &ctx.rules.layout;
        if kind == layout.default {
            let end = if kind == SiteType::Cell { layout.containers_end } else { layout.counts[kind as usize] };
            result = Bits::new(end);
            let mut left = players & ((1 << (layout.rows - 1)) - 1) & !self.unnamed;
            let asked = left;
            while left != 0 {
                let row = ctx.state.row(layout, 1 + left.trailing_zeros() as usize);
                left &= left - 1;
                for (word, own) in result.words_mut().iter_mut().zip(row) {
                    *word |= own;
                }
            }
            result.keep_range(within.start..within.end.min(end));
            if asked & !self.named == 0 {
                return result;
            }
        }
        let elsewhere = if kind == layout.default { 0 } else { players };
        for player in (0..=ctx.rules.players as i32 + 1).filter(|&player| holds(elsewhere, player)) {
            // What lies in hands lies on cells.
            result.union(&if kind == SiteType::Cell {
                ctx.row(kind, 1 + player as usize)
            } else {
                ctx.board_row(kind, 1 + player as usize)
            });
        }
        if elsewhere != 0 {
            result.keep_range(within);
        }
        let span = match (&self.components, index) {
            (Components::Named(_, span), _) => *span,
            (_, index) => index.and_then(|index| Span::new(index, index)),
        };
        match (&self.components, index) {
            (Components::All, _) => {}
            _ if kind == layout.default
                && let Some(span) = span =>
            {
                ctx.state.keep_within(layout, Plane::What, span, true, &mut result);
            }
            (Components::Named(named, _), _) => result.retain(|site| named[ctx.what(kind, site) as usize]),
            (Components::Index(_), index) => result.retain(|site| Some(ctx.what(kind, site)) == index),
        }
        result
    }

    fn stacked(&self, ctx: &mut Context<'_>, players: u32, kind: SiteType) -> Bits {
        let index = match &self.components {
            Components::Index(index) => Some(index.eval(ctx)),
            _ => None,
        };
        let fits = |what: u16| match &self.components {
            Components::All => true,
            Components::Named(named, _) => named[usize::from(what)],
            Components::Index(_) => index == Some(i32::from(what)),
        };
        let has =
            |levels: &[Level]| levels.iter().any(|level| fits(level.what) && holds(players, i32::from(level.who)));
        let layout = &ctx.rules.layout;
        if self.top && kind == layout.default {
            // Rows of bits tell who is on top, and most stacks are one piece.
            let end = if kind == SiteType::Cell { layout.containers_end } else { layout.own };
            let mut result = Bits::new(end);
            let mut left = players & ((1 << (layout.rows - 1)) - 1);
            while left != 0 {
                let row = ctx.state.row(layout, 1 + left.trailing_zeros() as usize);
                left &= left - 1;
                for (word, own) in result.words_mut().iter_mut().zip(row) {
                    *word |= own;
                }
            }
            result.keep_range(0..end);
            let stacks = ctx.stacks();
            let is_in = |flat: usize| fits(ctx.state.what(layout, flat) as u16) || has(stacks.levels(flat));
            result.retain(|site| is_in(site as usize));
            return result;
        }
        let mut result = Bits::default();
        for (flat, levels) in ctx.stacks().among(ctx.state.row(layout, 0)) {
            let (site_type, site) = layout.unflat(flat);
            if site_type != kind {
                continue;
            }
            let on_top = levels.last().is_some_and(|top| holds(players, i32::from(top.who)));
            if has(levels) && (!self.top || on_top) {
                result.insert(site);
            }
        }
        result
    }
}

/// The numbers of the components that count, where they follow each other.
fn span_of(named: &[bool]) -> Option<Span> {
    let first = named.iter().position(|&counts| counts)?;
    let last = named.iter().rposition(|&counts| counts)?;
    if named[first..=last].contains(&false) {
        return None;
    }
    Span::new(first as i32, last as i32)
}

/// The players of whose components all count, or none does.
fn owners_of(c: &Compiler, components: &Components, counts: bool) -> PlayerSet {
    let owned = |player: u32| (1..c.rules.owners.len()).filter(move |&what| u32::from(c.rules.owners[what]) == player);
    let agree = |player: u32| match components {
        Components::All => counts,
        Components::Index(_) => false,
        Components::Named(named, _) => owned(player).all(|what| named[what] == counts),
    };
    let is_settled = !c.rules.features.stacking && !c.rules.features.owners_change;
    (0..=c.rules.players as u32 + 1)
        .filter(|&player| is_settled && agree(player))
        .fold(0, |set, player| set | 1 << player)
}
