//! Replays recorded trials and compares legal moves, positions and results with Ludii's.

use super::{Check, Outcome, golden_tree};
use crate::game::{Game, Seat, Turn, random_from_seed};
use crate::lud::play::canonical::{canonical, fnv};
use crate::lud::play::game::{LudGame, Workspace};
use crate::lud::play::moves::LudMove;
use crate::lud::play::state::State;
use crate::lud::source::Library;
use crate::lud::{self, Options};
use smallvec::SmallVec;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Replays the folder `trials` of the reference data. Descriptions are taken resolved from the folder `trees`, so that a
/// difference is one of the rules.
#[derive(Debug)]
pub struct Trials<'a> {
    reference: PathBuf,
    library: &'a Library,
}

impl<'a> Trials<'a> {
    /// A comparison of the library's descriptions with a folder of reference data.
    #[must_use]
    pub fn new(reference: &Path, library: &'a Library) -> Self {
        Self { reference: reference.to_owned(), library }
    }

    fn compare(&self, case: &str) -> Result<(), Outcome> {
        let refused = |error: &dyn fmt::Display| Outcome::Refused(error.to_string());
        let path = self.reference.join("trials").join(format!("{case}.trial.gz"));
        let text = golden_tree::read_compressed(&path).map_err(|error| refused(&error))?;
        let description = self.library.read(case).map_err(|error| refused(&error))?;
        let tree = lud::load(&description, &options_of(&text)).map_err(|error| refused(&error))?.tree;
        let game =
            LudGame::new(&tree, 0).map_err(|error| Outcome::Refused(format!("{} {}", error.ludeme, error.reason)))?;
        replay(&game, &text).map(|_| ()).map_err(|difference| Outcome::Different(difference.to_string()))
    }
}

impl Check for Trials<'_> {
    fn name(&self) -> &'static str {
        "trials"
    }

    fn cases(&self) -> io::Result<Vec<String>> {
        let mut cases: Vec<String> =
            golden_tree::list(&self.reference, "trials", ".trial.gz")?.into_iter().map(|(name, _)| name).collect();
        cases.sort();
        Ok(cases)
    }

    fn check(&self, case: &str) -> Outcome {
        self.compare(case).err().unwrap_or(Outcome::Identical)
    }
}

/// The options that a file of trials was recorded with: its first line names them after the game, each behind a bar.
fn options_of(text: &str) -> Options {
    let game = text.lines().next().and_then(|line| line.strip_prefix("game ")).unwrap_or_default();
    Options { choices: game.split('|').skip(1).map(str::to_owned).collect(), ..Options::default() }
}

/// Where a replay first differs from the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Which trial of the file, from 1.
    pub trial: usize,
    /// The ply, from 0; the start position is before ply 0.
    pub ply: usize,
    /// What differs.
    pub what: String,
    /// What Ludii has.
    pub expected: String,
    /// What we have.
    pub got: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "trial {} ply {}: {}: expected {}, got {}", self.trial, self.ply, self.what, self.expected, self.got)
    }
}

/// Replays all trials of a file. Its header may say that it is live: written down while Ludii's moves were carried out, which
/// changes the levels that they say, and with whole positions where files have what changed.
///
/// # Errors
/// At the first difference.
pub fn replay(game: &LudGame, text: &str) -> Result<usize, Difference> {
    let header = text.lines().find(|line| line.starts_with("players ")).unwrap_or_default();
    let stacking = header.contains(" stacking true");
    if stacking != game.rules().features.stacking {
        let side = |stacks: bool| if stacks { "stacks" } else { "no stacks" }.to_owned();
        let (expected, got) = (side(stacking), side(!stacking));
        return Err(Difference { trial: 0, ply: 0, what: "kind of game".to_owned(), expected, got });
    }
    let is_live = header.contains(" live true");
    let mut replay = Replay { game, workspace: game.workspace(), trial: 0, ply: 0, plies: 0, is_live };
    let mut lines = text.lines().skip_while(|line| !line.starts_with("trial ")).peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("trial ") {
            replay.trial += 1;
            let block: Vec<&str> = std::iter::from_fn(|| lines.next_if(|line| !line.starts_with("trial "))).collect();
            replay.one(&block)?;
        }
    }
    Ok(replay.plies)
}

/// A number in a recorded action.
fn number(action: &str, name: &str) -> Option<i32> {
    let rest = &action[action.find(name)? + name.len()..];
    let end = rest.find(|letter: char| letter != '-' && !letter.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// A key without the levels of its sites.
///
/// Ludii works out the level of a piece that is added to a stack anew whenever the move is carried out, be it to try it, so
/// that the same move says one level when it is listed and another when it is over.
pub(crate) fn without_levels(key: &str) -> String {
    let mut is_level = false;
    let keep = |letter: &char| {
        is_level = *letter == '^' || (is_level && letter.is_ascii_digit());
        !is_level
    };
    key.chars().filter(keep).collect()
}

/// What a recorded move leaves in memory besides what a canonical position shows: whether a position reached agrees.
pub(crate) fn same_memory(game: &LudGame, before: &State, played: &str, reached: &State) -> bool {
    let temp = played.rsplit_once("[SetTemp:").and_then(|(_, action)| number(action, "temp="));
    if reached.temp != temp.unwrap_or(before.temp) {
        return false;
    }
    let (Some(before), Some(reached)) = (before.memory.as_deref(), reached.memory.as_deref()) else { return true };
    let (mut remembered, mut variables) = (before.remembered.clone(), before.variables.clone());
    let (mut candidates, mut player_values) = (before.candidates.clone(), before.player_values.clone());
    let names = &game.rules().names;
    for action in played.split('[').skip(1) {
        let name = action.split_once("name=").and_then(|(_, rest)| rest.split([',', ']']).next()).unwrap_or_default();
        let Some(value) = number(action, "value=") else { continue };
        let site = number(action, "var=").and_then(|site| candidates.get_mut(usize::try_from(site).ok()?));
        match site {
            Some(values) if action.starts_with("Set:") => *values = 1 << value,
            Some(values) if action.starts_with("Toggle:") => *values ^= 1 << value,
            _ => {}
        }
        let player = number(action, "player=").and_then(|player| usize::try_from(player).ok());
        if action.starts_with("SetValueOfPlayer:")
            && let Some(held) = player.and_then(|player| player_values.get_mut(player))
        {
            *held = value;
        }
        // The list without a name.
        let name = if name == "null" { "" } else { name };
        let list = names.remembered.iter().position(|known| known == name);
        if action.starts_with("RememberValue:")
            && let Some(list) = list
        {
            remembered[list].push(value);
        } else if action.starts_with("ForgetValue:")
            && let Some(list) = list
        {
            if let Some(index) = remembered[list].iter().position(|&held| held == value) {
                remembered[list].remove(index);
            }
        } else if action.starts_with("SetVar:")
            && let Some(variable) = names.variables.iter().position(|known| known == name)
        {
            variables[variable] = value;
        }
    }
    (&remembered, &variables) == (&reached.remembered, &reached.variables)
        && (&candidates, &player_values) == (&reached.candidates, &reached.player_values)
}

/// The dice, by their number among all, that a recorded move uses up.
pub(crate) fn used_dice(game: &LudGame, played: &str) -> Vec<usize> {
    let number = |text: &str, name: &str| number(text, name).and_then(|number| usize::try_from(number).ok());
    let parts = played.split("[UseDie:").skip(1);
    parts
        .filter_map(|part| {
            let set = game.rules().dice.get(number(part, "indexHandDice=")?)?;
            Some(set.first + number(part, "indexDie=")?)
        })
        .collect()
}

struct Replay<'g> {
    game: &'g LudGame,
    workspace: Workspace,
    trial: usize,
    ply: usize,
    plies: usize,
    /// Whether positions are told as a whole, and the levels in keys do not count.
    is_live: bool,
}

impl Replay<'_> {
    fn differs(&self, what: &str, expected: impl Into<String>, got: impl Into<String>) -> Difference {
        Difference {
            trial: self.trial,
            ply: self.ply,
            what: what.to_owned(),
            expected: expected.into(),
            got: got.into(),
        }
    }

    fn one(&mut self, block: &[&str]) -> Result<(), Difference> {
        let mut rng = random_from_seed(1);
        self.ply = 0;
        let mut state = self.game.start(&mut self.workspace, &mut rng);
        let mut recorded = Recorded::default();
        let mut index = 0;
        while index < block.len() {
            let (head, rest) = block[index].split_once(' ').unwrap_or((block[index], ""));
            match head {
                "start" => {
                    recorded.replace(rest);
                    if self.game.rules().features.random_start {
                        self.game.set_contents(&mut state, rest, &mut self.workspace);
                    }
                    let got = canonical(self.game.rules(), &state);
                    if got != rest {
                        return Err(self.differs("start", rest, got));
                    }
                }
                "legal" => {
                    let played = block.get(index + 1).copied().unwrap_or_default();
                    let after = block.get(index + 2).copied().unwrap_or_default();
                    self.step(&mut state, rest, played, after, &mut recorded)?;
                    index += 2;
                    self.ply += 1;
                    self.plies += 1;
                }
                "end" => {
                    let over = rest.starts_with("over");
                    if over && !state.over {
                        return Err(self.differs("end", rest, "not over"));
                    }
                }
                _ => {}
            }
            index += 1;
        }
        Ok(())
    }

    fn step(
        &mut self,
        state: &mut State,
        legal: &str,
        played: &str,
        after: &str,
        recorded: &mut Recorded,
    ) -> Result<(), Difference> {
        if state.over {
            return Err(self.differs("state", "goes on", "over"));
        }
        let mut parts = after.splitn(3, ' ').skip(1);
        let (hash, change) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if self.is_live {
            recorded.replace(change);
        } else {
            recorded.change(change);
        }
        let faces = rolled_faces(played);
        if !faces.is_empty() {
            state.next_faces = faces;
        }
        let attempts = if self.game.rules().features.random_choices { CHANCE_ATTEMPTS } else { 1 };
        let (mut first, mut fallback) = (None, None);
        for attempt in 0..attempts {
            if attempt > 0 {
                state.chance = attempt;
            }
            match self.attempt(state, legal, played, hash, recorded) {
                Ok((reached, true)) => {
                    *state = reached;
                    return Ok(());
                }
                Ok((reached, false)) => {
                    fallback.get_or_insert(reached);
                }
                Err(difference) => {
                    first.get_or_insert(difference);
                }
            }
        }
        if let Some(reached) = fallback {
            *state = reached;
            return Ok(());
        }
        Err(first.unwrap_or_else(|| self.differs("move", "an attempt", "none")))
    }

    /// Compares one ply as chance has decided it, and returns the position after the move, and whether it also agrees in
    /// what a canonical position does not show.
    fn attempt(
        &mut self,
        state: &State,
        legal: &str,
        played: &str,
        hash: &str,
        recorded: &Recorded,
    ) -> Result<(State, bool), Difference> {
        let Turn::Player(seat) = self.game.turn(state) else { return Err(self.differs("turn", "a player", "none")) };
        let moves = self.legal(state, seat);
        // Who writes down a game of chance afterwards may not know its legal moves.
        if legal != "?" {
            self.compare_legal(state, &moves, legal)?;
        }
        let key = played.split(' ').nth(1).unwrap_or_default();
        // Moves that lead to the same position may use up different dice, or remember something else.
        let used = used_dice(self.game, played);
        let mut best: Option<(usize, State)> = None;
        for &chosen in &moves {
            let own = self.game.key(state, chosen);
            if own != key && (!self.is_live || without_levels(&own) != without_levels(key)) {
                continue;
            }
            let reached = self.reach(state, chosen);
            let matches = format!("{:016x}", fnv(&canonical(self.game.rules(), &reached))) == hash;
            let spent = used.iter().filter(|&&die| reached.dice.get(die) == Some(&0)).count();
            let agrees = matches && same_memory(self.game, state, played, &reached);
            let score = if matches { 1 + spent + usize::from(agrees) } else { 0 };
            if best.as_ref().is_none_or(|(held, _)| score > *held) {
                best = Some((score, reached));
            }
            if score > used.len() + 1 {
                break;
            }
        }
        let Some((score, reached)) = best else { return Err(self.differs("move", key, "not legal")) };
        let got = canonical(self.game.rules(), &reached);
        if format!("{:016x}", fnv(&got)) != hash {
            return Err(self.differs(&format!("state after {key}"), recorded.text(), got));
        }
        Ok((reached, score > used.len() + 1))
    }

    fn compare_legal(&mut self, state: &State, moves: &[LudMove], legal: &str) -> Result<(), Difference> {
        let mut expected: Vec<&str> = legal.split(' ').skip(1).collect();
        // All keys say where their moves lead, or those that would be the same otherwise, or none.
        let hashed: HashSet<&str> = expected.iter().filter_map(|key| key.split_once(':')).map(|(key, _)| key).collect();
        let mut keys: Vec<String> = Vec::with_capacity(moves.len());
        for &chosen in moves {
            let is_hashed = !hashed.is_empty() && hashed.contains(self.game.key(state, chosen).as_str());
            keys.push(self.key(state, chosen, is_hashed));
        }
        expected.sort_unstable();
        keys.sort_unstable();
        let bare = |key: &str| {
            let (key, leads) = key.split_once(':').unwrap_or((key, ""));
            (without_levels(key), leads.to_owned())
        };
        let alike = |keys: &[String], expected: &[&str]| {
            let mut keys: Vec<_> = keys.iter().map(|key| bare(key)).collect();
            let mut expected: Vec<_> = expected.iter().map(|key| bare(key)).collect();
            keys.sort_unstable();
            expected.sort_unstable();
            keys == expected
        };
        if keys.iter().map(String::as_str).eq(expected.iter().copied()) || (self.is_live && alike(&keys, &expected)) {
            Ok(())
        } else {
            Err(self.legal_difference(&expected, &keys))
        }
    }

    fn legal(&mut self, state: &State, seat: Seat) -> Vec<LudMove> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, seat, &mut self.workspace, &mut moves);
        moves
    }

    fn reach(&mut self, state: &State, chosen: LudMove) -> State {
        let mut reached = state.clone();
        self.game.apply(&mut reached, chosen, &mut self.workspace, &mut random_from_seed(1));
        reached
    }

    fn key(&mut self, state: &State, chosen: LudMove, hashed: bool) -> String {
        let key = self.game.key(state, chosen);
        if !hashed {
            return key;
        }
        let reached = self.reach(state, chosen);
        format!("{key}:{:08x}", fnv(&canonical(self.game.rules(), &reached)) >> 32)
    }

    fn legal_difference(&self, expected: &[&str], keys: &[String]) -> Difference {
        let mut surplus: BTreeMap<&str, i32> = BTreeMap::new();
        for key in expected {
            *surplus.entry(key).or_default() += 1;
        }
        for key in keys {
            *surplus.entry(key).or_default() -= 1;
        }
        let missing: Vec<&str> = surplus.iter().filter(|(_, count)| **count > 0).map(|(key, _)| *key).take(5).collect();
        let extra: Vec<&str> = surplus.iter().filter(|(_, count)| **count < 0).map(|(key, _)| *key).take(5).collect();
        self.differs(
            &format!("legal moves ({} of Ludii's, {} of ours)", expected.len(), keys.len()),
            format!("also {}", missing.join(" ")),
            format!("also {}", extra.join(" ")),
        )
    }
}

/// Faces of all rolls in a recorded move, in order: runs of dice that end by saying whether they are equal.
pub(crate) fn rolled_faces(played: &str) -> SmallVec<[u8; 8]> {
    let mut faces = SmallVec::new();
    let mut run: SmallVec<[u8; 8]> = SmallVec::new();
    for action in played.split('[').skip(1) {
        if let Some(die) = action.strip_prefix("SetStateAndUpdateDice:") {
            let face = die.split_once("state=").map_or("", |(_, rest)| rest);
            let digits: String = face.chars().take_while(char::is_ascii_digit).collect();
            run.extend(digits.parse::<u8>());
        } else {
            if action.starts_with("SetDiceAllEqual") {
                faces.extend(run.iter().copied());
            }
            run.clear();
        }
    }
    faces
}

/// How many seeds are tried where rules choose by chance in ways that a record shows only by their outcome.
pub(crate) const CHANCE_ATTEMPTS: u64 = 4000;

/// The recorded position, followed from change to change, to show what was expected.
#[derive(Default)]
struct Recorded {
    globals: String,
    sites: BTreeMap<(char, i32), String>,
}

impl Recorded {
    fn replace(&mut self, text: &str) {
        self.sites.clear();
        self.change(text);
    }

    fn change(&mut self, text: &str) {
        let mut globals = Vec::new();
        for word in text.split(' ') {
            let site = word.split_once('=').and_then(|(site, content)| {
                let letter = site.chars().next().filter(|letter| "CEV".contains(*letter))?;
                Some(((letter, site[1..].parse().ok()?), content))
            });
            match site {
                None => globals.push(word),
                Some((site, "0")) => {
                    self.sites.remove(&site);
                }
                Some((site, content)) => {
                    self.sites.insert(site, content.to_owned());
                }
            }
        }
        self.globals = globals.join(" ");
    }

    fn text(&self) -> String {
        let mut text = self.globals.clone();
        for ((letter, site), content) in &self.sites {
            text.push_str(&format!(" {letter}{site}={content}"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_tells_the_position_of_its_ply() {
        let library = Library::embedded().unwrap();
        let loaded = lud::load(&library.find("Tic-Tac-Toe").unwrap(), &Options::default()).unwrap();
        let game = LudGame::new(&loaded.tree, 0).unwrap();
        let told = |live: bool, first: &str, second: &str| {
            let (once, other) = ("m2 C0=1", "m1 C4=2");
            let record = format!(
                "players 2 stochastic false stacking false live {live}\ntrial 1\nstart m1\nlegal ?\nmove C0-C0 [Move:mover=1]\n\
                 state {:016x} {first}\nlegal ?\nmove C4-C4 [Move:mover=2]\nstate {:016x} {second}\n",
                fnv(once),
                fnv(other)
            );
            replay(&game, &record).unwrap_err().expected
        };
        // A record that says that what stood on C0 is gone, which it is not.
        assert_eq!(told(true, "m2 C0=1", "m1 C4=2"), "m1 C4=2");
        assert_eq!(told(false, "m2 C0=1", "m1 C0=0 C4=2"), "m1 C4=2");
    }

    #[test]
    fn options_stand_behind_the_game() {
        assert_eq!(options_of("game board/space/connection/Hex\nname Hex\n"), Options::default());
        let options = options_of("game board/space/connection/Hex|Board Size/9x9|End Rules/Misere\nname Hex\n");
        assert_eq!(options.choices, ["Board Size/9x9", "End Rules/Misere"]);
        assert_eq!(options.ruleset, None);
    }
}
