//! The legal moves of a position.

use super::action::Action;
use super::context::{Context, REGISTERS};
use super::moves::LudMove;
use super::sink::Sink;
use crate::lud::board::{AbsoluteDirection, SiteType};
use crate::lud::ludeme::meta::Repetition;
use crate::lud::ludeme::moves::{MovesFn, Parts, Slots};

impl Context<'_> {
    /// Appends the legal moves of the mover; a forced pass where there is no other.
    pub fn legal_moves(&mut self, moves: &mut Vec<LudMove>) {
        let start = moves.len();
        let rules = self.rules;
        let phase = &rules.phases[self.state.phase[self.state.mover as usize] as usize];
        phase.play.generate(self, &mut Sink::List(moves));
        if self.offers_swap() {
            moves.push(LudMove::SWAP);
        }
        if rules.meta.pin || rules.meta.no_stack_on_fallen {
            self.keep(moves, start, |ctx, chosen| !ctx.is_held_down(chosen));
        }
        if rules.meta.filters() {
            self.keep(moves, start, Self::is_allowed);
        }
        if moves.len() == start {
            moves.push(LudMove::FORCED_PASS);
        }
    }

    /// Whether it is the moment at which a swap of colours is offered.
    #[inline]
    pub(super) fn may_swap(&self) -> bool {
        self.rules.meta.swap && self.state.moves as usize + 1 == self.rules.players
    }

    /// Whether a swap of colours is among the legal moves.
    pub(super) fn offers_swap(&self) -> bool {
        self.may_swap() && self.state.prev != self.state.mover && self.state.prev != 0
    }

    /// Whether the meta rules let a move through that the rules of play make.
    #[inline]
    pub(super) fn is_legal_choice(&mut self, chosen: LudMove) -> bool {
        let meta = &self.rules.meta;
        if (meta.pin || meta.no_stack_on_fallen) && self.is_held_down(chosen) {
            return false;
        }
        !meta.filters() || self.is_allowed(chosen)
    }

    /// Whether the mover has any move but a forced pass.
    pub fn can_move(&mut self) -> bool {
        let rules = self.rules;
        if self.may_swap() {
            return true;
        }
        self.can_move_by(&rules.phases[self.state.phase[self.state.mover as usize] as usize].play)
    }

    /// Whether a generator makes any move that the meta rules allow.
    pub fn can_move_by(&mut self, play: &MovesFn) -> bool {
        let is_filtered = self.rules.meta.filters();
        match play {
            MovesFn::If(parts) => {
                let branch = if parts.0.eval(self) { &parts.1 } else { &parts.2 };
                self.can_move_by(branch)
            }
            MovesFn::Filter(filter)
                if matches!(filter.moves(), MovesFn::Leaf(_)) && filter.decides_singly(self.scratch.priors_done) =>
            {
                self.has_slot(play, is_filtered)
            }
            _ if is_filtered => self.has_slot(play, true),
            _ => play.has_low_choice(self).unwrap_or_else(|| play.any(self)),
        }
    }

    /// Whether a generator makes any move that the meta rules allow, where they are asked. What is costly to know of a move is
    /// asked of one after the other, from one of them on that changes with the moves made: those that were in vain lately are
    /// often so again.
    fn has_slot(&mut self, play: &MovesFn, is_filtered: bool) -> bool {
        let mut parts = Parts::new(self.borrow_list(), false);
        parts.lay_out(play, self);
        let slots = parts.slots();
        let first = self.state.moves.wrapping_mul(0x9e37_79b9).checked_rem(slots).unwrap_or(0);
        let found = (first..slots).chain(0..first).any(|slot| {
            let chosen = parts.slot(slot, self);
            chosen.is_some_and(|chosen| !is_filtered || self.is_allowed(chosen))
        });
        self.return_list(parts.into_buffer());
        found
    }

    /// Keeps those of the moves from `start` on that a test lets through.
    fn keep(&mut self, moves: &mut Vec<LudMove>, start: usize, test: impl Fn(&mut Self, LudMove) -> bool) {
        let mut kept = start;
        for index in start..moves.len() {
            if test(self, moves[index]) {
                moves[kept] = moves[index];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Whether the meta rules about repetition and suicide allow a move.
    fn is_allowed(&mut self, chosen: LudMove) -> bool {
        let meta = &self.rules.meta;
        if let Some(repetition) = meta.no_repeat
            && !self.is_pass(chosen)
            && self.probe(|ctx| {
                ctx.apply_without_ending(chosen);
                let (position, situation) = (ctx.state.position_hash(), ctx.state.full_hash());
                let memory = ctx.state.memory();
                match repetition {
                    Repetition::Positional => memory.history.contains(&position),
                    Repetition::Situational => memory.history.contains(&situation),
                    Repetition::PositionalInTurn => memory.turn_history.contains(&position),
                    Repetition::SituationalInTurn => memory.turn_history.contains(&situation),
                }
            })
        {
            return false;
        }
        let mover = self.state.mover;
        !(meta.no_suicide
            && self.probe(|ctx| {
                ctx.apply(chosen);
                ctx.state.lost >> mover & 1 == 1
            }))
    }

    /// Whether a move lifts a piece that others rest on, or climbs onto what rests on it.
    fn is_held_down(&mut self, chosen: LudMove) -> bool {
        if chosen.is_swap() || chosen.is_forced_pass() {
            return false;
        }
        let rules = self.rules;
        let mut programs = self.borrow_programs();
        let registers = self.registers();
        let node = &rules.leaves[chosen.leaf as usize];
        self.set_captured(node, chosen);
        node.leaf.build(self, chosen, &mut programs.actions);
        self.restore(registers);
        let held = programs.actions.iter().any(|&action| self.holds(action));
        self.return_programs(programs);
        held
    }

    fn holds(&self, action: Action) -> bool {
        let (site, to) = match action {
            Action::Remove { site, .. } => (site, None),
            Action::Move { from, to, .. } => (from, Some(to)),
            _ => return false,
        };
        let rules = self.rules;
        let vertex = SiteType::Vertex;
        if site < 0 || site as usize >= rules.topology.count(vertex) || self.what(vertex, site) == 0 {
            return false;
        }
        let up = AbsoluteDirection::Upward;
        if rules.meta.pin {
            let above = rules.topology.steps(vertex, site as usize, up);
            let resting = above
                .iter()
                .filter(|step| step.to_type == vertex && self.what(vertex, i32::from(step.to)) != 0)
                .count();
            if resting > 1 {
                return true;
            }
        }
        rules.meta.no_stack_on_fallen
            && to.is_some_and(|to| {
                to < rules.topology.count(vertex) as i32
                    && rules.topology.distinct(vertex, site as usize, up).iter().any(|&index| {
                        let radial = &rules.topology.radials(vertex, site as usize, up)[index as usize];
                        let meets = |sites: &[u16]| sites.iter().skip(1).any(|&met| i32::from(met) == to);
                        meets(&radial.sites) || radial.opposites.iter().any(|line| meets(line))
                    })
            })
    }

    /// Lets every piece drop that stands above an empty site.
    pub(super) fn drop_pieces(&mut self) {
        let rules = self.rules;
        let vertex = SiteType::Vertex;
        let down = AbsoluteDirection::Downward;
        let registers = self.registers();
        self.restore([-1; REGISTERS]);
        while let Some((from, to)) = (0..rules.topology.count(vertex)).find_map(|site| {
            if self.what(vertex, site as i32) == 0 {
                return None;
            }
            let below = rules.topology.steps(vertex, site, down);
            let free = below.iter().find(|step| step.to_type == vertex && self.what(vertex, i32::from(step.to)) == 0);
            free.map(|step| (site as i32, i32::from(step.to)))
        }) {
            self.act(Action::Move { from_type: vertex, from, to_type: vertex, to, state: -1, rotation: -1, value: -1 });
        }
        self.restore(registers);
    }
}
