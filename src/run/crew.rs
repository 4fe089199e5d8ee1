//! Playing many games at once, and giving up on those that hang.

use super::folder::BoardRecord;
use super::live::{Live, Question};
use super::node::Node;
use super::record::{End, GameRecord, ranks_of};
use super::schedule::{Assignment, pair_seed};
use super::settings::{Kind, PlayRules, Settings, Title};
use super::table::{Order, Played, Table, panic_text};
use crate::game::GameInfo;
use crossbeam::channel::{self, Receiver, RecvTimeoutError, Sender};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Turns a title into a game, or says why it cannot.
pub type Load = dyn Fn(&Title) -> Result<Arc<dyn Table>, String> + Send + Sync;

/// What a finished game leaves: its record, and how its board is drawn.
#[derive(Debug)]
pub struct Finished {
    /// The record.
    pub record: GameRecord,
    /// The drawing.
    pub board: Option<BoardRecord>,
}

/// How a run is told to stop, from any thread.
#[derive(Debug, Default)]
pub struct Halt {
    closing: AtomicBool,
    dropping: AtomicBool,
}

impl Halt {
    /// Begins no more games.
    pub fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
    }

    /// Gives up the games that are running, too.
    pub fn drop_games(&self) {
        self.dropping.store(true, Ordering::SeqCst);
        self.close();
    }

    /// Whether no more games begin.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    fn is_dropping(&self) -> bool {
        self.dropping.load(Ordering::SeqCst)
    }
}

/// The threads that play a run's games.
///
/// Each player thread takes one game after the other and plays it by itself; the thread that calls [`Crew::play`] only
/// collects what is finished and watches for agents that never answer. A thread cannot be ended from outside: one that hangs
/// is left alone, its game is recorded as stalled, and a new thread takes its place.
pub struct Crew {
    /// What decides the results.
    pub settings: Arc<Settings>,
    /// Where games come from.
    pub load: Arc<Load>,
    /// Games at the same time.
    pub jobs: usize,
    /// When to stop, whatever is running. No game begins that would not end by then if it took as long as the longest so far.
    pub deadline: Option<Instant>,
    /// How to stop earlier.
    pub halt: Arc<Halt>,
}

/// How often the watch looks for agents that never answer, and for the end of the time.
const WATCH: Duration = Duration::from_millis(50);

impl Crew {
    /// Plays the games and gives each, when it is finished, to `each`, in the order in which they finish.
    pub fn play(self, games: Vec<Assignment>, mut each: impl FnMut(Finished)) {
        quiet_game_threads();
        let (results, finished) = channel::bounded(64);
        let floor = Arc::new(Floor {
            rules: Arc::new(self.settings.play.clone()),
            library: Library::new(&games, Arc::clone(&self.load)),
            next: AtomicUsize::new(0),
            longest: AtomicU64::new(0),
            crew: self,
            games,
        });
        let mut seats: Vec<Arc<Seat>> = Vec::new();
        for _ in 0..floor.crew.jobs.clamp(1, floor.games.len().max(1)) {
            seats.push(Seat::occupy(&floor, &results));
        }
        drop(results);
        Self::watch(&floor, &mut seats, &finished, &mut each);
        // What was finished while the watch closed.
        finished.try_iter().for_each(each);
    }

    /// Collects finished games until every player thread is done or given up.
    fn watch(
        floor: &Arc<Floor>,
        seats: &mut [Arc<Seat>],
        finished: &Receiver<Finished>,
        each: &mut impl FnMut(Finished),
    ) {
        let mut looked = Instant::now();
        loop {
            match finished.recv_timeout(WATCH) {
                Ok(one) => each(one),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if looked.elapsed() < WATCH {
                continue;
            }
            looked = Instant::now();
            if floor.crew.halt.is_dropping() || floor.crew.is_past_deadline() {
                seats.iter().for_each(|seat| drop(seat.take()));
                return;
            }
            for seat in seats.iter_mut() {
                if let Some((game, silent)) = seat.stalled() {
                    let detail = format!("no answer within {:.1} s", silent.since.elapsed().as_secs_f64());
                    let played = Played::lost_by(silent.seat, game.seated.len(), End::Stalled, detail);
                    each(floor.finish(game, played));
                    // The results channel stays open through the senders of the other threads and of this one.
                    let results = seat.results.clone();
                    *seat = Seat::occupy(floor, &results);
                }
            }
            if seats.iter().all(|seat| seat.is_left()) && finished.is_empty() {
                return;
            }
        }
    }

    fn should_close(&self) -> bool {
        self.halt.is_closing() || self.is_past_deadline()
    }

    fn is_past_deadline(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Why this run does not play such a game.
    fn refuse(&self, info: &GameInfo) -> Option<String> {
        match self.settings.kind {
            Kind::Kilothon { .. } => {
                info.simultaneous.then(|| "the Kilothon leaves out games with simultaneous moves".to_owned())
            }
            _ => (info.seats < 2).then(|| "a match needs a game for two players or more".to_owned()),
        }
    }
}

/// What all player threads share.
struct Floor {
    crew: Crew,
    games: Vec<Assignment>,
    next: AtomicUsize,
    /// Milliseconds of the longest game so far.
    longest: AtomicU64,
    rules: Arc<PlayRules>,
    library: Library,
}

/// A game that is being played.
struct Current {
    assignment: Assignment,
    table: Loaded,
    seated: Vec<usize>,
    live: Arc<Live>,
    began: Instant,
}

impl Floor {
    /// Takes the next game from the schedule and opens it.
    fn begin(&self) -> Option<Current> {
        if self.crew.should_close() || self.is_too_late() {
            return None;
        }
        let assignment = *self.games.get(self.next.fetch_add(1, Ordering::SeqCst))?;
        let began = Instant::now();
        let table = self.library.table(assignment.title, &self.crew.settings.titles[assignment.title]);
        let seated = table.as_ref().map(|table| assignment.seating.seats(table.info().seats)).unwrap_or_default();
        Some(Current { assignment, table, seated, live: Arc::default(), began })
    }

    /// Whether a game as long as the longest so far would not end in time.
    fn is_too_late(&self) -> bool {
        let longest = Duration::from_millis(self.longest.load(Ordering::SeqCst));
        self.crew.deadline.is_some_and(|deadline| Instant::now() + longest >= deadline)
    }

    /// What a game is played with; or, where it is not played, why.
    fn order(&self, game: &Current) -> Result<(Arc<dyn Table>, Order), Played> {
        let unplayed = |reason: String| Played::without_result(End::Unplayed, reason);
        let table = game.table.clone().map_err(unplayed)?;
        if let Some(reason) = self.crew.refuse(table.info()) {
            return Err(unplayed(reason));
        }
        let settings = &self.crew.settings;
        let lists = &settings.openings;
        let opening = match lists.len() {
            0 => Vec::new(),
            count => lists[(game.assignment.pair % count as u64) as usize].clone(),
        };
        let order = Order {
            seats: game.seated.iter().map(|&entrant| settings.entrants[entrant].clone()).collect(),
            seed: pair_seed(settings, game.assignment.pair),
            game: game.assignment.game,
            rules: Arc::clone(&self.rules),
            opening,
        };
        Ok((table, order))
    }

    /// The record of a game that has ended.
    fn finish(&self, game: Current, played: Played) -> Finished {
        let Current { assignment, table, seated, live, began } = game;
        let settings = &self.crew.settings;
        let title = &settings.titles[assignment.title];
        let progress = live.take();
        let took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.longest.fetch_max(took, Ordering::SeqCst);
        let rules = table.as_ref().map(|table| format!("{:016x}", table.info().rules_hash)).unwrap_or_default();
        let undrawn = self.rules.record_moves && self.library.draws(assignment.title);
        let drawing = table.as_ref().ok().filter(|_| undrawn).and_then(|table| table.drawing());
        let board = drawing.map(|drawing| BoardRecord::new(rules.clone(), &drawing));
        self.library.done(assignment.title);
        let record = GameRecord {
            game: assignment.game,
            pair: assignment.pair,
            title: title.name.clone(),
            category: title.category.clone(),
            rules,
            agents: seated.iter().map(|&entrant| settings.entrants[entrant].agent.to_string()).collect(),
            limits: seated.iter().map(|&entrant| settings.entrants[entrant].limit.to_string()).collect(),
            entrants: seated,
            seed: pair_seed(settings, assignment.pair),
            ranks: ranks_of(&played.utilities),
            utilities: played.utilities,
            colour_one: played.colour_one,
            plies: progress.plies,
            opening: progress.opening,
            end: played.end,
            culprit: played.culprit.map(|seat| seat.0 + 1),
            detail: played.detail,
            seconds: began.elapsed().as_secs_f64(),
            usage: progress.usage,
            host: super::host(),
            node: Node::here(),
            finished: super::now(),
            jobs: self.crew.jobs,
            build: super::build(),
            start: progress.start,
            moves: progress.moves,
        };
        Finished { record, board }
    }
}

/// The place of one player thread. Whoever takes the current game out of it, the thread or the watch, finishes it.
struct Seat {
    current: Mutex<Option<Current>>,
    left: AtomicBool,
    results: Sender<Finished>,
}

/// Name of the threads in which agents run.
const GAME_THREAD: &str = "halfling-game";

impl Seat {
    /// Starts a player thread.
    fn occupy(floor: &Arc<Floor>, results: &Sender<Finished>) -> Arc<Self> {
        let seat = Arc::new(Self { current: Mutex::new(None), left: AtomicBool::new(false), results: results.clone() });
        let (own, floor) = (Arc::clone(&seat), Arc::clone(floor));
        let work = move || {
            while own.play_one(&floor) {}
            own.left.store(true, Ordering::SeqCst);
        };
        if let Err(error) = thread::Builder::new().name(GAME_THREAD.to_owned()).stack_size(8 << 20).spawn(work) {
            log::error!("cannot start a thread: {error}");
            seat.left.store(true, Ordering::SeqCst);
        }
        seat
    }

    /// Plays the next game; false where there is none, or where this thread was given up meanwhile.
    fn play_one(&self, floor: &Floor) -> bool {
        let Some(game) = floor.begin() else { return false };
        let (order, live) = (floor.order(&game), Arc::clone(&game.live));
        *self.current.lock() = Some(game);
        let played = match order {
            Ok((table, order)) => table.play(&order, &live),
            Err(played) => played,
        };
        let Some(game) = self.take() else { return false };
        self.results.send(floor.finish(game, played)).is_ok()
    }

    fn take(&self) -> Option<Current> {
        self.current.lock().take()
    }

    /// Takes the game whose agent has been silent for too long.
    fn stalled(&self) -> Option<(Current, Question)> {
        let mut current = self.current.lock();
        let silent = current.as_ref()?.live.stalled()?;
        current.take().map(|game| (game, silent))
    }

    fn is_left(&self) -> bool {
        self.left.load(Ordering::SeqCst)
    }
}

/// Keeps panics of game threads, which are caught and recorded, from being printed as well.
fn quiet_game_threads() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if thread::current().name() == Some(GAME_THREAD) {
                log::warn!("{panic}");
            } else {
                before(panic);
            }
        }));
    });
}

type Loaded = Result<Arc<dyn Table>, String>;

/// The games in use: each is loaded when it is first needed, and let go after its last game.
struct Library {
    load: Arc<Load>,
    shelves: Mutex<HashMap<usize, Shelf>>,
}

struct Shelf {
    table: Arc<OnceLock<Loaded>>,
    left: usize,
    drawn: bool,
}

impl Library {
    fn new(games: &[Assignment], load: Arc<Load>) -> Self {
        let mut shelves: HashMap<usize, Shelf> = HashMap::new();
        for game in games {
            shelves.entry(game.title).or_insert_with(|| Shelf { table: Arc::default(), left: 0, drawn: false }).left +=
                1;
        }
        Self { load, shelves: Mutex::new(shelves) }
    }

    fn table(&self, index: usize, title: &Title) -> Loaded {
        let cell = self.shelves.lock().get(&index).map(|shelf| Arc::clone(&shelf.table)).unwrap_or_default();
        let load =
            || catch_unwind(AssertUnwindSafe(|| (self.load)(title))).unwrap_or_else(|panic| Err(panic_text(&*panic)));
        cell.get_or_init(load).clone()
    }

    /// Whether the title's board is still to be drawn; once only.
    fn draws(&self, title: usize) -> bool {
        self.shelves.lock().get_mut(&title).is_some_and(|shelf| !std::mem::replace(&mut shelf.drawn, true))
    }

    fn done(&self, title: usize) {
        let mut shelves = self.shelves.lock();
        if let Some(shelf) = shelves.get_mut(&title) {
            shelf.left -= 1;
            if shelf.left == 0 {
                shelves.remove(&title);
            }
        }
    }
}
