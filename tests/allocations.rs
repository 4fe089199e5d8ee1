//! A warm search allocates nothing per simulation, and compiled games allocate nothing once their buffers are warm.
#![expect(unsafe_code, reason = "an allocator can be written in no other way; this one only counts and hands on")]

use halfling::agent::Spec;
use halfling::arcade::yardstick::Breakthrough;
use halfling::game::{Game, PlayoutLimit, Seat, Turn, random_from_seed};
use halfling::lud::play::game::LudGame;
use halfling::lud::source::Library;
use halfling::lud::{Options, load};
use halfling::search::{Budget, Mcts};
use rand::RngExt;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    // Counted by thread, since tests run side by side. Neither making nor dropping it allocates.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    ALLOCATIONS.with(|counter| counter.set(counter.get() + 1));
}

/// How often this thread has allocated.
fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

// SAFETY: every call is handed on unchanged to the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_warm_search_allocates_per_search_not_per_simulation() {
    let game = Breakthrough::new(8);
    let mut rng = random_from_seed(1);
    let start = game.start(&mut (), &mut rng);
    for agent in [
        "uct",
        "uct-sqrt-sh",
        "uct-tuned",
        "uct+solver",
        "kilothon-uct",
        "flat-mc",
        "uct+mast",
        "uct+rave",
        "uct+nst+grave",
        "uct+qb",
    ] {
        let params = agent.parse::<Spec>().unwrap().params().unwrap().clone();
        let mut mcts = Mcts::new(params, &game).unwrap();
        let mut searched = |iterations: u64| {
            let budget = Budget::iterations(iterations).unwrap();
            mcts.reset();
            let before = allocations();
            mcts.search(&game, &start, Seat(0), &budget, &mut rng).unwrap();
            allocations() - before
        };
        // Larger than any search after it, so that the arena never grows again.
        searched(60_000);
        let (short, long) = (searched(1000), searched(30_000));
        // What is left belongs to the result: its lists of moves, and the order of the survivors.
        assert!(short < 40 && long < 40, "{agent}: {short} and {long} allocations");
    }
}

/// The compiled games that the program carries.
fn carried() -> Vec<LudGame> {
    let library = Library::embedded().unwrap();
    let compile = |name: &String| {
        let loaded = load(&library.read(name).unwrap(), &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        LudGame::new(&loaded.tree, 0).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    library.games().iter().map(compile).collect()
}

/// Plies after which a game is left.
const PLIES: u32 = 400;

/// What a game allocated where it was asked to list and to apply.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Spent {
    list: u64,
    apply: u64,
    clone: u64,
}

#[test]
fn compiled_games_list_apply_and_copy_without_allocating() {
    let mut failures = Vec::new();
    for game in carried() {
        let mut workspace = game.workspace();
        let start = game.start(&mut workspace, &mut random_from_seed(5));
        let (mut state, mut copy) = (start.clone(), start.clone());
        let mut moves = Vec::with_capacity(4096);
        // The second time every buffer has the size that these very games ask for.
        let mut spent = Spent::default();
        for _ in 0..2 {
            spent = Spent::default();
            let mut rng = random_from_seed(5);
            for _ in 0..4 {
                state.clone_from(&start);
                for _ in 0..PLIES {
                    let Turn::Player(seat) = game.turn(&state) else { break };
                    moves.clear();
                    let before = allocations();
                    game.legal_moves(&state, seat, &mut workspace, &mut moves);
                    let listed = allocations();
                    let chosen = moves[rng.random_range(0..moves.len())];
                    game.apply(&mut state, chosen, &mut workspace, &mut rng);
                    let applied = allocations();
                    copy.clone_from(&state);
                    spent.list += listed - before;
                    spent.apply += applied - listed;
                    spent.clone += allocations() - applied;
                }
            }
        }
        let name = &game.info().name;
        if spent != Spent::default() {
            failures.push(format!("{name}: {spent:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn playouts_of_compiled_games_do_not_allocate() {
    let mut failures = Vec::new();
    for mut game in carried() {
        // Each position that is kept takes room when a play-out comes through it for the first time.
        game.keep_no_positions();
        let mut workspace = game.workspace();
        let mut rng = random_from_seed(6);
        let start = game.start(&mut workspace, &mut rng);
        let mut state = start.clone();
        let mut spent = 0;
        // Most play-outs warm the buffers; what is drawn depends on what was drawn before, so none is repeated.
        for round in 0..60 {
            state.clone_from(&start);
            let before = allocations();
            game.playout(&mut state, PlayoutLimit { plies: PLIES }, &mut workspace, &mut rng, None);
            if round >= 40 {
                spent += allocations() - before;
            }
        }
        let name = &game.info().name;
        if spent > 0 {
            failures.push(format!("{name}: {spent} in 20 play-outs"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
