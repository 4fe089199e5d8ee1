//! Answers that rules found a moment ago.
//!
//! Rules of some games ask the same costly question for every site, every pair of sites, or in every branch of an effect: which
//! sites meet a condition, how large a group is, whether a pattern starts at a site. What such a question is about does not
//! change between two moves, nor where effects leave the sites alone, so that the answer is looked up. The key is made of the
//! contents of all sites, of who moves, of the registers that the function reads, and where it reads them of the last move and
//! the variables; rules that ask for more than that are never looked up.

use super::bits::Bits;
use super::context::{Context, Register};
use super::hash::fact;
use crate::lud::ludeme::array::Numbers;
use std::sync::atomic::{AtomicU64, Ordering};

/// Slots for numbers, for sets and for lists. A new answer takes the place of the old one in its slot.
const NUMBERS: usize = 1024;
const SETS: usize = 512;
const LISTS: usize = 256;

/// Slots in which it is counted whether looking up pays.
const TALLIES: usize = 64;

/// So many questions of a function decide whether it is worth looking its answers up, and if not, so many go by unasked.
const TRIAL: u16 = 64;
const PAUSE: u16 = 4096;

/// So many of the questions of a trial have to be answered by looking up: storing and looking up cost something too.
const WORTHWHILE: u16 = 16;

/// Numbers of planes that no position has, so that what else is asked about is never taken for contents of sites.
const MOVERS: u64 = 252;
const REGISTER: u64 = 253;
const LAST: u64 = 254;
const VARIABLE: u64 = 255;

/// What makes the questions of one function.
#[derive(Debug, Clone, Copy)]
pub struct Recall {
    /// Tells them from those of all other functions, also of other games.
    mark: u64,
    /// The registers that it reads, bit by register.
    registers: u16,
    /// Whether it reads the last move or variables too.
    reads_last: bool,
}

/// The mark is no part of what a function means.
impl PartialEq for Recall {
    fn eq(&self, other: &Self) -> bool {
        (self.registers, self.reads_last) == (other.registers, other.reads_last)
    }
}

impl Recall {
    /// Questions of a function of its own.
    #[must_use]
    pub fn new(registers: u16, reads_last: bool) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let mark = NEXT.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { mark, registers, reads_last }
    }

    /// The slot in which its questions are counted.
    fn tally(self) -> usize {
        (self.mark >> 32) as usize % TALLIES
    }
}

/// How often the answers of a function were found lately.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    asked: u16,
    found: u16,
    pause: u16,
}

/// Answers of one thread.
#[derive(Debug, Default)]
pub struct Answers {
    numbers: Vec<(u64, i32)>,
    sets: Vec<(u64, Bits)>,
    lists: Vec<(u64, Numbers)>,
    tallies: Vec<Tally>,
    /// Whether nothing is looked up, since hashes do not tell positions apart for the time being.
    paused: bool,
}

impl Answers {
    /// Whether it pays at present to look a function's answers up. Counts the question.
    fn is_worthwhile(&mut self, recall: Recall) -> bool {
        if self.paused {
            return false;
        }
        if self.tallies.is_empty() {
            self.tallies.resize(TALLIES, Tally::default());
        }
        let tally = &mut self.tallies[recall.tally()];
        if tally.pause > 0 {
            tally.pause -= 1;
            return false;
        }
        if tally.asked == TRIAL {
            *tally = Tally { asked: 0, found: 0, pause: if tally.found < WORTHWHILE { PAUSE } else { 0 } };
        }
        tally.asked += 1;
        true
    }

    fn keep(&mut self, key: u64, answer: &Bits) {
        let (held, kept) = &mut self.sets[slot_of(key, SETS)];
        *held = key;
        kept.clone_from(answer);
    }
}

/// The slot of a key.
fn slot_of(key: u64, slots: usize) -> usize {
    (key >> 20) as usize % slots
}

impl Context<'_> {
    /// Looks nothing up while hashes lag behind the contents of sites, or again from now on.
    pub(super) fn pause_recall(&mut self, paused: bool) {
        self.scratch.answers.paused = paused;
    }

    /// What a question is about: the contents of all sites, who moves, and the registers that the function reads.
    fn question(&self, recall: Recall) -> u64 {
        let state = &self.state;
        let movers = u64::from(state.mover) | u64::from(state.next) << 8 | u64::from(state.prev) << 16;
        let mut key = state.position_hash() ^ recall.mark ^ fact(MOVERS, 0, movers);
        let mut left = recall.registers;
        while left != 0 {
            let register = left.trailing_zeros() as usize;
            key ^= fact(REGISTER, register, u64::from(self.get(Register::ALL[register]) as u32));
            left &= left - 1;
        }
        if recall.reads_last {
            let last = &state.last;
            let pairs = [(last.from, last.to), (last.from_after, last.to_after), (last.from_level, last.to_level)];
            for (at, (from, to)) in pairs.into_iter().enumerate() {
                key ^= fact(LAST, at, u64::from(from as u32) << 32 | u64::from(to as u32));
            }
            for (name, &value) in state.memory.iter().flat_map(|memory| &memory.variables).enumerate() {
                key ^= fact(VARIABLE, name, u64::from(value as u32));
            }
        }
        key
    }

    /// The number that a function gives, looked up or worked out.
    pub fn recall_number(&mut self, recall: Recall, work_out: impl FnOnce(&mut Self) -> i32) -> i32 {
        if !self.scratch.answers.is_worthwhile(recall) {
            return work_out(self);
        }
        let key = self.question(recall);
        let slot = slot_of(key, NUMBERS);
        let answers = &mut self.scratch.answers;
        if answers.numbers.is_empty() {
            answers.numbers.resize(NUMBERS, (0, 0));
        }
        let (held, answer) = answers.numbers[slot];
        if held == key {
            answers.tallies[recall.tally()].found += 1;
            debug_assert_eq!(answer, work_out(self), "the answer has changed");
            return answer;
        }
        let answer = work_out(self);
        self.scratch.answers.numbers[slot] = (key, answer);
        answer
    }

    /// What is seen in the list that a function gives, looked up or worked out; nothing where it does not pay to look it up.
    pub fn recall_list<T>(
        &mut self,
        recall: Recall,
        work_out: impl FnOnce(&mut Self) -> Numbers,
        look: impl FnOnce(&[i32]) -> T,
    ) -> Option<T> {
        if !self.scratch.answers.is_worthwhile(recall) {
            return None;
        }
        let key = self.question(recall);
        let slot = slot_of(key, LISTS);
        let answers = &mut self.scratch.answers;
        if answers.lists.is_empty() {
            answers.lists.resize_with(LISTS, Default::default);
        }
        if answers.lists[slot].0 == key {
            answers.tallies[recall.tally()].found += 1;
            debug_assert_eq!(self.scratch.answers.lists[slot].1.clone(), work_out(self), "the answer has changed");
            return Some(look(&self.scratch.answers.lists[slot].1));
        }
        let answer = work_out(self);
        let seen = look(&answer);
        self.scratch.answers.lists[slot] = (key, answer);
        Some(seen)
    }

    /// The sites that a function gives, looked up or worked out. Where a register is `shared`, they are the same for each of
    /// them in that register.
    pub fn recall_sites(
        &mut self,
        recall: Recall,
        shared: Option<Register>,
        work_out: impl FnOnce(&mut Self) -> Bits,
    ) -> Bits {
        if !self.scratch.answers.is_worthwhile(recall) {
            return work_out(self);
        }
        let key = self.question(recall);
        let answers = &mut self.scratch.answers;
        if answers.sets.is_empty() {
            answers.sets.resize_with(SETS, Default::default);
        }
        let (held, answer) = &answers.sets[slot_of(key, SETS)];
        if *held == key {
            let answer = answer.clone();
            answers.tallies[recall.tally()].found += 1;
            debug_assert_eq!(answer, work_out(self), "the answer has changed");
            return answer;
        }
        let answer = work_out(self);
        match shared {
            None => self.scratch.answers.keep(key, &answer),
            Some(register) => {
                let before = self.get(register);
                for member in &answer {
                    self.set(register, member);
                    let key = self.question(recall);
                    self.scratch.answers.keep(key, &answer);
                }
                self.set(register, before);
            }
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, random_from_seed};
    use crate::lud::play::context::Scratch;
    use crate::lud::play::game::LudGame;
    use crate::lud::source::Library;
    use crate::lud::{Options, load};

    #[test]
    fn an_answer_is_found_again_until_something_changes_that_the_function_reads() {
        let description = Library::embedded().unwrap().find("Hex").unwrap();
        let game = LudGame::new(&load(&description, &Options::default()).unwrap().tree, 0).unwrap();
        let mut state = game.start(&mut game.workspace(), &mut random_from_seed(1));
        let mut scratch = Scratch::default();
        let mut ctx = Context::new(game.rules(), &mut state, &mut scratch);
        let recall = Recall::new(1 << Register::Site as u16, true);
        let changes: [fn(&mut Context<'_>); 5] = [
            |ctx| _ = ctx.set(Register::Site, 3),
            |ctx| ctx.put(5, 1, 1, 1),
            |ctx| ctx.state.mover = 2,
            |ctx| ctx.state.last.to = 7,
            |ctx| ctx.state.last.from = 7,
        ];
        for (answer, change) in (1..).zip(changes) {
            change(&mut ctx);
            assert_eq!(ctx.recall_number(recall, |_| answer), answer, "asked for the first time");
            // Registers that it does not read make no difference.
            ctx.set(Register::From, answer);
            let mut again = 0;
            let found = ctx.recall_number(recall, |_| {
                again += 1;
                answer
            });
            assert_eq!(found, answer);
            assert_eq!(again, i32::from(cfg!(debug_assertions)), "worked out again only where answers are checked");
        }
        assert_eq!(ctx.recall_number(Recall::new(0, false), |_| 9), 9, "another function has answers of its own");
    }

    #[test]
    fn a_function_that_is_never_asked_the_same_is_left_alone_for_a_while() {
        let mut answers = Answers::default();
        let recall = Recall::new(0, false);
        assert!((0..TRIAL).all(|_| answers.is_worthwhile(recall)));
        assert!(answers.is_worthwhile(recall), "the trial is over");
        assert!((0..PAUSE).all(|_| !answers.is_worthwhile(recall)));
        assert!(answers.is_worthwhile(recall));
    }
}
