//! `(sites Around …)`: the sites at a distance around others.

use super::set_table::SetTable;
use super::tables::MOST_TABLED;
use super::{RegionFn, SitesFn};
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{BoolFn, Classes};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;
use smallvec::SmallVec;

/// Contents that `(sites Around … Own)` and its like ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contents {
    Any,
    Empty,
    NotEmpty,
    Own,
    NotOwn,
    Enemy,
    NotEnemy,
}

impl Contents {
    fn named(name: Option<&str>) -> Option<Self> {
        Some(match name {
            None => Self::Any,
            Some("Empty") => Self::Empty,
            Some("NotEmpty") => Self::NotEmpty,
            Some("Own") => Self::Own,
            Some("NotOwn") => Self::NotOwn,
            Some("Enemy") => Self::Enemy,
            Some("NotEnemy") => Self::NotEnemy,
            _ => return None,
        })
    }

    /// Whether a component is among the contents asked for; 0 is an empty site.
    fn accept(self, ctx: &Context<'_>, what: i32) -> bool {
        if what == 0 {
            return matches!(self, Self::Any | Self::Empty);
        }
        let owner = i32::from(ctx.rules.owners[what as usize]);
        let mover = i32::from(ctx.state.mover);
        let shared = ctx.rules.players as i32 + 1;
        let has_teams = ctx.state.memory.as_deref().is_some_and(|memory| !memory.teams.is_empty());
        let enemy = owner > 0 && owner < shared && owner != mover && ctx.is_enemy(owner, mover);
        match self {
            Self::Any | Self::NotEmpty => true,
            Self::Empty => false,
            Self::Own => owner == mover || owner == shared,
            Self::NotOwn => owner != mover && owner != shared,
            Self::Enemy => enemy,
            // With teams Ludii looks for the enemies here.
            Self::NotEnemy => owner == shared || if has_teams { enemy } else { owner == mover },
        }
    }
}

impl Contents {
    /// The rows of bits that tell all in games without stacks and teams, some of them twice, and whether it is the sites in
    /// them that are asked for.
    fn rows(self, ctx: &Context<'_>) -> ([usize; 4], bool) {
        let shared = ctx.rules.players + 2;
        let mover = 1 + usize::from(ctx.state.mover);
        // Rows of empty sites, of the mover's pieces, of pieces that all share, and of neutral ones.
        match self {
            Self::Empty => ([0; 4], true),
            Self::Any | Self::NotEmpty => ([0; 4], false),
            Self::Own | Self::NotEnemy => ([mover, mover, shared, shared], true),
            Self::NotOwn => ([0, mover, shared, shared], false),
            Self::Enemy => ([0, mover, shared, 1], false),
        }
    }

    /// A word of the set of all sites of the game's own type whose contents are asked for.
    #[inline]
    fn word(self, at: usize, ctx: &Context<'_>) -> u64 {
        if self == Self::Any {
            return u64::MAX;
        }
        let (rows, keeps) = self.rows(ctx);
        let layout = &ctx.rules.layout;
        let [one, two, three, four] = rows.map(|row| ctx.state.row(layout, row).get(at).copied().unwrap_or(0));
        let met = one | two | three | four;
        if keeps { met } else { !met }
    }

    /// Takes the sites out whose contents are not among those asked for.
    fn keep(self, kind: SiteType, sites: &mut Bits, ctx: &Context<'_>) {
        let rules = ctx.rules;
        if self == Self::Any {
            return;
        }
        if rules.features.owners_change || rules.features.teams {
            sites.retain(|site| self.accept(ctx, ctx.what(kind, site)));
            return;
        }
        let layout = &rules.layout;
        if kind == layout.default {
            for (at, word) in sites.words_mut().iter_mut().enumerate() {
                *word &= self.word(at, ctx);
            }
            return;
        }
        let (rows, keeps) = self.rows(ctx);
        let mut met = Bits::default();
        for row in rows {
            met.union(&ctx.board_row(kind, row));
        }
        if keeps {
            sites.intersect(&met);
        } else {
            sites.subtract(&met);
        }
    }
}

/// The sites at a distance around others.
#[derive(Debug, Clone, PartialEq)]
pub struct Around {
    kind: SiteType,
    sites: SitesFn,
    contents: Contents,
    distance: IntFn,
    direction: AbsoluteDirection,
    condition: Option<BoolFn>,
    include_self: BoolFn,
    /// The sites around each site that meet the condition, where it asks nothing of the position and the distance is known.
    near: Vec<Bits>,
    /// The same, to put many of them together.
    table: SetTable,
    /// The same for every distance, where the position tells that.
    by_distance: Vec<SetTable>,
    /// The most lines that run from a site, each of which has one site at the distance at most.
    lines: usize,
    /// What is asked of each of those besides, where the condition asks something of the position.
    asked: Option<BoolFn>,
    /// Whether that is asked of many sites at once.
    asks_sets: bool,
}

/// So many sites are asked one by one where that is the only way for a part of what is asked.
const FEW: usize = 12;

impl Around {
    /// Compiles `(sites Around …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<RegionFn> {
        let contents = Contents::named(call.get("type").constant()).ok_or_else(|| c.unsupported(call))?;
        let around = Self {
            kind: c.site_type(call.get("typeLoc")),
            sites: SitesFn::compile(c, call.get("where"), call.get("regionWhere"), None)?,
            contents,
            distance: c.int_or(call.get("distance"), IntFn::Constant(1))?,
            direction: call
                .get("directions")
                .constant()
                .and_then(AbsoluteDirection::from_name)
                .unwrap_or(AbsoluteDirection::Adjacent),
            condition: c.opt_bool(call.get("If"))?,
            include_self: c.opt_bool(call.get("includeSelf"))?.unwrap_or(BoolFn::Constant(false)),
            near: Vec::new(),
            table: SetTable::default(),
            by_distance: Vec::new(),
            lines: 0,
            asked: None,
            asks_sets: false,
        };
        Ok(RegionFn::Around(Box::new(around.tabled(c))))
    }

    /// With the sites around each site worked out, where they are always the same.
    fn tabled(mut self, c: &Compiler) -> Self {
        let both = 1 << Register::From as u16 | 1 << Register::To as u16;
        let topology = &c.rules.topology;
        let lines = (0..topology.count(self.kind)).map(|site| topology.radials(self.kind, site, self.direction).len());
        self.lines = lines.max().unwrap_or(0);
        let Some(distance) = self.distance.constant() else { return self.tabled_by_distance(c) };
        if self.condition.as_ref().is_some_and(|condition| !condition.is_fixed(both)) {
            self.asked = self.condition.take();
            self.asks_sets = self.asked.as_ref().is_some_and(|asked| asked.is_setwise(Register::To));
        }
        let distance = distance.max(0) as usize;
        self.near = c.on_empty_board(|ctx| {
            (0..ctx.rules.topology.count(self.kind)).map(|site| self.find_near(site, distance, ctx)).collect()
        });
        self.table = SetTable::new(&self.near);
        self
    }

    /// With the sites around each site worked out for every distance, where it alone changes them.
    fn tabled_by_distance(mut self, c: &Compiler) -> Self {
        let both = 1 << Register::From as u16 | 1 << Register::To as u16;
        let topology = &c.rules.topology;
        let size = topology.count(self.kind);
        let is_same = self.condition.as_ref().is_none_or(|condition| condition.is_fixed(both));
        if size <= MOST_TABLED && is_same {
            let radials = (0..size).flat_map(|site| topology.radials(self.kind, site, self.direction));
            let longest = radials.map(|radial| radial.sites.len()).max().unwrap_or(0);
            let table = |distance: usize, ctx: &mut Context<'_>| {
                SetTable::new(&(0..size).map(|site| self.find_near(site, distance, ctx)).collect::<Vec<_>>())
            };
            self.by_distance = c.on_empty_board(|ctx| (0..longest).map(|distance| table(distance, ctx)).collect());
        }
        self
    }

    /// Whether it has nothing to do with a register. The sites that the condition is about stand in registers of their own.
    #[must_use]
    pub fn is_apart(&self, register: Register) -> bool {
        let is_own = matches!(register, Register::From | Register::To);
        let asks = |condition: &BoolFn| is_own || condition.is_apart(register);
        self.sites.is_apart(register)
            && self.distance.is_apart(register)
            && self.include_self.is_apart(register)
            && self.condition.iter().chain(&self.asked).all(asks)
    }

    /// Whether its condition looks at much of the board.
    #[must_use]
    pub fn takes_long(&self) -> bool {
        self.condition.as_ref().is_some_and(BoolFn::takes_long)
            || matches!(&self.sites, SitesFn::In(region) if region.takes_long())
    }

    /// The sites at the distance from one that meet the condition, whatever is on them.
    fn find_near(&self, site: usize, distance: usize, ctx: &mut Context<'_>) -> Bits {
        let before = (ctx.set(Register::From, site as i32), ctx.get(Register::To));
        let mut near = Bits::default();
        for radial in ctx.rules.topology.radials(self.kind, site, self.direction) {
            let Some(&to) = radial.sites.get(distance) else { continue };
            ctx.set(Register::To, i32::from(to));
            if self.condition.as_ref().is_none_or(|condition| condition.eval(ctx)) {
                near.insert(i32::from(to));
            }
        }
        ctx.set(Register::From, before.0);
        ctx.set(Register::To, before.1);
        near
    }

    /// Whether a site is among those around others.
    pub fn contains(&self, site: i32, ctx: &mut Context<'_>) -> bool {
        if let SitesFn::At(at) = &self.sites
            && !self.near.is_empty()
            && matches!(self.include_self, BoolFn::Constant(false))
        {
            let at = at.eval(ctx);
            let near = usize::try_from(at).ok().and_then(|at| self.near.get(at));
            return site != at
                && near.is_some_and(|near| near.contains(site))
                && (self.contents == Contents::Any || self.contents.accept(ctx, ctx.what(self.kind, site)))
                && self.asked.as_ref().is_none_or(|asked| asks_of(asked, at, site, ctx));
        }
        self.eval(ctx).contains(site)
    }

    /// The sites around another whatever is on them, where it is asked of each of them whether it counts and all that do are
    /// among them.
    pub fn loosely(&self, ctx: &mut Context<'_>) -> Option<&Bits> {
        let SitesFn::At(at) = &self.sites else { return None };
        if self.asked.is_none() || self.near.is_empty() || self.include_self != BoolFn::Constant(false) {
            return None;
        }
        self.near.get(usize::try_from(at.eval(ctx)).ok()?)
    }

    /// The site that they are around, those around each site whatever is on them, and what has to be on those that count, where
    /// nothing else is asked.
    #[must_use]
    pub fn of_site(&self, kind: SiteType) -> Option<(&IntFn, Vec<Bits>, Classes)> {
        let (SitesFn::At(at), BoolFn::Constant(with_itself)) = (&self.sites, &self.include_self) else { return None };
        if self.kind != kind || self.near.is_empty() || self.asked.is_some() {
            return None;
        }
        let mut near = self.near.clone();
        for (site, near) in near.iter_mut().enumerate() {
            if *with_itself {
                near.insert(site as i32);
            } else {
                near.remove(site as i32);
            }
        }
        let classes = match self.contents {
            Contents::Any => Classes::ANY,
            Contents::Empty => Classes::EMPTY,
            Contents::NotEmpty => Classes::OCCUPIED,
            Contents::Own => Classes::OWN,
            Contents::Enemy => Classes::OTHERS,
            Contents::NotOwn | Contents::NotEnemy => return None,
        };
        Some((at, near, classes))
    }

    /// The sites of which it tells the empty ones around them, and those around each site whatever is on them, where nothing
    /// else is asked.
    #[must_use]
    pub fn empty_around(&self, kind: SiteType) -> Option<(&RegionFn, &[Bits])> {
        let SitesFn::In(region) = &self.sites else { return None };
        let is_known = self.kind == kind && !self.near.is_empty() && self.asked.is_none();
        let others_only = self.include_self == BoolFn::Constant(false);
        (is_known && others_only && self.contents == Contents::Empty).then_some((region, &self.near[..]))
    }

    /// The most sites that there can be, where they are around one site.
    #[must_use]
    pub fn most(&self) -> Option<usize> {
        // The site itself may be included.
        let most = self.near.iter().map(Bits::len).max().unwrap_or(self.lines) + 1;
        matches!(self.sites, SitesFn::At(_)).then_some(most)
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        self.sites.ignores_registers()
            && !self.near.is_empty()
            && self.asked.as_ref().is_none_or(|asked| asked.asks_site(Register::To))
            && matches!(self.include_self, BoolFn::Constant(_))
    }

    /// Whether [`Around::narrow`] may work for the sites in a register.
    #[must_use]
    pub fn is_narrowing(&self, register: Register) -> bool {
        matches!(&self.sites, SitesFn::At(at) if at.is_register(register))
            && !self.near.is_empty()
            && self.asked.is_none()
            && self.include_self == BoolFn::Constant(false)
    }

    /// Whether it does in this game: it is about the game's own type of sites, and rows of bits tell who is there.
    #[must_use]
    pub fn can_narrow(&self, ctx: &Context<'_>) -> bool {
        let features = &ctx.rules.features;
        self.kind == ctx.rules.layout.default && !features.owners_change && !features.teams
    }

    /// Keeps those of some sites around which there are any such sites, or those around which there are none.
    pub fn narrow(&self, some: bool, sites: &mut Bits, ctx: &Context<'_>) {
        let words = ctx.rules.layout.own.div_ceil(64);
        let wanted: SmallVec<[u64; 4]> = (0..words).map(|at| self.contents.word(at, ctx)).collect();
        sites.retain(|site| {
            let near = self.near.get(site as usize).map(Bits::words).unwrap_or_default();
            let itself = |at: usize| if at == site as usize / 64 { 1 << (site % 64) } else { 0 };
            let mut both = near.iter().zip(&wanted).enumerate();
            both.any(|(at, (near, wanted))| near & wanted & !itself(at) != 0) == some
        });
    }

    /// How many sites there are.
    pub fn count(&self, ctx: &mut Context<'_>) -> usize {
        let features = &ctx.rules.features;
        let by_rows = !(features.owners_change || features.teams);
        if let SitesFn::At(at) = &self.sites
            && self.asked.is_none()
            && self.include_self == BoolFn::Constant(false)
            && self.kind == ctx.rules.layout.default
            && (by_rows || self.contents == Contents::Any)
        {
            let at = at.eval(ctx);
            if let Some(near) = usize::try_from(at).ok().and_then(|at| self.near.get(at)) {
                let words = near.words().iter().enumerate();
                let count: u32 = words.map(|(index, word)| (word & self.contents.word(index, ctx)).count_ones()).sum();
                // The site itself does not count.
                let own = near.contains(at) && self.contents.word(at as usize / 64, ctx) >> (at % 64) & 1 == 1;
                return count as usize - usize::from(own);
            }
        }
        self.eval(ctx).len()
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        let inner = bound | 1 << Register::From as u16 | 1 << Register::To as u16;
        self.sites.is_fixed(bound)
            && self.contents == Contents::Any
            && self.distance.is_fixed(bound)
            && self.condition.iter().chain(&self.asked).all(|condition| condition.is_fixed(inner))
            && self.include_self.is_fixed(bound)
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        match &self.sites {
            SitesFn::At(at) => {
                let at = at.eval(ctx);
                if let Some(near) = usize::try_from(at).ok().and_then(|at| self.near.get(at)) {
                    let mut result = near.clone();
                    self.keep(at, &mut result, ctx);
                    if self.include_self.eval(ctx) {
                        result.insert(at);
                    } else {
                        result.remove(at);
                    }
                    return result;
                }
                if !self.by_distance.is_empty() && (at as usize) < ctx.rules.topology.count(self.kind) {
                    return self.at_distance(at, ctx);
                }
                self.around(&if at < 0 { Bits::default() } else { Bits::from_sites([at]) }, ctx)
            }
            SitesFn::In(region) => {
                let sites = region.eval(ctx);
                self.around(&sites, ctx)
            }
        }
    }

    /// The sites at the distance that the position tells from a site, which is on the board.
    fn at_distance(&self, at: i32, ctx: &mut Context<'_>) -> Bits {
        let distance = self.distance.eval(ctx).max(0) as usize;
        let near = self.by_distance.get(distance).map(|table| Bits::from_words(table.of(at as usize)));
        let mut result = near.unwrap_or_default();
        self.contents.keep(self.kind, &mut result, ctx);
        if self.include_self.eval(ctx) {
            result.insert(at);
        } else {
            result.remove(at);
        }
        result
    }

    fn around(&self, sites: &Bits, ctx: &mut Context<'_>) -> Bits {
        let mut result = match &self.asked {
            _ if self.near.is_empty() => {
                let mut found = self.searched(sites, ctx);
                self.contents.keep(self.kind, &mut found, ctx);
                found
            }
            // What is asked of a site may depend on which of the others it is next to.
            Some(asked) if !asked.is_apart(Register::From) => {
                let mut result = Bits::new(self.near.len());
                for site in sites {
                    let Some(near) = self.near.get(site as usize) else { break };
                    let mut found = near.clone();
                    self.keep(site, &mut found, ctx);
                    result.union(&found);
                }
                result
            }
            _ => {
                let mut found = self.table.union_of(sites);
                self.keep(-1, &mut found, ctx);
                found
            }
        };
        if self.include_self.eval(ctx) {
            result.union(sites);
        } else {
            result.subtract(sites);
        }
        result
    }

    /// Takes those of the sites around another out that are not what is asked for.
    fn keep(&self, from: i32, sites: &mut Bits, ctx: &mut Context<'_>) {
        self.contents.keep(self.kind, sites, ctx);
        if let Some(asked) = &self.asked {
            let before = (ctx.set(Register::From, from), ctx.get(Register::To));
            if self.asks_sets || sites.len() > FEW {
                asked.narrow(Register::To, self.kind, sites, ctx);
            } else {
                sites.retain(|site| {
                    ctx.set(Register::To, site);
                    asked.eval(ctx)
                });
                ctx.set(Register::To, before.1);
            }
            ctx.set(Register::From, before.0);
        }
    }

    /// The sites around others by a look at every line.
    fn searched(&self, sites: &Bits, ctx: &mut Context<'_>) -> Bits {
        let distance = self.distance.eval(ctx).max(0) as usize;
        let size = ctx.rules.topology.count(self.kind);
        let mut result = Bits::default();
        for site in sites.iter().filter(|&site| (site as usize) < size) {
            result.union(&self.find_near(site as usize, distance, ctx));
        }
        result
    }
}

/// Whether a condition holds of a site around another.
fn asks_of(asked: &BoolFn, from: i32, to: i32, ctx: &mut Context<'_>) -> bool {
    let before = (ctx.set(Register::From, from), ctx.set(Register::To, to));
    let holds = asked.eval(ctx);
    ctx.set(Register::From, before.0);
    ctx.set(Register::To, before.1);
    holds
}
