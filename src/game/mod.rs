//! The contract: what a game is to a search.
//!
//! A [`Game`] is immutable and shared; a [`Game::State`] is cheap to copy. Everything that a game needs at hand to work
//! without allocating lives in a [`Game::Workspace`], one per thread. Search, runner and reports know nothing else about a
//! game, whether its rules are compiled from a Ludii description, written in Rust, or held by a running Ludii.
//!
//! * **Turns** are [`Turn::Player`], [`Turn::Joint`] or [`Turn::Over`]. A player may move several times in a row.
//! * **Chance** happens inside [`Game::apply`], which takes the generator: a search over a stochastic game is open-loop.
//! * **Utilities** are per *seat*, in [−1, 1]; a seat is who sits there from the first move to the last, whatever colour the
//!   rules give it after a swap.
//! * **Fused steps** ([`Game::playout`], [`Game::simulate`]) are provided methods that a game may specialise, for speed or
//!   to cross a language border once instead of many times. A specialisation must have the same distribution of outcomes.

mod drawing;
mod fused;
mod guide;
mod info;
mod turn;
mod utilities;

pub use drawing::{Drawing, DrawnSite, Mark};
pub(crate) use fused::accepted;
pub use fused::{Playout, PlayoutLimit, Simulation};
pub use guide::{Guide, Measure};
pub use info::GameInfo;
pub use turn::{Seat, SeatSet, Turn};
pub use utilities::Utilities;

use rand::{Rng, SeedableRng};
use std::fmt;
use std::hash::Hash;

/// Most seats that a game may have.
pub const MAX_SEATS: usize = 16;

/// The random generator of every game and search: small, fast, and the same on every platform.
pub type Random = rand_xoshiro::Xoshiro256PlusPlus;

/// The generator that belongs to a seed.
#[must_use]
pub fn random_from_seed(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// A number below `end`, which is not 0, each with the same probability.
///
/// Play-outs draw several of them for every move, so that it pays to have no more to it than a multiplication.
#[inline]
#[must_use]
pub fn draw_below(rng: &mut Random, end: u32) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(end);
    if (product as u32) < end {
        // Some of the lowest fractions would make some numbers more probable than others.
        let least = end.wrapping_neg() % end;
        while (product as u32) < least {
            product = u64::from(rng.next_u32()) * u64::from(end);
        }
    }
    (product >> 32) as u32
}

/// A move that the rules do not allow in the position it was offered in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move in the game's own notation.
    pub text: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {}", self.text)
    }
}

impl std::error::Error for IllegalMove {}

/// An immutable game. See the [module documentation](self) for what must hold.
pub trait Game: Send + Sync {
    /// A position, with all that the rules remember of the past. `clone_from` should reuse memory.
    type State: Clone + Send + Sync;
    /// A small value naming one choice in one position.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// Buffers that one thread needs to list, apply and play out without allocating.
    type Workspace: Send;

    /// What is known of the game before it starts.
    fn info(&self) -> &GameInfo;

    /// A fresh workspace for one thread.
    fn workspace(&self) -> Self::Workspace;

    /// A start position; `rng` decides what the rules leave to chance.
    fn start(&self, workspace: &mut Self::Workspace, rng: &mut Random) -> Self::State;

    /// Makes `state` a start position, as [`Game::start`] does, in the memory that it has where that is possible.
    fn restart(&self, state: &mut Self::State, workspace: &mut Self::Workspace, rng: &mut Random) {
        *state = self.start(workspace, rng);
    }

    /// Who is to move.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends the legal moves of `seat` to `moves`, which the caller owns. A seat that is to move has at least one; where
    /// the rules list the same move twice, so does this.
    fn legal_moves(
        &self,
        state: &Self::State,
        seat: Seat,
        workspace: &mut Self::Workspace,
        moves: &mut Vec<Self::Move>,
    );

    /// Plays a legal move of the seat to move. Trusts: an illegal move leaves an unspecified (but safe) state.
    fn apply(&self, state: &mut Self::State, chosen: Self::Move, workspace: &mut Self::Workspace, rng: &mut Random);

    /// Plays one legal move for each seat of a [`Turn::Joint`], in seat order. Only games with joint turns provide it.
    fn apply_joint(
        &self,
        _state: &mut Self::State,
        _chosen: &[Self::Move],
        _workspace: &mut Self::Workspace,
        _rng: &mut Random,
    ) {
        unreachable!("{} has no joint turns", self.info().name)
    }

    /// How a search that takes a joint turn in sequence sees it: appends the moves of `seat` to `moves` when the seats asked
    /// before it have chosen `earlier`. Never none. Unless a game says otherwise, all legal moves: those asked later know
    /// more, and may do the same.
    fn answers(
        &self,
        state: &Self::State,
        _earlier: &[Self::Move],
        seat: Seat,
        workspace: &mut Self::Workspace,
        moves: &mut Vec<Self::Move>,
    ) {
        self.legal_moves(state, seat, workspace, moves);
    }

    /// Whether [`Game::predict`] ever tells anything.
    fn predicts(&self) -> bool {
        false
    }

    /// The outcome of a position that is not over, where knowledge of the game tells it well enough to spare playing on. It
    /// may be wrong; searches that use it say so.
    fn predict(&self, _state: &Self::State) -> Option<Utilities> {
        None
    }

    /// How many steps opponents are apart, where that means something.
    fn distance(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// The utility of every seat. Defined at any time; before the end it is what an undecided game is worth to each seat
    /// (usually 0, a draw among the undecided).
    fn utilities(&self, state: &Self::State) -> Utilities;

    /// A hash of the position, for transposition tables and repetition: equal positions hash equally. Which fields count is
    /// documented by each game; move counters do not.
    fn hash(&self, state: &Self::State) -> u64;

    /// The move in the game's notation. Distinct legal moves of a position have distinct texts unless the rules list
    /// duplicates.
    fn move_text(&self, state: &Self::State, chosen: Self::Move) -> String;

    /// The position drawn as text, for people.
    fn state_text(&self, state: &Self::State) -> String;

    /// How the board is drawn, where the game knows.
    fn drawing(&self) -> Option<Drawing> {
        None
    }

    /// What the sites of [`Game::drawing`] hold, ascending by site, empty sites left out.
    fn contents(&self, _state: &Self::State) -> Vec<Mark> {
        Vec::new()
    }

    /// The colour that `seat` plays, as an index counted like seats: another than its own only after a swap.
    fn colour(&self, _state: &Self::State, seat: Seat) -> Seat {
        seat
    }

    /// The legal move whose text is `text`.
    ///
    /// # Errors
    /// When no legal move of `seat` has that text.
    fn parse_move(
        &self,
        state: &Self::State,
        seat: Seat,
        text: &str,
        workspace: &mut Self::Workspace,
    ) -> Result<Self::Move, IllegalMove> {
        let mut moves = Vec::new();
        self.legal_moves(state, seat, workspace, &mut moves);
        moves
            .into_iter()
            .find(|&candidate| self.move_text(state, candidate) == text)
            .ok_or_else(|| IllegalMove { text: text.to_owned() })
    }

    /// Plays a move that came from a file, a person or another program.
    ///
    /// # Errors
    /// When the move is not legal here, or nobody single is to move; the state is then unchanged.
    fn try_apply(
        &self,
        state: &mut Self::State,
        chosen: Self::Move,
        workspace: &mut Self::Workspace,
        rng: &mut Random,
    ) -> Result<(), IllegalMove> {
        let illegal = |state: &Self::State| IllegalMove { text: self.move_text(state, chosen) };
        let Turn::Player(seat) = self.turn(state) else {
            return Err(illegal(state));
        };
        let mut moves = Vec::new();
        self.legal_moves(state, seat, workspace, &mut moves);
        if !moves.contains(&chosen) {
            return Err(illegal(state));
        }
        self.apply(state, chosen, workspace, rng);
        Ok(())
    }

    /// Plays uniformly random moves from `state` until the game is over or the limit is reached. `trace`, where given,
    /// receives each (seat, move) in order.
    fn playout(
        &self,
        state: &mut Self::State,
        limit: PlayoutLimit,
        workspace: &mut Self::Workspace,
        rng: &mut Random,
        trace: Option<&mut Vec<(Seat, Self::Move)>>,
    ) -> Playout {
        fused::playout(self, state, limit, workspace, rng, trace)
    }

    /// As [`Game::playout`], but of the moves drawn only those are played that `guide` accepts. `moves` is a buffer for listing.
    #[expect(clippy::too_many_arguments, reason = "as a play-out, with what guides it")]
    fn guided_playout<U: Guide<Self::Move>>(
        &self,
        state: &mut Self::State,
        limit: PlayoutLimit,
        workspace: &mut Self::Workspace,
        rng: &mut Random,
        guide: &mut U,
        moves: &mut Vec<Self::Move>,
        trace: &mut Vec<(Seat, Self::Move)>,
    ) -> Playout {
        fused::guided_playout(self, state, limit, workspace, rng, guide, moves, trace)
    }

    /// Whether [`Game::measure`] can count this.
    fn measures(&self, what: Measure) -> bool {
        what == Measure::Material && self.drawing().is_some()
    }

    /// How much a seat has of something; 0 where [`Game::measures`] says that it cannot be counted.
    fn measure(&self, state: &Self::State, seat: Seat, what: Measure, _workspace: &mut Self::Workspace) -> f32 {
        let colour = self.colour(state, seat);
        match what {
            Measure::Material => self.contents(state).iter().filter(|mark| mark.owner == Some(colour)).count() as f32,
            Measure::Mobility | Measure::Score => 0.0,
        }
    }

    /// One iteration of a closed-loop search below its root in one call: from `root` plays `path`; if `listed` is given
    /// appends the legal moves of the seat to move there; then plays out uniformly. The first move of the play-out is drawn
    /// from the listed moves and its index is reported, so that a search can make it the new child.
    #[expect(clippy::too_many_arguments, reason = "one call is the point of it, and all of it is needed at once")]
    fn simulate(
        &self,
        root: &Self::State,
        path: &[Self::Move],
        listed: Option<&mut Vec<Self::Move>>,
        limit: PlayoutLimit,
        scratch: &mut Self::State,
        workspace: &mut Self::Workspace,
        rng: &mut Random,
        trace: Option<&mut Vec<(Seat, Self::Move)>>,
    ) -> Simulation {
        fused::simulate(self, root, path, listed, limit, scratch, workspace, rng, trace)
    }
}
