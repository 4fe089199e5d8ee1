//! The engine's own rules inside Ludii, for as long as they agree with Ludii's.
//!
//! The game's description, as Ludii holds it, is compiled; the native position follows the moves that Ludii plays, or is set up
//! from Ludii's state where it does not follow from them, and is compared with Ludii's before every search. At the first
//! difference the session goes back to Ludii's rules.

mod difference;
mod follow;
mod lockstep;

use super::hosted::HostedGame;
use super::java::{self, Text};
use crate::agent::{Choice, NativeRules, Player, Spec};
use crate::game::{Game, Random, Seat};
use crate::lud::expand::Defines;
use crate::lud::play::canonical::fnv;
use crate::lud::play::game::LudGame;
use crate::lud::play::moves::LudMove;
use crate::lud::play::state::State;
use crate::lud::source::Description;
use crate::lud::{self, Options};
use crate::search::{Budget, Signal};
pub(super) use difference::settle;
use follow::{Astray, Followed, Follower};
pub(super) use lockstep::Lockstep;
use log::{info, warn};
use std::env;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Environment variable of a test hook: from this ply on the native rules lose a legal move.
const BREAK_VARIABLE: &str = "HALFLING_BREAK_NATIVE";
/// Own moves at which everything is compared unless somebody asks for it at every one.
const COMPLETE_MOVES: u32 = 3;
/// The part of the thinking time that comparing may take.
const SHARE: f64 = 0.05;
/// How long Ludii says where moves lead if a move has no limit of its own.
const UNLIMITED: Duration = Duration::from_millis(25);

/// An agent on the engine's own rules, at one game in Ludii.
pub(super) struct Native {
    game: Arc<LudGame>,
    follower: Follower,
    player: Box<dyn Player<LudGame>>,
    mode: NativeRules,
    description: String,
    lockstep: Arc<Lockstep>,
    /// Own moves so far.
    moves: u32,
    /// What the last comparison cost.
    cost: Duration,
}

/// A search on the engine's own rules that has ended.
#[derive(Debug)]
pub(super) struct Searched {
    /// What it found.
    pub(super) choice: Choice<LudMove>,
    /// The position that was searched.
    pub(super) state: State,
    /// Why the position was set up from Ludii's state, where it did not follow from the game's moves.
    pub(super) rebuilt: Option<String>,
    /// What comparing it with Ludii's cost.
    pub(super) cost: Duration,
    /// Legal moves of which it was compared where they lead.
    pub(super) reached: usize,
    /// For each native move the index of Ludii's, and whether it is that one and no other that looks the same.
    pub(super) paired: Vec<(LudMove, u32, bool)>,
}

/// A position that both sets of rules agree about.
pub(super) struct Agreed {
    followed: Followed,
    /// Why it was set up from Ludii's state, where it was.
    rebuilt: Option<String>,
}

impl Agreed {
    /// For each native move, in the order in which the search sees them, the index of Ludii's.
    pub(super) fn order(&self) -> &[u32] {
        &self.followed.ludii
    }
}

/// Why the engine's own rules are not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Never more in this game.
    Ended(String),
    /// Not for this move.
    ForNow(String),
}

impl Native {
    /// Compiles a game's description.
    ///
    /// # Errors
    /// Why the engine's own rules cannot be used, for people.
    pub(super) fn new(game: &HostedGame, spec: &Spec, signal: &Arc<Signal>) -> Result<Self, String> {
        if spec.native() == NativeRules::Off {
            return Err("the agent was told to search on Ludii's rules".to_owned());
        }
        let text = game.description().ok_or("Ludii does not tell the description")?;
        let description =
            Description { path: "ludii".to_owned(), text, defines: Arc::new(Defines::new(Vec::new()).map_err(words)?) };
        let loaded = lud::load(&description, &Options::default()).map_err(words)?;
        let hash = fnv(&description.text);
        let mut compiled = LudGame::new(&loaded.tree, hash).map_err(words)?;
        if let Some(limit) = game.move_limit() {
            compiled.set_move_limit(limit);
        }
        let compiled = Arc::new(compiled);
        let mut player = spec.player(&*compiled).map_err(words)?;
        player.attach(Arc::clone(signal));
        let broken = env::var(BREAK_VARIABLE).ok().and_then(|ply| ply.parse().ok());
        let lockstep = Lockstep::of(hash, &compiled, game.host(), &description.text);
        Ok(Self {
            follower: Follower::new(Arc::clone(&compiled), broken),
            game: compiled,
            player,
            mode: spec.native(),
            description: description.text,
            lockstep,
            moves: 0,
            cost: Duration::ZERO,
        })
    }

    /// The comparison at the first meeting.
    pub(super) fn lockstep(&self) -> Arc<Lockstep> {
        Arc::clone(&self.lockstep)
    }

    /// The compiled game.
    pub(super) fn game(&self) -> &Arc<LudGame> {
        &self.game
    }

    /// Brings the native position up to date and compares it with Ludii's. `seconds` is what the move may take, where that is
    /// limited.
    ///
    /// # Errors
    /// When it differs or cannot be rebuilt.
    pub(super) fn agree(&mut self, hosted: &HostedGame, seat: Seat, seconds: Option<f64>) -> Result<Agreed, Refusal> {
        if let Some(Err(difference)) = self.lockstep.verdict() {
            return Err(Refusal::Ended(format!("random games differ: {difference}")));
        }
        let began = Instant::now();
        let told = || Refusal::ForNow("Ludii does not tell the moves".to_owned());
        let news = hosted.news(self.comparing(seconds)).ok_or_else(told)?;
        let mut followed = self.follower.follow(&news);
        if matches!(followed, Err(Astray::Different(_)))
            && let Some(reason) = hosted.edit(self.follower.ply())
        {
            followed = Err(Astray::Lost(reason));
        }
        let (followed, rebuilt) = match followed {
            Err(Astray::Lost(reason)) => {
                // As at the beginning of a game.
                self.moves = 0;
                let state = hosted.rebuild(self.comparing(seconds)).ok_or_else(told)?;
                let followed = self.follower.rebuild(&state).map_err(|astray| match astray {
                    Astray::Lost(why_not) => Astray::Lost(format!("{reason}, and {why_not}")),
                    different => different,
                });
                (followed, Some(reason))
            }
            followed => (followed, None),
        };
        self.cost = began.elapsed();
        match followed {
            Ok(followed) if followed.seat != seat => {
                let reason = format!("Ludii has seat {seat} to move, the native rules seat {}", followed.seat);
                warn!("{}: ply {}: {reason}", self.game.rules().name, self.follower.ply());
                Err(Refusal::Ended(reason))
            }
            Ok(followed) => {
                self.moves += 1;
                Ok(Agreed { followed, rebuilt })
            }
            Err(Astray::Lost(reason)) => {
                info!("{}: this move is searched on Ludii's rules: {reason}", self.game.rules().name);
                Err(Refusal::ForNow(reason))
            }
            Err(Astray::Different(difference)) => {
                warn!(
                    "{}: ply {}: the native rules differ from Ludii's: {difference}",
                    self.game.rules().name,
                    self.follower.ply()
                );
                Err(Refusal::Ended(difference.to_string()))
            }
        }
    }

    /// How long Ludii may say where moves lead; nothing for as long as it takes.
    fn comparing(&self, seconds: Option<f64>) -> Option<Duration> {
        // Half of what comparing may take is Ludii's.
        match self.mode {
            NativeRules::AlwaysCheck => None,
            _ if self.moves < COMPLETE_MOVES => {
                Some(seconds.map_or(UNLIMITED, |seconds| Duration::from_secs_f64(seconds.min(1.0) * SHARE / 2.0)))
            }
            _ => Some(Duration::ZERO),
        }
    }

    /// Searches a position that was agreed about.
    pub(super) fn search(&mut self, agreed: Agreed, budget: &Budget, rng: &mut Random) -> Searched {
        let Agreed { followed, rebuilt } = agreed;
        if followed.restarted {
            self.player.reset();
        }
        for &step in &followed.played {
            self.player.played(&self.game, &[step]);
        }
        let choice = self.player.choose(&self.game, &followed.state, followed.seat, budget, rng);
        let paired = followed.moves.iter().zip(&followed.ludii).zip(&followed.told);
        let paired = paired.map(|((&step, &index), &is_told)| (step, index, is_told)).collect();
        Searched { choice, state: followed.state, rebuilt, cost: self.cost, reached: followed.reached, paired }
    }

    /// The index among Ludii's of the chosen move. Where several of Ludii's look like it, the one that leads to the same position.
    ///
    /// # Errors
    /// When none of them does.
    pub(super) fn index(&mut self, searched: &Searched, hosted: &HostedGame) -> Result<usize, Refusal> {
        let chosen = searched.choice.chosen;
        let paired = searched.paired.iter().find(|(own, ..)| *own == chosen);
        let Some(&(_, index, is_told)) = paired else {
            return Err(Refusal::ForNow("the chosen move is not among Ludii's".to_owned()));
        };
        if is_told {
            return Ok(index as usize);
        }
        let half = self.follower.half(&searched.state, chosen);
        let same = hosted.same(index).unwrap_or_default();
        let places = same.split(' ').filter_map(|entry| entry.split_once(':'));
        let found = places.filter(|(_, theirs)| *theirs == half).find_map(|(place, _)| place.parse().ok());
        // Where a move leads may be a matter of chance; then one that looks the same must do.
        let found = found.or_else(|| self.game.info().stochastic.then_some(index as usize));
        found.ok_or_else(|| Refusal::Ended(format!("no move of Ludii's leads to where {chosen:?} does")))
    }

    /// Writes the game so far, in which the rules differ, to a file, in the background. Where random games differed, they are
    /// written already, and this game need not show it.
    pub(super) fn write_difference(&self, hosted: &HostedGame) {
        if matches!(self.lockstep.verdict(), Some(Err(_))) {
            return;
        }
        let Ok(host) = java::keep(hosted.host()) else { return };
        let (name, description) = (self.game.rules().name.clone(), self.description.clone());
        difference::in_background(move || {
            // Written before it is logged: what is logged at a level that nobody listens to is not even worked out.
            let written = match java::text(&host, Text::Whole) {
                Some(record) => difference::write(&name, &description, &record),
                None => "the difference is not written: Ludii does not tell the game".to_owned(),
            };
            warn!("{name}: {written}");
        });
    }
}

fn words(problem: impl std::fmt::Display) -> String {
    problem.to_string()
}
