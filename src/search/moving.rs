//! The moving-average return function (Gudmundsson and Björnsson 2013).
//!
//! `Q ← Q + λ·(r − Q)` with `λ = 1/n` for the first `M` results of a move and a constant `λ₀` from then on: a recency-weighted
//! average that begins as the plain mean. Where a game has no chance and few outcomes, a move's mean is on its way from a guess
//! to one of the outcomes, and old results, which came from worse replies, should not hold it back.
//!
//! Only the means of moves are averaged so; a position's own mean, which first-play urgency may look at, stays plain. Not
//! handled: several threads (a result under way counts as lost, and cannot be taken back from a moving average exactly), and
//! UCB1-Tuned, whose variances are about plain means. With chance or many outcomes there is no single value to move to. All of
//! these are refused.

/// When results begin to be forgotten, and how fast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moving {
    /// `M`: results of a move that are averaged plainly, 0 or more.
    pub after: u32,
    /// `λ₀`: the weight of each later result, in (0, 1].
    pub lambda: f32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::{Spread, Tree};

    #[test]
    fn by_hand() {
        let moving = Moving { after: 2, lambda: 0.5 };
        let mut tree = Tree::new(usize::MAX);
        tree.add_node(crate::game::Seat(0), &['a']);
        let edge = &mut tree.edges[0];
        let means: Vec<f32> = [1.0, -1.0, 1.0, 1.0]
            .map(|utility| {
                edge.add_moving(utility, Spread::Deviation, moving);
                edge.mean
            })
            .to_vec();
        // Two plainly: 1, then 0; then half of the way to each result.
        assert_eq!(means, [1.0, 0.0, 0.5, 0.75]);
    }
}
