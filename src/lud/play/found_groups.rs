//! Groups found in the position at hand, for rules that ask for them again and again.

use super::bits::Bits;
use super::state::State;

/// A question about groups in a position: which ludeme asks, and all that its answer depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Question {
    ludeme: u16,
    contents: u64,
    players: [u8; 2],
    last: [i32; 2],
}

impl Question {
    fn of(ludeme: u16, state: &State) -> Self {
        Self {
            ludeme,
            contents: state.contents_hash(),
            players: [state.mover, state.next],
            last: [state.last.from, state.last.to],
        }
    }
}

/// The groups that were found since the last question was another one.
#[derive(Debug, Default)]
pub struct FoundGroups {
    question: Option<Question>,
    /// Those of the question at hand, and room for more.
    groups: Vec<Bits>,
    known: usize,
}

impl FoundGroups {
    /// Forgets all of them.
    pub fn forget(&mut self) {
        self.question = None;
    }

    /// The group of a site, where it was found before.
    #[must_use]
    pub fn find(&self, ludeme: u16, state: &State, site: i32) -> Option<&Bits> {
        let is_same = self.question == Some(Question::of(ludeme, state));
        self.groups[..self.known].iter().filter(|_| is_same).find(|group| group.contains(site))
    }

    /// Keeps a group.
    pub fn keep(&mut self, ludeme: u16, state: &State, group: &Bits) {
        let question = Question::of(ludeme, state);
        if self.question != Some(question) {
            self.question = Some(question);
            self.known = 0;
        }
        match self.groups.get_mut(self.known) {
            Some(room) => room.clone_from(group),
            None => self.groups.push(group.clone()),
        }
        self.known += 1;
    }
}
