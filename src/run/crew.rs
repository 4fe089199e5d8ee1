//! Playing many games at once, and giving up on those that hang.

use super::folder::BoardRecord;
use super::live::Live;
use super::record::{End, GameRecord, ranks_of};
use super::schedule::{Assignment, pair_seed};
use super::settings::{Kind, PlayRules, Settings, Title};
use super::table::{Order, Played, Table, panic_text};
use crate::game::GameInfo;
use crossbeam::channel::{self, Receiver, RecvTimeoutError, Sender};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
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
pub struct Crew<'a> {
    /// What decides the results.
    pub settings: &'a Settings,
    /// Where games come from.
    pub load: &'a Load,
    /// Games at the same time.
    pub jobs: usize,
    /// When to stop, whatever is running.
    pub deadline: Option<Instant>,
    /// How to stop earlier.
    pub halt: &'a Halt,
}

impl Crew<'_> {
    /// Plays the games and gives each, when it is finished, to `each`, in the order in which they finish.
    pub fn play(&self, games: &[Assignment], mut each: impl FnMut(Finished)) {
        quiet_game_threads();
        let next = AtomicUsize::new(0);
        let library = Library::new(self, games);
        let rules = Arc::new(self.settings.play.clone());
        let (sender, receiver) = channel::bounded(64);
        crossbeam::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, games.len().max(1)) {
                let sender = sender.clone();
                let (next, library, rules) = (&next, &library, &rules);
                scope.spawn(move |_| {
                    let mut hand = None;
                    while !self.should_close() {
                        let Some(assignment) = games.get(next.fetch_add(1, Ordering::SeqCst)) else { break };
                        let Some(finished) = self.one(assignment, library, rules, &mut hand) else { break };
                        if sender.send(finished).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for finished in receiver {
                each(finished);
            }
        })
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }

    fn should_close(&self) -> bool {
        self.halt.is_closing() || self.is_past_deadline()
    }

    fn is_past_deadline(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Plays one game; nothing where the run stops meanwhile.
    fn one(
        &self,
        assignment: &Assignment,
        library: &Library,
        rules: &Arc<PlayRules>,
        hand: &mut Option<Hand>,
    ) -> Option<Finished> {
        let title = &self.settings.titles[assignment.title];
        let began = Instant::now();
        let table = library.table(assignment.title);
        let live = Arc::new(Live::default());
        let mut seated = Vec::new();
        let seed = pair_seed(self.settings, assignment.pair);
        let played = match &table {
            Err(reason) => Played::without_result(End::Unplayed, reason.clone()),
            Ok(table) => match self.refuse(table.info()) {
                Some(reason) => Played::without_result(End::Unplayed, reason),
                None => {
                    seated = assignment.seating.seats(table.info().seats);
                    let seats = seated.iter().map(|&entrant| self.settings.entrants[entrant].clone()).collect();
                    let lists = &self.settings.openings;
                    let opening = match lists.len() {
                        0 => Vec::new(),
                        count => lists[(assignment.pair % count as u64) as usize].clone(),
                    };
                    let order = Order { seats, seed, game: assignment.game, rules: Arc::clone(rules), opening };
                    self.supervise(Job { table: Arc::clone(table), order, live: Arc::clone(&live) }, hand)?
                }
            },
        };
        let progress = live.take();
        let entrants = &self.settings.entrants;
        let rules_hash = table.as_ref().map(|table| format!("{:016x}", table.info().rules_hash)).unwrap_or_default();
        let undrawn = rules.record_moves && library.draws(assignment.title);
        let board = table.as_ref().ok().filter(|_| undrawn).and_then(|table| table.drawing());
        let record = GameRecord {
            game: assignment.game,
            pair: assignment.pair,
            title: title.name.clone(),
            category: title.category.clone(),
            agents: seated.iter().map(|&entrant| entrants[entrant].agent.to_string()).collect(),
            limits: seated.iter().map(|&entrant| entrants[entrant].limit.to_string()).collect(),
            entrants: seated,
            seed,
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
            jobs: self.jobs,
            build: super::build(),
            start: progress.start,
            moves: if rules.record_moves { progress.moves } else { Vec::new() },
            rules: rules_hash,
        };
        library.done(assignment.title);
        let board = board.map(|drawing| BoardRecord::new(record.rules.clone(), &drawing));
        Some(Finished { record, board })
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

    /// Has a game thread play, and waits for it as long as its agents answer.
    fn supervise(&self, job: Job, hand: &mut Option<Hand>) -> Option<Played> {
        let live = Arc::clone(&job.live);
        let seats = job.order.seats.len();
        let at_work = hand.take().unwrap_or_else(Hand::new);
        if at_work.jobs.send(job).is_err() {
            return Some(Played::without_result(End::RulesFailed, "the game's thread ended"));
        }
        loop {
            match at_work.results.recv_timeout(Duration::from_millis(50)) {
                Ok(played) => {
                    *hand = Some(at_work);
                    return Some(played);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Played::without_result(End::RulesFailed, "the game's thread ended"));
                }
                Err(RecvTimeoutError::Timeout) if self.halt.is_dropping() || self.is_past_deadline() => return None,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(silent) = live.stalled() {
                        // The thread cannot be ended, only left alone; a new one plays the next game.
                        let detail = format!("no answer within {:.1} s", silent.since.elapsed().as_secs_f64());
                        return Some(Played::lost_by(silent.seat, seats, End::Stalled, detail));
                    }
                }
            }
        }
    }
}

/// A game for a game thread.
struct Job {
    table: Arc<dyn Table>,
    order: Order,
    live: Arc<Live>,
}

/// A thread that plays one game after the other.
struct Hand {
    jobs: Sender<Job>,
    results: Receiver<Played>,
}

/// Name of the threads in which agents run.
const GAME_THREAD: &str = "halfling-game";

impl Hand {
    fn new() -> Self {
        let (jobs, orders) = channel::bounded::<Job>(1);
        let (answers, results) = channel::bounded(1);
        let work = move || {
            for job in orders {
                let played = job.table.play(&job.order, &job.live);
                drop(job);
                if answers.send(played).is_err() {
                    break;
                }
            }
        };
        // Without a thread the channels close, and the game is recorded as failed.
        if let Err(error) = thread::Builder::new().name(GAME_THREAD.to_owned()).stack_size(8 << 20).spawn(work) {
            log::error!("cannot start a thread: {error}");
        }
        Self { jobs, results }
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
struct Library<'a> {
    crew: &'a Crew<'a>,
    shelves: Mutex<HashMap<usize, Shelf>>,
}

struct Shelf {
    table: Arc<OnceLock<Loaded>>,
    left: usize,
    drawn: bool,
}

impl<'a> Library<'a> {
    fn new(crew: &'a Crew<'a>, games: &[Assignment]) -> Self {
        let mut shelves: HashMap<usize, Shelf> = HashMap::new();
        for game in games {
            shelves.entry(game.title).or_insert_with(|| Shelf { table: Arc::default(), left: 0, drawn: false }).left +=
                1;
        }
        Self { crew, shelves: Mutex::new(shelves) }
    }

    fn table(&self, title: usize) -> Loaded {
        let cell = self.shelves.lock().get(&title).map(|shelf| Arc::clone(&shelf.table)).unwrap_or_default();
        let load = || {
            let title = &self.crew.settings.titles[title];
            catch_unwind(AssertUnwindSafe(|| (self.crew.load)(title))).unwrap_or_else(|panic| Err(panic_text(&*panic)))
        };
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
