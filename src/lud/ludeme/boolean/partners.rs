//! Whether the site that is reckoned from another is empty, asked of all sites of a small board at once: those to which the same
//! difference leads are one shift.

use super::BoolFn;
use crate::lud::compile::Compiler;
use crate::lud::play::context::{Context, Register};

/// More differences than this take as long as to ask each site.
const MOST_SHIFTS: usize = 8;

/// Whether a site that is always the same for each site is empty, on a board of up to 64 sites.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Partners {
    /// By how much the number of the other site is greater, and for which sites.
    shifts: Vec<(i32, u64)>,
    /// The sites whose partner is no site of the board.
    alone: u64,
    /// Whether it has to be empty, not occupied.
    empty: bool,
    condition: BoolFn,
}

impl Partners {
    /// What a condition asks of the site that is reckoned from the one in a register.
    pub fn of(c: &Compiler, condition: &BoolFn, register: Register) -> Option<Self> {
        let (kind, at, empty) = match condition {
            BoolFn::Empty(kind, at) => (*kind, at, true),
            BoolFn::Occupied(kind, at) => (*kind, at, false),
            _ => return None,
        };
        let sites = c.rules.topology.count(kind) as i32;
        if kind != c.rules.default_type() || sites > 64 || !at.is_fixed(1 << register as u16) {
            return None;
        }
        let mut partners = Self { shifts: Vec::new(), alone: 0, empty, condition: condition.clone() };
        c.on_empty_board(|ctx| {
            for site in 0..sites {
                let partner = ctx.with_key(register, site, |ctx| at.eval(ctx));
                let by = partner - site;
                if !(0..sites).contains(&partner) {
                    partners.alone |= 1 << site;
                } else if let Some((_, from)) = partners.shifts.iter_mut().find(|(known, _)| *known == by) {
                    *from |= 1 << site;
                } else {
                    partners.shifts.push((by, 1 << site));
                }
            }
        });
        (partners.shifts.len() <= MOST_SHIFTS).then_some(partners)
    }

    /// Those of some sites that meet it.
    pub fn among(&self, sites: u64, register: Register, ctx: &mut Context<'_>) -> u64 {
        let empty = ctx.state.row(&ctx.rules.layout, 0)[0];
        let wanted = if self.empty { empty } else { !empty };
        let mut met = 0;
        for &(by, from) in &self.shifts {
            met |= from & if by < 0 { wanted << -by } else { wanted >> by };
        }
        let mut left = sites & self.alone;
        met &= sites;
        let before = ctx.get(register);
        while left != 0 {
            let site = left.trailing_zeros();
            left &= left - 1;
            ctx.set(register, site as i32);
            met |= u64::from(self.condition.eval(ctx)) << site;
        }
        ctx.set(register, before);
        met
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, random_from_seed};
    use crate::lud::board::SiteType;
    use crate::lud::ludeme::int::IntFn;
    use crate::lud::play::context::Scratch;
    use crate::lud::play::game::LudGame;
    use crate::lud::source::Library;
    use crate::lud::{Options, load};

    #[test]
    fn all_sites_at_once_meet_what_each_of_them_does() {
        let description = Library::embedded().unwrap().find("Breakthrough").unwrap();
        let game = LudGame::new(&load(&description, &Options::default()).unwrap().tree, 0).unwrap();
        let mut state = game.start(&mut game.workspace(), &mut random_from_seed(1));
        let mut scratch = Scratch::default();
        let mut ctx = Context::new(game.rules(), &mut state, &mut scratch);
        let condition = BoolFn::Empty(SiteType::Cell, IntFn::Register(Register::Site));
        let shifts = vec![(8, 0xffff_ffff), (-8, 0xff_ffff << 32), (0, 0xf << 56)];
        for empty in [true, false] {
            let partners = Partners { shifts: shifts.clone(), alone: 0xf << 60, empty, condition: condition.clone() };
            let met = partners.among(u64::MAX - 4, Register::Site, &mut ctx);
            for site in 0..64 {
                let partner = match site {
                    0..32 => site + 8,
                    32..56 => site - 8,
                    _ => site,
                };
                let wanted = site != 2 && ctx.is_empty(SiteType::Cell, partner) == (empty || site >= 60);
                assert_eq!(met >> site & 1 == 1, wanted, "{site}");
            }
        }
    }
}
