//! Conditions in a turn in which no site was visited so far.

use super::BoolFn;

impl BoolFn {
    /// What is left to be asked where no site was visited in the turn at hand; nothing where the condition holds then.
    #[must_use]
    pub fn unless_visited(&self) -> Option<Self> {
        match self {
            Self::Not(inner) if matches!(**inner, Self::Visited(_)) => None,
            Self::And(list) => {
                let mut rest: Vec<Self> = list.iter().filter_map(Self::unless_visited).collect();
                if rest.len() > 1 { Some(Self::And(rest)) } else { rest.pop() }
            }
            other => Some(other.clone()),
        }
    }
}
