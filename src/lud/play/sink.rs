//! Where generated moves go.

use super::action::{Action, EffectId, Programs};
use super::bits::Bits;
use super::context::{Context, REGISTERS, Register};
use super::lot::Lot;
use super::moves::{BINDS, LudMove};
use super::rules::LeafNode;
use crate::lud::ludeme::moves::{Filter, Leaf, MovesFn};
use crate::lud::ludeme::region::MoveSite;
use smallvec::SmallVec;

/// What is wanted of a generator.
#[derive(Debug)]
pub enum Sink<'s> {
    /// A list of moves to choose from.
    List(&'s mut Vec<LudMove>),
    /// One of the moves, drawn by lot.
    Lot(Lot<'s>),
    /// Every move worked out in full, to be carried out.
    Programs(&'s mut Programs),
    /// One move worked out in full, the first.
    First(&'s mut Programs),
    /// Only whether there is any move.
    Any(&'s mut bool),
    /// Only where they come from or go to, and how many there are.
    Ends(MoveSite, &'s mut Bits, usize),
    /// Only whether there is any move to a site.
    Reaches(i32, &'s mut bool),
    /// Only whether there is any move that a rule lets through, asked with the registers that it has.
    Passing(&'s Filter, &'s [i32; REGISTERS], &'s mut bool),
}

impl Sink<'_> {
    /// Whether no further move can change the answer.
    #[inline]
    #[must_use]
    pub fn is_done(&self) -> bool {
        match self {
            Sink::Any(found) | Sink::Reaches(_, found) | Sink::Passing(.., found) => **found,
            Sink::First(programs) => !programs.ends.is_empty(),
            _ => false,
        }
    }

    /// Whether one move that counts is as good as all of them.
    #[must_use]
    pub fn asks_any(&self) -> bool {
        matches!(self, Sink::Any(_) | Sink::Passing(..))
    }

    /// Whether a move to a site could change the answer.
    #[inline]
    #[must_use]
    pub fn wants(&self, to: i32) -> bool {
        match self {
            Sink::Reaches(site, found) => *site == to && !**found,
            Sink::Any(found) | Sink::Passing(.., found) => !**found,
            _ => true,
        }
    }

    /// The site of a move that matters, where only sites are asked for: further moves with the same one change nothing.
    #[inline]
    #[must_use]
    pub fn end_of(&self, chosen: LudMove) -> Option<i32> {
        match self {
            Sink::Ends(which, ..) => Some(which.of(chosen.from.into(), chosen.to.into())),
            _ => None,
        }
    }

    /// Whether a move to one of several sites could change the answer.
    #[inline]
    pub fn wants_any(&self, among: impl FnOnce(i32) -> bool) -> bool {
        match self {
            Sink::Reaches(site, _) => among(*site),
            _ => true,
        }
    }

    /// Whether the moves handed over can be counted: where only some are asked for, others go unseen.
    #[must_use]
    pub fn counts(&self) -> bool {
        !matches!(self, Sink::Reaches(..) | Sink::Passing(..))
    }

    /// How many moves were handed over so far (at most 1 where only that is asked whether there is any).
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Sink::List(list) => list.len(),
            Sink::Lot(lot) => lot.offered(),
            Sink::Ends(.., count) => *count,
            Sink::Programs(programs) | Sink::First(programs) => programs.ends.len(),
            Sink::Any(found) | Sink::Reaches(_, found) | Sink::Passing(.., found) => usize::from(**found),
        }
    }
}

impl Context<'_> {
    /// Hands a move of leaf `leaf` to the sink. `own` are the values that the leaf needs again to work the move out.
    #[inline]
    pub fn emit(&mut self, leaf: u16, from: i32, to: i32, own: &[i32], sink: &mut Sink<'_>) {
        match sink {
            Sink::Any(found) => **found = true,
            Sink::Ends(which, sites, count) => {
                sites.insert(which.of(from, to));
                *count += 1;
            }
            Sink::Reaches(site, found) => **found |= *site == to,
            Sink::Passing(filter, registers, found) => {
                // Most rules stop here; those that go on must not try further moves out.
                if !**found {
                    let move_ = self.bind(leaf, from, to, own);
                    **found = self.passes(move_, filter, registers);
                }
            }
            Sink::List(list) => {
                let move_ = self.bind(leaf, from, to, own);
                list.push(move_);
            }
            Sink::Lot(lot) => lot.offer(|| self.bind(leaf, from, to, own)),
            Sink::Programs(programs) | Sink::First(programs) => {
                let move_ = self.bind(leaf, from, to, own);
                let node = &self.rules.leaves[leaf as usize];
                let registers = self.registers();
                self.build_move(node, move_, &mut programs.actions);
                self.restore(registers);
                programs.actions.extend(node.chain.thens.iter().map(|&then| Action::Consequence(then)));
                programs.finish_move();
            }
        }
    }

    /// Hands a move that was listed in this position to the sink.
    pub fn emit_listed(&mut self, chosen: LudMove, sink: &mut Sink<'_>) {
        match sink {
            Sink::Any(found) => **found = true,
            Sink::Ends(which, sites, count) => {
                sites.insert(which.of(chosen.from.into(), chosen.to.into()));
                *count += 1;
            }
            Sink::Reaches(site, found) => **found |= *site == i32::from(chosen.to),
            Sink::Passing(filter, registers, found) => **found = **found || self.passes(chosen, filter, registers),
            Sink::List(list) => list.push(chosen),
            Sink::Lot(lot) => lot.offer(|| chosen),
            Sink::Programs(programs) | Sink::First(programs) => {
                let rules = self.rules;
                let Some(node) = rules.leaves.get(chosen.leaf as usize) else {
                    // A pass that the rules force has no actions.
                    programs.finish_move();
                    return;
                };
                let registers = self.registers();
                let priors = node.chain.priors.get(self.scratch.priors_done..).unwrap_or_default();
                self.set_captured(node, chosen);
                if priors.is_empty() {
                    self.build_move(node, chosen, &mut programs.actions);
                } else {
                    self.probe(|ctx| {
                        for &prior in priors {
                            let start = programs.actions.len();
                            ctx.append_effect(prior, &mut programs.actions);
                            for index in start..programs.actions.len() {
                                ctx.act(programs.actions[index]);
                            }
                        }
                        ctx.build_move(node, chosen, &mut programs.actions);
                    });
                }
                self.restore(registers);
                programs.actions.extend(node.chain.thens.iter().map(|&then| Action::Consequence(then)));
                programs.finish_move();
            }
        }
    }

    /// Whether a rule lets a move through, asked with some registers.
    pub fn passes(&mut self, chosen: LudMove, filter: &Filter, registers: &[i32; REGISTERS]) -> bool {
        let before = self.registers();
        self.restore(*registers);
        let passes = filter.lets_through(chosen, self);
        self.restore(before);
        passes
    }

    /// Works one move out: its own actions, then those that what surrounds it adds. Captured registers are set already.
    pub fn build_move(&mut self, node: &LeafNode, chosen: LudMove, program: &mut Vec<Action>) {
        let acting = self.get(Register::Acting);
        if acting > 0 && acting != i32::from(self.state.mover) {
            self.as_player(acting, |ctx| node.leaf.build(ctx, chosen, program));
        } else {
            node.leaf.build(self, chosen, program);
        }
        let rules = self.rules;
        for &suffix in &node.chain.suffixes {
            match rules.effect(suffix) {
                MovesFn::Leaf(id) if let Leaf::UseDice(dice) = &rules.leaves[*id as usize].leaf => {
                    dice.use_up(self, program);
                }
                _ => self.append_effect(suffix, program),
            }
        }
    }

    /// A move of leaf `leaf`, carrying the leaf's own values and the registers at hand.
    #[inline]
    #[must_use]
    pub fn bind(&self, leaf: u16, from: i32, to: i32, own: &[i32]) -> LudMove {
        let node = &self.rules.leaves[leaf as usize];
        let mut binds = [0i16; BINDS];
        for (bind, &value) in binds.iter_mut().zip(own) {
            *bind = value as i16;
        }
        if !node.chain.captured.is_empty() {
            for (bind, &register) in binds[own.len()..].iter_mut().zip(&node.chain.captured) {
                *bind = self.get(register) as i16;
            }
        }
        if !node.chain.paired.is_empty() {
            let captured = node.chain.captured.len();
            for (bind, pair) in binds[own.len() + captured..].iter_mut().zip(node.chain.paired.chunks(2)) {
                let half = |index: usize| pair.get(index).map_or(0, |&register| self.get(register) + 1) as u16;
                *bind = (half(0) | half(1) << 8) as i16;
            }
        }
        LudMove { leaf, from: from as i16, to: to as i16, binds }
    }
}

/// What surrounds a leaf: which registers its move captures, and which consequences follow it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chain {
    /// How many binds the leaf uses itself; captured registers follow.
    pub own: usize,
    /// Registers that enclosing iterators set and the leaf may read.
    pub captured: SmallVec<[Register; BINDS]>,
    /// Captured registers with small values that share binds, two and two, after `captured`; used only where a move would not
    /// have room for them otherwise.
    pub paired: SmallVec<[Register; 4]>,
    /// Effects carried out before the move, outermost first (`do`).
    pub priors: SmallVec<[EffectId; 2]>,
    /// Effects worked out with the move and carried out after its own actions, innermost first.
    pub suffixes: SmallVec<[EffectId; 1]>,
    /// Consequences, innermost first.
    pub thens: SmallVec<[EffectId; 2]>,
    /// Whether the consequences that the rules around attach stand in `thens` twice, since the move is listed twice.
    pub doubled: bool,
}
