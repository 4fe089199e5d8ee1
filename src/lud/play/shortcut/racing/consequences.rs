//! How the consequences of compiled rules become what play-outs of races carry out.

use super::Lowering;
use super::deal::Deal;
use super::effect::{Applied, Deed, Effect};
use super::value::Test;
use crate::lud::ludeme::boolean::Asked;
use crate::lud::ludeme::moves::{Carrying, Do, FromTo, Leaf, MovesFn, Simple};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::action::EffectId;
use crate::lud::play::rules::LeafNode;

impl Lowering<'_> {
    /// A consequence by its number, where it is known.
    pub fn effect_of(&self, effect: EffectId) -> Option<Effect> {
        self.effect(self.rules.effect(effect))
    }

    /// Those that follow upon a move, where they are known.
    fn thens(&self, node: &LeafNode) -> Option<Vec<Effect>> {
        node.chain.thens.iter().map(|&then| self.effect_of(then)).collect()
    }

    /// An effect after another, where they are known and a pass that stands in for the second does nothing.
    fn sequence(&self, sequence: &Do) -> Option<Effect> {
        let pass = &self.rules.leaves[usize::from(sequence.pass_leaf()?)].chain;
        let passes_silently = pass.thens.is_empty() && pass.suffixes.is_empty();
        let outer = self.effects_before.replace(self.effects_before.get() + 1);
        let next = self.effect(sequence.next());
        self.effects_before.set(outer);
        let next = next.filter(|next| passes_silently && next.is_single())?;
        Some(Effect::Sequence(Box::new((self.effect_of(sequence.prior()).filter(Effect::is_single)?, next))))
    }

    /// A consequence of a move that is played, left to the rules where they alone know.
    pub fn then(&self, moves: &MovesFn) -> Effect {
        if let Some(known) = self.effect(moves) {
            return known;
        }
        match moves {
            MovesFn::If(parts) if let Some(condition) = self.test(&parts.0) => {
                Effect::If(Box::new((condition, self.then(&parts.1), self.then(&parts.2))))
            }
            MovesFn::Do(sequence) if let Some(known) = self.sequence(sequence) => known,
            // Nothing happens where none of several conditions holds.
            MovesFn::Or(list) if let Some(conditions) = self.conditions_of(list) => {
                self.leaves_effects.set(true);
                let rules = Effect::Rules(Box::new(moves.clone()));
                Effect::If(Box::new((Test::Or(conditions), rules, Effect::Nothing)))
            }
            moves => {
                self.leaves_effects.set(true);
                Effect::Rules(Box::new(moves.clone()))
            }
        }
    }

    /// The conditions on each of which something happens, where nothing else does.
    fn conditions_of(&self, list: &[MovesFn]) -> Option<Vec<Test>> {
        let condition = |moves: &MovesFn| match moves {
            MovesFn::If(parts) if parts.2.is_nothing() => self.test(&parts.0),
            _ => None,
        };
        list.iter().map(condition).collect()
    }

    fn effect(&self, moves: &MovesFn) -> Option<Effect> {
        match moves {
            MovesFn::If(parts) => {
                let (yes, no) = (self.effect(&parts.1)?, self.effect(&parts.2)?);
                Some(Effect::If(Box::new((self.test(&parts.0)?, yes, no))))
            }
            MovesFn::Or(list) if list.is_empty() => Some(Effect::Nothing),
            MovesFn::Or(list) => {
                Some(Effect::Together(list.iter().map(|item| self.effect(item)).collect::<Option<_>>()?))
            }
            MovesFn::Leaf(id) => {
                let node = &self.rules.leaves[usize::from(*id)];
                let chain = &node.chain;
                let fits =
                    chain.suffixes.is_empty() && chain.priors.len() <= self.effects_before.get() && !chain.doubled;
                if !fits {
                    return None;
                }
                if let Leaf::Simple(simple) = &node.leaf
                    && let Simple::ForgetAll(name) = &**simple
                {
                    return chain.thens.is_empty().then_some(Effect::ForgetAll(*name));
                }
                if let Leaf::FromTo(from_to) = &node.leaf
                    && let Some(applied) = self.applied(from_to)
                {
                    return Some(Effect::Applied(Box::new(applied), self.thens(node)?));
                }
                Some(Effect::Deed(Box::new(self.deed(&node.leaf)?), self.thens(node)?))
            }
            MovesFn::ForEach(each) if let Some((region, asked, moves)) = each.over_sites() => {
                let each = self.effect(moves).filter(|each| each.has_no_thens() && each.adds_nothing())?;
                let asked = self.maybe(asked.map(Asked::condition), Self::test)?;
                Some(Effect::Sites(Box::new((self.set(region)?, asked, each))))
            }
            MovesFn::ForEach(each) if let Some((first, last, moves)) = each.over_range() => {
                let each = self.effect(moves).filter(|each| each.has_no_thens() && each.adds_nothing())?;
                let (first, last) = (self.number(first)?, self.number(last)?);
                Some(match Deal::of(&first, &last, &each) {
                    Some(deal) => Effect::Deal(Box::new(deal)),
                    None => Effect::Values(Box::new((first, last, each))),
                })
            }
            MovesFn::ForEach(each) if self.rules.features.stacking => {
                let (site, from_top, moves) = each.over_levels(self.rules.default_type())?;
                let each = self.effect(moves).filter(|each| each.has_no_thens() && each.adds_nothing())?;
                Some(Effect::Levels(Box::new((self.number(site)?, from_top, each))))
            }
            _ => None,
        }
    }

    /// A piece taken from one site to another on no condition.
    fn carried(&self, parts: &Carrying<'_>) -> Option<Deed> {
        let is_bare = parts.from_condition.is_none() && parts.condition.is_none() && parts.count.is_none();
        let (SitesFn::At(from), SitesFn::At(to), true) = (&parts.from, &parts.to, is_bare) else { return None };
        Some(Deed::Carry(self.number(from)?, self.number(to)?, self.level(parts.from_level)?))
    }

    /// A piece taken from one site to another where something else happens before.
    fn applied(&self, from_to: &FromTo) -> Option<Applied> {
        let parts = from_to.carrying(self.rules.default_type()).filter(|parts| !parts.leaves_level)?;
        Some(Applied {
            effect: self.effect_of(parts.apply?)?,
            carry: self.carried(&parts)?,
            condition: self.maybe(parts.apply_condition, Self::test)?,
        })
    }

    fn deed(&self, leaf: &Leaf) -> Option<Deed> {
        let kind = self.rules.default_type();
        Some(match leaf {
            Leaf::FromTo(from_to) => {
                let parts = from_to.carrying_from(kind, |site| self.is_in_hand(site));
                let parts = parts.filter(|parts| parts.apply.is_none())?;
                self.carried(&parts)?
            }
            Leaf::Remove(remove) => {
                let (SitesFn::At(site), level) = remove.one_piece(kind)? else { return None };
                Deed::Remove(self.number(&site)?, self.level(level)?)
            }
            // Pieces that are added are counted on tracks in a way of their own.
            Leaf::Add(add) if self.rules.features.stacking && !self.rules.features.hidden_places => {
                let (what, site) = add.one_piece(kind)?;
                self.adds.set(true);
                Deed::Add(self.number(what)?, self.number(site)?)
            }
            Leaf::SetSite(set) => {
                if let Some((site, value, level)) = set.value_at_level(kind).filter(|_| self.rules.features.stacking) {
                    return Some(Deed::SetValue(self.number(site)?, self.number(value)?, self.level(level)?));
                }
                let (site, state, level) = set.state_at_level(kind)?;
                Deed::SetState(self.number(site)?, self.number(state)?, self.level(level)?)
            }
            Leaf::Simple(simple) => match &**simple {
                Simple::MoveAgain => Deed::Again,
                Simple::Pass => Deed::Pass,
                Simple::Temp(value) => Deed::Temp(self.number(value)?),
                Simple::Variable(name, value) => Deed::Variable(*name, self.number(value)?),
                Simple::Counter(value) => Deed::Counter(self.number(value)?),
                Simple::Pending(Some(value)) => Deed::Pending(Some(self.number(value)?)),
                Simple::Pending(None) => Deed::Pending(None),
                Simple::Remember(list, value, unique) => Deed::Remember(*list, self.number(value)?, self.test(unique)?),
                Simple::Forget(list, value) => Deed::Forget(*list, self.number(value)?),
                Simple::Trigger(event, player) => Deed::Trigger(*event, self.number(player)?),
                Simple::PlayerValue(player, value) => Deed::PlayerValue(self.number(player)?, self.number(value)?),
                Simple::Score(..) => {
                    let (player, amount, add) = simple.one_score()?;
                    Deed::Score(self.number(player)?, self.number(amount)?, add)
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}
