//! Following a real game on the engine's own rules, from what Ludii writes about it.

use crate::game::{Game, Seat, Turn, random_from_seed};
use crate::lud::play::canonical::{canonical, fnv};
use crate::lud::play::game::{LudGame, Workspace};
use crate::lud::play::moves::LudMove;
use crate::lud::play::rebuild::Snapshot;
use crate::lud::play::state::State;
use crate::lud::verify::trials::{CHANCE_ATTEMPTS, Difference, rolled_faces, same_memory, used_dice, without_levels};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Follows one game. What it reads is what `Chronicle.java` writes.
pub(super) struct Follower {
    game: Arc<LudGame>,
    workspace: Workspace,
    state: Option<State>,
    ply: usize,
    /// From this ply on one legal move is lost: a rule broken on purpose, for tests.
    broken_from: Option<usize>,
}

/// Why the engine cannot search a position on its own rules.
#[derive(Debug)]
pub(super) enum Astray {
    /// The rules differ from Ludii's.
    Different(Box<Difference>),
    /// The position cannot be rebuilt.
    Lost(String),
}

impl fmt::Display for Astray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Different(difference) => difference.fmt(f),
            Self::Lost(reason) => f.write_str(reason),
        }
    }
}

/// Where a game has come to.
#[derive(Debug)]
pub(super) struct Followed {
    /// Whether it was followed from its start again.
    pub(super) restarted: bool,
    /// The moves since the last time.
    pub(super) played: Vec<LudMove>,
    /// The position.
    pub(super) state: State,
    /// Who is to move.
    pub(super) seat: Seat,
    /// The legal moves.
    pub(super) moves: Vec<LudMove>,
    /// For each of them the index of Ludii's.
    pub(super) ludii: Vec<u32>,
    /// For each of them whether it is that one of Ludii's, and not another that looks the same.
    pub(super) told: Vec<bool>,
    /// Of how many of them it was compared where they lead.
    pub(super) reached: usize,
}

/// Legal moves in correspondence with Ludii's.
struct Pairs {
    ludii: Vec<u32>,
    told: Vec<bool>,
    reached: usize,
}

impl Follower {
    pub(super) fn new(game: Arc<LudGame>, broken_from: Option<usize>) -> Self {
        let workspace = game.workspace();
        Self { game, workspace, state: None, ply: 0, broken_from }
    }

    /// Plies that were followed.
    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// Reads what has happened and compares everything that it can with what Ludii says.
    pub(super) fn follow(&mut self, news: &str) -> Result<Followed, Astray> {
        let followed = self.read(news);
        if followed.is_err() {
            // Whatever comes next starts from the beginning.
            self.state = None;
        }
        followed
    }

    /// Sets up a position of which it is not known how it came about, from all that Ludii keeps of it, and compares as
    /// [`Follower::follow`] does.
    pub(super) fn rebuild(&mut self, told: &str) -> Result<Followed, Astray> {
        let (kept, root) = told.find("\nroot ").map(|at| told.split_at(at + 1)).ok_or_else(unreadable)?;
        let position = root.lines().next().and_then(|line| line.split_once(' ')).map_or("", |(_, position)| position);
        let rebuilt = self.game.rebuild(position, &Snapshot::new(kept.lines()), &mut self.workspace);
        let state = rebuilt.map_err(|reason| Astray::Lost(format!("it cannot be rebuilt: {reason}")))?;
        self.ply = state.moves as usize;
        self.state = Some(state);
        let mut followed = self.follow(root)?;
        followed.restarted = true;
        Ok(followed)
    }

    fn read(&mut self, news: &str) -> Result<Followed, Astray> {
        let mut lines = news.lines();
        let (mut restarted, mut played) = (false, Vec::new());
        let mut line_of = |wanted: &str| {
            let line = lines.next().ok_or_else(unreadable)?;
            let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
            let expected = wanted.is_empty() || head == wanted;
            if expected { Ok((head, rest)) } else { Err(unreadable()) }
        };
        loop {
            match line_of("")? {
                ("lost", reason) => return Err(Astray::Lost(reason.to_owned())),
                ("begin", _) => {
                    restarted = true;
                    let (_, start) = line_of("start")?;
                    self.begin(start)?;
                }
                ("legal", legal) => {
                    let (_, step) = line_of("move")?;
                    let (_, after) = line_of("state")?;
                    played.push(self.step(legal, step, after)?);
                }
                ("root", text) => {
                    let (_, legal) = line_of("legal")?;
                    let roll = line_of("roll").map(|(_, roll)| roll).unwrap_or_default();
                    return self.root(text, legal, roll, restarted, played);
                }
                _ => return Err(unreadable()),
            }
        }
    }

    fn differs(&self, what: &str, expected: impl Into<String>, got: impl Into<String>) -> Astray {
        let (expected, got) = (expected.into(), got.into());
        Astray::Different(Box::new(Difference { trial: 1, ply: self.ply, what: what.to_owned(), expected, got }))
    }

    fn begin(&mut self, start: &str) -> Result<(), Astray> {
        self.ply = 0;
        let mut state = self.game.start(&mut self.workspace, &mut random_from_seed(1));
        if self.game.rules().features.random_start {
            self.game.set_contents(&mut state, start, &mut self.workspace);
        }
        let got = canonical(self.game.rules(), &state);
        self.state = Some(state);
        if got == start { Ok(()) } else { Err(self.differs("start", start, got)) }
    }

    fn current(&self) -> Result<State, Astray> {
        self.state.clone().ok_or_else(|| Astray::Lost("it is not known how the position came about".to_owned()))
    }

    /// How often chance is tried again where it decides unseen.
    fn attempts(&self) -> u64 {
        if self.game.rules().features.random_choices { CHANCE_ATTEMPTS } else { 1 }
    }

    /// One move of the real game.
    fn step(&mut self, legal: &str, step: &str, after: &str) -> Result<LudMove, Astray> {
        let mut state = self.current()?;
        let (hash, position) = after.split_once(' ').unwrap_or((after, ""));
        let faces = rolled_faces(step);
        if !faces.is_empty() {
            state.next_faces = faces;
        }
        let (mut first, mut found) = (None, None);
        for attempt in 0..self.attempts() {
            if attempt > 0 {
                state.chance = attempt;
            }
            match self.attempt(&state, legal, step, hash, position) {
                Ok((chosen, reached, agrees)) => {
                    // What chance made the game remember shows only in what Ludii writes about the move.
                    if agrees || found.is_none() {
                        found = Some((chosen, reached));
                    }
                    if agrees {
                        break;
                    }
                }
                Err(astray) => {
                    first.get_or_insert(astray);
                }
            }
        }
        match found {
            Some((chosen, reached)) => {
                self.state = Some(reached);
                self.ply += 1;
                Ok(chosen)
            }
            // What chance decides unseen may be more than can be tried out.
            None if self.attempts() > 1 => {
                let reason = first.map_or_else(String::new, |astray| format!(": {astray}"));
                Err(Astray::Lost(format!("what chance decided could not be found out{reason}")))
            }
            None => Err(first.unwrap_or_else(|| self.differs("move", "an attempt", "none"))),
        }
    }

    /// The move as chance has decided it and where it leads, and whether that also agrees in what a canonical position does
    /// not show.
    fn attempt(
        &mut self,
        state: &State,
        legal: &str,
        step: &str,
        hash: &str,
        position: &str,
    ) -> Result<(LudMove, State, bool), Astray> {
        let (_, moves) = self.list(state)?;
        if legal != "?" {
            self.pair(state, &moves, legal)?;
        }
        let key = step.split(' ').next().unwrap_or_default();
        // Moves that lead to the same position may use up different dice.
        let used = used_dice(&self.game, step);
        let mut best: Option<(usize, LudMove, State)> = None;
        for is_exact in [true, false] {
            for &chosen in &moves {
                let own = self.game.key(state, chosen);
                if (own == key) != is_exact || !(is_exact || is_alike(&own, key)) {
                    continue;
                }
                let reached = self.reach(state, chosen);
                let fits = format!("{:016x}", fnv(&canonical(self.game.rules(), &reached))) == hash;
                let spent = used.iter().filter(|&&die| reached.dice.get(die) == Some(&0)).count();
                // Or they remember something else.
                let agrees = fits && same_memory(&self.game, state, step, &reached);
                let score = if fits { 1 + spent + usize::from(agrees) } else { 0 };
                if best.as_ref().is_none_or(|(held, ..)| score > *held) {
                    best = Some((score, chosen, reached));
                }
                if score > used.len() + 1 {
                    break;
                }
            }
            if best.as_ref().is_some_and(|(score, ..)| *score > 0) {
                break;
            }
        }
        match best {
            Some((score, chosen, reached)) if score > 0 => Ok((chosen, reached, score > used.len() + 1)),
            Some((_, _, reached)) => {
                let got = canonical(self.game.rules(), &reached);
                Err(self.differs(&format!("state after {key}"), position, got))
            }
            None => Err(self.differs("move", key, "not legal")),
        }
    }

    fn list(&mut self, state: &State) -> Result<(Seat, Vec<LudMove>), Astray> {
        let Turn::Player(seat) = self.game.turn(state) else {
            return Err(self.differs("turn", "the game goes on", "it is over"));
        };
        let mut moves = Vec::new();
        self.game.legal_moves(state, seat, &mut self.workspace, &mut moves);
        if self.broken_from.is_some_and(|ply| self.ply >= ply) && moves.len() > 1 {
            moves.pop();
        }
        Ok((seat, moves))
    }

    fn reach(&mut self, state: &State, chosen: LudMove) -> State {
        let mut reached = state.clone();
        self.game.apply(&mut reached, chosen, &mut self.workspace, &mut random_from_seed(1));
        reached
    }

    /// Half of the hash of the position that a move leads to, as Ludii's side writes it.
    pub(super) fn half(&mut self, state: &State, chosen: LudMove) -> String {
        let reached = self.reach(state, chosen);
        format!("{:08x}", fnv(&canonical(self.game.rules(), &reached)) >> 32)
    }

    /// Puts the legal moves into one-to-one correspondence with Ludii's: by key, and by where they lead where Ludii says so.
    fn pair(&mut self, state: &State, moves: &[LudMove], legal: &str) -> Result<Pairs, Astray> {
        let mut indices: HashMap<&str, Vec<u32>> = HashMap::new();
        // By plain key: whether Ludii says where such moves lead, and how many there are.
        let mut plain_keys: HashMap<&str, (bool, u32)> = HashMap::new();
        let mut theirs = 0;
        for (index, key) in legal.split(' ').skip(1).enumerate() {
            theirs += 1;
            indices.entry(key).or_default().push(index as u32);
            let plain = key.split(':').next().unwrap_or(key);
            let entry = plain_keys.entry(plain).or_default();
            *entry = (key.len() > plain.len(), entry.1 + 1);
        }
        for list in indices.values_mut() {
            list.reverse();
        }
        let mut pairs = Pairs { ludii: Vec::with_capacity(moves.len()), told: Vec::new(), reached: 0 };
        for &chosen in moves {
            let mut key = self.game.key(state, chosen);
            let but_for_levels = || {
                let bare = without_levels(&key);
                plain_keys.iter().find(|(other, _)| without_levels(other) == bare).map(|(_, found)| *found)
            };
            let (leads, alike) = plain_keys.get(key.as_str()).copied().or_else(but_for_levels).unwrap_or_default();
            if leads {
                key = format!("{key}:{}", self.half(state, chosen));
                pairs.reached += 1;
            }
            let paired = indices.get_mut(key.as_str()).and_then(Vec::pop);
            match paired.or_else(|| only_but_for_levels(&key, &mut indices)) {
                Some(index) => pairs.ludii.push(index),
                None => return Err(self.differs("legal moves", format!("{theirs} moves without {key}"), key)),
            }
            pairs.told.push(leads || alike == 1);
        }
        if pairs.ludii.len() < theirs {
            let missing: Vec<&str> =
                indices.iter().filter(|(_, left)| !left.is_empty()).map(|(key, _)| *key).take(5).collect();
            let expected = format!("{theirs} moves, among them {}", missing.join(" "));
            return Err(self.differs("legal moves", expected, format!("{} moves", pairs.ludii.len())));
        }
        Ok(pairs)
    }

    /// The position to search, as Ludii has it.
    fn root(
        &mut self,
        text: &str,
        legal: &str,
        roll: &str,
        restarted: bool,
        played: Vec<LudMove>,
    ) -> Result<Followed, Astray> {
        let mut state = self.current()?;
        let got = canonical(self.game.rules(), &state);
        if got != text {
            return Err(self.differs("position", text, got));
        }
        let faces = rolled_faces(roll);
        if !faces.is_empty() {
            state.next_faces = faces;
        }
        let mut first = None;
        for attempt in 0..self.attempts() {
            if attempt > 0 {
                state.chance = attempt;
            }
            let (seat, moves) = self.list(&state)?;
            match self.pair(&state, &moves, legal) {
                Ok(Pairs { ludii, told, reached }) => {
                    return Ok(Followed { restarted, played, state, seat, moves, ludii, told, reached });
                }
                Err(astray) => {
                    first.get_or_insert(astray);
                }
            }
        }
        Err(first.unwrap_or_else(|| self.differs("legal moves", "an attempt", "none")))
    }
}

fn unreadable() -> Astray {
    Astray::Lost("what Ludii wrote cannot be read".to_owned())
}

/// Whether two keys may be those of one move before and after Ludii has carried it out.
fn is_alike(own: &str, key: &str) -> bool {
    // A pass whose consequences decide something is no pass any more then.
    let has_no_site = |key: &str| matches!(key, "pass" | "swap") || key.contains("-1-");
    without_levels(own) == without_levels(key) || (has_no_site(own) && has_no_site(key))
}

/// Takes the index of the only key that is the same but for levels, where there is one.
fn only_but_for_levels(key: &str, indices: &mut HashMap<&str, Vec<u32>>) -> Option<u32> {
    let bare = without_levels(key);
    let mut alike = indices.iter_mut().filter(|(other, list)| !list.is_empty() && without_levels(other) == bare);
    let (_, list) = alike.next()?;
    (list.len() == 1 && alike.next().is_none()).then(|| list.pop()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lud::source::Library;
    use crate::lud::{Options, load};
    use rand::RngExt;
    use std::fmt::Write as _;

    fn game(name: &str) -> Arc<LudGame> {
        let description = Library::embedded().unwrap().find(name).unwrap();
        let loaded = load(&description, &Options::default()).unwrap();
        Arc::new(LudGame::new(&loaded.tree, 0).unwrap())
    }

    /// A game that writes down what it plays, in place of Ludii.
    struct Writer {
        game: Arc<LudGame>,
        workspace: Workspace,
        state: State,
    }

    impl Writer {
        fn new(game: &Arc<LudGame>) -> Self {
            let mut workspace = game.workspace();
            let state = game.start(&mut workspace, &mut random_from_seed(1));
            Self { game: Arc::clone(game), workspace, state }
        }

        fn text(&self) -> String {
            canonical(self.game.rules(), &self.state)
        }

        fn legal(&mut self) -> (Vec<LudMove>, String) {
            let Turn::Player(seat) = self.game.turn(&self.state) else { panic!("over") };
            let mut moves = Vec::new();
            self.game.legal_moves(&self.state, seat, &mut self.workspace, &mut moves);
            // Ludii lists in another order.
            moves.reverse();
            let keys: Vec<String> = moves.iter().map(|&step| self.game.key(&self.state, step)).collect();
            (moves, format!("legal {} {}", keys.len(), keys.join(" ")))
        }

        fn play(&mut self, index: usize, news: &mut String) {
            let (moves, legal) = self.legal();
            let chosen = moves[index % moves.len()];
            let key = self.game.key(&self.state, chosen);
            self.game.apply(&mut self.state, chosen, &mut self.workspace, &mut random_from_seed(1));
            let text = self.text();
            let _ = write!(news, "{legal}\nmove {key} [Move:]\nstate {:016x} {text}\n", fnv(&text));
        }

        fn root(&mut self, news: &mut String) {
            let (text, (_, legal)) = (self.text(), self.legal());
            let _ = write!(news, "root {text}\n{legal}\n");
        }
    }

    #[test]
    fn a_game_is_followed_and_its_moves_are_paired() {
        let game = game("Breakthrough");
        let mut writer = Writer::new(&game);
        let mut follower = Follower::new(Arc::clone(&game), None);
        let mut rng = random_from_seed(5);
        let mut news = format!("begin\nstart {}\n", writer.text());
        for turn in 0..8 {
            for _ in 0..turn % 3 {
                writer.play(rng.random_range(0..1000), &mut news);
            }
            writer.root(&mut news);
            let followed = follower.follow(&news).expect("nothing differs");
            assert_eq!((followed.restarted, followed.played.len()), (turn == 0, turn % 3));
            let (theirs, _) = writer.legal();
            assert_eq!(followed.moves.len(), theirs.len());
            for (own, &index) in followed.moves.iter().zip(&followed.ludii) {
                assert_eq!(*own, theirs[index as usize]);
            }
            news.clear();
        }
    }

    #[test]
    fn whatever_differs_is_said() {
        let game = game("Breakthrough");
        let mut writer = Writer::new(&game);
        let mut news = format!("begin\nstart {}\n", writer.text());
        for index in 0..4 {
            writer.play(index, &mut news);
        }
        writer.root(&mut news);
        let what = |news: &str, broken: Option<usize>| match Follower::new(Arc::clone(&game), broken).follow(news) {
            Err(Astray::Different(difference)) => difference.what,
            other => format!("{other:?}"),
        };
        assert_eq!(what(&news, Some(2)), "legal moves");
        assert_eq!(what(&news.replacen("start m1", "start m2", 1), None), "start");
        assert_eq!(what(&news.replace("root m1", "root m2"), None), "position");
        let state = news.lines().position(|line| line.starts_with("state")).unwrap();
        let wrong: Vec<String> = news
            .lines()
            .enumerate()
            .map(|(at, line)| if at == state { "state 0000000000000000 m9".to_owned() } else { line.to_owned() })
            .collect();
        assert!(what(&wrong.join("\n"), None).starts_with("state after"));
        assert!(what("lost nobody knows", None).contains("nobody knows"));
        assert!(what("root m1\nlegal 0", None).contains("not known how"));
        assert!(what("nonsense", None).contains("cannot be read"));
    }
}
