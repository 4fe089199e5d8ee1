//! What all shapes of rules ask for.

use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::play::bits::nth_bit;
use crate::lud::play::rules::{LeafNode, Phase, Rules};

/// Most sites that a set of them can tell apart.
pub const SITES: usize = 128;

/// The only phase of a game of which pieces on the board and turns are all that a move changes, repetition apart.
pub fn only_phase(rules: &Rules) -> Option<&Phase> {
    let [phase] = &rules.phases[..] else { return None };
    (changes_pieces_only(rules) && rules.players >= 2).then_some(phase)
}

/// Whether pieces on the board and turns are all that a move changes, repetition apart.
fn changes_pieces_only(rules: &Rules) -> bool {
    let layout = &rules.layout;
    is_simple(rules) && !rules.features.deferred_removal && layout.is_board_only(layout.default)
}

/// The last phase of such a game, maybe of one player only, and its number, where nobody leaves it.
pub fn final_phase(rules: &Rules) -> Option<(usize, &Phase)> {
    let (number, phase) = rules.phases.iter().enumerate().next_back()?;
    (changes_pieces_only(rules) && phase.next.is_empty()).then_some((number, phase))
}

/// The same where all others are left after one move.
pub fn last_phase(rules: &Rules) -> Option<(usize, &Phase)> {
    let is_short = |phase: &Phase| phase.next.iter().any(|next| next.when == BoolFn::Constant(true));
    final_phase(rules).filter(|(number, _)| rules.phases[..*number].iter().all(is_short))
}

/// Whether pieces and turns are all that a move changes, repetition and captures at the end of a turn apart.
pub fn is_simple(rules: &Rules) -> bool {
    !rules.features.stochastic && is_simple_but_for_chance(rules)
}

/// The same where chance may be at work.
pub fn is_simple_but_for_chance(rules: &Rules) -> bool {
    changes_little(rules) && !rules.features.hidden_places && !rules.features.teams
}

/// The same where there may be teams, and tracks on which a site does not tell how far a piece has come.
pub fn changes_little(rules: &Rules) -> bool {
    let (features, meta) = (&rules.features, &rules.meta);
    let asks_more = features.last_between
        || features.last_tos
        || features.visited
        || features.owners_change
        || meta.no_suicide
        || meta.gravity
        || meta.pin
        || meta.no_stack_on_fallen;
    !asks_more
}

/// Whether each player puts down a component of its own.
pub fn owns_pieces(rules: &Rules, pieces: &[u16]) -> bool {
    (1..=rules.players).all(|player| rules.owners.get(usize::from(pieces[player])) == Some(&(player as u8)))
}

/// Whether nothing surrounds a rule but so many consequences and iteration variables.
pub fn is_bare(node: &LeafNode, thens: usize, captured: usize) -> bool {
    node.chain.priors.is_empty() && is_bare_after(node, thens, captured)
}

/// The same where effects may come before its moves.
pub fn is_bare_after(node: &LeafNode, thens: usize, captured: usize) -> bool {
    let chain = &node.chain;
    chain.thens.len() == thens
        && chain.captured.len() == captured
        && chain.paired.is_empty()
        && chain.suffixes.is_empty()
        && !chain.doubled
}

/// One of the sites of a set by its place.
#[inline]
pub fn nth_site(set: u128, place: u32) -> usize {
    let low = set as u64;
    let below = low.count_ones();
    let site = if place < below { nth_bit(low, place) } else { 64 + nth_bit((set >> 64) as u64, place - below) };
    site as usize
}

/// The sites of a set, ascending.
#[inline]
pub fn sites_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let site = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(site)
    })
}
