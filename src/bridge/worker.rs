//! One thread's line to Java: a direct buffer, and the one call that an iteration costs.
#![expect(unsafe_code, reason = "the buffer is memory that Java owns and both sides read and write")]

use super::java::{self, Kept};
use super::moves::{self, HostedMove};
use crate::game::{Seat, SeatSet, Utilities};
use std::ptr;

/// What a worker can be asked for; numbers and layout are those of `Worker.java`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(super) enum Request {
    /// A new game in a slot.
    Start { slot: u32 },
    /// A move from one slot into another (or the same).
    Apply { from: u32, to: u32, chosen: HostedMove },
    /// The legal moves of a slot; those of a seat where all choose at once.
    List { slot: u32, seat: Seat },
    /// A play-out from one slot into another (or the same).
    Playout { from: u32, to: u32, limit: i32, trace: bool, seed: u64 },
    /// A whole iteration below a slot; the path is written beforehand.
    Simulate { root: u32, path: u32, limit: i32, list: bool, trace: bool, seed: u64 },
    /// What a slot holds.
    Look { slot: u32 },
    /// A turn in which several choose at once; their moves are written beforehand as a path.
    ApplyJoint { from: u32, to: u32, moves: u32 },
}

/// Ludii threw, or the engine lost touch; the answer means nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Failed;

const GROW: i32 = 5;
const SEED: usize = 32;
const UTILITIES: usize = 32;
const TOGETHER: usize = 96;
const PAYLOAD: usize = 128;
const STEP: usize = 16;
const WANTS_LIST: i32 = 1;
const WANTS_TRACE: i32 = 2;

/// One thread's line to Java. It is made on one thread and may move to another, but serves one at a time.
pub struct Worker {
    object: Kept,
    address: *mut u8,
    capacity: usize,
    seen: Vec<(u64, u32)>,
}

// SAFETY: the buffer belongs to this worker alone (Java touches it only inside `ask`, which takes `&mut self`), and global
// references may be used from any thread.
unsafe impl Send for Worker {}

impl Worker {
    pub(super) fn new(host: &Kept) -> jni::errors::Result<Self> {
        let object = java::new_worker(host)?;
        let (address, capacity) = java::buffer(&object)?;
        Ok(Self { object, address, capacity, seen: Vec::new() })
    }

    /// Crosses into Java once.
    pub(super) fn ask(&mut self, request: Request) -> Result<(), Failed> {
        let operation = match request {
            Request::Start { slot } => {
                self.put(0, slot as i32);
                0
            }
            Request::Apply { from, to, chosen } => {
                self.put(0, from as i32);
                self.put(4, to as i32);
                self.put(PAYLOAD, chosen.key());
                self.put(PAYLOAD + 8, chosen.index());
                1
            }
            Request::List { slot, seat } => {
                self.put(0, slot as i32);
                self.put(4, i32::from(seat.0));
                2
            }
            Request::Playout { from, to, limit, trace, seed } => {
                self.put(0, from as i32);
                self.put(4, to as i32);
                self.put(8, limit);
                self.put(12, if trace { WANTS_TRACE } else { 0 });
                self.put(SEED, seed);
                3
            }
            Request::Simulate { root, path, limit, list, trace, seed } => {
                self.put(0, root as i32);
                self.put(4, path as i32);
                self.put(8, limit);
                self.put(12, if list { WANTS_LIST } else { 0 } | if trace { WANTS_TRACE } else { 0 });
                self.put(SEED, seed);
                4
            }
            Request::Look { slot } => {
                self.put(0, slot as i32);
                6
            }
            Request::ApplyJoint { from, to, moves } => {
                self.put(0, from as i32);
                self.put(4, to as i32);
                self.put(8, moves as i32);
                7
            }
        };
        self.cross(operation)
    }

    fn cross(&mut self, operation: i32) -> Result<(), Failed> {
        match java::run(&self.object, operation) {
            Ok(0) => Ok(()),
            Ok(1) => {
                (self.address, self.capacity) = java::buffer(&self.object).map_err(|_| Failed)?;
                Ok(())
            }
            _ => Err(Failed),
        }
    }

    /// Writes the path of the next [`Request::Simulate`], or the moves of the next [`Request::ApplyJoint`].
    pub(super) fn write_path(&mut self, path: &[HostedMove]) -> Result<(), Failed> {
        let end = PAYLOAD + STEP * path.len();
        if end > self.capacity {
            self.put(0, 2 * end as i32);
            self.cross(GROW)?;
        }
        for (at, step) in path.iter().enumerate() {
            self.put(PAYLOAD + STEP * at, step.key());
            self.put(PAYLOAD + STEP * at + 8, step.index());
        }
        Ok(())
    }

    /// The seat to move in the answer; `None` when the game is over.
    pub(super) fn seat(&self) -> Option<Seat> {
        u8::try_from(self.get::<i32>(0)).ok().map(Seat)
    }

    /// The seats that choose together in the answer; none where one moves at a time.
    pub(super) fn together(&self) -> SeatSet {
        let bits = self.get::<i32>(TOGETHER);
        (0..crate::game::MAX_SEATS as u8)
            .filter(|seat| bits >> seat & 1 == 1)
            .fold(SeatSet::default(), |seats, seat| seats.with(Seat(seat)))
    }

    /// The index of the play-out's first move in the answer, where one was drawn from the list.
    pub(super) fn first(&self) -> Option<usize> {
        usize::try_from(self.get::<i32>(8)).ok()
    }

    /// Plies of the play-out, and whether the game was over.
    pub(super) fn plies(&self) -> (u32, bool) {
        (self.get::<i32>(12).max(0) as u32, self.get::<i32>(16) != 0)
    }

    /// The hash of the position.
    pub(super) fn hash(&self) -> u64 {
        self.get(24)
    }

    /// What the last position is worth to each of so many seats.
    pub(super) fn utilities(&self, seats: usize) -> Utilities {
        let mut values = [0.0f32; crate::game::MAX_SEATS];
        for (seat, value) in values[..seats].iter_mut().enumerate() {
            *value = self.get::<f32>(UTILITIES + 4 * seat);
        }
        Utilities::from_slice(&values[..seats])
    }

    /// Appends the moves that were listed.
    pub(super) fn read_moves(&mut self, moves: &mut Vec<HostedMove>) {
        let count = self.listed();
        let mut seen = std::mem::take(&mut self.seen);
        moves::number((0..count).map(|at| self.get(PAYLOAD + 8 * at)), &mut seen, moves);
        self.seen = seen;
    }

    fn listed(&self) -> usize {
        self.get::<i32>(4).max(0) as usize
    }

    /// Appends the moves of the play-out; `list` tells whether moves were listed before them.
    pub(super) fn read_trace(&self, list: bool, trace: &mut Vec<(Seat, HostedMove)>) {
        let begin = PAYLOAD + if list { 8 * self.listed() } else { 0 };
        let count = self.get::<i32>(20).max(0) as usize;
        trace.extend((0..count).map(|at| {
            let (seat, step) = HostedMove::from_trace(self.get(begin + 8 * at));
            (Seat(seat), step)
        }));
    }

    fn put<T: Plain>(&mut self, offset: usize, value: T) {
        assert!(offset + size_of::<T>() <= self.capacity);
        // SAFETY: within the buffer, which lives as long as the worker object that this struct keeps.
        unsafe { ptr::write_unaligned(self.address.add(offset).cast(), value) }
    }

    fn get<T: Plain>(&self, offset: usize) -> T {
        assert!(offset + size_of::<T>() <= self.capacity);
        // SAFETY: within the buffer, as above; every bit pattern is a value of a plain type.
        unsafe { ptr::read_unaligned(self.address.add(offset).cast()) }
    }
}

/// Types of which every bit pattern is a value.
trait Plain: Copy {}
impl Plain for i32 {}
impl Plain for u32 {}
impl Plain for u64 {}
impl Plain for f32 {}
