//! Goofspiel: both players hold the cards 1 to n and bid one of them for each prize, at the same time. The higher bid takes
//! the prize, equal bids lose it. Whoever has the higher sum of prizes in the end wins.
//!
//! Bids are seen once they are made, so the only thing not known is the other's next bid. Prizes come from n down to 1, or
//! in random order. Positions are equal when hands, prizes left and points are.

use super::hash;
use crate::game::{Drawing, Game, GameInfo, Mark, Random, Seat, SeatSet, Turn, Utilities};
use rand::RngExt;

/// Goofspiel with up to 13 cards.
#[derive(Debug)]
pub struct Goofspiel {
    info: GameInfo,
    cards: u8,
    shuffled: bool,
}

/// A position. Card n is bit n − 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    hands: [u16; 2],
    /// Prizes that are not turned up yet.
    deck: u16,
    /// The prize that is bid for; 0 at the end.
    prize: u8,
    points: [u8; 2],
}

/// A card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bid(u8);

fn cards_of(set: u16) -> impl Iterator<Item = u8> {
    (1..=16).filter(move |card| set >> (card - 1) & 1 == 1)
}

impl Goofspiel {
    /// The game with `cards` cards each; prizes come in random order, or from the highest to the lowest.
    ///
    /// # Panics
    /// When there are not 2 to 13 cards.
    #[must_use]
    pub fn new(cards: u8, shuffled: bool) -> Self {
        assert!((2..=13).contains(&cards), "Goofspiel is played with 2 to 13 cards");
        let info = GameInfo {
            name: format!("goofspiel-{cards}{}", if shuffled { "-shuffled" } else { "" }),
            seats: 2,
            stochastic: shuffled,
            simultaneous: true,
            max_plies: Some(u32::from(cards)),
            outcomes: vec![-1.0, 0.0, 1.0],
            rules_hash: hash::of_numbers([hash::of_text("goofspiel"), u64::from(cards), u64::from(shuffled)]),
        };
        Self { info, cards, shuffled }
    }

    fn turn_up(&self, state: &mut Position, rng: &mut Random) {
        let left = state.deck.count_ones();
        state.prize = if left == 0 {
            0
        } else if self.shuffled {
            let pick = rng.random_range(0..left) as usize;
            cards_of(state.deck).nth(pick).unwrap_or(0)
        } else {
            16 - state.deck.leading_zeros() as u8
        };
        if state.prize > 0 {
            state.deck &= !(1 << (state.prize - 1));
        }
    }
}

impl Game for Goofspiel {
    type State = Position;
    type Move = Bid;
    type Workspace = ();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) {}

    fn start(&self, (): &mut (), rng: &mut Random) -> Position {
        let all = (1 << self.cards) - 1;
        let mut state = Position { hands: [all; 2], deck: all, prize: 0, points: [0; 2] };
        self.turn_up(&mut state, rng);
        state
    }

    fn turn(&self, state: &Position) -> Turn {
        if state.prize == 0 { Turn::Over } else { Turn::Joint(SeatSet::first(2)) }
    }

    fn legal_moves(&self, state: &Position, seat: Seat, (): &mut (), moves: &mut Vec<Bid>) {
        moves.extend(cards_of(state.hands[seat.index()]).map(Bid));
    }

    fn apply(&self, _state: &mut Position, _chosen: Bid, (): &mut (), _rng: &mut Random) {
        unreachable!("every turn is joint")
    }

    fn apply_joint(&self, state: &mut Position, chosen: &[Bid], (): &mut (), rng: &mut Random) {
        for (hand, bid) in state.hands.iter_mut().zip(chosen) {
            *hand &= !(1 << (bid.0 - 1));
        }
        match chosen[0].0.cmp(&chosen[1].0) {
            std::cmp::Ordering::Greater => state.points[0] += state.prize,
            std::cmp::Ordering::Less => state.points[1] += state.prize,
            std::cmp::Ordering::Equal => {}
        }
        self.turn_up(state, rng);
    }

    fn utilities(&self, state: &Position) -> Utilities {
        let sign = match state.points[0].cmp(&state.points[1]) {
            _ if state.prize > 0 => 0.0,
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Less => -1.0,
            std::cmp::Ordering::Equal => 0.0,
        };
        Utilities::from_slice(&[sign, -sign])
    }

    fn hash(&self, state: &Position) -> u64 {
        let [first, second] = state.hands.map(u64::from);
        let points = state.points.map(u64::from);
        hash::of_numbers([first, second, u64::from(state.deck), u64::from(state.prize), points[0], points[1]])
    }

    fn move_text(&self, _state: &Position, chosen: Bid) -> String {
        chosen.0.to_string()
    }

    fn state_text(&self, state: &Position) -> String {
        let cards = |set: u16| cards_of(set).map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
        format!(
            "prize {}, to come {}\nplayer 1: {} points, {}\nplayer 2: {} points, {}\n",
            if state.prize == 0 { "none".to_owned() } else { state.prize.to_string() },
            cards(state.deck),
            state.points[0],
            cards(state.hands[0]),
            state.points[1],
            cards(state.hands[1])
        )
    }

    /// Three rows: the first player's hand, the prizes, the second player's hand.
    fn drawing(&self) -> Option<Drawing> {
        Some(Drawing::squares(u32::from(self.cards), 3))
    }

    fn contents(&self, state: &Position) -> Vec<Mark> {
        let prizes = state.deck | 1u16.checked_shl(u32::from(state.prize).wrapping_sub(1)).unwrap_or(0);
        let rows = [(state.hands[0], Some(Seat(0))), (prizes, None), (state.hands[1], Some(Seat(1)))];
        let mark = |row: usize, card: u8, owner| Mark {
            site: row as u32 * u32::from(self.cards) + u32::from(card) - 1,
            owner,
            glyph: if row == 1 && card == state.prize { format!("{card}!") } else { card.to_string() },
        };
        let row = |(row, (set, owner)): (usize, (u16, Option<Seat>))| {
            cards_of(set).map(move |card| mark(row, card, owner)).collect::<Vec<_>>()
        };
        rows.into_iter().enumerate().flat_map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random_from_seed;

    #[test]
    fn a_game_by_hand() {
        let game = Goofspiel::new(3, false);
        let mut rng = random_from_seed(1);
        let mut state = game.start(&mut (), &mut rng);
        assert_eq!(state.prize, 3);
        for (first, second) in [(3, 2), (1, 1), (2, 3)] {
            game.apply_joint(&mut state, &[Bid(first), Bid(second)], &mut (), &mut rng);
        }
        assert_eq!((state.points, game.turn(&state)), ([3, 1], Turn::Over));
        assert_eq!(game.utilities(&state).as_slice(), [1.0, -1.0]);
    }

    #[test]
    fn shuffled_prizes_all_come_once() {
        let game = Goofspiel::new(13, true);
        let mut rng = random_from_seed(4);
        let mut state = game.start(&mut (), &mut rng);
        let mut seen = Vec::new();
        for card in 1..=13 {
            seen.push(state.prize);
            game.apply_joint(&mut state, &[Bid(card), Bid(card)], &mut (), &mut rng);
        }
        assert!(!seen.is_sorted_by(|a, b| a > b));
        seen.sort_unstable();
        assert_eq!(seen, (1..=13).collect::<Vec<u8>>());
    }
}
