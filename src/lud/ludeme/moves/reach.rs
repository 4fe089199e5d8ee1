//! Where the moves of a piece may lead at all, whatever the position is.
//!
//! Conditions are not asked, so that the answer may name more sites than a piece ever reaches, but none less.

use super::place::Where;
use super::{Leaf, MovesFn};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;

/// The piece whose moves are looked for.
#[derive(Clone, Copy)]
pub(super) struct Piece<'c> {
    pub c: &'c Compiler,
    /// Its component.
    pub what: usize,
    /// Where it stands.
    pub site: usize,
}

impl MovesFn {
    /// The sites that moves of a component from a site may lead to at all, where that is known beforehand.
    pub(super) fn reachable(&self, c: &Compiler, what: usize, site: usize) -> Option<Bits> {
        let mut found = Bits::default();
        self.add_reachable(Piece { c, what, site }, None, &mut found)?;
        // What leads off the board reaches no piece on it.
        found.keep_range(0..c.rules.topology.count(c.rules.default_type()));
        Some(found)
    }

    /// Adds where it may lead; `to` is the site in that register, where the rules around set it.
    pub(super) fn add_reachable(&self, piece: Piece<'_>, to: Option<usize>, found: &mut Bits) -> Option<()> {
        match self {
            Self::Leaf(id) => piece.c.rules.leaves[*id as usize].leaf.add_reachable(piece, to, found),
            Self::Or(list) | Self::Priority(list) => {
                list.iter().try_for_each(|item| item.add_reachable(piece, to, found))
            }
            Self::If(parts) => {
                parts.1.add_reachable(piece, to, found)?;
                parts.2.add_reachable(piece, to, found)
            }
            Self::Filter(filter) => filter.moves().add_reachable(piece, to, found),
            Self::ForEach(each) => each.moves_by_value()?.add_reachable(piece, to, found),
            Self::ForEachDirection(each) => each.add_reachable(piece, to, found),
            _ => None,
        }
    }
}

impl Leaf {
    fn add_reachable(&self, piece: Piece<'_>, to: Option<usize>, found: &mut Bits) -> Option<()> {
        let Piece { c, what, site } = piece;
        let stops = match self {
            Self::Step(step) => return step.add_reachable(piece, found),
            Self::Leap(leap) => {
                for &end in leap.ends_from(c, site)? {
                    found.insert(i32::from(end));
                }
                return Some(());
            }
            Self::Slide(slide) => match slide.stops(c, what, site) {
                Some(stops) => stops,
                None => {
                    let owner = c.rules.owners[what];
                    for end in slide.fixed_ends(c, owner)? {
                        found.insert(i32::from(end));
                    }
                    return Some(());
                }
            },
            Self::Hop(hop) => hop.stops(c, what, site)?,
            Self::FromTo(from_to) => {
                let ends = from_to.ends_of_piece(c)?;
                return ends.add_reachable(piece, to, found);
            }
            Self::Promote(promote) if promote.is_own(c) => {
                found.insert(site as i32);
                return Some(());
            }
            _ => return None,
        };
        for stop in stops {
            found.insert(i32::from(stop.site));
        }
        Some(())
    }
}

impl Where {
    fn add_reachable(&self, piece: Piece<'_>, to: Option<usize>, found: &mut Bits) -> Option<()> {
        match self {
            Self::Site(IntFn::Register(Register::To)) => found.insert(to? as i32),
            Self::Site(end) if end.is_fixed(1 << Register::From as u16) => {
                let end = piece.c.on_empty_board(|ctx| {
                    ctx.set(Register::From, piece.site as i32);
                    end.eval(ctx)
                });
                found.insert(end);
            }
            Self::Site(_) => return None,
            Self::Region(region) => found.union(&region.at_most(piece)?),
        }
        Some(())
    }
}

impl RegionFn {
    /// Sites among which all of it are, as it is asked by the moves of a piece.
    fn at_most(&self, piece: Piece<'_>) -> Option<Bits> {
        let from = 1 << Register::From as u16;
        match self {
            Self::Fixed(sites) => Some(sites.clone()),
            Self::Filter(parts) => parts.0.at_most(piece),
            Self::Difference(parts) => parts.0.at_most(piece),
            Self::Without(parts) => parts.0.at_most(piece),
            Self::Intersection(list) => list.iter().find_map(|item| item.at_most(piece)),
            Self::Union(list) => {
                let mut all = Bits::default();
                for item in list {
                    all.union(&item.at_most(piece)?);
                }
                Some(all)
            }
            Self::If(parts) => {
                let mut both = parts.1.at_most(piece)?;
                both.union(&parts.2.at_most(piece)?);
                Some(both)
            }
            other => other.is_fixed(from).then(|| {
                piece.c.on_empty_board(|ctx| {
                    ctx.set(Register::From, piece.site as i32);
                    other.eval(ctx).into_owned()
                })
            }),
        }
    }
}
