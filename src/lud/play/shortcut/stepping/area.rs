//! Classes of sites and conditions about one site, as the sets of all sites that meet them.

use super::lines::Joined;
use super::moves::Moves;
use super::notes::Starts;
use super::play::set_of;
use super::way::{Kind, Way};
use super::{Board, Each, PLAYERS, Stepping, Turn, Whose};
use crate::lud::ludeme::boolean::{BoolFn, Classes, Comparison, PlayerTest};
use crate::lud::ludeme::int::{BoardFn, CountFn, IntFn};
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register, Scratch};
use crate::lud::play::layout::Plane;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;
use crate::lud::play::state::State;

/// Empty sites among the classes.
pub(super) const EMPTY: u8 = 1;
/// The mover's.
pub(super) const OWN: u8 = 2;
/// Those of others.
pub(super) const OTHERS: u8 = 4;

/// How many conditions about sites a game may ask besides classes.
pub(super) const AREAS: usize = 7;
/// The first of them among the classes.
pub(super) const FIRST_AREA: usize = 9;
/// The class of sites of others that are not taken at the end of the turn.
pub(super) const SPARED: u8 = 8;

/// The sites that meet a condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Area<S> {
    /// Always the same.
    Fixed(S),
    /// Those of some classes, by bits.
    Classes(u8),
    /// Those with a piece of a kind that depends on a player.
    Kind(Whose, Each<u8>),
    /// Those with a piece of a player.
    Owned(Whose),
    /// Those with the same on them as where the last move went, which is on the board.
    LikeLast,
    /// Those that are pending.
    Pending,
    /// Those that are marked.
    Marked,
    /// Those of the mover's pieces that are in lines.
    InLine(Joined<S>),
    /// Those from which a table leads into another area, by where it leads.
    Leading(Vec<S>, Box<Area<S>>),
    /// Those with a piece from which one of some moves leads, whosever it is.
    Going(Box<Moves<S>>),
    /// All where the number of turns so far compares with another, else none.
    Turns(Comparison, i32),
    /// The same of the moves of the turn before the one at hand.
    InTurn(Comparison, i32),
    Not(Box<Area<S>>),
    And(Vec<Area<S>>),
    Or(Vec<Area<S>>),
}

impl<S: SiteSet> Area<S> {
    /// The sites of the board which meet a condition about the site in a register, where that can be told.
    pub fn of(condition: &BoolFn, register: Register, rules: &Rules, stepping: &Stepping<S>) -> Option<Self> {
        let all = |list: &[BoolFn]| {
            list.iter().map(|item| Self::of(item, register, rules, stepping)).collect::<Option<Vec<_>>>()
        };
        let is_asked = |at: &IntFn| *at == IntFn::Register(register);
        Some(match condition {
            BoolFn::Constant(true) => Self::Classes(EMPTY | OWN | OTHERS),
            // There are no neutral pieces.
            BoolFn::Class(_, Classes::NEUTRAL) => return None,
            BoolFn::Class(about, classes) if *about == register => Self::Classes(class(*classes)),
            BoolFn::Empty(kind, at) if *kind == rules.default_type() && is_asked(at) => Self::Classes(EMPTY),
            BoolFn::Occupied(kind, at) if *kind == rules.default_type() && is_asked(at) => Self::Classes(OWN | OTHERS),
            BoolFn::CountAt(test) if test.is_occupied(register) => Self::Classes(OWN | OTHERS),
            BoolFn::OwnerAt(PlayerTest::Next, about) if *about == register => Self::Owned(Whose::Next),
            BoolFn::OwnerAt(PlayerTest::Enemy, about) if *about == register => Self::Classes(OTHERS),
            BoolFn::In(parts) if is_asked(&parts.0) && matches!(parts.1, RegionFn::Fixed(_)) => {
                let RegionFn::Fixed(sites) = &parts.1 else { return None };
                let on_board = sites.iter().filter(|&site| (0..stepping.sites as i32).contains(&site));
                Self::Fixed(set_of(&Bits::from_sites(on_board)))
            }
            BoolFn::In(parts)
                if is_asked(&parts.0)
                    && let Some(area) = stepping.region(&parts.1, rules) =>
            {
                area
            }
            BoolFn::Compare(comparison, parts)
                if let Some(marked) = stepping.marked(*comparison, parts, register, rules) =>
            {
                marked
            }
            BoolFn::Compare(comparison, parts)
                if let (IntFn::Count(count), IntFn::Constant(number)) = &**parts
                    && **count == CountFn::MovesThisTurn =>
            {
                Self::InTurn(*comparison, *number)
            }
            // A piece that is asked about by where it starts is the mover's.
            BoolFn::Line(line)
                if register == Register::From
                    && line.is_plain_through(&IntFn::Register(register))
                    && !stepping.has_kinds =>
            {
                Self::InLine(Joined::of(line, stepping.sites))
            }
            BoolFn::Compare(comparison, parts)
                if let (IntFn::Count(count), IntFn::Constant(number)) = &**parts
                    && **count == CountFn::Turns =>
            {
                Self::Turns(*comparison, *number)
            }
            BoolFn::Compare(Comparison::Equal, parts) if !condition.is_fixed(1 << register as u16) => match &**parts {
                (IntFn::Plane(Plane::What, kind, at), what) | (what, IntFn::Plane(Plane::What, kind, at))
                    if *kind == rules.default_type() && is_asked(at) =>
                {
                    Self::of_kind(what, rules, stepping)?
                }
                (IntFn::Who(kind, at), player) | (player, IntFn::Who(kind, at))
                    if *kind == rules.default_type() && is_asked(at) =>
                {
                    Self::Owned(Whose::of(player)?)
                }
                (IntFn::Who(kind, at), player) | (player, IntFn::Who(kind, at)) if *kind == rules.default_type() => {
                    let IntFn::Board(table) = &**at else { return None };
                    let BoardFn::Table(first, sites, key) = &**table else { return None };
                    let leading = stepping.leading_to(*first, sites).filter(|_| is_asked(key))?;
                    Self::Leading(leading, Box::new(Self::Owned(Whose::of(player)?)))
                }
                (IntFn::Count(count), IntFn::Constant(0)) => {
                    let CountFn::Sites(SitesFn::In(RegionFn::Around(around))) = &**count else { return None };
                    let (site, near, classes) = around.of_site(rules.default_type())?;
                    let leading = is_asked(site).then(|| stepping.leading_by(&near))?;
                    Self::Not(Box::new(Self::Leading(leading, Box::new(Self::Classes(class(classes))))))
                }
                _ => return None,
            },
            fixed if fixed.is_fixed(1 << register as u16) => {
                Self::Fixed(fixed_sites(fixed, register, None, rules, stepping))
            }
            BoolFn::Not(inner) => Self::Not(Box::new(Self::of(inner, register, rules, stepping)?)),
            BoolFn::And(list) => Self::And(all(list)?),
            BoolFn::Or(list) => Self::Or(all(list)?),
            BoolFn::If(parts) => {
                let [first, then, other] =
                    [&parts.0, &parts.1, &parts.2].map(|part| Self::of(part, register, rules, stepping));
                let (first, mut either) = (first?, Vec::new());
                either.push(Self::And(vec![first.clone(), then?]));
                let other = other?;
                if other != Self::Fixed(S::EMPTY) {
                    either.push(Self::And(vec![Self::Not(Box::new(first)), other]));
                }
                Self::Or(either)
            }
            _ => return None,
        })
    }

    /// The sites of a region, where it is one of empty, pending or certain ones.
    pub fn of_region(region: &RegionFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        match region {
            RegionFn::Pending => {
                stepping.notes.pending = true;
                Some(Self::Pending)
            }
            RegionFn::Empty(kind) => (*kind == rules.default_type()).then_some(Self::Classes(EMPTY)),
            RegionFn::Fixed(sites) => sites.is_below(stepping.sites).then(|| Self::Fixed(set_of(sites))),
            _ => None,
        }
    }

    /// The sites with a piece of a kind.
    fn of_kind(what: &IntFn, rules: &Rules, stepping: &Stepping<S>) -> Option<Self> {
        let number = |what: i32| u8::try_from(what).ok().filter(|&what| what != 0);
        let owner = |what: u8| {
            let owner = usize::from(*rules.owners.get(usize::from(what))?);
            (1..=stepping.players).contains(&owner).then_some(owner)
        };
        match what {
            IntFn::Constant(what) => {
                let what = number(*what)?;
                let player = owner(what)?;
                let mut kinds = [0; PLAYERS + 1];
                kinds[player] = what;
                Some(Self::Kind(Whose::Player(player), kinds))
            }
            IntFn::Board(what) => {
                let BoardFn::ByPlayer(whats, player) = &**what else { return None };
                let mut kinds = [0; PLAYERS + 1];
                for (player, kind) in kinds.iter_mut().enumerate().skip(1).take(stepping.players) {
                    // Who has no such kind has no pieces of it.
                    let Some(what) = number(*whats.get(player)?) else { continue };
                    // Otherwise it would have to be looked for among the pieces of others.
                    if owner(what)? != player {
                        return None;
                    }
                    *kind = what;
                }
                Some(Self::Kind(Whose::of(player)?, kinds))
            }
            _ => None,
        }
    }

    /// The sites.
    #[inline]
    pub fn sites(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> S {
        match self {
            Self::Fixed(sites) => *sites,
            Self::Classes(OWN) => board.own[turn.mover],
            Self::Classes(OTHERS) => stepping.all & !(board.own[turn.mover] | board.empty),
            _ => self.other_sites(stepping, board, turn),
        }
    }

    fn other_sites(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> S {
        match self {
            Self::Fixed(sites) => *sites,
            Self::Classes(classes) => {
                let own = board.own[turn.mover];
                let mut sites = if classes & EMPTY == 0 { S::EMPTY } else { board.empty };
                if classes & OWN != 0 {
                    sites = sites | own;
                }
                if classes & OTHERS != 0 {
                    sites = sites | (stepping.all & !(own | board.empty));
                }
                sites
            }
            Self::Kind(whose, whats) => {
                let player = whose.player(turn);
                let what = whats[player];
                if what == 0 { S::EMPTY } else { stepping.pieces_of(board, what, player) }
            }
            Self::Owned(whose) => board.own[whose.player(turn)],
            Self::Pending => board.pending,
            Self::Marked => board.marks,
            Self::LikeLast => stepping.sites_of(board, stepping.what_at(board, usize::from(turn.last))),
            Self::InLine(lines) => lines.pieces(board.own[turn.mover]),
            Self::Leading(leading, into) => {
                let ends = into.sites(stepping, board, turn);
                ends.sites().fold(S::EMPTY, |all, site| all | leading[site])
            }
            Self::Going(moves) => {
                let mut starts = Starts(S::EMPTY);
                moves.show(stepping.all & !board.empty, &Sets::of(stepping, board, turn), &mut starts);
                starts.0
            }
            Self::Turns(comparison, number) if comparison.holds(turn.turns as i32, *number) => stepping.all,
            Self::InTurn(comparison, number) if comparison.holds(turn.in_turn as i32, *number) => stepping.all,
            Self::Turns(..) | Self::InTurn(..) => S::EMPTY,
            Self::Not(inner) => stepping.all & !inner.sites(stepping, board, turn),
            Self::And(list) => list.iter().fold(stepping.all, |all, area| all & area.sites(stepping, board, turn)),
            Self::Or(list) => list.iter().fold(S::EMPTY, |all, area| all | area.sites(stepping, board, turn)),
        }
    }

    /// The classes that its sites may be of in the turns of a player.
    pub fn classes(&self, mover: usize) -> u8 {
        match self {
            Self::Classes(classes) => *classes,
            Self::Kind(Whose::Mover, _) | Self::Owned(Whose::Mover) => OWN,
            Self::Kind(Whose::Player(player), _) | Self::Owned(Whose::Player(player)) => {
                if *player == mover {
                    OWN
                } else {
                    OTHERS
                }
            }
            Self::Kind(..) | Self::Owned(_) => OWN | OTHERS,
            Self::Not(inner) => match &**inner {
                Self::Classes(classes) => !classes & (EMPTY | OWN | OTHERS),
                _ => EMPTY | OWN | OTHERS,
            },
            Self::And(list) => list.iter().fold(EMPTY | OWN | OTHERS, |all, area| all & area.classes(mover)),
            Self::Or(list) => list.iter().fold(0, |all, area| all | area.classes(mover)),
            Self::InLine(_) => OWN,
            Self::Going(_) => OWN | OTHERS,
            Self::Fixed(_) | Self::LikeLast | Self::Pending | Self::Marked | Self::Leading(..) => EMPTY | OWN | OTHERS,
            Self::Turns(..) | Self::InTurn(..) => EMPTY | OWN | OTHERS,
        }
    }
}

impl<S: SiteSet> Stepping<S> {
    /// The number of an area among the classes, where there are not too many.
    pub(super) fn class_of(&mut self, area: Area<S>) -> Option<u8> {
        if let Area::Classes(classes) = area {
            return Some(classes);
        }
        let index = self.areas.iter().position(|known| *known == area).unwrap_or_else(|| {
            self.areas.push(area);
            self.areas.len() - 1
        });
        (index < AREAS).then_some((FIRST_AREA + index) as u8)
    }

    /// The sites of a region of the board, where it is one of certain sites, of empty ones or of a player's.
    pub(super) fn region(&self, region: &RegionFn, rules: &Rules) -> Option<Area<S>> {
        match region {
            RegionFn::Fixed(sites) => sites.is_below(self.sites).then(|| Area::Fixed(set_of(sites))),
            RegionFn::Empty(kind) => (*kind == rules.default_type()).then_some(Area::Classes(EMPTY)),
            RegionFn::Occupied(occupied) if !self.is_stacking => self.on_board(occupied).map(Area::Owned),
            RegionFn::Union(list) => {
                list.iter().map(|item| self.region(item, rules)).collect::<Option<_>>().map(Area::Or)
            }
            _ => None,
        }
    }

    /// What may be jumped over, and where that may be by where the jump starts.
    pub(super) fn hurdle_of(&self, condition: &BoolFn, rules: &Rules) -> Option<(Area<S>, Vec<S>)> {
        let mut within = vec![self.all; self.sites];
        let area = |condition: &BoolFn| Area::of(condition, Register::Between, rules, self);
        if let Some(area) = area(condition) {
            return Some((area, within));
        }
        let BoolFn::And(list) = condition else { return None };
        let mut areas = Vec::new();
        for item in list {
            match area(item) {
                Some(area) => areas.push(area),
                None if item.is_fixed(1 << Register::From as u16 | 1 << Register::Between as u16) => {
                    for (from, within) in within.iter_mut().enumerate() {
                        *within = *within & fixed_sites(item, Register::Between, Some(from), rules, self);
                    }
                }
                None => return None,
            }
        }
        let only = areas.pop()?;
        areas.is_empty().then_some((only, within))
    }

    /// The class of sites on which jumps that take what they go over may end, where pieces of others there are replaced.
    pub(super) fn jumped_onto(&mut self, condition: &BoolFn, way: Way, rules: &Rules) -> Option<u8> {
        let area = Area::of(condition, Register::To, rules, self)?;
        let mover = usize::from(rules.owners[usize::from(way.what)]);
        let is_known = way.kind == Kind::Over && area.classes(mover) & !(EMPTY | OTHERS) == 0;
        self.class_of(area).filter(|&class| is_known && class != EMPTY && !self.is_stacking)
    }

    /// The sites that have each site among those around them.
    fn leading_by(&self, near: &[Bits]) -> Vec<S> {
        let mut leading = vec![S::EMPTY; self.sites];
        for (from, near) in near.iter().enumerate().take(self.sites) {
            for end in near.iter().filter_map(|end| usize::try_from(end).ok()).filter(|&end| end < self.sites) {
                leading[end] = leading[end] | S::only(from);
            }
        }
        leading
    }

    /// The sites from which a table leads to each site of the board, where it leads nowhere else.
    fn leading_to(&self, first: i32, ends: &[i32]) -> Option<Vec<S>> {
        let mut leading = vec![S::EMPTY; self.sites];
        for from in 0..self.sites {
            let end = *ends.get(usize::try_from(from as i32 - first).ok()?)?;
            let leading = leading.get_mut(usize::try_from(end).ok()?)?;
            *leading = *leading | S::only(from);
        }
        Some(leading)
    }

    /// Where a condition about the place of a player's piece holds, by player, where nothing else is asked.
    pub fn places(&self, condition: &BoolFn, rules: &Rules) -> Option<Each<S>> {
        if let BoolFn::In(parts) = condition
            && parts.0 == IntFn::Register(Register::From)
            && let Some((Whose::Mover, places)) = self.goals(&parts.1)
        {
            return Some(places);
        }
        match Area::of(condition, Register::From, rules, self)? {
            Area::Fixed(places) => Some([places; PLAYERS + 1]),
            _ => None,
        }
    }
}

/// The sites of each set of classes: by bits for empty ones, the mover's and others'; then those of others that are not taken
/// at the end of the turn. The areas of the game come after them and are worked out where they are asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sets<'b, S> {
    sets: [S; FIRST_AREA],
    stepping: &'b Stepping<S>,
    board: &'b Board<S>,
    turn: &'b Turn,
}

impl<'b, S: SiteSet> Sets<'b, S> {
    #[inline(always)]
    pub fn of(stepping: &'b Stepping<S>, board: &'b Board<S>, turn: &'b Turn) -> Self {
        let (all, empty, own) = (stepping.all, board.empty, board.own[turn.mover]);
        let both = empty | own;
        let others = all & !both;
        let spared = others & !board.taken;
        let sets = [S::EMPTY, empty, own, both, others, empty | others, own | others, all, spared];
        Self { sets, stepping, board, turn }
    }

    /// The sites of a class, which may be an area only where that is said: calls cost registers even where none is made.
    #[inline(always)]
    pub fn get<const WITH_AREAS: bool>(&self, class: u8) -> S {
        match self.sets.get(usize::from(class)) {
            Some(set) => *set,
            None if WITH_AREAS => self.area(class),
            None => S::EMPTY,
        }
    }

    #[inline(never)]
    fn area(&self, class: u8) -> S {
        self.stepping.areas[usize::from(class) - FIRST_AREA].sites(self.stepping, self.board, self.turn)
    }
}

/// The sites in a register for which a condition holds that asks nothing else but perhaps where the piece comes from.
pub(super) fn fixed_sites<S: SiteSet>(
    condition: &BoolFn,
    register: Register,
    from: Option<usize>,
    rules: &Rules,
    stepping: &Stepping<S>,
) -> S {
    let (mut state, mut scratch) = (State::empty(&rules.layout, rules.players, false), Scratch::default());
    let mut ctx = Context::new(rules, &mut state, &mut scratch);
    if let Some(from) = from {
        ctx.set(Register::From, from as i32);
    }
    let mut holds = |site: &usize| {
        ctx.set(register, *site as i32);
        condition.eval(&mut ctx)
    };
    (0..stepping.sites).filter(|site| holds(site)).fold(S::EMPTY, |all, site| all | S::only(site))
}

/// The number of a set of classes. There are no neutral pieces.
pub(super) fn class(classes: Classes) -> u8 {
    let bits = classes.bits() as u8;
    bits & 3 | bits >> 1 & 4
}
