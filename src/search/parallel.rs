//! Several threads on one tree (tree parallelisation with virtual loss; Chaslot, Winands and van den Herik 2008).
//!
//! The tree is behind one lock; play-outs run outside. What costs time is not waiting for the lock, for choosing and counting
//! take a small part of an iteration, but that every change of its holder moves the busiest part of the tree from one core's
//! cache to the other's. So a thread that has the lock puts in the results of several simulations and chooses several more,
//! and the tree changes hands once per *batch*.
//!
//! A batch is as many simulations as take about [`BATCH_TIME`], at most [`MAX_BATCH`]: where play-outs are slow it is one. The
//! paths of a batch are chosen without knowing each other's results, as those of other threads are; virtual loss keeps them
//! apart. To keep that harmless while little is known, a batch is also at most one in [`VISITS_PER_SLOT`] of the simulations so
//! far.
//!
//! Not handled: the order in which results come in depends on the machine, so searches on several threads are not reproducible.
//! In an open loop the moves of a path are played while it is chosen, within the lock, and a batch is one simulation.

use super::core::Core;
use super::worker::{Scene, Worker};
use crate::game::{Game, Random, Simulation};
use parking_lot::{Mutex, MutexGuard};
use rand::{RngExt, SeedableRng};
use std::time::{Duration, Instant};

/// Attempts at a busy lock before the thread goes to sleep: a batch is chosen in less time than waking up takes.
const SPINS: u32 = 4000;
/// Time that the simulations of a batch should take together.
const BATCH_TIME: Duration = Duration::from_micros(25);
/// Most simulations in a batch.
const MAX_BATCH: usize = 16;
/// A batch may have one simulation for so many that were made.
const VISITS_PER_SLOT: u64 = 64;

/// The search on several threads.
pub(crate) fn run_together<G: Game>(
    core: &mut Core<G::Move>,
    workers: &mut [Worker<G>],
    scene: &Scene<'_, G>,
    rng: &mut Random,
) {
    let shared = Mutex::new(core);
    std::thread::scope(|scope| {
        for worker in workers {
            let rng = Random::seed_from_u64(rng.random());
            let shared = &shared;
            scope.spawn(move || run_one(shared, worker, scene, rng));
        }
    });
}

/// What one of the threads does.
fn run_one<G: Game>(shared: &Mutex<&mut Core<G::Move>>, worker: &mut Worker<G>, scene: &Scene<'_, G>, mut rng: Random) {
    let mut results: Vec<Option<Simulation>> = Vec::with_capacity(MAX_BATCH);
    let mut affordable = 1;
    loop {
        let mut chosen = 0;
        {
            let mut core = lock(shared);
            for (slot, simulation) in results.drain(..).enumerate() {
                worker.absorb(slot, &mut core, simulation.as_ref());
            }
            let harmless = (core.pace.started() / VISITS_PER_SLOT) as usize;
            let size = if scene.open_loop { 1 } else { affordable.min(harmless).max(1) };
            worker.provide(size);
            while chosen < size && core.tick() {
                worker.select(chosen, scene, &mut core, &mut rng);
                chosen += 1;
            }
        }
        if chosen == 0 {
            break;
        }
        let began = Instant::now();
        results.extend((0..chosen).map(|slot| worker.simulate(slot, scene, &mut rng)));
        let each = began.elapsed() / chosen as u32;
        affordable = (BATCH_TIME.as_nanos() / each.as_nanos().max(1)).clamp(1, MAX_BATCH as u128) as usize;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    for _ in 0..SPINS {
        if let Some(guard) = mutex.try_lock() {
            return guard;
        }
        std::hint::spin_loop();
    }
    mutex.lock()
}
