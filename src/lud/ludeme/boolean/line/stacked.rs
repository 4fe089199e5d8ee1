//! Lines in games with stacks.

use super::{Line, Search};
use crate::lud::board::Radial;
use crate::lud::play::context::Context;
use crate::lud::play::layout::Plane;

/// How levels change along a line that may climb.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slope {
    Level,
    Down,
    Up,
}

impl Line {
    /// Whether there is a line through the site asked about, over stacks.
    pub(super) fn on_stacks(&self, ctx: &mut Context<'_>) -> bool {
        let pivot = self.through.eval(ctx);
        let any_level = !self.top.eval(ctx);
        if pivot < 0 || pivot as usize >= ctx.rules.topology.count(self.kind) {
            return false;
        }
        let here = ctx.what(self.kind, pivot);
        if let Some(arms) = &self.space {
            let stacks = ctx.stacks();
            let top = stacks.height(pivot as usize) as i32 - 1;
            let holds = |site: u16, level: i32| {
                let piece = stacks.levels(usize::from(site)).get(level as usize);
                piece.is_some_and(|piece| i32::from(piece.what) == here)
            };
            return top >= 0 && arms.line_in_space(pivot as usize, top, holds);
        }
        let whats = self.whats(ctx, here);
        let search = Search {
            length: self.length.eval(ctx),
            exact: self.exact.eval(ctx),
            contiguous: true,
            kinds: 1,
            whats: &whats,
            condition: self.condition.as_ref(),
            any_level,
        };
        if search.length == 1 {
            return true;
        }
        if self.by_level.eval(ctx) {
            return self.by_levels(ctx, pivot, &search);
        }
        search.holds(ctx, self.kind, pivot) && self.along(ctx, pivot, here, &search, true)
    }

    /// A line within the stack, or one of pieces at the levels that a straight line in space meets.
    fn by_levels(&self, ctx: &Context<'_>, pivot: i32, search: &Search<'_>) -> bool {
        let height = ctx.height(self.kind, pivot);
        if height >= search.length {
            let below = (0..search.length - 1)
                .take_while(|step| {
                    let level = height - 2 - step;
                    search.whats.contains(&ctx.plane_at(Plane::What, self.kind, pivot, level))
                })
                .count() as i32;
            if below + 1 == search.length {
                return true;
            }
        }
        if height == 0 {
            return false;
        }
        let topology = &ctx.rules.topology;
        let radials = topology.radials(self.kind, pivot as usize, self.direction);
        topology.distinct(self.kind, pivot as usize, self.direction).iter().any(|&index| {
            let radial = &radials[index as usize];
            [Slope::Level, Slope::Down, Slope::Up]
                .into_iter()
                .any(|slope| self.sloping(ctx, radial, height - 1, slope, search))
        })
    }

    fn sloping(&self, ctx: &Context<'_>, radial: &Radial, origin: i32, slope: Slope, search: &Search<'_>) -> bool {
        let rise = match slope {
            Slope::Level => 0,
            Slope::Down => -1,
            Slope::Up => 1,
        };
        let mut climbed = 0;
        let forward = match self.climb(ctx, &radial.sites, origin, rise, &mut climbed, 0, search) {
            Ok(count) => count,
            Err(()) => return true,
        };
        if radial.opposites.is_empty() {
            return forward == search.length;
        }
        // Ludii does not start the count of levels anew for each opposite line.
        climbed = 1;
        for opposite in &radial.opposites {
            match self.climb(ctx, &opposite[1..], origin, -rise, &mut climbed, forward, search) {
                Err(()) => return true,
                Ok(both) => {
                    let count = if slope == Slope::Down { forward } else { both };
                    if count == search.length {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Counts along a line whose levels change by `rise` with each piece; an error as soon as an inexact test succeeds.
    #[expect(clippy::too_many_arguments, reason = "one walk with all that it depends on")]
    fn climb(
        &self,
        ctx: &Context<'_>,
        sites: &[u16],
        origin: i32,
        rise: i32,
        climbed: &mut i32,
        start: i32,
        search: &Search<'_>,
    ) -> Result<i32, ()> {
        let mut count = start;
        let (layout, stacks) = (&ctx.rules.layout, ctx.stacks());
        for &site in sites {
            let level = origin + rise * *climbed;
            if level < 0 {
                continue;
            }
            let levels = stacks.levels(layout.flat(self.kind, i32::from(site)));
            let Some(piece) = levels.get(level as usize) else { break };
            if !search.whats.contains(&i32::from(piece.what)) {
                break;
            }
            count += 1;
            *climbed += 1;
            if !search.exact && count == search.length {
                return Err(());
            }
        }
        Ok(count)
    }
}
