//! `(forEach Piece …)`: the moves of every piece of a player.

mod compile;
mod drawing;
mod hand_over;
mod narrowed;
mod threats;

use self::hand_over::hand_over;
use super::MovesFn;
use super::masks::{Live, View};
use super::quick::Quick;
use super::shifts::Shifts;
use super::targets::Targets;
use crate::lud::board::SiteType;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::{self, BoolFn};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::sink::Sink;
use smallvec::SmallVec;

/// Deepest nesting of piece generators in each other.
const MAX_DEPTH: usize = 4;

/// The moves of every piece of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct ForEachPiece {
    asked: Asked,
    /// For each of `kinds`, the board's sites whose numbers are in range.
    in_range: Vec<Bits>,
    /// The same for all of them together, as flat sites.
    flat_in_range: Bits,
    /// The most slots that the moves of one piece take, where they can be drawn without listing them.
    slots_each: Option<u32>,
    /// Whether that is so and its pieces are flat ones of the mover or of nobody in particular.
    is_drawn: bool,
    /// Flat sites of the types besides the first.
    elsewhere: Bits,
    /// The moves of components whose rules only look at who is on which site.
    tables: Option<Tables>,
    /// The same for as long as no site was visited in the turn at hand, where less is asked then.
    unvisited: Option<Box<Tables>>,
    /// Whether all components that have moves are such.
    all_quick: bool,
    /// The sites that each component may reach at all from each site, where that is known.
    reach: Vec<Option<Vec<Bits>>>,
    /// The sites from which any component may reach each site at all, where that is known of all.
    reached_from: Option<Vec<Bits>>,
    /// For each generator, its parts that are drawn from, each with the end of its slots.
    parts: Vec<Vec<(u32, MovesFn)>>,
    /// For each generator, the most slots that it takes, where it can be drawn from.
    slots_by: Vec<Option<u32>>,
    /// For each player, the generators of their components whose slots depend on the dice, in a game with stacks.
    dicing: Vec<Vec<u16>>,
    /// Flat sites of the pieces that are asked in a game with stacks, where no other container than the board is asked for.
    stacked: Bits,
    /// What every piece is asked first, where its pieces are drawn and none of its moves come from tables.
    shared_condition: Option<boolean::Asked>,
    /// Whether most pieces have far fewer slots than the one that has most.
    is_uneven: bool,
    /// Whether some generator has slots, be it that only the position tells their number, while not all have.
    is_mixed: bool,
    /// The most rules of a piece, where all of them choose sites below 64 that are found at once and slots are not the same for
    /// all pieces.
    low_rules: Option<usize>,
}

/// Moves that are known from each site for each component.
#[derive(Debug, Clone, PartialEq)]
struct Tables {
    quick: Quick,
    /// The same moves of all pieces at once, where they can be counted so.
    shifts: Option<Shifts>,
    /// Where they lead, where pieces are drawn from.
    targets: Option<Targets>,
}

/// Which pieces are asked for their moves, and how.
#[derive(Debug, Clone, PartialEq)]
struct Asked {
    player: IntFn,
    /// Whether the pieces of all players are asked.
    everyone: bool,
    /// Site types of the pieces that are asked.
    kinds: Vec<SiteType>,
    container: Option<IntFn>,
    /// Whether only pieces on top of their stacks are asked.
    top: BoolFn,
    /// Generators, and which of them each component has.
    generators: Vec<MovesFn>,
    by_component: Vec<Option<u16>>,
}

/// Pieces of one player that are asked for their moves.
#[derive(Debug, Clone, Copy)]
pub struct OwnPieces<'r> {
    /// The player, who acts as the mover while they are asked.
    pub player: &'r IntFn,
    /// The container, where it is not the board.
    pub container: Option<&'r IntFn>,
    /// Whether only pieces on top of their stacks are asked.
    pub top: bool,
    /// Generators.
    pub generators: &'r [MovesFn],
    /// Which of them each component has.
    pub by_component: &'r [Option<u16>],
}

impl ForEachPiece {
    /// The generator of each component, where it is about all pieces of the mover on sites of one type.
    #[must_use]
    pub fn of_mover(&self, kind: SiteType) -> Option<Vec<Option<&MovesFn>>> {
        self.on_board_of_mover(kind, false).filter(|_| self.asked.kinds == [kind])
    }

    /// Whether only the topmost pieces of stacks are gone through.
    #[must_use]
    pub fn is_about_tops(&self) -> bool {
        self.asked.top == BoolFn::Constant(true)
    }

    /// The generator of each component, where it is about all pieces of the mover, or the topmost ones, on sites of one type,
    /// and maybe others.
    #[must_use]
    pub fn on_board_of_mover(&self, kind: SiteType, top: bool) -> Option<Vec<Option<&MovesFn>>> {
        let plain = self.asked.player == IntFn::Mover
            && !self.asked.everyone
            && self.asked.kinds.contains(&kind)
            && self.asked.container.is_none()
            && self.asked.top == BoolFn::Constant(top);
        let generator = |index: &Option<u16>| index.map(|index| &self.asked.generators[index as usize]);
        plain.then(|| self.asked.by_component.iter().map(generator).collect())
    }

    /// Which pieces of one player are asked, on sites of one type and maybe others or in a container, and how.
    #[must_use]
    pub fn of_own(&self, kind: SiteType) -> Option<OwnPieces<'_>> {
        let asked = &self.asked;
        let BoolFn::Constant(top) = asked.top else { return None };
        let fits = !asked.everyone && asked.kinds[0] == kind;
        fits.then(|| OwnPieces {
            player: &asked.player,
            container: asked.container.as_ref(),
            top,
            generators: &asked.generators,
            by_component: &asked.by_component,
        })
    }

    /// The moves of the pieces that either is about, where both are about different components of the mover.
    pub(super) fn and(&self, other: &Self, c: &Compiler) -> Option<Self> {
        let alike = self.asked.player == IntFn::Mover
            && other.asked.player == IntFn::Mover
            && !self.asked.everyone
            && !other.asked.everyone
            && (&self.asked.kinds, &self.asked.container, &self.asked.top)
                == (&other.asked.kinds, &other.asked.container, &other.asked.top);
        let mut both = self.asked.by_component.iter().zip(&other.asked.by_component);
        if !alike || both.any(|(one, other)| one.is_some() && other.is_some()) {
            return None;
        }
        let moved = |index: Option<u16>| index.map(|index| index + self.asked.generators.len() as u16);
        let by_component =
            self.asked.by_component.iter().zip(&other.asked.by_component).map(|(&one, &other)| one.or(moved(other)));
        let asked = Asked {
            player: IntFn::Mover,
            everyone: false,
            kinds: self.asked.kinds.clone(),
            container: self.asked.container.clone(),
            top: self.asked.top.clone(),
            generators: self.asked.generators.iter().chain(&other.asked.generators).cloned().collect(),
            by_component: by_component.collect(),
        };
        Some(Self::of(c, asked))
    }

    pub(super) fn generate(&self, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let player = self.asked.player.eval(ctx);
        let rules = ctx.rules;
        let switches = player != i32::from(ctx.state.mover)
            && player > 0
            && player <= rules.players as i32
            && !self.asked.everyone;
        if player < 0 || player as usize > rules.players + 1 {
            return;
        }
        if switches && let Sink::Passing(..) = sink {
            // The moves are tried out by the mover, not by the player whose pieces they move.
            let mut list = ctx.borrow_list();
            self.generate(ctx, &mut Sink::List(&mut list));
            for &chosen in &list {
                ctx.emit_listed(chosen, sink);
                if sink.is_done() {
                    break;
                }
            }
            ctx.return_list(list);
            return;
        }
        let before = ctx.get(Register::From);
        let acting = ctx.get(Register::Acting);
        if switches {
            ctx.set(Register::Acting, player);
        }
        if rules.features.stacking {
            let switched = switches.then_some(player);
            self.each_level(player, switched, ctx, sink);
            ctx.set(Register::From, before);
            ctx.set(Register::Acting, acting);
            return;
        }
        let mut done = 0;
        if self.asked.kinds[0] == rules.default_type() && self.asked.container.is_none() && !self.asked.everyone {
            self.each_own(player, switches, ctx, sink);
            done = if self.is_elsewhere(player, ctx) { 1 } else { self.asked.kinds.len() };
        }
        for (&kind, in_range) in self.asked.kinds.iter().zip(&self.in_range).skip(done) {
            let sites = self.sites(kind, in_range, player, ctx);
            for site in &sites {
                let what = ctx.what(kind, site);
                let Some(generator) = self.asked.by_component[what as usize] else { continue };
                let generator = &self.asked.generators[generator as usize];
                ctx.set(Register::From, site);
                if switches {
                    ctx.as_player(player, |ctx| generator.generate(ctx, sink));
                } else {
                    generator.generate(ctx, sink);
                }
                if sink.is_done() {
                    break;
                }
            }
        }
        ctx.set(Register::From, before);
        ctx.set(Register::Acting, acting);
    }

    /// The moves of every piece on sites of the board's own type.
    fn each_own(&self, player: i32, switches: bool, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let layout = &ctx.rules.layout;
        let within = match (&*sink, &self.reached_from) {
            (Sink::Reaches(target, _), Some(from)) => usize::try_from(*target).ok().and_then(|target| from.get(target)),
            _ => None,
        };
        let within = within.unwrap_or(&self.in_range[0]);
        let quick = self.tables(ctx).filter(|_| !switches).map(|tables| &tables.quick);
        if let Some(quick) = quick
            && self.all_quick
            && quick.is_countable()
            && let Sink::Any(found) = sink
        {
            **found = match quick.row() {
                _ if let Some(shifts) = self.shifts_for(player, ctx) => shifts.any(player as usize, quick, ctx),
                1 => self.has_any(quick, &View::<1>::of(ctx), player, ctx),
                2 => self.has_any(quick, &View::<2>::of(ctx), player, ctx),
                4 => self.has_any(quick, &View::<4>::of(ctx), player, ctx),
                _ => self.has_any(quick, &Live(ctx), player, ctx),
            };
            return;
        }
        let narrowed = self.narrowed(ctx).unwrap_or(u64::MAX);
        let others = quick.map(|quick| quick.others(ctx)).unwrap_or_default();
        for (at, in_range) in within.words().iter().enumerate() {
            let mut word = ctx.state.row(layout, 1 + player as usize)[at] & in_range & narrowed;
            if let (Sink::Reaches(..), Some(suspects)) = (&*sink, &ctx.scratch.suspects) {
                word &= suspects.words().get(at).copied().unwrap_or(0);
            }
            while word != 0 {
                let site = at * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let what = ctx.state.what(layout, site);
                let Some(generator) = self.asked.by_component[what] else { continue };
                if let Sink::Reaches(target, _) = sink
                    && let Some(reach) = &self.reach[what]
                    && !reach[site].contains(*target)
                {
                    continue;
                }
                if let Some(quick) = quick
                    && let Some(list) = quick.list(what, site)
                    && (quick.is_barred(list, &others) || hand_over(quick, list, what, site, ctx, sink))
                {
                    if sink.is_done() {
                        return;
                    }
                    continue;
                }
                let generator = &self.asked.generators[generator as usize];
                ctx.set(Register::From, site as i32);
                if switches {
                    ctx.as_player(player, |ctx| generator.generate(ctx, sink));
                } else {
                    generator.generate(ctx, sink);
                }
                if sink.is_done() {
                    return;
                }
            }
        }
    }

    /// The tables that hold in the position at hand.
    #[inline]
    fn tables(&self, ctx: &Context<'_>) -> Option<&Tables> {
        match &self.unvisited {
            Some(tables) if ctx.state.memory().visited.is_empty() => Some(tables),
            _ => self.tables.as_ref(),
        }
    }

    /// Whether a player has pieces on sites of other types than the first.
    #[inline]
    fn is_elsewhere(&self, player: i32, ctx: &Context<'_>) -> bool {
        if self.elsewhere.is_empty() {
            return false;
        }
        let row = ctx.state.row(&ctx.rules.layout, 1 + player as usize);
        row.iter().zip(self.elsewhere.words()).any(|(own, there)| own & there != 0)
    }

    /// The moves of every piece in stacks.
    fn each_level(&self, player: i32, switched: Option<i32>, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let before = ctx.get(Register::Level);
        for (site, level, what) in self.levels(player, ctx) {
            let Some(generator) = self.asked.by_component[what as usize] else { continue };
            let generator = &self.asked.generators[generator as usize];
            ctx.set(Register::From, site);
            ctx.set(Register::Level, level);
            match switched {
                Some(player) => ctx.as_player(player, |ctx| generator.generate(ctx, sink)),
                None => generator.generate(ctx, sink),
            }
            if sink.is_done() {
                break;
            }
        }
        ctx.set(Register::Level, before);
    }

    /// Site, level and component of every piece of a player in stacks.
    fn levels(&self, player: i32, ctx: &mut Context<'_>) -> SmallVec<[(i32, i32, i32); 32]> {
        let mut found = SmallVec::new();
        self.each_in_stacks(player, ctx, |site, level, what| found.push((site, level, what as i32)));
        found
    }

    /// Visits site, level and component of every piece of a player in stacks.
    #[inline]
    fn each_in_stacks(&self, player: i32, ctx: &mut Context<'_>, mut visit: impl FnMut(i32, i32, usize)) {
        let rules = ctx.rules;
        let top = self.asked.top.eval(ctx);
        let index = self.asked.container.as_ref().map_or(0, |container| container.eval(ctx));
        let Some(container) = rules.containers.get(index.max(0) as usize) else { return };
        let layout = &rules.layout;
        let stacks = ctx.stacks();
        let everyone = self.asked.everyone;
        let top = top || (!everyone && !stacks.has_buried(player as usize));
        let mut visit_stack = |flat: usize| {
            let levels = stacks.levels(flat);
            let site = if flat < layout.own { flat as i32 } else { layout.unflat(flat).1 };
            let lowest = if top { levels.len().saturating_sub(1) } else { 0 };
            for (level, piece) in levels.iter().enumerate().skip(lowest) {
                if everyone || i32::from(piece.who) == player {
                    visit(site, level as i32, usize::from(piece.what));
                }
            }
        };
        if index > 0 {
            (container.first..container.first + container.sites).for_each(|site| visit_stack(site as usize));
            return;
        }
        let empty = ctx.state.row(layout, 0);
        // Those on top are in a row of their own.
        let own = ctx.state.row(layout, 1 + player as usize);
        for (at, within) in self.stacked.words().iter().enumerate() {
            let mut word = within & if top && !everyone { own[at] } else { !empty[at] };
            while word != 0 {
                visit_stack(at * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// The sites of a type that hold pieces of a player, on the board or in the container asked for.
    fn sites(&self, kind: SiteType, in_range: &Bits, player: i32, ctx: &mut Context<'_>) -> Bits {
        let rules = ctx.rules;
        if let Some(container) = &self.asked.container {
            let index = container.eval(ctx);
            if index != 0 {
                // Hands hold cells, whatever the board is played on.
                let Some(container) = rules.containers.get(index as usize).filter(|_| kind == self.asked.kinds[0])
                else {
                    return Bits::default();
                };
                let held = (container.first..container.first + container.sites).filter(|&site| {
                    let owned = self.asked.everyone || ctx.who(SiteType::Cell, site) == player;
                    owned && ctx.what(SiteType::Cell, site) != 0
                });
                return Bits::from_sites(held);
            }
        }
        let mut sites = if self.asked.everyone {
            let mut all = Bits::default();
            for owner in 0..=rules.players + 1 {
                all.union(&ctx.row(kind, 1 + owner));
            }
            all
        } else {
            ctx.row(kind, 1 + player as usize)
        };
        sites.intersect(in_range);
        sites
    }
}
