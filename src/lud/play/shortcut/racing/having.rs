//! Variables set for a while, to see what moves there would be.

use super::Machine;
use super::effect::{Act, Acts, Effect};
use crate::lud::play::action::Action;
use smallvec::SmallVec;

/// What a variable was before.
enum Before {
    Set(Action),
    /// All that was remembered under a name.
    Remembered(u16, SmallVec<[i32; 16]>),
}

impl Machine<'_, '_> {
    /// What is found while an effect that sets variables is carried out; they are put back afterwards.
    pub fn having<T>(&mut self, effect: &Effect, find: impl FnOnce(&mut Self) -> T) -> T {
        let mut acts = Acts::new();
        self.work_out(effect, &mut acts);
        let mut before: SmallVec<[Before; 4]> = SmallVec::new();
        for act in &acts {
            before.extend(self.value_before(*act));
            self.perform_all(&[*act]);
        }
        let found = find(self);
        while let Some(value) = before.pop() {
            match value {
                Before::Set(action) => self.ctx.act(action),
                Before::Remembered(name, values) => {
                    let remembered = &mut self.ctx.state.memory_mut().remembered[usize::from(name)];
                    remembered.clear();
                    remembered.extend_from_slice(&values);
                }
            }
        }
        found
    }

    fn value_before(&self, act: Act<'_>) -> Option<Before> {
        let state = &self.ctx.state;
        let Act::Other(action) = act else { return None };
        Some(match action {
            Action::Temp(_) => Before::Set(Action::Temp(state.temp)),
            Action::Variable { name, .. } => {
                Before::Set(Action::Variable { name, value: state.memory().variables[usize::from(name)] })
            }
            Action::PlayerValue { player, .. } => {
                Before::Set(Action::PlayerValue { player, value: state.memory().player_values[player as usize] })
            }
            Action::Score { player, .. } => {
                let amount = *state.score.get(player as usize)?;
                Before::Set(Action::Score { player, amount, add: false })
            }
            Action::Remember { name, .. } | Action::Forget { name, .. } => {
                Before::Remembered(name, SmallVec::from_slice(&state.memory().remembered[usize::from(name)]))
            }
            _ => return None,
        })
    }
}
