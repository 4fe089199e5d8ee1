//! Rewards shaped by the quality of a play-out: relative bonus and qualitative bonus (Pepels, Tak, Lanctot and Winands 2014).
//!
//! A play-out of worth `r` to a seat counts `r + sgn(r)·b(λ)` with the sigmoid `b(λ) = a·(−1 + 2/(1 + e^(−kλ)))`, where λ says by how
//! many standard deviations this play-out stands out among those with the same winner τ:
//!
//! * **relative bonus**: `λ = (D̄ − d)/σ_D`, `d` the plies from the root to the end; a short win is worth more;
//! * **qualitative bonus**: `λ = (q − Q̄)/σ_Q`, `q` what the winner has at the end: pieces more than the others, moves, or points;
//!   or how little the loser has: the inverse of its pieces that have reached the other side, or of its longest row that may still
//!   grow to five (both plus 1, so that none can be inverted).
//!
//! `a` is fixed, or worked out as the search goes on: `a′ = |Cov(X′, Y)| / Var(Y)`, `Y` being `d` or `q` and `X′` being `Y` where the
//! searching seat wins and 0 elsewhere; the paper's sign depends on the direction of λ, so its size is taken, and at most 1. Both
//! are control variates: they leave the expectation alone and are to make values differ by more than luck.
//!
//! The first 5 % of a search count plainly while the statistics gather; statistics begin anew with every search. The winner is
//! the seat with the highest utility, where that is positive and nobody else's; draws count plainly. With more than two seats every
//! other seat's loss grows with the winner's bonus. Outcomes that are known without a play-out get the relative bonus for the
//! length of their path, and no qualitative bonus.

use super::ground::Feature;
use crate::game::{MAX_SEATS, Measure, Seat, Utilities};

/// What the quality of a play-out is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quality {
    /// Its length.
    Length,
    /// What its winner has at the end; for pieces and points, more than the best other seat.
    Winner(Measure),
    /// How little the best other seat has at the end: `1/(1 + n)`.
    Losers(Feature),
}

/// A bonus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shaping {
    /// What it rests on.
    pub quality: Quality,
    /// Steepness of the sigmoid, 0 or more.
    pub k: f32,
    /// The greatest bonus; `None` for the one worked out online.
    pub a: Option<f32>,
}

/// Share of a search in which rewards are not shaped yet.
const WARM_UP: f64 = 0.05;

/// Mean and variance, kept online (Welford 1962).
#[derive(Debug, Clone, Copy, Default)]
struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let delta = value - self.mean;
        self.mean += delta / self.count;
        self.squares += delta * (value - self.mean);
    }

    fn deviation(&self) -> f64 {
        if self.count < 2.0 { 0.0 } else { (self.squares / (self.count - 1.0)).sqrt() }
    }
}

/// A bonus at work.
#[derive(Debug)]
pub(crate) struct Shaper {
    shaping: Shaping,
    by_winner: [Spread; MAX_SEATS],
    /// Of all `Y`, of all `X′`, and the sum of their products of deviations.
    all: Spread,
    own: Spread,
    products: f64,
    searcher: Seat,
}

impl Shaper {
    pub(crate) fn new(shaping: Shaping) -> Self {
        let empty = Spread::default();
        Self { shaping, by_winner: [empty; MAX_SEATS], all: empty, own: empty, products: 0.0, searcher: Seat(0) }
    }

    /// A search begins.
    pub(crate) fn begin(&mut self, searcher: Seat) {
        *self = Self { searcher, ..Self::new(self.shaping) };
    }

    /// Whether it rests on the length, which is always known.
    pub(crate) fn is_relative(&self) -> bool {
        self.shaping.quality == Quality::Length
    }

    /// Shapes the worth of a play-out of quality `y`, after the fraction `used` of the search.
    pub(crate) fn shape(&mut self, utilities: &mut Utilities, y: f32, used: f64) {
        let Some(winner) = winner(utilities) else { return };
        let y = f64::from(y);
        let spread = self.by_winner[usize::from(winner.0)];
        let deviation = spread.deviation();
        if used >= WARM_UP && deviation > 0.0 {
            let offset = match self.shaping.quality {
                Quality::Length => spread.mean - y,
                Quality::Winner(_) | Quality::Losers(_) => y - spread.mean,
            };
            let a = self.shaping.a.unwrap_or_else(|| self.scale());
            let bonus = sigmoid(a, self.shaping.k, (offset / deviation) as f32);
            for seat in 0..utilities.as_slice().len() {
                let seat = Seat(seat as u8);
                let worth = utilities[seat];
                utilities.set(seat, worth + bonus * worth.signum() * f32::from(u8::from(worth != 0.0)));
            }
        }
        self.by_winner[usize::from(winner.0)].add(y);
        let before = y - self.all.mean;
        self.all.add(y);
        let own = if winner == self.searcher { y } else { 0.0 };
        self.own.add(own);
        self.products += before * (own - self.own.mean);
    }

    /// `a′`.
    fn scale(&self) -> f32 {
        if self.all.squares <= 0.0 { 0.0 } else { (self.products / self.all.squares).abs().min(1.0) as f32 }
    }
}

fn sigmoid(a: f32, k: f32, lambda: f32) -> f32 {
    a * (-1.0 + 2.0 / (1.0 + (-k * lambda).exp()))
}

/// The seat that has won alone.
pub(crate) fn winner(utilities: &Utilities) -> Option<Seat> {
    let mut best: Option<(Seat, f32)> = None;
    let mut tied = false;
    for seat in 0..utilities.as_slice().len() {
        let seat = Seat(seat as u8);
        let worth = utilities[seat];
        match best {
            Some((_, highest)) if worth < highest => {}
            Some((_, highest)) if worth == highest => tied = true,
            _ => {
                best = Some((seat, worth));
                tied = false;
            }
        }
    }
    best.filter(|&(_, worth)| worth > 0.0 && !tied).map(|(seat, _)| seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shaper(quality: Quality, a: Option<f32>) -> Shaper {
        Shaper::new(Shaping { quality, k: 2.0, a })
    }

    #[test]
    fn the_sigmoid_by_hand() {
        assert_eq!(sigmoid(0.25, 2.0, 0.0), 0.0);
        assert!((sigmoid(0.25, 2.0, 1.0) - 0.25 * 0.761_594).abs() < 1e-6);
        assert!((sigmoid(0.25, 8.0, -9.0) + 0.25).abs() < 1e-6);
    }

    #[test]
    fn short_wins_and_short_losses_count_more() {
        let mut shaper = shaper(Quality::Length, Some(0.25));
        let won = Utilities::won_by(Seat(0), 2);
        for length in [10.0, 20.0, 30.0] {
            let mut plain = won;
            shaper.shape(&mut plain, length, 0.01);
            assert_eq!(plain, won);
        }
        let mut short = won;
        shaper.shape(&mut short, 10.0, 0.5);
        // One standard deviation below the mean of 20.
        assert!((short[Seat(0)] - (1.0 + 0.25 * 0.761_594)).abs() < 1e-5);
        assert!((short[Seat(1)] + 1.0 + 0.25 * 0.761_594).abs() < 1e-5);
        let mut drawn = Utilities::all(2, 0.0);
        shaper.shape(&mut drawn, 5.0, 0.5);
        assert_eq!(drawn, Utilities::all(2, 0.0));
    }

    #[test]
    fn the_online_scale_is_one_where_the_searcher_always_wins() {
        let mut shaper = shaper(Quality::Length, None);
        shaper.begin(Seat(0));
        for length in [3.0, 9.0, 4.0, 12.0] {
            shaper.shape(&mut Utilities::won_by(Seat(0), 2), length, 0.0);
        }
        assert!((shaper.scale() - 1.0).abs() < 1e-6);
        shaper.begin(Seat(1));
        for length in [3.0, 9.0, 4.0, 12.0] {
            shaper.shape(&mut Utilities::won_by(Seat(0), 2), length, 0.0);
        }
        assert_eq!(shaper.scale(), 0.0);
    }

    #[test]
    fn only_a_sole_winner_wins() {
        assert_eq!(winner(&Utilities::won_by(Seat(1), 3)), Some(Seat(1)));
        assert_eq!(winner(&Utilities::all(2, 0.0)), None);
        assert_eq!(winner(&Utilities::all(2, 1.0)), None);
    }
}
