//! A position set up from what somebody else's rules keep of it, where nobody knows how it came about.
//!
//! What is read is what `Snapshot.java` writes: one line for each matter, a name and then numbers. Whether that is all that a
//! game's rules may ask for depends on the game: the rules of some ask for positions that were there before.

use super::bits::Bits;
use super::context::Context;
use super::game::{LudGame, Workspace};
use super::layout::{NOWHERE, Plane};
use super::moves::LudMove;
use super::rules::Rules;
use super::state::{LastMove, State};
use crate::game::{Game, random_from_seed};
use crate::lud::board::SiteType;
use std::collections::HashMap;
use std::str::FromStr;

/// Lines by name; those that may come more than once are kept in order.
#[derive(Debug)]
pub struct Snapshot<'t> {
    lines: HashMap<&'t str, Vec<&'t str>>,
}

impl<'t> Snapshot<'t> {
    /// Reads lines.
    pub fn new(lines: impl Iterator<Item = &'t str>) -> Self {
        let mut read = Self { lines: HashMap::new() };
        for line in lines {
            let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
            read.lines.entry(name).or_default().push(rest);
        }
        read
    }

    fn all(&self, name: &str) -> &[&'t str] {
        self.lines.get(name).map_or(&[], Vec::as_slice)
    }

    fn words(&self, name: &str) -> impl Iterator<Item = &'t str> + use<'t> {
        self.all(name).first().copied().unwrap_or_default().split(' ').filter(|word| !word.is_empty())
    }

    fn numbers<T: FromStr>(&self, name: &str) -> Vec<T> {
        self.words(name).filter_map(|word| word.parse().ok()).collect()
    }

    /// A number for each player from 1 on.
    fn per_player<T: FromStr>(&self, name: &str, rules: &Rules) -> Result<Vec<T>, String> {
        let numbers = self.numbers(name);
        if numbers.len() == rules.players { Ok(numbers) } else { Err(untold(name)) }
    }

    /// As [`Snapshot::per_player`], one bit each.
    fn bits(&self, name: &str, rules: &Rules) -> Result<u32, String> {
        let set = self.per_player::<u32>(name, rules)?;
        Ok(set.iter().enumerate().fold(0, |bits, (index, &is)| bits | is << (index + 1)))
    }

    fn knows(&self, name: &str) -> bool {
        self.lines.contains_key(name)
    }

    /// Why this is not all that a game's rules may ask for; nothing where it is.
    #[must_use]
    pub fn missing(&self, rules: &Rules) -> Option<String> {
        let features = &rules.features;
        let is_unknown = |name: &str| self.words(name).any(|word| word != "=");
        let keeps = |plane: Plane| rules.layout.planes[plane as usize].is_some();
        let history = features.history;
        let whole = history.positional || history.situational || features.cycles;
        let asks_for_positions = (whole && is_unknown("earlier"))
            || ((history.positional_in_turn || history.situational_in_turn) && is_unknown("earlierInTurn"))
            || self.words("stored").any(|word| word == "?");
        if asks_for_positions {
            return Some("the rules ask for earlier positions".to_owned());
        }
        if features.start_sites && features.random_start {
            return Some("the rules ask where pieces stood at the start, which chance decided".to_owned());
        }
        if self.numbers::<u8>("voting") != [0] && !rules.names.propositions.is_empty() {
            return Some("a vote is under way".to_owned());
        }
        let has_dice = !rules.dice.is_empty();
        // Ludii leaves states of pieces behind above a stack, and gives them to the next piece there.
        if features.stacking && (keeps(Plane::Rotation) || keeps(Plane::Value) || (keeps(Plane::State) && !has_dice)) {
            return Some("pieces of stacks have states, and Ludii does not tell those that it left behind".to_owned());
        }
        let needed = [
            ("score", features.scores),
            ("visited", features.visited),
            ("captured", features.deferred_removal),
            ("dice", has_dice),
            ("track", features.hidden_places),
            ("candidates", rules.puzzle.is_some()),
            ("remembered", !rules.names.remembered.is_empty()),
            ("variables", !rules.names.variables.is_empty()),
        ];
        needed.into_iter().find(|&(name, is_needed)| is_needed && !self.knows(name)).map(|(name, _)| untold(name))
    }
}

fn untold(name: &str) -> String {
    format!("Ludii does not tell what it keeps under \"{name}\"")
}

impl LudGame {
    /// Sets up a position: its canonical text, and what else is kept of it.
    ///
    /// # Errors
    /// Why that is not all that the rules may ask for.
    pub fn rebuild(&self, position: &str, told: &Snapshot<'_>, workspace: &mut Workspace) -> Result<State, String> {
        let rules = self.rules();
        if let Some(reason) = told.missing(rules) {
            return Err(reason);
        }
        // What the start rules decide for good stays as they left it.
        let mut state = self.start(workspace, &mut random_from_seed(1));
        self.set_contents(&mut state, position, workspace);
        set_empty(&mut state, told, rules);
        let mut context = Context::new(rules, &mut state, &mut workspace.scratch);
        context.set_turns(told)?;
        set_players(&mut state, told, rules)?;
        set_last(&mut state, told, rules);
        set_dice(&mut state, told)?;
        if state.memory.is_some() {
            set_memory(&mut state, told, rules)?;
            set_named(&mut state, told, rules);
        }
        if rules.puzzle.is_some() {
            let mut context = Context::new(rules, &mut state, &mut workspace.scratch);
            context.set_values(&told.numbers("candidates"))?;
        }
        let mut context = Context::new(rules, &mut state, &mut workspace.scratch);
        context.draw_faces();
        Ok(state)
    }
}

impl Context<'_> {
    /// Whose turn it is, and what is known of the turns before.
    fn set_turns(&mut self, told: &Snapshot<'_>) -> Result<(), String> {
        let numbers = told.numbers::<i32>("turn");
        let [mover, next, prev, turns, same, moves, passes, counter, temp, pot] = numbers[..] else {
            return Err(untold("turn"));
        };
        let state = &mut *self.state;
        (state.mover, state.next, state.prev) = (mover as u8, next as u8, prev as u8);
        (state.turns, state.moves_this_turn) = (turns as u32, same as u32);
        (state.moves, state.passes) = (moves as u32, passes as u32);
        (state.counter, state.temp) = (counter, temp);
        if let Some(memory) = state.memory.as_deref_mut() {
            memory.pot = pot;
        }
        for word in told.words("movers") {
            let mover = word.trim_end_matches('p');
            self.state.last.is_pass = mover.len() < word.len();
            self.count_turn(mover.parse().map_err(|_| untold("movers"))?);
        }
        let pending = told.numbers::<i32>("pending");
        self.state.pending.clear();
        self.state.pending.extend(pending);
        Ok(())
    }

    /// The values that the sites of a puzzle may have.
    fn set_values(&mut self, candidates: &[u32]) -> Result<(), String> {
        let known = self.state.memory().candidates.clone();
        if candidates.len() != known.len() {
            return Err(untold("candidates"));
        }
        let most = self.rules.initial_state().memory().candidates.first().copied().unwrap_or_default();
        for (site, &values) in candidates.iter().enumerate() {
            self.set_candidates(site as i32, values & most);
        }
        Ok(())
    }
}

fn set_players(state: &mut State, told: &Snapshot<'_>, rules: &Rules) -> Result<(), String> {
    state.active = told.bits("active", rules)?;
    state.stalemated = told.bits("stalemated", rules)?;
    state.lost = told.bits("lost", rules)?;
    let [winners, losers] = told.numbers::<u8>("decided")[..] else { return Err(untold("decided")) };
    (state.winners, state.losers) = (winners, losers);
    let colours = 1..=rules.players;
    state.ranking[colours.clone()].copy_from_slice(&told.per_player("rank", rules)?);
    state.seat[colours.clone()].copy_from_slice(&told.per_player("seat", rules)?);
    let phases = told.per_player::<u8>("phase", rules)?;
    if phases.iter().any(|&phase| usize::from(phase) >= rules.phases.len()) {
        return Err(untold("phase"));
    }
    state.phase[colours.clone()].copy_from_slice(&phases);
    if rules.features.scores {
        state.score[colours].copy_from_slice(&told.per_player("score", rules)?);
    }
    Ok(())
}

/// The type that a number stands for.
fn kind(number: i32, rules: &Rules) -> SiteType {
    match number {
        0 => SiteType::Cell,
        1 => SiteType::Vertex,
        2 => SiteType::Edge,
        _ => rules.default_type(),
    }
}

/// States, rotations and values of sites that hold nothing.
fn set_empty(state: &mut State, told: &Snapshot<'_>, rules: &Rules) {
    for line in told.all("empty") {
        let numbers: Vec<i32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [number, site, ref values @ ..] = numbers[..] else { continue };
        let flat = rules.layout.flat(kind(number, rules), site);
        if flat != NOWHERE {
            for (plane, &value) in [Plane::State, Plane::Rotation, Plane::Value].into_iter().zip(values) {
                state.set(&rules.layout, plane, flat, value.max(0));
            }
        }
    }
}

fn set_last(state: &mut State, told: &Snapshot<'_>, rules: &Rules) {
    state.last = LastMove::default();
    if let [from, to, from_type, to_type, from_level, to_level, from_after, to_after, mover, is_pass] =
        told.numbers::<i32>("last")[..]
    {
        state.last = LastMove {
            chosen: LudMove::NONE,
            from,
            to,
            from_type: kind(from_type, rules),
            to_type: kind(to_type, rules),
            from_level,
            to_level,
            from_after,
            to_after,
            from_noted: from_after,
            to_noted: to_after,
            mover: mover as u8,
            is_pass: is_pass == 1,
            is_swap: false,
        };
    }
    if rules.features.last_between {
        state.last_between = told.numbers::<i16>("between").into();
    }
}

fn set_dice(state: &mut State, told: &Snapshot<'_>) -> Result<(), String> {
    let (dice, sums) = (told.numbers::<i16>("dice"), told.numbers::<i16>("sums"));
    if state.dice.is_empty() {
        return Ok(());
    }
    if (dice.len(), sums.len()) != (state.dice.len(), state.dice_sums.len()) {
        return Err(untold("dice"));
    }
    (state.dice, state.dice_sums) = (dice.into(), sums.into());
    state.dice_equal = told.numbers::<u8>("equal") == [1];
    state.dice_turned = false;
    Ok(())
}

fn set_memory(state: &mut State, told: &Snapshot<'_>, rules: &Rules) -> Result<(), String> {
    let features = &rules.features;
    let position = state.position_hash();
    let board = rules.topology.count(rules.default_type()) as i32;
    let memory = state.memory_mut();
    memory.player_values[1..].copy_from_slice(&told.per_player("value", rules)?);
    memory.amounts[1..].copy_from_slice(&told.per_player("amount", rules)?);
    if !memory.teams.is_empty() {
        memory.teams[1..].copy_from_slice(&told.per_player("team", rules)?);
    }
    let triggered = told.bits("triggered", rules)?;
    memory.triggered.fill(triggered);
    memory.visited = Bits::from_sites(told.numbers::<i32>("visited"));
    memory.to_clear = told.numbers("captured");
    if features.last_tos {
        let reached = told.numbers::<i32>("reached");
        memory.last_tos = Bits::from_sites(reached.into_iter().filter(|site| (0..board).contains(site)));
    }
    // All that are known are this one.
    let same = |name: &str| vec![position; told.words(name).count()];
    memory.history = if features.remembers_positions() { same("earlier") } else { Vec::new() };
    memory.turn_history = if features.remembers_positions() { same("earlierInTurn") } else { Vec::new() };
    memory.stored_state = if told.words("stored").any(|word| word == "=") { position } else { 0 };
    memory.decided = -1;
    memory.propositions.clear();
    memory.votes.clear();
    if features.hidden_places {
        memory.track_counts.fill(0);
        for line in told.all("track") {
            let numbers: Vec<i16> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
            let [track, what, ref counts @ ..] = numbers[..] else { return Err(untold("track")) };
            let row = rules.track_counts_of(track as usize, what as usize).filter(|row| row.len() == counts.len());
            let row = row.ok_or_else(|| untold("track"))?;
            memory.track_counts[row].copy_from_slice(counts);
        }
    }
    Ok(())
}

/// What is remembered under names.
fn set_named(state: &mut State, told: &Snapshot<'_>, rules: &Rules) {
    let memory = state.memory_mut();
    memory.variables.fill(-1);
    for line in told.all("variable") {
        let (value, name) = line.split_once(' ').unwrap_or((line, ""));
        if let (Some(index), Ok(value)) = (rules.names.variables.iter().position(|known| known == name), value.parse())
        {
            memory.variables[index] = value;
        }
    }
    memory.remembered.iter_mut().for_each(Vec::clear);
    for line in told.all("remembered") {
        let (values, name) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(index) = rules.names.remembered.iter().position(|known| known == name) {
            memory.remembered[index] = values.split(',').filter_map(|value| value.parse().ok()).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;
    use crate::lud::play::canonical::canonical;
    use crate::lud::source::Library;
    use crate::lud::{Options, load};
    use rand::RngExt;
    use std::fmt::{Display, Write as _};

    fn game(name: &str) -> LudGame {
        let description = Library::embedded().unwrap().find(name).unwrap();
        LudGame::new(&load(&description, &Options::default()).unwrap().tree, 0).unwrap()
    }

    fn line<T: Display>(text: &mut String, name: &str, numbers: impl IntoIterator<Item = T>) {
        text.push_str(name);
        for number in numbers {
            let _ = write!(text, " {number}");
        }
        text.push('\n');
    }

    /// What Ludii would write of a position without names and tracks.
    fn written(game: &LudGame, state: &State, movers: &[String]) -> String {
        let rules = game.rules();
        let colours = || 1..=rules.players;
        let mut text = String::new();
        for (name, bits) in [("active", state.active), ("stalemated", state.stalemated), ("lost", state.lost)] {
            line(&mut text, name, colours().map(|player| bits >> player & 1));
        }
        line(&mut text, "triggered", colours().map(|_| 0));
        line(&mut text, "phase", colours().map(|player| state.phase[player]));
        line(&mut text, "seat", colours().map(|player| state.seat[player]));
        line(&mut text, "score", colours().map(|player| state.score[player]));
        line(&mut text, "rank", colours().map(|player| f64::from(state.ranking[player])));
        line(&mut text, "decided", [state.winners, state.losers]);
        line(&mut text, "value", colours().map(|_| -1));
        line(&mut text, "amount", colours().map(|_| 0));
        line(&mut text, "team", colours().map(|_| -1));
        let State { pending, .. } = state;
        let turn = [state.mover, state.next, state.prev].map(i32::from);
        let counts = [state.turns, state.moves_this_turn, state.moves, state.passes].map(|count| count as i32);
        line(&mut text, "turn", turn.into_iter().chain(counts).chain([state.counter, state.temp, 0]));
        line(&mut text, "movers", movers);
        line(&mut text, "pending", pending);
        let last = &state.last;
        let sites = [last.from, last.to, -1, -1, last.from_level, last.to_level, last.from_after, last.to_after];
        line(&mut text, "last", sites.into_iter().chain([i32::from(last.mover), i32::from(last.is_pass)]));
        line(&mut text, "between", &state.last_between);
        line(&mut text, "reached", [last.to]);
        let (visited, captured) = state.memory.as_deref().map_or((Vec::new(), Vec::new()), |memory| {
            (memory.visited.iter().collect::<Vec<i32>>(), memory.to_clear.clone())
        });
        line(&mut text, "visited", visited);
        line(&mut text, "captured", captured);
        line(&mut text, "voting", [0]);
        text + "stored none\nearlier\nearlierInTurn\nvariables\nremembered  \n"
    }

    /// Where each legal move of a position leads.
    fn followers(game: &LudGame, state: &State) -> Vec<(LudMove, String, u64)> {
        let mut workspace = game.workspace();
        let Turn::Player(seat) = game.turn(state) else { return Vec::new() };
        let mut moves = Vec::new();
        game.legal_moves(state, seat, &mut workspace, &mut moves);
        let after = |chosen: LudMove| {
            let mut reached = state.clone();
            game.apply(&mut reached, chosen, &mut game.workspace(), &mut random_from_seed(1));
            (chosen, canonical(game.rules(), &reached), reached.full_hash())
        };
        moves.into_iter().map(after).collect()
    }

    #[test]
    fn positions_of_random_games_are_set_up_as_they_were() {
        let mut rng = random_from_seed(3);
        for name in ["Breakthrough", "Kalah", "Nine Men's Morris", "Checkers", "Hex", "Othello", "Konane", "Amazons"] {
            let game = game(name);
            let mut workspace = game.workspace();
            let mut state = game.start(&mut workspace, &mut random_from_seed(1));
            let mut movers = Vec::new();
            for ply in 0..60 {
                let Turn::Player(seat) = game.turn(&state) else { break };
                if ply % 5 == 1 {
                    let text = written(&game, &state, &movers);
                    let position = canonical(game.rules(), &state);
                    let told = Snapshot::new(text.lines());
                    let rebuilt = game.rebuild(&position, &told, &mut workspace).unwrap();
                    assert_eq!(canonical(game.rules(), &rebuilt), position, "{name}, ply {ply}");
                    assert_eq!(rebuilt.full_hash(), state.full_hash(), "{name}, ply {ply}");
                    assert_eq!(followers(&game, &rebuilt), followers(&game, &state), "{name}, ply {ply}");
                }
                let mut moves = Vec::new();
                game.legal_moves(&state, seat, &mut workspace, &mut moves);
                let chosen = moves[rng.random_range(0..moves.len())];
                let mover = state.mover;
                game.apply(&mut state, chosen, &mut workspace, &mut random_from_seed(1));
                movers.push(format!("{mover}{}", if state.last.is_pass { "p" } else { "" }));
            }
        }
    }

    #[test]
    fn what_the_rules_ask_for_decides_what_is_missing() {
        let missing = |name: &str, change: (&str, &str)| {
            let game = game(name);
            let state = game.start(&mut game.workspace(), &mut random_from_seed(1));
            let text = written(&game, &state, &[]).replacen(change.0, change.1, 1);
            Snapshot::new(text.lines()).missing(game.rules())
        };
        let none = ("", "");
        for name in ["Breakthrough", "Kalah", "Hex", "Go 9x9"] {
            assert_eq!(missing(name, none), None, "{name}");
        }
        // Earlier positions count where the rules forbid to repeat one.
        let earlier = ("earlier\n", "earlier ? =\n");
        assert!(missing("Go 9x9", earlier).is_some_and(|reason| reason.contains("earlier positions")));
        assert_eq!(missing("Go 9x9", ("earlier\n", "earlier = =\n")), None);
        assert_eq!(missing("Breakthrough", earlier), None);
        assert!(missing("Breakthrough", ("stored none", "stored ?")).is_some());
        // What a game keeps must be told.
        assert!(missing("Kalah", ("score ", "nothing ")).is_some_and(|reason| reason.contains("score")));
        assert_eq!(missing("Breakthrough", ("score ", "nothing ")), None);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let game = game("Breakthrough");
        let mut workspace = game.workspace();
        let state = game.start(&mut workspace, &mut random_from_seed(1));
        let (text, position) = (written(&game, &state, &[]), canonical(game.rules(), &state));
        for (from, to) in
            [("turn 1 2", "turn 1"), ("phase 0", "phase 7"), ("active 1 1", "active 1"), ("seat", "seats")]
        {
            let text = text.replacen(from, to, 1);
            assert!(game.rebuild(&position, &Snapshot::new(text.lines()), &mut workspace).is_err(), "{to}");
        }
        assert!(game.rebuild(&position, &Snapshot::new(text.lines()), &mut workspace).is_ok());
    }
}
