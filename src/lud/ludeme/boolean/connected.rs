//! `(is Connected …)` and `(is Blocked …)`: chains of pieces between regions.

use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::{Call, Value};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The regions that are to be connected.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ends {
    /// These.
    Given(Vec<RegionFn>),
    /// The regions of a player: by player, and the player.
    Owned(Vec<Vec<RegionFn>>, IntFn),
}

impl Ends {
    pub(super) fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        if !call.get("regions").is_empty() {
            let regions = call.get("regions").elements();
            return Ok(Self::Given(regions.iter().map(|region| c.region(region)).collect::<Compiled<Vec<_>>>()?));
        }
        if let Some(name) = call.get("regionType").constant() {
            return Ok(Self::Given(of_board(c, call, name)?));
        }
        let role = call.get("role").constant().ok_or_else(|| c.unsupported(call))?;
        let player = IntFn::role(c, role)?;
        let owned = |owner: usize| {
            let regions = c.rules.regions.iter().filter(|region| usize::from(region.owner.unwrap_or(0)) == owner);
            regions.flat_map(|region| region.sites.iter().cloned()).collect()
        };
        Ok(Self::Owned((0..c.rules.players + 2).map(owned).collect(), player))
    }

    /// The regions, and the player whose regions they are.
    fn regions(&self, ctx: &mut Context<'_>) -> (&[RegionFn], Option<i32>) {
        match self {
            Self::Given(regions) => (regions, None),
            Self::Owned(by_player, player) => {
                let player = player.eval(ctx);
                let regions = usize::try_from(player).ok().and_then(|player| by_player.get(player));
                (regions.map_or(&[][..], Vec::as_slice), Some(player))
            }
        }
    }
}

/// Regions that the board itself has.
fn of_board(c: &Compiler, call: &Call, name: &str) -> Compiled<Vec<RegionFn>> {
    let elements = c.rules.topology.of(c.rules.topology.default);
    let set = |sites: &[u16]| RegionFn::Fixed(Bits::from_sites(sites.iter().map(|&site| i32::from(site))));
    Ok(match name {
        "Corners" => elements.corners.iter().map(|&corner| set(&[corner])).collect(),
        "Sides" => elements.sides.iter().map(|side| set(&side.1)).collect(),
        "SidesNoCorners" => elements
            .sides
            .iter()
            .map(|side| {
                let rest: Vec<u16> = side.1.iter().copied().filter(|site| !elements.corners.contains(site)).collect();
                set(&rest)
            })
            .collect(),
        "Columns" => elements.columns.iter().map(|sites| set(sites)).collect(),
        "Rows" => elements.rows.iter().map(|sites| set(sites)).collect(),
        "Diagonals" => elements.diagonals.iter().map(|sites| set(sites)).collect(),
        "Layers" => elements.layers.iter().map(|sites| set(sites)).collect(),
        "AllSites" => vec![RegionFn::Fixed(Bits::full(elements.sites.len()))],
        _ => return Err(c.unsupported(call)),
    })
}

/// Whether the pieces of a player connect enough regions.
#[derive(Debug, Clone, PartialEq)]
pub struct Connected {
    links: Links,
    at: IntFn,
    number: Option<IntFn>,
    ends: Ends,
}

impl Connected {
    /// Compiles `(is Connected …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        Ok(Self {
            links: Links::compile(c, call.get("type"), call.get("directions"))?,
            at: c.int_or(call.get("at"), IntFn::LastTo)?,
            number: match call.get("number") {
                Value::Empty => None,
                value => Some(c.int(value)?),
            },
            ends: Ends::compile(c, call)?,
        })
    }

    /// Where it asks, how many regions, which, and how pieces hang together.
    pub(super) fn parts(&self) -> (&IntFn, Option<&IntFn>, &Ends, &Links) {
        (&self.at, self.number.as_ref(), &self.ends, &self.links)
    }

    /// Whether it asks about the site in a register, and nothing else about that.
    pub(super) fn asks_site(&self, register: Register) -> bool {
        let same_ends = match &self.ends {
            Ends::Given(regions) => regions.iter().all(|region| region.is_apart(register)),
            Ends::Owned(by_player, player) => {
                player.is_apart(register) && by_player.iter().flatten().all(|region| region.is_apart(register))
            }
        };
        self.at == IntFn::Register(register)
            && same_ends
            && self.number.as_ref().is_none_or(|number| number.is_apart(register))
    }

    /// Takes those of some sites out of which it does not hold: it is the same for all pieces of a chain.
    pub(super) fn narrow(&self, sites: &mut Bits, ctx: &mut Context<'_>) {
        let mut left = sites.clone();
        while let Some(site) = left.first() {
            left.remove(site);
            let (holds, chain) = self.connects(site, ctx);
            left.subtract(&chain);
            if !holds {
                sites.remove(site);
                sites.subtract(&chain);
            }
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let from = self.at.eval(ctx);
        self.connects(from, ctx).0
    }

    /// Whether the piece on a site is connected to enough regions, and the chain for all pieces of which that is so.
    fn connects(&self, from: i32, ctx: &mut Context<'_>) -> (bool, Bits) {
        let kind = self.links.kind;
        if !self.links.exists(ctx, from) {
            return (false, Bits::default());
        }
        let who = ctx.who(kind, from);
        if who <= 0 {
            return (false, Bits::default());
        }
        let (regions, player) = self.ends.regions(ctx);
        let number = self.number.as_ref().map_or(regions.len() as i32, |number| number.eval(ctx));
        // Only the regions around the site itself count where it is not the player's.
        let group = if player.is_some_and(|player| player != who) {
            Bits::from_sites([from])
        } else {
            self.links.group_of(ctx, from, who)
        };
        let met = regions.iter().filter(|region| !region.eval(ctx).is_disjoint(&group)).count();
        (!regions.is_empty() && met as i32 >= number, group)
    }
}

/// Whether a player can no longer connect enough regions, even with all empty sites.
#[derive(Debug, Clone, PartialEq)]
pub struct Blocked {
    links: Links,
    number: Option<IntFn>,
    ends: Ends,
    who: IntFn,
}

impl Blocked {
    /// Compiles `(is Blocked …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        Ok(Self {
            links: Links::compile(c, call.get("type"), call.get("directions"))?,
            number: c.opt_int(call.get("number"))?,
            ends: Ends::compile(c, call)?,
            who: match call.get("role").constant() {
                Some(role) => IntFn::role(c, role)?,
                None => IntFn::Mover,
            },
        })
    }

    /// The answer where the sites that are open to a player hang together in ways that are known beforehand.
    fn by_sets(&self, first: &Bits, others: &[Cow<'_, Bits>], number: i32, who: i32, ctx: &Context<'_>) -> bool {
        let mut left = ctx.board_row(self.links.kind, 0);
        left.union(&ctx.board_row(self.links.kind, 1 + who as usize));
        let mut starts = left.clone();
        starts.intersect(first);
        if number == 1 && !first.is_empty() {
            return false;
        }
        while let Some(start) = starts.first() {
            let group = self.links.fill(start, &mut left);
            let mut here = starts.clone();
            here.intersect(&group);
            starts.subtract(&group);
            // The site that the search starts from does not count for other regions.
            let reaches = |from: i32, region: &Bits| {
                let mut words = region.words().iter().zip(group.words()).enumerate();
                words.any(|(at, (region, group))| {
                    let own = if from as usize / 64 == at { 1u64 << (from % 64) } else { 0 };
                    region & group & !own != 0
                })
            };
            let is_met = |from: i32| {
                let met = others.iter().filter(|region| reaches(from, region)).count() as i32;
                // The first region alone is only counted once another site is found.
                1 + met >= number && group.len() > 1
            };
            if here.iter().any(is_met) {
                return false;
            }
        }
        true
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        let kind = self.links.kind;
        let who = self.who.eval(ctx);
        let (regions, _) = self.ends.regions(ctx);
        let regions: SmallVec<[Cow<'_, Bits>; 8]> = regions.iter().map(|region| region.eval(ctx)).collect();
        let number = self.number.as_ref().map_or(regions.len() as i32, |number| number.eval(ctx));
        let Some((first, others)) = regions.split_first() else { return true };
        if self.links.can_fill() && who >= 0 && (who as usize) < ctx.rules.layout.rows - 1 {
            return self.by_sets(first, others, number, who, ctx);
        }
        let is_open = |ctx: &Context<'_>, site: i32| ctx.who(kind, site) == who || ctx.what(kind, site) == 0;
        for from in first.iter() {
            if number == 1 {
                return false;
            }
            if !is_open(ctx, from) {
                continue;
            }
            let mut group = Bits::from_sites([from]);
            let mut queue: SmallVec<[i32; 64]> = smallvec::smallvec![from];
            let mut missing: SmallVec<[&Bits; 8]> = others.iter().map(|region| &**region).collect();
            let mut next = 0;
            while next < queue.len() {
                let site = queue[next];
                next += 1;
                for &direction in self.links.directions.eval(ctx, kind, site).iter() {
                    for &to in ctx.rules.topology.steps_within(kind, site as usize, direction) {
                        let to = i32::from(to);
                        if !group.contains(to) && is_open(ctx, to) {
                            group.insert(to);
                            queue.push(to);
                            missing.retain(|region| !region.contains(to));
                            if (regions.len() - missing.len()) as i32 >= number {
                                return false;
                            }
                        }
                    }
                }
            }
        }
        true
    }
}
