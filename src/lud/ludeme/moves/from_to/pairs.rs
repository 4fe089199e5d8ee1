//! Pairs of a site to start from and one to go to, where what concerns only one of the two is asked of all such sites at once before a
//! pair is drawn.

use super::FromTo;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::moves::place::{Where, holds, real_type};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::moves::LudMove;
use crate::lud::play::sink::Sink;

/// The condition of the sites to go to in two parts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sieve {
    /// What is asked of those sites alone.
    ends: Option<BoolFn>,
    /// What is asked of each pair.
    pairs: Option<BoolFn>,
}

impl Sieve {
    /// Tells the parts apart, where all sites can be asked at once and any of them may be left out.
    pub(super) fn of(c: &Compiler, from_to: &FromTo) -> Option<Self> {
        let (Where::Region(starts), Where::Region(ends)) = (&from_to.from, &from_to.to) else { return None };
        let kind = c.rules.default_type();
        let are_found_at_once = [starts, ends].into_iter().all(|sites| sites.ignores_registers() && sites.is_setwise());
        let is_setwise =
            |condition: &BoolFn, of: Register, apart: Register| condition.is_setwise(of) && condition.is_apart(apart);
        let starts_are_sifted =
            from_to.from_condition.as_ref().is_none_or(|asked| is_setwise(asked, Register::From, Register::To));
        if !are_found_at_once
            || !starts_are_sifted
            || c.rules.features.stacking
            || (from_to.from_type, from_to.to_type) != (kind, kind)
        {
            return None;
        }
        let list = match &from_to.condition {
            Some(BoolFn::And(list)) => list.clone(),
            condition => condition.iter().cloned().collect(),
        };
        let (ends, pairs): (Vec<_>, Vec<_>) =
            list.into_iter().partition(|item| is_setwise(item, Register::To, Register::From));
        let whole = |list: Vec<BoolFn>| (!list.is_empty()).then_some(BoolFn::And(list));
        (from_to.from_condition.is_some() || !ends.is_empty()).then(|| Self { ends: whole(ends), pairs: whole(pairs) })
    }
}

impl FromTo {
    /// Whether [`FromTo::sifted`] may tell the sites.
    pub(in crate::lud::ludeme::moves) fn is_sifted(&self) -> bool {
        self.sieve.is_some() && self.can_draw()
    }

    /// The sites to start from and those to go to, each without those that cannot be in any pair.
    pub(in crate::lud::ludeme::moves) fn sifted(&self, ctx: &mut Context<'_>) -> Option<[Bits; 2]> {
        let sieve = self.sieve.as_ref().filter(|_| self.can_draw())?;
        let (Where::Region(starts), Where::Region(ends)) = (&self.from, &self.to) else { return None };
        let kind = ctx.rules.default_type();
        let sites = ctx.rules.topology.count(kind);
        let mut starts = starts.eval(ctx).into_owned();
        let mut ends = ends.eval(ctx).into_owned();
        let parts = [(&self.from_condition, Register::From, &mut starts), (&sieve.ends, Register::To, &mut ends)];
        for (condition, register, left) in parts {
            let Some(condition) = condition else { continue };
            // Only sites of the board are asked at once.
            if !left.is_below(sites) {
                return None;
            }
            condition.narrow(register, kind, left, ctx);
        }
        Some([starts, ends])
    }

    /// The move from one of the sites of [`FromTo::sifted`] to another.
    pub(in crate::lud::ludeme::moves) fn sifted_pair(
        &self,
        id: u16,
        [from, to]: [i32; 2],
        ctx: &mut Context<'_>,
    ) -> Option<LudMove> {
        if ctx.what(real_type(ctx.rules, self.from_type, from), from) == 0 {
            return None;
        }
        let registers = ctx.registers();
        let outer_from = ctx.set(Register::From, from);
        let copies = self.copy.eval(ctx);
        ctx.set(Register::To, to);
        let mut found = None;
        if holds(self.sieve.as_ref().and_then(|sieve| sieve.pairs.as_ref()), ctx) {
            let mut list = ctx.borrow_list();
            self.offer(id, [from, to], outer_from, (copies, None, [None; 2]), ctx, &mut Sink::List(&mut list));
            found = list.first().copied();
            ctx.return_list(list);
        }
        ctx.restore(registers);
        found
    }
}
