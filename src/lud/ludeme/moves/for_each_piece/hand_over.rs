//! Moves of pieces that are listed beforehand, handed to whoever wants them.

use crate::lud::ludeme::moves::quick::Quick;
use crate::lud::ludeme::region::MoveSite;
use crate::lud::play::context::Context;
use crate::lud::play::sink::Sink;

/// Hands the moves of a list to a sink; false where the sink wants them worked out in full.
#[inline]
pub(super) fn hand_over(
    quick: &Quick,
    list: usize,
    what: usize,
    from: usize,
    ctx: &mut Context<'_>,
    sink: &mut Sink<'_>,
) -> bool {
    match sink {
        Sink::List(moves) => quick.each_move(list, from, ctx, |chosen| {
            moves.push(chosen);
            true
        }),
        Sink::Lot(lot) => quick.each_move(list, from, ctx, |chosen| {
            lot.offer(|| chosen);
            true
        }),
        Sink::Ends(which, sites, count) => quick.each_move(list, from, ctx, |chosen| {
            sites.insert(which.of(chosen.from.into(), chosen.to.into()));
            *count += 1;
            // All come from the same site.
            *which != MoveSite::From
        }),
        Sink::Any(found) => quick.each_move(list, from, ctx, |_| {
            **found = true;
            false
        }),
        Sink::Reaches(site, found) => {
            let entries = quick.from(what, from).unwrap_or_default();
            **found |= (0..entries.len()).any(|index| {
                i32::from(entries[index].to) == *site && quick.nth_move(entries, index, from, ctx).is_some()
            });
        }
        Sink::Passing(filter, registers, found) => {
            let mut moves = ctx.borrow_list();
            quick.each_move(list, from, ctx, |chosen| {
                moves.push(chosen);
                true
            });
            **found = **found || moves.iter().any(|&chosen| ctx.passes(chosen, filter, registers));
            ctx.return_list(moves);
        }
        Sink::Programs(_) | Sink::First(_) => return false,
    }
    true
}
