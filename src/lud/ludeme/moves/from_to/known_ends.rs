//! The sites to go to from each site to start from, where nothing but which of them are empty changes them, by tables.

use crate::lud::board::SiteType;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::moves::place::Where;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::{Context, Register};

/// On boards of up to so many sites to start from, the sites to go to are worked out beforehand.
const MOST_STARTS: usize = 400;
/// Up to so many sites to go to are asked one by one.
const MOST_ENDS: usize = 80;

/// The sites to go to from each site to start from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KnownEnds {
    from: Vec<Box<[u16]>>,
    /// The type of the sites to go to, where only empty ones are meant.
    empty: Option<SiteType>,
}

impl KnownEnds {
    /// Works them out for all sites, where they depend on the site to start from.
    pub(super) fn of(c: &Compiler, to: &Where) -> Option<Self> {
        let Where::Region(region) = to else { return None };
        // Whatever the rule starts from, those of hands among them.
        let starts = c.rules.layout.highest() as usize;
        let empty = emptied(region).filter(|_| starts <= MOST_STARTS)?;
        // Where all sites are empty, it is the region but for what it asks of the position.
        let from: Vec<Box<[u16]>> = c.on_empty_board(|ctx| {
            let before = ctx.get(Register::From);
            let ends = |from: usize| {
                ctx.set(Register::From, from as i32);
                region.eval(ctx).iter().map(|site| site as u16).collect()
            };
            let from = (0..starts).map(ends).collect();
            ctx.set(Register::From, before);
            from
        });
        let are_few = from.iter().all(|ends| ends.len() <= MOST_ENDS);
        let depends = from.windows(2).any(|pair| pair[0] != pair[1]);
        (are_few && depends).then_some(Self { from, empty })
    }

    /// The most sites from any site.
    pub(super) fn most(&self) -> u32 {
        self.from.iter().map(|ends| ends.len()).max().unwrap_or(0) as u32
    }

    /// The sites from one, some of which may not be meant in the position at hand.
    #[inline]
    pub(super) fn from(&self, from: i32) -> Option<&[u16]> {
        self.from.get(usize::try_from(from).ok()?).map(|ends| &**ends)
    }

    /// Whether one of those sites is meant.
    #[inline]
    pub(super) fn is_meant(&self, to: u16, ctx: &Context<'_>) -> bool {
        self.empty.is_none_or(|kind| ctx.is_empty(kind, i32::from(to)))
    }
}

/// Of which type the sites of a region have to be empty, if they have, where nothing else of the position changes the region and no
/// register but that of the site to start from.
fn emptied(region: &RegionFn) -> Option<Option<SiteType>> {
    const START: u16 = 1 << Register::From as u16;
    match region {
        _ if region.is_fixed(START) => Some(None),
        RegionFn::Empty(kind) => Some(Some(*kind)),
        RegionFn::Intersection(list) => list.iter().try_fold(None, |known: Option<SiteType>, item| {
            let kind = emptied(item)?;
            let is_same = known.is_none() || kind.is_none() || known == kind;
            is_same.then_some(known.or(kind))
        }),
        RegionFn::Difference(parts) if parts.1.is_fixed(START) => emptied(&parts.0),
        RegionFn::Without(parts) if parts.1.is_fixed(START) => emptied(&parts.0),
        RegionFn::Filter(parts) if parts.1.is_fixed(START | 1 << Register::Site as u16) => emptied(&parts.0),
        _ => None,
    }
}
