//! Play-outs draw moves without listing them. These tests hold their choices against the listed moves, and whole play-outs
//! against play-outs that list.
//!
//! Seeds are fixed, so that a test passes or fails for good; with other seeds a right program would fail one comparison in
//! a million ([`ALARM`]).
//!
//! Of the games that `HALFLING_LUDII_REFERENCE` leads to, one in forty is compared; all of them where `HALFLING_COMPLETE` is
//! set, and those with a part of `HALFLING_GAMES` (separated by commas) in their names where that is.

mod chi_squared;

use chi_squared::ChiSquared;
use halfling::game::{Game, GameInfo, Playout, PlayoutLimit, Random, Seat, Turn, Utilities, random_from_seed};
use halfling::lud::ludeme::moves::{Leaf, MovesFn};
use halfling::lud::play::context::{Context, Scratch};
use halfling::lud::play::game::{LudGame, Workspace};
use halfling::lud::play::moves::LudMove;
use halfling::lud::play::state::State;
use halfling::lud::source::{Description, Library};
use halfling::lud::verify::golden_tree;
use halfling::lud::{Options, load};
use rand::RngExt;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// How often a comparison of what is equal may fail.
const ALARM: f64 = 1e-6;
/// Draws for each legal move of a position.
const DRAWS: usize = 25;
/// Positions with more moves are left out: they would need too many draws.
const MOST_MOVES: usize = 250;
/// Positions of each game that are compared.
const POSITIONS: usize = 8;
/// One in so many recorded games of Ludii's is compared.
const STRIDE: usize = 40;

fn compile(description: &Description) -> LudGame {
    let loaded = load(description, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    LudGame::new(&loaded.tree, 0).unwrap_or_else(|error| panic!("{}: {error}", description.path))
}

/// The games written for these tests, in `tests/written`: each has a way of drawing that the carried ones lack.
fn written() -> Vec<Description> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/written");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let library = Library::embedded().unwrap();
    let read = |file: &PathBuf| Description {
        path: file.file_stem().unwrap().to_string_lossy().into_owned(),
        text: fs::read_to_string(file).unwrap(),
        defines: Arc::clone(library.defines()),
    };
    files.iter().map(read).collect()
}

/// The carried games and the written ones.
fn games() -> Vec<LudGame> {
    let library = Library::embedded().unwrap();
    let carried = library.games().iter().map(|name| library.read(name).unwrap());
    carried.chain(written()).flat_map(|description| in_each_way(|| Some(compile(&description)))).collect()
}

/// A game, and where its shape or the rules would hardly be asked because positions are kept, the game without those as well.
fn in_each_way(make: impl Fn() -> Option<LudGame>) -> Vec<LudGame> {
    let mut games: Vec<LudGame> = make().into_iter().collect();
    if games.iter().any(LudGame::keeps_positions) {
        let mut anew = make();
        anew.iter_mut().for_each(LudGame::keep_no_positions);
        games.extend(anew);
    }
    games
}

/// Ludii's games where they are at hand, as far as they are supported.
fn reference_games() -> Vec<LudGame> {
    let Some(reference) = std::env::var_os("HALFLING_LUDII_REFERENCE").map(PathBuf::from) else {
        println!("skipped: HALFLING_LUDII_REFERENCE is not set");
        return Vec::new();
    };
    let mut trees = golden_tree::list(&reference, "trees", ".tree.gz").unwrap();
    let wanted = std::env::var("HALFLING_GAMES").ok();
    if let Some(wanted) = &wanted {
        trees.retain(|(name, _)| wanted.split(',').any(|part| name.contains(part)));
        assert!(!trees.is_empty(), "no game has any of {wanted} in its name");
    }
    let takes_all = wanted.is_some() || std::env::var_os("HALFLING_COMPLETE").is_some();
    let sample = trees.into_iter().step_by(if takes_all { 1 } else { STRIDE });
    sample.flat_map(|(_, tree)| in_each_way(|| LudGame::new(&golden_tree::read(&tree).unwrap(), 0).ok())).collect()
}

/// A position after so many random moves, or none if the game is over by then.
fn position(game: &LudGame, plies: u32, workspace: &mut Workspace, rng: &mut Random) -> Option<State> {
    let mut state = game.start(workspace, rng);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Turn::Player(seat) = game.turn(&state) else { return None };
        moves.clear();
        game.legal_moves(&state, seat, workspace, &mut moves);
        let chosen = moves[rng.random_range(0..moves.len())];
        game.apply(&mut state, chosen, workspace, rng);
    }
    (game.turn(&state) != Turn::Over).then_some(state)
}

/// How a move is drawn.
#[derive(Debug, Clone, Copy)]
enum Draw {
    /// As the rules draw one move.
    Sample,
    /// As a play-out begins.
    FirstOfPlayout,
}

/// Draws moves of a position and holds them against the listed ones. A move that is not listed fails at once.
fn first_moves(game: &LudGame, state: &State, draw: Draw, workspace: &mut Workspace, rng: &mut Random) -> ChiSquared {
    let mut moves = Vec::new();
    game.legal_moves(state, Seat(0), workspace, &mut moves);
    if moves.len() > MOST_MOVES {
        return ChiSquared::default();
    }
    let mut cells: HashMap<LudMove, usize> = HashMap::new();
    let mut weights: Vec<f64> = Vec::new();
    for &listed in &moves {
        let next = weights.len();
        let cell = *cells.entry(listed).or_insert(next);
        if cell == next {
            weights.push(0.0);
        }
        weights[cell] += 1.0;
    }
    let mut counts = vec![0; weights.len()];
    let mut scratch = Scratch::default();
    let mut played = state.clone();
    let mut trace = Vec::new();
    for _ in 0..DRAWS * moves.len() {
        played.clone_from(state);
        let chosen = match draw {
            Draw::Sample => Context::new(game.rules(), &mut played, &mut scratch).sample(rng),
            Draw::FirstOfPlayout => {
                trace.clear();
                game.playout(&mut played, PlayoutLimit { plies: 1 }, workspace, rng, Some(&mut trace));
                trace[0].1
            }
        };
        let name = &game.info().name;
        let cell = cells.get(&chosen).unwrap_or_else(|| panic!("{name}: {} is not listed", game.key(state, chosen)));
        counts[*cell] += 1;
    }
    let expected: Vec<f64> = weights.iter().map(|weight| weight * DRAWS as f64).collect();
    ChiSquared::of(&counts, &expected)
}

/// Compares first moves in several positions of a game; the failure, if any.
fn check_first_moves(game: &LudGame) -> Option<String> {
    let mut workspace = game.workspace();
    let mut rng = random_from_seed(11);
    for draw in [Draw::Sample, Draw::FirstOfPlayout] {
        let mut sum = ChiSquared::default();
        let mut compared = 0;
        for attempt in 0..4 * POSITIONS as u32 {
            let plies = if compared == 0 { 0 } else { (attempt * 7) % 41 };
            if let Some(state) = position(game, plies, &mut workspace, &mut rng) {
                sum.add(first_moves(game, &state, draw, &mut workspace, &mut rng));
                compared += 1;
            }
            if compared == POSITIONS {
                break;
            }
        }
        if sum.tail() < ALARM {
            return Some(format!("{} ({draw:?}): {sum:?}, p = {:.1e}", game.info().name, sum.tail()));
        }
    }
    None
}

#[test]
fn drawn_moves_are_uniform_over_the_listed_ones() {
    let failures: Vec<_> = games().iter().filter_map(check_first_moves).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn drawn_moves_of_reference_games_are_uniform_over_the_listed_ones() {
    let failures: Vec<_> = reference_games().iter().filter_map(check_first_moves).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The ways in which moves are drawn, each with how a game that uses it is told.
fn kinds(game: &LudGame) -> Vec<&'static str> {
    let rules = game.rules();
    let mut kinds: Vec<&'static str> = rules
        .leaves
        .iter()
        .filter(|node| node.is_decision)
        .filter_map(|node| match node.leaf {
            Leaf::Add(_) => Some("add"),
            Leaf::Step(_) => Some("step"),
            Leaf::Slide(_) => Some("slide"),
            Leaf::Hop(_) => Some("hop"),
            Leaf::Leap(_) => Some("leap"),
            Leaf::FromTo(_) => Some("from-to"),
            Leaf::Select(_) => Some("select"),
            Leaf::Remove(_) => Some("remove"),
            Leaf::Satisfy(_) => Some("satisfy"),
            Leaf::TrackSlide(_) => Some("track"),
            _ => None,
        })
        .collect();
    if rules.phases.iter().any(|phase| matches!(phase.play, MovesFn::Filter(_))) {
        kinds.push("filter");
    }
    if !rules.dice.is_empty() {
        kinds.push("die");
    }
    kinds
}

#[test]
fn every_way_of_drawing_is_among_the_games() {
    let mut found: HashMap<&str, Vec<String>> = HashMap::new();
    for game in games() {
        for kind in kinds(&game) {
            found.entry(kind).or_default().push(game.info().name.clone());
        }
    }
    println!("{found:#?}");
    for kind in
        ["add", "step", "slide", "hop", "leap", "from-to", "select", "remove", "satisfy", "track", "filter", "die"]
    {
        assert!(found.contains_key(kind), "no game draws by {kind}");
    }
}

/// A compiled game whose play-outs list all moves, as those of any game do that has no way of its own.
struct Listing<'g>(&'g LudGame);

impl Game for Listing<'_> {
    type State = State;
    type Move = LudMove;
    type Workspace = Workspace;

    fn info(&self) -> &GameInfo {
        self.0.info()
    }

    fn workspace(&self) -> Workspace {
        self.0.workspace()
    }

    fn start(&self, workspace: &mut Workspace, rng: &mut Random) -> State {
        self.0.start(workspace, rng)
    }

    fn turn(&self, state: &State) -> Turn {
        self.0.turn(state)
    }

    fn legal_moves(&self, state: &State, seat: Seat, workspace: &mut Workspace, moves: &mut Vec<LudMove>) {
        self.0.legal_moves(state, seat, workspace, moves);
    }

    fn apply(&self, state: &mut State, chosen: LudMove, workspace: &mut Workspace, rng: &mut Random) {
        self.0.apply(state, chosen, workspace, rng);
    }

    fn utilities(&self, state: &State) -> Utilities {
        self.0.utilities(state)
    }

    fn hash(&self, state: &State) -> u64 {
        self.0.hash(state)
    }

    fn move_text(&self, state: &State, chosen: LudMove) -> String {
        self.0.move_text(state, chosen)
    }

    fn state_text(&self, state: &State) -> String {
        self.0.state_text(state)
    }
}

/// Plies after which a compared play-out is cut.
const CUT: u32 = 400;
/// Most play-outs of a side, and plies after which there are enough.
const PLAYOUTS: usize = 600;
const PLIES: u64 = 16_000;

/// Play-outs from the start: so many, or until they have had enough plies.
fn play<G: Game>(game: &G, most: usize, enough: u64, seed: u64) -> Vec<Playout> {
    let mut rng = random_from_seed(seed);
    let mut workspace = game.workspace();
    let mut plies = 0;
    let mut played = Vec::new();
    while played.len() < most && plies < enough {
        let mut state = game.start(&mut workspace, &mut rng);
        let playout = game.playout(&mut state, PlayoutLimit { plies: CUT }, &mut workspace, &mut rng, None);
        plies += u64::from(playout.plies);
        played.push(playout);
    }
    played
}

/// Compares lengths and results of play-outs with those that list; the failure, if any.
fn check_playouts(game: &LudGame) -> Option<String> {
    let listed = play(&Listing(game), PLAYOUTS, PLIES, 21);
    let drawn = play(game, listed.len(), u64::MAX, 22);
    assert_eq!(listed.len(), drawn.len());
    let name = &game.info().name;
    // Lengths in classes that hold about as many play-outs each.
    let mut lengths: Vec<u32> = listed.iter().chain(&drawn).map(|playout| playout.plies).collect();
    lengths.sort_unstable();
    let mut bounds: Vec<u32> = (1..8).map(|part| lengths[lengths.len() * part / 8]).collect();
    bounds.dedup();
    let by_length = |playouts: &[Playout]| {
        let mut counts = vec![0; bounds.len() + 1];
        for playout in playouts {
            counts[bounds.partition_point(|&bound| bound <= playout.plies)] += 1;
        }
        counts
    };
    let of_lengths = ChiSquared::of_two(&by_length(&listed), &by_length(&drawn));
    let result = |playout: &Playout| {
        let first = playout.utilities[Seat(0)];
        (playout.finished, (first * 100.0) as i32)
    };
    let mut results: Vec<_> = listed.iter().chain(&drawn).map(result).collect();
    results.sort_unstable();
    results.dedup();
    let by_result = |playouts: &[Playout]| -> Vec<u64> {
        results.iter().map(|wanted| playouts.iter().filter(|&p| result(p) == *wanted).count() as u64).collect()
    };
    let of_results = ChiSquared::of_two(&by_result(&listed), &by_result(&drawn));
    for (what, found) in [("lengths", of_lengths), ("results", of_results)] {
        if found.tail() < ALARM {
            return Some(format!("{name}, {what} of {} play-outs: {found:?}, p = {:.1e}", drawn.len(), found.tail()));
        }
    }
    None
}

#[test]
fn playouts_are_as_long_and_end_as_those_that_list() {
    let failures: Vec<_> = games().iter().filter_map(check_playouts).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn playouts_of_reference_games_are_as_long_and_end_as_those_that_list() {
    let failures: Vec<_> = reference_games().iter().filter_map(check_playouts).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Plays out with a trace, makes the same moves by the rules, and compares the positions; the failure, if any.
fn check_positions(game: &LudGame) -> Option<String> {
    // What a game leaves to chance is drawn anew when its moves are made again.
    if game.info().stochastic {
        return check_plies(game);
    }
    let name = &game.info().name;
    let mut workspace = game.workspace();
    for seed in 0..12 {
        let mut rng = random_from_seed(100 + seed);
        let start = game.start(&mut workspace, &mut rng);
        let mut played = start.clone();
        let mut trace = Vec::new();
        let plies = if seed % 2 == 0 { CUT } else { 3 + seed as u32 * 7 };
        game.playout(&mut played, PlayoutLimit { plies }, &mut workspace, &mut rng, Some(&mut trace));
        let mut made = start;
        for &(seat, chosen) in &trace {
            let mut moves = Vec::new();
            game.legal_moves(&made, seat, &mut workspace, &mut moves);
            if !moves.contains(&chosen) {
                return Some(format!("{name}: {} is not legal after {} moves", game.key(&made, chosen), made.moves));
            }
            game.apply(&mut made, chosen, &mut workspace, &mut rng);
        }
        // The next lot is drawn by whoever asks for it.
        made.chance = played.chance;
        if made != played {
            return Some(format!("{name}: after {} moves\n{played:?}\n{made:?}", trace.len()));
        }
    }
    None
}

/// Plays plies of a game by dice one by one, makes each of them by the rules after the same roll, and compares the positions;
/// the failure, if any.
fn check_plies(game: &LudGame) -> Option<String> {
    if game.shortcut() != Some("racing") {
        return None;
    }
    let name = &game.info().name;
    let mut workspace = game.workspace();
    for seed in 0..6 {
        let mut rng = random_from_seed(100 + seed);
        let mut state = game.start(&mut workspace, &mut rng);
        for _ in 0..400 {
            let Turn::Player(seat) = game.turn(&state) else { break };
            let mut made = state.clone();
            let mut trace = Vec::new();
            game.playout(&mut state, PlayoutLimit { plies: 1 }, &mut workspace, &mut rng, Some(&mut trace));
            let Some(&(_, chosen)) = trace.first() else { break };
            let mut moves = Vec::new();
            game.legal_moves(&made, seat, &mut workspace, &mut moves);
            if !moves.contains(&chosen) {
                return Some(format!("{name}: {} is not legal after {} moves", game.key(&made, chosen), made.moves));
            }
            game.apply(&mut made, chosen, &mut workspace, &mut rng);
            // The next lot is drawn by whoever asks for it.
            made.chance = state.chance;
            made.next_faces.clone_from(&state.next_faces);
            if made != state {
                return Some(format!("{name}: after {} moves\n{state:?}\n{made:?}", made.moves));
            }
        }
    }
    None
}

#[test]
fn playouts_leave_positions_as_the_rules_do() {
    let failures: Vec<_> = games().iter().filter_map(check_positions).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn playouts_of_reference_games_leave_positions_as_the_rules_do() {
    let failures: Vec<_> = reference_games().iter().filter_map(check_positions).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_shortcut_is_among_the_games() {
    let games = games();
    let found: Vec<_> = games.iter().filter_map(LudGame::shortcut).collect();
    for shortcut in
        ["placement", "dropping", "shooting", "flipping", "surrounding", "stepping", "sowing", "racing", "filling"]
    {
        assert!(found.contains(&shortcut), "no game plays out by {shortcut}");
    }
    let stepping = [
        "Morris", "Blocked", "Hunt", "Piles", "Herd", "Choices", "Wide", "Parting", "Rows", "Pegs", "Converts",
        "Pincers", "Draughts", "Chains", "Waiting", "Strides", "Pinned", "Forfeits", "Turning", "Crowning", "Couples",
        "Tags",
    ];
    for name in stepping {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some("stepping"), "{name}");
    }
    for name in ["Crowd", "Race", "Bearing Off", "Sticks", "Herder", "Throws", "Guides", "Partners", "Caravans"] {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some("racing"), "{name}");
    }
    for name in ["Seeds", "Relay", "Captures", "Marks", "Rivals", "Trails"] {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some("sowing"), "{name}");
    }
    for name in ["Lengths", "Banks", "Quarters"] {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some("filling"), "{name}");
    }
    for (name, shortcut) in [
        ("Counting", "placement"),
        ("Sinking", "dropping"),
        ("Handfuls", "dropping"),
        ("Colours", "flipping"),
        ("Late Flips", "flipping"),
    ] {
        let game = games.iter().find(|game| game.info().name == name);
        assert_eq!(game.and_then(LudGame::shortcut), Some(shortcut), "{name}");
    }
    let late = games.iter().find(|game| game.info().name == "Late Captures");
    assert_eq!(late.and_then(LudGame::shortcut), Some("surrounding"));
}
