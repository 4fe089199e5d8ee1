//! A warm search allocates nothing per simulation.
#![expect(unsafe_code, reason = "an allocator can be written in no other way; this one only counts and hands on")]

use halfling::agent::Spec;
use halfling::arcade::yardstick::Breakthrough;
use halfling::game::{Game, Seat, random_from_seed};
use halfling::search::{Budget, Mcts};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed on unchanged to the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// One test in this file: the count is the process's.
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
        let mut allocations = |iterations: u64| {
            let budget = Budget::iterations(iterations).unwrap();
            mcts.reset();
            let before = ALLOCATIONS.load(Ordering::Relaxed);
            mcts.search(&game, &start, Seat(0), &budget, &mut rng).unwrap();
            ALLOCATIONS.load(Ordering::Relaxed) - before
        };
        // Larger than any search after it, so that the arena never grows again.
        allocations(60_000);
        let (short, long) = (allocations(1000), allocations(30_000));
        // What is left belongs to the result: its lists of moves, and the order of the survivors.
        assert!(short < 40 && long < 40, "{agent}: {short} and {long} allocations");
    }
}
