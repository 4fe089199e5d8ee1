//! How the moves of compiled rules become holes that a player may choose.

use super::effect::Effect;
use super::lowering::Lowering;
use super::mask::Mask;
use super::play::{Carry, Choice, Play};
use super::set::Set;
use super::test::Test;
use crate::lud::board::SiteType;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Simple};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::context::Register;
use crate::lud::play::rules::LeafNode;

/// Whether nothing surrounds a rule but consequences and so many effects before it.
fn is_plain(node: &LeafNode, effects: usize) -> bool {
    let chain = &node.chain;
    chain.captured.is_empty()
        && chain.paired.is_empty()
        && chain.priors.len() == effects
        && chain.suffixes.is_empty()
        && !chain.doubled
}

impl Lowering<'_> {
    /// The moves of a phase, left to the rules where they alone know.
    pub fn play(&self, moves: &MovesFn) -> Play {
        self.play_after(moves, 0)
    }

    /// The same after so many effects of the rules around.
    fn play_after(&self, moves: &MovesFn, effects: usize) -> Play {
        let play = |moves: &MovesFn| self.play_after(moves, effects);
        match moves {
            MovesFn::Leaf(id) => {
                let node = &self.rules.leaves[usize::from(*id)];
                if !node.is_decision || !is_plain(node, effects) {
                    return Play::Rules;
                }
                if let Some(choice) = self.choice(*id, node) {
                    return Play::Choose(Box::new(choice));
                }
                if let Some(carry) = self.carry(*id, node) {
                    return Play::Carry(Box::new(carry));
                }
                let passes = matches!(&node.leaf, Leaf::Simple(simple) if matches!(**simple, Simple::Pass));
                if passes { Play::Pass(*id) } else { Play::Rules }
            }
            MovesFn::If(parts) => match self.test(&parts.0) {
                Some(test) => Play::If(Box::new((test, play(&parts.1), play(&parts.2)))),
                None => Play::Rules,
            },
            MovesFn::Or(list) if list.is_empty() => Play::Nothing,
            MovesFn::Or(list) => Play::All(list.iter().map(play).collect()),
            MovesFn::Priority(list) => {
                let list: Vec<_> = list.iter().map(play).collect();
                if list.iter().any(Play::filters) { Play::Rules } else { Play::First(list) }
            }
            MovesFn::Filter(filter) => {
                let Some((moves, condition)) = filter.tests_after() else { return Play::Rules };
                let play = play(moves);
                match self.test(condition) {
                    Some(test) if effects == 0 && play.only_chooses() => Play::Filter(Box::new((play, test))),
                    _ => Play::Rules,
                }
            }
            MovesFn::Do(sequence) if sequence.is_outermost() && !self.rules.features.stochastic => {
                let next = self.play_after(sequence.next(), effects + 1);
                match next {
                    next if !next.is_known() => Play::Rules,
                    next => Play::After(Box::new((self.effect_of(sequence.prior()), next))),
                }
            }
            _ => Play::Rules,
        }
    }

    /// What happens before the moves of a rule.
    fn first(&self, node: &LeafNode) -> Option<Effect> {
        node.chain.priors.first().map(|&prior| self.effect_of(prior))
    }

    fn sites(&self, sites: &SitesFn) -> Option<Set> {
        match sites {
            SitesFn::At(site) => Some(Set::List(vec![self.number(site)?])),
            SitesFn::In(region) => self.set(region),
        }
    }

    fn optional(&self, condition: Option<&BoolFn>) -> Option<Option<Test>> {
        match condition {
            Some(condition) => self.test(condition).map(Some),
            None => Some(None),
        }
    }

    fn carry(&self, leaf: u16, node: &LeafNode) -> Option<Carry> {
        let kind = self.rules.default_type();
        let mask = |condition: Option<&BoolFn>| match condition {
            Some(condition) => self.mask(condition, &[Register::To]).map(Some),
            None => Some(None),
        };
        let thens = || node.chain.thens.iter().map(|&then| self.effect_of(then)).collect();
        match &node.leaf {
            Leaf::FromTo(from_to) => {
                let parts = from_to.transfer(kind)?;
                Some(Carry {
                    leaf,
                    takes: true,
                    from: self.sites(&parts.from)?,
                    from_condition: self.optional(parts.from_condition)?,
                    to: self.sites(&parts.to)?,
                    condition: mask(parts.condition)?,
                    count: match parts.count {
                        Some(count) => Some(self.number(count)?),
                        None => None,
                    },
                    apply: parts.apply.map(|effect| self.effect_of(effect)),
                    first: self.first(node),
                    thens: thens(),
                })
            }
            Leaf::Select(select) => {
                let parts = select.pairs(kind)?;
                let among = || Set::Fixed(super::board::below(self.end_of(kind)));
                Some(Carry {
                    leaf,
                    takes: false,
                    from: Set::Intersection(vec![self.sites(&parts.from)?, among()]),
                    from_condition: self.optional(parts.from_condition)?,
                    to: Set::Intersection(vec![self.sites(&parts.to)?, among()]),
                    condition: mask(parts.condition)?,
                    count: None,
                    apply: None,
                    first: self.first(node),
                    thens: thens(),
                })
            }
            _ => None,
        }
    }

    /// The number of sites of a type that there are, of hands too where they are of it.
    fn end_of(&self, kind: SiteType) -> usize {
        if kind == SiteType::Cell { self.holes.end } else { self.holes.own }
    }

    fn choice(&self, leaf: u16, node: &LeafNode) -> Option<Choice> {
        let own = self.rules.default_type();
        let (kind, sites, condition, empties) = match &node.leaf {
            Leaf::Select(select) => {
                let (kind, sites, condition) = select.only_from()?;
                (kind, sites, condition, false)
            }
            Leaf::Remove(remove) => (own, remove.removal(own)?, None, true),
            _ => return None,
        };
        if kind != SiteType::Cell && kind != own {
            return None;
        }
        // Pieces in hands are taken off whatever the type of the sites is.
        let end = if empties { self.holes.end } else { self.end_of(kind) };
        let sites = self.sites(&sites)?;
        let registers = [Register::From, Register::To];
        let mut rest = None;
        let mut masks = Vec::new();
        if let Some(whole) = condition {
            let list = if let BoolFn::And(list) = whole { &list[..] } else { std::slice::from_ref(whole) };
            let mut tests = Vec::new();
            for item in list {
                let mask = self.mask(item, &registers)?;
                if mask.cost() < 2 {
                    masks.push(mask);
                } else {
                    tests.push(self.test(item)?);
                }
            }
            rest = (!tests.is_empty()).then_some(Test::And(tests));
        }
        let condition = match masks.len() {
            0 | 1 => masks.pop(),
            _ => Some(Mask::And(masks)),
        };
        let kind = if self.rules.layout.is_board_only(own) { own } else { kind };
        let first = self.first(node);
        let thens = node.chain.thens.iter().map(|&then| self.effect_of(then)).collect();
        Some(Choice { leaf, kind, among: super::board::below(end), sites, condition, rest, empties, first, thens })
    }
}
