//! One game between players, from the first move to the last.

use super::live::{Live, Question};
use super::record::{End, MoveRecord, changes_text, contents_text};
use super::settings::{Overrun, PlayRules};
use super::{Entrant, record::SeatUse};
use crate::agent::{Choice, Player};
use crate::game::{Drawing, Game, GameInfo, Mark, Random, Seat, Turn, random_from_seed};
use crate::search::Proof;
use rand::RngExt;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A game that is ready to be played, whatever its types are inside.
pub trait Table: Send + Sync {
    /// What is known of the game.
    fn info(&self) -> &GameInfo;
    /// How its board is drawn.
    fn drawing(&self) -> Option<Drawing>;
    /// Plays one game to its end, reporting to `live` on the way.
    fn play(&self, order: &Order, live: &Live) -> Played;
}

/// Everything that decides one game.
#[derive(Debug, Clone)]
pub struct Order {
    /// Who sits where.
    pub seats: Vec<Entrant>,
    /// Seed of the rules' chance and of the opening: both games of a pair share it.
    pub seed: u64,
    /// Number of the game, which tells the agents' generators apart within a pair.
    pub game: u64,
    /// The runner's own rules.
    pub rules: Arc<PlayRules>,
    /// Moves to begin with, by text.
    pub opening: Vec<String>,
}

/// How a game went; the moves are in its [`Live`].
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// Why it ended.
    pub end: End,
    /// Who is to blame.
    pub culprit: Option<Seat>,
    /// What happened, where there is more to say.
    pub detail: String,
    /// Utilities by seat; empty without a result.
    pub utilities: Vec<f32>,
    /// Utility of the colour 1, where another seat than the first plays it.
    pub colour_one: Option<f32>,
}

impl Played {
    /// A game without a result.
    #[must_use]
    pub fn without_result(end: End, detail: impl Into<String>) -> Self {
        Self { end, culprit: None, detail: detail.into(), utilities: Vec::new(), colour_one: None }
    }

    /// A game that `culprit` loses, and every other seat wins.
    #[must_use]
    pub fn lost_by(culprit: Seat, seats: usize, end: End, detail: impl Into<String>) -> Self {
        let utilities = (0..seats).map(|seat| if seat == culprit.index() { -1.0 } else { 1.0 }).collect();
        Self { end, culprit: Some(culprit), detail: detail.into(), utilities, colour_one: None }
    }
}

/// The [`Table`] of a game of the contract.
pub struct Seated<G: Game>(pub Arc<G>);

impl<G: Game + 'static> Table for Seated<G> {
    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn drawing(&self) -> Option<Drawing> {
        self.0.drawing()
    }

    fn play(&self, order: &Order, live: &Live) -> Played {
        let attempt = catch_unwind(AssertUnwindSafe(|| Sitting::new(&*self.0, order, live).and_then(Sitting::play)));
        match attempt {
            Ok(Ok(played) | Err(played)) => played,
            Err(panic) => Played::without_result(End::RulesFailed, panic_text(&*panic)),
        }
    }
}

/// What a panic said.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "panicked without a message".to_owned())
}

/// Mixes a seed with a number that tells its uses apart.
#[must_use]
pub(super) fn mix(seed: u64, use_of_it: u64) -> u64 {
    // The finaliser of SplitMix64, whose outputs for neighbouring inputs look unrelated.
    let mut z = seed.wrapping_add(use_of_it.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One game in progress.
struct Sitting<'a, G: Game> {
    game: &'a G,
    order: &'a Order,
    live: &'a Live,
    players: Vec<Box<dyn Player<G>>>,
    generators: Vec<Random>,
    clocks: Vec<Option<Duration>>,
    workspace: G::Workspace,
    chance: Random,
    state: G::State,
    board: Vec<Mark>,
    legal: Vec<G::Move>,
}

impl<'a, G: Game + 'static> Sitting<'a, G> {
    fn new(game: &'a G, order: &'a Order, live: &'a Live) -> Result<Self, Played> {
        let mut players = Vec::new();
        for entrant in &order.seats {
            match entrant.agent.player(game) {
                Ok(player) => players.push(player),
                Err(refusal) => return Err(Played::without_result(End::Unplayed, refusal)),
            }
        }
        let mut workspace = game.workspace();
        let mut chance = random_from_seed(mix(order.seed, 0));
        let state = game.start(&mut workspace, &mut chance);
        let board = if order.rules.record_moves { game.contents(&state) } else { Vec::new() };
        live.update(|progress| {
            progress.usage = vec![SeatUse::default(); players.len()];
            progress.start = contents_text(&board);
        });
        let own = mix(order.seed, order.game.wrapping_add(1));
        let generators = (0..players.len()).map(|seat| random_from_seed(mix(own, 1 + seat as u64))).collect();
        let clock = |entrant: &Entrant| entrant.limit.clock.and_then(|left| Duration::try_from_secs_f64(left).ok());
        let clocks = order.seats.iter().map(clock).collect();
        Ok(Self { game, order, live, players, generators, clocks, workspace, chance, state, board, legal: Vec::new() })
    }

    fn play(mut self) -> Result<Played, Played> {
        self.opening()?;
        let rules = &*self.order.rules;
        let cap = rules.max_plies(self.players.len());
        let mut plies = self.live.update(|progress| progress.plies);
        let mut movers = Vec::new();
        let mut chosen = Vec::new();
        loop {
            movers.clear();
            match self.game.turn(&self.state) {
                Turn::Over => return Ok(self.result(End::Over)),
                _ if plies >= cap => return Ok(self.result(End::Cap)),
                Turn::Player(seat) => movers.push(seat),
                Turn::Joint(seats) => movers.extend(seats.iter()),
            }
            chosen.clear();
            for &seat in &movers {
                let choice = self.ask(seat)?;
                if let Some(played) = self.adjudicate(seat, &choice) {
                    return Ok(played);
                }
                chosen.push((choice.chosen, choice.iterations, choice.time));
            }
            self.apply(&movers, &chosen);
            plies += 1;
        }
    }

    /// Plays the opening moves, which nobody is charged for.
    fn opening(&mut self) -> Result<(), Played> {
        let mut generator = random_from_seed(mix(self.order.seed, u64::MAX));
        let given = self.order.opening.len();
        for ply in 0..self.order.rules.opening_plies as usize + given {
            let seats: Vec<Seat> = match self.game.turn(&self.state) {
                Turn::Over => break,
                Turn::Player(seat) => vec![seat],
                Turn::Joint(seats) => seats.iter().collect(),
            };
            let mut chosen = Vec::new();
            for &seat in &seats {
                self.list(seat);
                let step = match self.order.opening.get(ply) {
                    Some(text) => self
                        .game
                        .parse_move(&self.state, seat, text, &mut self.workspace)
                        .map_err(|illegal| Played::without_result(End::Unplayed, format!("opening: {illegal}")))?,
                    None => self.legal[generator.random_range(0..self.legal.len())],
                };
                chosen.push((step, 0, Duration::ZERO));
            }
            self.apply(&seats, &chosen);
            self.live.update(|progress| progress.opening += 1);
        }
        Ok(())
    }

    fn list(&mut self, seat: Seat) {
        self.legal.clear();
        self.game.legal_moves(&self.state, seat, &mut self.workspace, &mut self.legal);
    }

    /// Asks a seat for its move, watches the time, and checks the answer.
    fn ask(&mut self, seat: Seat) -> Result<Choice<G::Move>, Played> {
        let index = seat.index();
        let rules = &*self.order.rules;
        self.list(seat);
        let clock = self.clocks[index];
        if clock.is_some_and(|left| left.is_zero()) && rules.overrun == Overrun::Random {
            let chosen = self.legal[self.generators[index].random_range(0..self.legal.len())];
            self.live.update(|progress| progress.usage[index].after_clock += 1);
            return Ok(Choice { chosen, iterations: 0, time: Duration::ZERO, value: None, analysis: None });
        }
        let limit = self.order.seats[index].limit;
        let lost = |end, detail: String| Played::lost_by(seat, self.order.seats.len(), end, detail);
        let budget = limit.budget(clock).map_err(|error| Played::without_result(End::Unplayed, error.to_string()))?;
        let due = limit.due(clock);
        let patience = due.map_or(rules.patience(), |due| due + rules.grace() + rules.patience());
        let began = Instant::now();
        self.live.update(|progress| progress.asked = Some(Question { seat, since: began, patience }));
        let (player, generator) = (&mut self.players[index], &mut self.generators[index]);
        let answer = catch_unwind(AssertUnwindSafe(|| player.choose(self.game, &self.state, seat, &budget, generator)));
        let time = began.elapsed();
        let late = due.is_some_and(|due| time > due + rules.tolerance(due));
        self.live.update(|progress| {
            progress.asked = None;
            let usage = &mut progress.usage[index];
            usage.seconds += time.as_secs_f64();
            usage.moves += 1;
            // With a game clock only the clock counts; the move's own limit is then the agent's affair.
            usage.late += u32::from(late && clock.is_none());
            if let Ok(choice) = &answer {
                usage.iterations += choice.iterations;
            }
        });
        if let Some(left) = &mut self.clocks[index] {
            *left = left.saturating_sub(time);
        }
        let mut choice = answer.map_err(|panic| lost(End::Crashed, panic_text(&*panic)))?;
        choice.time = time;
        if !self.legal.contains(&choice.chosen) {
            return Err(lost(End::Illegal, format!("offered {:?}", choice.chosen)));
        }
        let forfeit = due.is_some_and(|due| time > due + rules.grace());
        if forfeit && (clock.is_none() || rules.overrun == Overrun::Lose) {
            return Err(lost(End::Late, format!("answered after {:.3} s", time.as_secs_f64())));
        }
        Ok(choice)
    }

    /// Plays one turn and records it.
    fn apply(&mut self, movers: &[Seat], chosen: &[(G::Move, u64, Duration)]) {
        let keep = self.order.rules.record_moves;
        let texts: Vec<String> = if keep {
            chosen.iter().map(|&(step, ..)| self.game.move_text(&self.state, step)).collect()
        } else {
            Vec::new()
        };
        let steps: Vec<G::Move> = chosen.iter().map(|&(step, ..)| step).collect();
        let began = Instant::now();
        match self.game.turn(&self.state) {
            Turn::Joint(_) => self.game.apply_joint(&mut self.state, &steps, &mut self.workspace, &mut self.chance),
            _ => self.game.apply(&mut self.state, steps[0], &mut self.workspace, &mut self.chance),
        }
        if movers.len() == 1
            && chosen[0].2 > Duration::ZERO
            && let Some(left) = &mut self.clocks[movers[0].index()]
        {
            // As in Ludii's Kilothon, carrying out the move is on the mover's clock.
            *left = left.saturating_sub(began.elapsed());
        }
        for player in &mut self.players {
            player.played(self.game, &steps);
        }
        let mut changes = String::new();
        if keep {
            let board = self.game.contents(&self.state);
            changes = changes_text(&self.board, &board);
            self.board = board;
        }
        self.live.update(|progress| {
            progress.plies += 1;
            let last = texts.len().saturating_sub(1);
            for (index, text) in texts.into_iter().enumerate() {
                let (_, iterations, time) = chosen[index];
                let changes = if index == last { std::mem::take(&mut changes) } else { String::new() };
                let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
                progress.moves.push(MoveRecord(movers[index].0 + 1, text, micros, iterations, changes));
            }
        });
    }

    /// The result that a proof gives a game between two, where the run accepts proofs.
    fn adjudicate(&self, seat: Seat, choice: &Choice<G::Move>) -> Option<Played> {
        if !self.order.rules.adjudicate_proofs || self.players.len() != 2 {
            return None;
        }
        let value = match choice.analysis.as_ref()?.moves.first()?.proof? {
            Proof::Win => 1.0,
            Proof::Loss => -1.0,
            Proof::Draw => return None,
        };
        let mut utilities = vec![-value; 2];
        utilities[seat.index()] = value;
        let detail = format!("proven by player {seat}");
        Some(Played { end: End::Proven, culprit: None, detail, utilities, colour_one: None })
    }

    fn result(&self, end: End) -> Played {
        let mut utilities = self.game.utilities(&self.state).as_slice().to_vec();
        if end == End::Cap && utilities.len() == 1 {
            // A puzzle that is not solved in time is lost, as in Ludii.
            utilities[0] = -1.0;
        }
        let first = (0..self.players.len()).find(|&seat| self.game.colour(&self.state, Seat(seat as u8)) == Seat(0));
        let colour_one = first.filter(|&seat| seat != 0).map(|seat| utilities[seat]);
        Played { end, culprit: None, detail: String::new(), utilities, colour_one }
    }
}
