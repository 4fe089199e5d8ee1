//! The legal moves of a position.

use super::context::Context;
use super::moves::LudMove;
use super::sink::Sink;

impl Context<'_> {
    /// Appends the legal moves of the mover; a forced pass where there is no other.
    pub fn legal_moves(&mut self, moves: &mut Vec<LudMove>) {
        let start = moves.len();
        let rules = self.rules;
        let phase = &rules.phases[self.state.phase[self.state.mover as usize] as usize];
        phase.play.generate(self, &mut Sink::List(moves));
        if rules.meta.swap && self.state.moves as usize == rules.players - 1 {
            moves.push(LudMove::SWAP);
        }
        if moves.len() == start {
            moves.push(LudMove::FORCED_PASS);
        }
    }

    /// Whether the mover has any move but a forced pass.
    pub fn can_move(&mut self) -> bool {
        let rules = self.rules;
        let phase = &rules.phases[self.state.phase[self.state.mover as usize] as usize];
        phase.play.any(self)
    }
}
