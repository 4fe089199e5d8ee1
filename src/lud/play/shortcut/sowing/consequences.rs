//! How the consequences of compiled rules become what play-outs of sowing carry out.

use super::effect::{Deed, Effect};
use super::lowering::Lowering;
use crate::lud::board::SiteType;
use crate::lud::ludeme::int::{BoardFn, IntFn};
use crate::lud::ludeme::moves::{Leaf, MovesFn, Simple};
use crate::lud::play::action::EffectId;
use crate::lud::play::context::Register;
use crate::lud::play::rules::LeafNode;

impl Lowering<'_> {
    /// A consequence by its number.
    pub fn effect_of(&self, effect: EffectId) -> Effect {
        self.effect(self.rules.effect(effect))
    }

    /// A consequence, left to the rules where they alone know.
    pub fn effect(&self, moves: &MovesFn) -> Effect {
        self.known(moves).unwrap_or_else(|| Effect::Rules(Box::new(moves.clone())))
    }

    /// What a sowing does at its end, left to the rules where they alone know.
    pub fn captures(&self, moves: &MovesFn) -> Effect {
        if let MovesFn::If(parts) = moves
            && let Some(test) = self.test(&parts.0)
        {
            return Effect::If(Box::new((test, self.captures(&parts.1), self.captures(&parts.2))));
        }
        match self.known(moves) {
            Some(effect) if effect.is_bare() => effect,
            _ => Effect::Resolved(Box::new(moves.clone())),
        }
    }

    fn known(&self, moves: &MovesFn) -> Option<Effect> {
        match moves {
            MovesFn::If(parts) => {
                let (yes, no) = (self.effect(&parts.1), self.effect(&parts.2));
                Some(Effect::If(Box::new((self.test(&parts.0)?, yes, no))))
            }
            MovesFn::Or(list) => {
                if list.is_empty() {
                    return Some(Effect::Nothing);
                }
                let known = |(index, item): (usize, &MovesFn)| match self.known(item)? {
                    // All but the first are worked out before anything is carried out.
                    effect if index > 0 && !effect.can_wait() => self.asked(item),
                    effect => Some(effect),
                };
                Some(Effect::Together(list.iter().enumerate().map(known).collect::<Option<_>>()?))
            }
            MovesFn::ForEach(each) => match each.over_sites() {
                Some((region, asked, each)) => {
                    let mask = match asked {
                        Some(asked) => Some(self.mask(asked.condition(), &[Register::Site])?),
                        None => None,
                    };
                    let effect = self.known(each)?;
                    let set = self.set(region)?;
                    if effect.can_wait() {
                        Some(Effect::Each(Box::new((set, mask, effect))))
                    } else {
                        self.asked(moves)
                    }
                }
                None => self.asked(moves),
            },
            MovesFn::Do(sequence) => {
                if let Some(setting) = sequence.setting(self.rules)
                    && let (Some(setting), Some(next)) = (self.deed(setting), self.known(sequence.next()))
                    && next.keeps_variables()
                {
                    return Some(Effect::Setting(Box::new((setting, next))));
                }
                let next = match sequence.next() {
                    MovesFn::Leaf(id) if sequence.is_outermost() => {
                        self.leaf(&self.rules.leaves[usize::from(*id)], sequence.next())
                    }
                    _ => None,
                };
                match next {
                    Some(next) => Some(Effect::After(Box::new((self.effect_of(sequence.prior()), next)))),
                    None => self.asked(moves),
                }
            }
            MovesFn::Leaf(id) => {
                let node = &self.rules.leaves[usize::from(*id)];
                self.leaf(node, moves).or_else(|| self.asked(moves).filter(|_| node.chain.priors.is_empty()))
            }
            _ => self.asked(moves),
        }
    }

    /// A consequence that the rules work out, where they need nothing but what is kept up to date.
    fn asked(&self, moves: &MovesFn) -> Option<Effect> {
        (!self.remembers).then(|| Effect::Deed(Box::new(Deed::Rules(moves.clone(), true)), Vec::new()))
    }

    fn leaf(&self, node: &LeafNode, moves: &MovesFn) -> Option<Effect> {
        if !node.chain.suffixes.is_empty() || node.chain.doubled {
            return None;
        }
        let thens = || node.chain.thens.iter().map(|&then| self.effect_of(then)).collect::<Vec<_>>();
        let kind = self.rules.default_type();
        let deed = match &node.leaf {
            Leaf::Sow(sow) => return Some(Effect::Sow(Box::new(self.sow(sow)?), thens())),
            Leaf::FromTo(from_to) => {
                let (from, to, count) = from_to.bare_parts(|own, site| own == kind || self.is_hand(own, site))?;
                let count = match count {
                    Some(count) => Some(self.number(count)?),
                    None => None,
                };
                Deed::Carry(self.number(from)?, self.number(to)?, count)
            }
            Leaf::Remove(remove) => Deed::Clear(self.number(remove.bare_site(kind)?)?),
            Leaf::Add(add) => {
                let (what, site, count) = add.bare_parts(|own, site| own == kind || self.is_hand(own, site))?;
                Deed::Add(self.number(what)?, self.number(site)?, self.number(count)?)
            }
            Leaf::SetSite(set) => {
                if let Some((site, count)) = set.count(kind) {
                    Deed::SetCount(self.number(site)?, self.number(count)?)
                } else {
                    let (site, value) = set.state(kind).filter(|_| self.holes.has_states())?;
                    Deed::SetState(self.number(site)?, self.number(value)?)
                }
            }
            Leaf::Simple(simple) => match self.deed(simple) {
                Some(deed) => deed,
                None if self.does_no_hole(simple) && node.chain.thens.is_empty() && node.chain.priors.is_empty() => {
                    Deed::Rules(moves.clone(), false)
                }
                None => return None,
            },
            _ => return None,
        };
        Some(Effect::Deed(Box::new(deed), thens()))
    }

    fn deed(&self, simple: &Simple) -> Option<Deed> {
        Some(match simple {
            Simple::MoveAgain => Deed::Again,
            Simple::Pass => Deed::Pass,
            Simple::Temp(value) => Deed::Temp(self.number(value)?),
            Simple::Variable(name, value) => Deed::Variable(*name, self.number(value)?),
            Simple::Counter(value) => Deed::Counter(self.number(value)?),
            Simple::Pending(Some(value)) => Deed::Pending(Some(self.number(value)?)),
            Simple::Pending(None) => Deed::Pending(None),
            Simple::Score(..) => {
                let (player, amount, add) = simple.one_score()?;
                Deed::Score(self.number(player)?, self.number(amount)?, add)
            }
            _ => return None,
        })
    }

    /// Whether a site of a type that is not the game's own is surely one of a hand.
    fn is_hand(&self, kind: SiteType, site: &IntFn) -> bool {
        kind == SiteType::Cell
            && match site {
                IntFn::Constant(site) => *site >= self.holes.own as i32,
                IntFn::Board(board) => matches!(**board, BoardFn::Hand(..)),
                _ => false,
            }
    }

    /// Whether the rules look at no hole and touch none for an effect without sites.
    fn does_no_hole(&self, simple: &Simple) -> bool {
        match simple {
            Simple::Nothing | Simple::ForgetAll(_) => true,
            Simple::PlayerValue(player, value) => self.can_ask_number(player) && self.can_ask_number(value),
            Simple::PendingSites(region) => self.can_ask_region(region),
            Simple::NextPlayer(players) => self.can_ask_list(players),
            Simple::Remember(_, value, unique) => self.can_ask_number(value) && self.can_ask(unique),
            Simple::Forget(_, value) | Simple::Trigger(_, value) => self.can_ask_number(value),
            _ => false,
        }
    }
}
