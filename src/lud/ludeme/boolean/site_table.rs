//! Conditions about one site of a game with stacks that are answered by one look at it.
//!
//! Race games ask of the site that a piece would go to who is on it, whether more than one piece is there, and in which of the
//! mover's regions it lies. All that matters of the position then is one of seven kinds that the site can be of, so that a
//! condition put together from such questions is a table: for each mover and site, the kinds that meet it.

use super::{BoolFn, Comparison, PlayerTest};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::{BoardFn, IntFn, SizeFn};
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// Nothing is there.
const EMPTY: u8 = 1;
/// The mover's piece is on top, alone or with others under it.
const OWN: u8 = 0b110;
/// A piece of nobody is on top.
const NEUTRAL: u8 = 0b1_1000;
/// A piece of another is on top.
const OTHERS: u8 = 0b110_0000;
/// A piece is there alone.
const SINGLE: u8 = 0b10_1010;
/// There are several pieces.
const HIGH: u8 = 0b101_0100;
/// All kinds.
const ANY: u8 = 0b111_1111;
/// Higher than any stack.
const HIGHEST: i32 = 1_000;

/// A condition about the site in a register, of the game's own type.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteTable {
    register: Register,
    sites: usize,
    /// The kinds of site that meet it, by mover and site of the board.
    kinds: Vec<u8>,
    /// The condition itself, for sites that are not on the board.
    condition: BoolFn,
    /// By mover, the sites that meet it empty, with a piece of the mover on top, with one of nobody, and with one of another;
    /// none at all where it matters how many pieces there are.
    by_top: Vec<[Bits; 4]>,
}

impl SiteTable {
    /// The register, the number of sites, the kinds of site that meet it by mover and site, and the condition itself.
    #[must_use]
    pub fn parts(&self) -> (Register, usize, &[u8], &BoolFn) {
        (self.register, self.sites, &self.kinds, &self.condition)
    }

    /// Whether it has nothing to do with a register.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        self.register != register
            && (!matches!(register, Register::Notes | Register::Last) || self.condition.is_apart(register))
    }

    /// Whether the sites in a register that meet it are found all at once.
    #[must_use]
    pub fn is_setwise(&self, register: Register) -> bool {
        self.register == register && !self.by_top.is_empty()
    }

    /// Keeps those of some sites of the board that meet it, where they are found all at once.
    pub fn narrow(&self, sites: &mut Bits, ctx: &Context<'_>) {
        let layout = &ctx.rules.layout;
        let mover = usize::from(ctx.state.mover);
        let [empty, own, neutral] = [0, 1 + mover, 1].map(|row| ctx.state.row(layout, row));
        let met = &self.by_top[mover];
        for (at, word) in sites.words_mut().iter_mut().enumerate() {
            let [empty, own, neutral] = [empty, own, neutral].map(|row| row.get(at).copied().unwrap_or(0));
            let others = !(empty | own | neutral);
            let tops = [empty, own, neutral, others];
            let each = tops.iter().zip(met).map(|(top, met)| top & met.words().get(at).copied().unwrap_or(0));
            *word &= each.fold(0, |all, met| all | met);
        }
    }

    /// Evaluates.
    #[inline]
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let site = ctx.get(self.register) as usize;
        if site >= self.sites {
            return self.condition.eval(ctx);
        }
        let kinds = self.kinds[usize::from(ctx.state.mover) * self.sites + site];
        match kinds {
            0 => false,
            ANY => true,
            _ => kinds >> kind_of(ctx, site) & 1 == 1,
        }
    }
}

/// The number of the kind that a site of the board is of.
#[inline]
fn kind_of(ctx: &Context<'_>, site: usize) -> u8 {
    let layout = &ctx.rules.layout;
    if ctx.state.is_empty_at(site) {
        return 0;
    }
    let high = u8::from(ctx.stacks().height(site) > 1);
    let owner = if ctx.state.is_in_row(layout, 1 + usize::from(ctx.state.mover), site) {
        1
    } else if ctx.state.is_in_row(layout, 1, site) {
        3
    } else {
        5
    };
    owner + high
}

impl BoolFn {
    /// With the parts of it that are about one site put into tables, in a game with stacks.
    #[must_use]
    pub(super) fn tabled(self, c: &Compiler) -> Self {
        if !c.rules.features.stacking || c.rules.features.teams {
            return self;
        }
        match self {
            Self::And(list) => grouped(c, list, Self::And),
            Self::Or(list) => grouped(c, list, Self::Or),
            Self::Compare(..) | Self::In(_) | Self::If(_) | Self::Not(_) if is_long(&self) => {
                let table = REGISTERS.into_iter().find_map(|register| table(c, &self, register));
                table.map_or(self, |table| Self::SiteTable(Box::new(table)))
            }
            other => other,
        }
    }
}

/// The registers that conditions about sites are asked of.
const REGISTERS: [Register; 3] = [Register::To, Register::From, Register::Site];

/// Whether a condition takes longer to work out than to look up.
fn is_long(condition: &BoolFn) -> bool {
    match condition {
        BoolFn::Not(inner) => matches!(**inner, BoolFn::SiteTable(_)),
        BoolFn::In(parts) => !matches!(parts.1, RegionFn::Fixed(_) | RegionFn::Empty(_)),
        BoolFn::Compare(_, parts) => {
            let is_long = |side: &IntFn| matches!(side, IntFn::Size(_) | IntFn::TopLevel(..) | IntFn::Board(_));
            is_long(&parts.0) || is_long(&parts.1)
        }
        BoolFn::If(_) => true,
        _ => false,
    }
}

/// Makes one table of those members of a list that are about the same site.
fn grouped(c: &Compiler, list: Vec<BoolFn>, whole: fn(Vec<BoolFn>) -> BoolFn) -> BoolFn {
    let mut list = list;
    for register in REGISTERS {
        let (about, others): (Vec<_>, Vec<_>) =
            list.iter().cloned().partition(|item| kinds(c, item, register, 1, 0).is_some_and(|met| !met.is_same));
        if about.len() < 2 {
            continue;
        }
        let Some(table) = table(c, &whole(about), register) else { continue };
        let table = BoolFn::SiteTable(Box::new(table));
        if others.is_empty() {
            return table;
        }
        list = std::iter::once(table).chain(others).collect();
    }
    whole(list)
}

/// The table of a condition about the site in a register, where it is nothing but that.
fn table(c: &Compiler, condition: &BoolFn, register: Register) -> Option<SiteTable> {
    let sites = c.rules.topology.count(c.rules.default_type());
    let mut table = vec![0; sites];
    for mover in 1..=c.rules.players as u8 {
        for site in 0..sites as i32 {
            let met = kinds(c, condition, register, mover, site)?;
            if met.is_same {
                return None;
            }
            table.push(met.kinds);
        }
    }
    let by_top = by_top(&table, sites);
    Some(SiteTable { register, sites, kinds: table, condition: condition.clone(), by_top })
}

/// By mover, the sites that meet a condition by what is on top of them; none at all where it matters how many pieces there are.
fn by_top(kinds: &[u8], sites: usize) -> Vec<[Bits; 4]> {
    // A piece alone and one on top of others stand next to each other.
    let ignores_height = |kinds: &u8| [OWN, NEUTRAL, OTHERS].iter().all(|top| kinds & top == 0 || kinds & top == *top);
    if !kinds.iter().all(ignores_height) {
        return Vec::new();
    }
    let meeting =
        |kinds: &[u8], top: u8| Bits::from_sites((0..sites as i32).filter(|&site| kinds[site as usize] & top != 0));
    kinds.chunks(sites).map(|kinds| [EMPTY, OWN, NEUTRAL, OTHERS].map(|top| meeting(kinds, top))).collect()
}

/// The kinds of a site that meet a condition, and whether the site has nothing to do with it.
struct Met {
    kinds: u8,
    is_same: bool,
}

/// The kinds of a site in a register that meet a condition when a player moves, where it asks for no more.
fn kinds(c: &Compiler, condition: &BoolFn, register: Register, mover: u8, site: i32) -> Option<Met> {
    let own = c.rules.default_type();
    let is_site = |at: &IntFn| *at == IntFn::Register(register);
    let met = |kinds: u8| Some(Met { kinds, is_same: false });
    let all = |truth: bool| met(if truth { ANY } else { 0 });
    let each = |list: &[BoolFn]| -> Option<Vec<Met>> {
        list.iter().map(|item| kinds(c, item, register, mover, site)).collect()
    };
    match condition {
        BoolFn::Constant(truth) => Some(Met { kinds: if *truth { ANY } else { 0 }, is_same: true }),
        BoolFn::And(list) => each(list).map(|list| Met {
            kinds: list.iter().fold(ANY, |kinds, item| kinds & item.kinds),
            is_same: list.iter().all(|item| item.is_same),
        }),
        BoolFn::Or(list) => each(list).map(|list| Met {
            kinds: list.iter().fold(0, |kinds, item| kinds | item.kinds),
            is_same: list.iter().all(|item| item.is_same),
        }),
        BoolFn::Not(inner) => {
            kinds(c, inner, register, mover, site).map(|met| Met { kinds: ANY & !met.kinds, is_same: met.is_same })
        }
        BoolFn::If(parts) => {
            let [asked, yes, no] = [&parts.0, &parts.1, &parts.2].map(|part| kinds(c, part, register, mover, site));
            let (asked, yes, no) = (asked?, yes?, no?);
            Some(Met {
                kinds: asked.kinds & yes.kinds | !asked.kinds & no.kinds,
                is_same: asked.is_same && yes.is_same && no.is_same,
            })
        }
        BoolFn::SiteTable(table) if table.register == register => {
            met(table.kinds[usize::from(mover) * table.sites + site as usize])
        }
        BoolFn::Empty(kind, at) if *kind == own && is_site(at) => met(EMPTY),
        BoolFn::Occupied(kind, at) if *kind == own && is_site(at) => met(ANY & !EMPTY),
        BoolFn::OwnerAt(PlayerTest::Enemy, about) if *about == register => met(OTHERS),
        BoolFn::OwnerAt(PlayerTest::Friend | PlayerTest::Mover, about) if *about == register => met(OWN),
        BoolFn::In(parts) if is_site(&parts.0) => match &parts.1 {
            RegionFn::Empty(kind) if *kind == own => met(EMPTY),
            region if is_region_of_mover(region) => all(at_compile_time(c, condition, register, mover, site)),
            _ => None,
        },
        BoolFn::Compare(comparison, parts) => {
            let (left, right) = (&parts.0, &parts.1);
            if is_of_mover(left, register) && is_of_mover(right, register) {
                let is_same = left.is_apart(register) && right.is_apart(register);
                let truth = at_compile_time(c, condition, register, mover, site);
                return all(truth).map(|met| Met { is_same, ..met });
            }
            let sides = [(left, right, *comparison), (right, left, comparison.turned())];
            sides.into_iter().find_map(|(asked, other, comparison)| match asked {
                IntFn::Who(kind, at) if *kind == own && is_site(at) => owners(comparison, other).and_then(met),
                IntFn::Size(size) => match &**size {
                    SizeFn::Stack(kind, SitesFn::At(at)) if *kind == own && is_site(at) => {
                        heights(comparison, other.constant()?, 0).and_then(met)
                    }
                    _ => None,
                },
                IntFn::TopLevel(kind, at) if *kind == own && is_site(at) => {
                    heights(comparison, other.constant()?, 1).and_then(met)
                }
                _ => None,
            })
        }
        _ => None,
    }
}

/// The kinds of site whose owner compares so with another player.
fn owners(comparison: Comparison, other: &IntFn) -> Option<u8> {
    let equal = match other {
        IntFn::Mover => OWN,
        IntFn::Constant(0) => EMPTY | NEUTRAL,
        _ => return None,
    };
    match comparison {
        Comparison::Equal => Some(equal),
        Comparison::NotEqual => Some(ANY & !equal),
        _ => None,
    }
}

/// The kinds of site at which the height of the stack, less so much but not below 0, compares so with a number.
fn heights(comparison: Comparison, number: i32, less: i32) -> Option<u8> {
    let holds = |height: i32| comparison.holds((height - less).max(0), number);
    let high = holds(2);
    if (3..HIGHEST).any(|height| holds(height) != high) {
        return None;
    }
    let of = |truth: bool, kinds: u8| if truth { kinds } else { 0 };
    Some(of(holds(0), EMPTY) | of(holds(1), SINGLE) | of(high, HIGH))
}

/// Whether a number depends on nothing but the mover and the site in a register.
fn is_of_mover(number: &IntFn, register: Register) -> bool {
    match number {
        IntFn::Constant(_) | IntFn::Mover => true,
        IntFn::Register(other) => *other == register,
        IntFn::Board(function) => match &**function {
            BoardFn::Map(_, key) | BoardFn::Table(_, _, key) | BoardFn::ByPlayer(_, key) => is_of_mover(key, register),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a region depends on nothing but the mover.
fn is_region_of_mover(region: &RegionFn) -> bool {
    match region {
        RegionFn::Fixed(_) => true,
        RegionFn::Choice(index, _) => matches!(**index, IntFn::Constant(_) | IntFn::Mover),
        RegionFn::Owned(player, regions) => {
            matches!(**player, IntFn::Constant(_) | IntFn::Mover) && regions.iter().all(is_region_of_mover)
        }
        RegionFn::Union(list) | RegionFn::Intersection(list) => list.iter().all(is_region_of_mover),
        RegionFn::Difference(parts) => is_region_of_mover(&parts.0) && is_region_of_mover(&parts.1),
        _ => false,
    }
}

/// Whether a condition holds that depends on nothing but the mover and the site in a register.
fn at_compile_time(c: &Compiler, condition: &BoolFn, register: Register, mover: u8, site: i32) -> bool {
    c.on_empty_board(|ctx| {
        let before = std::mem::replace(&mut ctx.state.mover, mover);
        ctx.set(register, site);
        let holds = condition.eval(ctx);
        ctx.state.mover = before;
        holds
    })
}
