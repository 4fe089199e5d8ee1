//! What must hold of every game compiled from one of Ludii's descriptions whose recorded games replay with no difference.
//!
//! The descriptions are found through `HALFLING_LUDII_REFERENCE`; without it there is nothing to check. One game in forty is
//! checked with a few random games each; with `HALFLING_COMPLETE` set, all of them with a hundred each, which takes more than half
//! an hour. `HALFLING_RANDOM_GAMES` is how many random games are played of each instead.

use halfling::game::{Game, Turn, random_from_seed};
use halfling::lud::play::game::{LudGame, Workspace};
use halfling::lud::play::moves::LudMove;
use halfling::lud::play::state::State;
use halfling::lud::tree::Call;
use halfling::lud::verify::{golden_tree, trials};
use rand::RngExt;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// One in so many games is checked where not all are.
const STRIDE: usize = 40;
/// Random games of each game, in the sample and in the complete check.
const GAMES: [u64; 2] = [2, 100];
/// Most plies of a random game.
const PLIES: usize = 300;
/// In one ply of so many, every legal move is tried and every text is read back.
const EVERY: usize = 20;

#[test]
fn verified_games_keep_their_promises() {
    let Some(reference) = std::env::var_os("HALFLING_LUDII_REFERENCE").map(PathBuf::from) else {
        println!("skipped: HALFLING_LUDII_REFERENCE is not set");
        return;
    };
    let complete = std::env::var_os("HALFLING_COMPLETE").is_some();
    let stride = if complete { 1 } else { STRIDE };
    let random_games = std::env::var("HALFLING_RANDOM_GAMES").ok();
    let random_games = random_games.map_or(GAMES[usize::from(complete)], |games| games.parse().unwrap());
    let games = golden_tree::list(&reference, "trees", ".tree.gz").unwrap();
    // The puzzles, which come last, take longest: they are begun first.
    let sample: Vec<_> = games.into_iter().step_by(stride).rev().collect();
    let (next, checked) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((name, tree)) = sample.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if keeps_promises(&reference, name, tree, random_games) {
                        checked.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let checked = checked.into_inner();
    println!("{checked} games checked");
    assert!(checked > 0, "no game was checked");
}

/// Plays so many random games and checks them; false where the game is not among those verified.
fn keeps_promises(reference: &Path, name: &str, tree: &Path, games: u64) -> bool {
    let tree = golden_tree::read(tree).unwrap();
    let Ok(game) = LudGame::new(&tree, 0) else { return false };
    let recorded = reference.join("trials").join(format!("{name}.trial.gz"));
    if trials::replay(&game, &golden_tree::read_compressed(&recorded).unwrap()).is_err() {
        return false;
    }
    println!("{name}");
    for seed in 0..games {
        let first = Play { game: &game, tree: &tree, name, workspace: game.workspace() }.random_game(seed, true);
        if seed == 0 {
            let second = Play { game: &game, tree: &tree, name, workspace: game.workspace() }.random_game(seed, false);
            assert_eq!(first, second, "{name}: the same seed plays the same game");
        }
    }
    true
}

struct Play<'g> {
    game: &'g LudGame,
    tree: &'g Call,
    name: &'g str,
    workspace: Workspace,
}

impl Play<'_> {
    /// Plays a random game and returns the hashes of its positions; checks them where asked to.
    fn random_game(&mut self, seed: u64, checks: bool) -> Vec<u64> {
        let (game, name) = (self.game, self.name);
        let mut rng = random_from_seed(seed);
        let mut state = game.start(&mut self.workspace, &mut rng);
        let mut hashes = vec![game.hash(&state)];
        let mut seen = HashSet::new();
        for ply in 0..PLIES {
            let Turn::Player(seat) = game.turn(&state) else { break };
            let mut moves = Vec::new();
            game.legal_moves(&state, seat, &mut self.workspace, &mut moves);
            assert!(!moves.is_empty(), "{name}: whoever is to move has a move");
            if checks && ply % EVERY == 0 {
                self.check_moves(&state, &moves, &seen);
            }
            let chosen = moves[rng.random_range(0..moves.len())];
            seen.insert(chosen);
            let copy = checks.then(|| state.clone());
            let before = game.hash(&state);
            game.apply(&mut state, chosen, &mut self.workspace, &mut rng);
            if let Some(copy) = copy {
                assert_eq!(game.hash(&copy), before, "{name}: a copy is a copy");
                self.check_position(&state);
            }
            hashes.push(game.hash(&state));
        }
        if checks {
            // Nothing of the game gone by may be left, and each game has its own chance.
            game.restart(&mut state, &mut self.workspace, &mut random_from_seed(seed));
            let start = game.start(&mut game.workspace(), &mut random_from_seed(seed));
            assert!(state == start, "{name}: a game that starts again starts as any other");
            let other = LudGame::new(self.tree, 0).unwrap();
            let fresh = other.start(&mut other.workspace(), &mut random_from_seed(seed));
            assert!(state == fresh, "{name}: every start with the same chance is the same");
        }
        hashes
    }

    fn check_position(&mut self, state: &State) {
        let (game, name) = (self.game, self.name);
        let anew = state.contents_hash_from_scratch(&game.rules().layout);
        assert_eq!(state.contents_hash(), anew, "{name}: the hash kept is the hash computed anew");
        let utilities = game.utilities(state);
        assert_eq!(utilities.as_slice().len(), game.info().seats, "{name}");
        assert!(utilities.as_slice().iter().all(|value| (-1.0..=1.0).contains(value)), "{name}: {utilities:?}");
        assert_eq!(state.over, game.turn(state) == Turn::Over, "{name}: nobody moves once the game is over");
    }

    /// Legal moves are accepted and told apart by their texts; moves of earlier positions are accepted only where legal.
    fn check_moves(&mut self, state: &State, moves: &[LudMove], seen: &HashSet<LudMove>) {
        let (game, name) = (self.game, self.name);
        let Turn::Player(seat) = game.turn(state) else { return };
        let distinct: HashSet<LudMove> = moves.iter().copied().collect();
        let texts: HashSet<String> = moves.iter().map(|&chosen| game.move_text(state, chosen)).collect();
        assert_eq!(texts.len(), distinct.len(), "{name}: moves are told apart by their texts");
        let some = moves[moves.len() / 2];
        let text = game.move_text(state, some);
        assert_eq!(game.parse_move(state, seat, &text, &mut self.workspace), Ok(some), "{name}");
        for &candidate in moves.iter().take(8).chain(seen.iter().take(8)) {
            let mut copy = state.clone();
            let accepted = game.try_apply(&mut copy, candidate, &mut self.workspace, &mut random_from_seed(3)).is_ok();
            assert_eq!(accepted, distinct.contains(&candidate), "{name}: legal moves are those accepted");
            if !accepted {
                assert_eq!(game.hash(&copy), game.hash(state), "{name}: a refused move changes nothing");
            }
        }
    }
}
