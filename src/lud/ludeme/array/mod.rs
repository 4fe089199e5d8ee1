//! Functions that give a list of numbers.

mod players;
mod reckoned;
mod sizes;

pub use players::ListedPlayers;
pub use sizes::GroupSizes;

use super::boolean::BoolFn;
use super::int::{IntFn, Operation};
use super::region::{RegionFn, SitesFn};
use crate::lud::board::{AbsoluteDirection, RelationType, SiteType};
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::recall::Recall;
use crate::lud::tree::{Call, Value};
use reckoned::Reckoned;
use smallvec::SmallVec;

/// A short list of numbers.
pub type Numbers = SmallVec<[i32; 16]>;

/// A function that gives a list of numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum ArrayFn {
    /// These numbers.
    List(Vec<IntFn>),
    /// The sites of a region, ascending.
    Region(RegionFn),
    /// One of two.
    If(Box<(BoolFn, ArrayFn, ArrayFn)>),
    /// The values of the first, then those of the others that are not yet there.
    Union(Vec<ArrayFn>),
    /// The values that are in both: those of the second in its order.
    Common(Box<(ArrayFn, ArrayFn)>),
    /// The values of the first that are in all the others.
    Intersection(Vec<ArrayFn>),
    /// The values of the first, without one of them for each value of the second.
    Difference(Box<(ArrayFn, ArrayFn)>),
    /// The values of the first without the first occurrence of a number.
    Without(Box<(ArrayFn, IntFn)>),
    /// What a function gives for every pair of sites.
    Results(Box<Results>),
    /// Values remembered under a name.
    Remembered(u16),
    /// Some players.
    Players(Box<ListedPlayers>),
    /// Sizes of groups.
    GroupSizes(Box<GroupSizes>),
    /// Looked up where it has been worked out before.
    Recalled(Box<(ArrayFn, Recall)>),
}

/// What a function gives for every pair of a site to come from and a site to go to.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    from: SitesFn,
    to: SitesFn,
    function: IntFn,
    /// What the function gives for each number of a site, where it depends on nothing else.
    reckoned: Option<Reckoned>,
    /// What is added to each number, the same for all.
    added: Option<IntFn>,
    /// Whether the sites to go to are the same for all sites to come from.
    same_sites: bool,
}

impl ArrayFn {
    /// Compiles what stands in a slot.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let call = match value {
            Value::Array(list) => return Self::list(c, list),
            Value::Call(call) => call,
            _ => return Err(CompileError::shape(value, "list of numbers")),
        };
        Ok(match call.name() {
            "Array" if call.get("region").is_empty() => Self::list(c, call.get("ints").elements())?,
            "Array" => Self::Region(c.region(call.get("region"))?),
            "If" => {
                let no = match call.get("notOk") {
                    Value::Empty => Self::List(Vec::new()),
                    value => Self::compile(c, value)?,
                };
                Self::If(Box::new((c.bool(call.get("cond"))?, Self::compile(c, call.get("ok"))?, no)))
            }
            "Union" => Self::Union(Self::operands(c, call)?),
            "Intersection" if call.get("arrays").is_empty() => {
                let both = (Self::compile(c, call.get("array1"))?, Self::compile(c, call.get("array2"))?);
                Self::Common(Box::new(both))
            }
            "Intersection" => Self::Intersection(Self::operands(c, call)?),
            "Difference" => {
                let source = Self::compile(c, call.get("source"))?;
                match call.get("subtraction") {
                    Value::Empty => Self::Without(Box::new((source, c.int(call.get("intToRemove"))?))),
                    value => Self::Difference(Box::new((source, Self::compile(c, value)?))),
                }
            }
            "Results" => {
                let from = SitesFn::compile(c, call.get("from"), call.get("From"), None)?.or_only();
                let to = SitesFn::compile(c, call.get("to"), call.get("To"), None)?.or_only();
                let same_sites = to.is_apart(Register::From) && to.is_apart(Register::To);
                let (function, added) = c.int(call.get("function"))?.without_same();
                let reckoned = Reckoned::new(&function);
                Self::Results(Box::new(Results { from, to, function, reckoned, added, same_sites }))
            }
            "Values" => Self::Remembered(c.remembered(call.get("name").text().unwrap_or_default())),
            "Players" => Self::Players(Box::new(ListedPlayers::compile(c, call)?)),
            "Sizes" => Self::GroupSizes(Box::new(GroupSizes::compile(c, call)?)),
            "Rotations" => Self::List(rotations(c, call)?),
            _ => return Err(c.unsupported(call)),
        })
    }

    fn list(c: &mut Compiler, list: &[Value]) -> Compiled<Self> {
        Ok(Self::List(list.iter().map(|item| c.int(item)).collect::<Compiled<Vec<_>>>()?))
    }

    fn operands(c: &mut Compiler, call: &Call) -> Compiled<Vec<Self>> {
        let mut list = Vec::new();
        for value in [call.get("array1"), call.get("array2")] {
            if !value.is_empty() {
                list.push(Self::compile(c, value)?);
            }
        }
        for value in call.get("arrays").elements() {
            list.push(Self::compile(c, value)?);
        }
        Ok(list)
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        match self {
            Self::List(list) => list.iter().all(|item| item.is_fixed(bound)),
            Self::Region(region) => region.is_fixed(bound),
            _ => false,
        }
    }

    /// Whether all its numbers are in another list, each as often at least.
    pub fn is_within(&self, other: &Self, ctx: &mut Context<'_>) -> bool {
        let mut left = other.eval(ctx);
        let mut take = |value: i32| match left.iter().position(|&held| held == value) {
            Some(index) => {
                left.swap_remove(index);
                true
            }
            None => false,
        };
        match self {
            Self::Recalled(parts) => {
                let among_them = |list: &[i32]| list.iter().all(|&value| take(value));
                match ctx.recall_list(parts.1, |ctx| parts.0.eval(ctx), among_them) {
                    Some(is_within) => is_within,
                    None => parts.0.is_within(other, ctx),
                }
            }
            Self::Results(results) => results.all(ctx, take),
            _ => self.eval(ctx).into_iter().all(&mut take),
        }
    }

    /// The only member, where the list has one.
    #[must_use]
    pub fn only(&self) -> Option<&IntFn> {
        match self {
            Self::List(list) if list.len() == 1 => list.first(),
            _ => None,
        }
    }

    /// Whether a number is in the list.
    pub fn contains(&self, value: i32, ctx: &mut Context<'_>) -> bool {
        match self {
            Self::List(list) => list.iter().any(|item| item.eval(ctx) == value),
            Self::Region(region) => value >= 0 && region.contains(value, ctx),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.contains(value, ctx)
                } else {
                    parts.2.contains(value, ctx)
                }
            }
            Self::Union(list) => list.iter().any(|item| item.contains(value, ctx)),
            Self::Remembered(name) => {
                let lists = &ctx.state.memory().remembered;
                lists.get(*name as usize).is_some_and(|values| values.contains(&value))
            }
            _ => self.eval(ctx).contains(&value),
        }
    }

    /// Which numbers below 64 are in the list, as bits.
    pub fn low_word(&self, ctx: &mut Context<'_>) -> u64 {
        let bit = |value: i32| if (0..64).contains(&value) { 1 << value } else { 0 };
        match self {
            Self::List(list) => list.iter().fold(0, |word, item| word | bit(item.eval(ctx))),
            Self::Remembered(name) => {
                let values = ctx.state.memory().remembered.get(*name as usize);
                values.map_or(0, |values| values.iter().fold(0, |word, &value| word | bit(value)))
            }
            _ => self.eval(ctx).iter().fold(0, |word, &value| word | bit(value)),
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Numbers {
        match self {
            Self::List(list) => list.iter().map(|item| item.eval(ctx)).collect(),
            Self::Region(region) => region.eval(ctx).iter().collect(),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.eval(ctx)
                } else {
                    parts.2.eval(ctx)
                }
            }
            Self::Union(list) => {
                let mut items = list.iter();
                let mut result = items.next().map(|item| item.eval(ctx)).unwrap_or_default();
                for item in items {
                    for value in item.eval(ctx) {
                        if !result.contains(&value) {
                            result.push(value);
                        }
                    }
                }
                result
            }
            Self::Common(both) => {
                let first = both.0.eval(ctx);
                let mut result = both.1.eval(ctx);
                result.retain(|value| first.contains(value));
                result
            }
            Self::Intersection(list) => {
                let mut items = list.iter();
                let mut result = items.next().map(|item| item.eval(ctx)).unwrap_or_default();
                for item in items {
                    let other = item.eval(ctx);
                    result.retain(|value| other.contains(value));
                }
                result
            }
            Self::Difference(parts) => {
                let mut result = parts.0.eval(ctx);
                for value in parts.1.eval(ctx) {
                    take_out(&mut result, value);
                }
                result
            }
            Self::Without(parts) => {
                let mut result = parts.0.eval(ctx);
                let value = parts.1.eval(ctx);
                take_out(&mut result, value);
                result
            }
            Self::Results(results) => results.eval(ctx),
            Self::Remembered(name) => ctx
                .state
                .memory()
                .remembered
                .get(*name as usize)
                .map(|values| Numbers::from_slice(values))
                .unwrap_or_default(),
            Self::Players(players) => players.eval(ctx),
            Self::GroupSizes(sizes) => sizes.eval(ctx),
            Self::Recalled(parts) => parts.0.eval(ctx),
        }
    }
}

/// Takes the first of the equal values out of a list.
fn take_out(list: &mut Numbers, value: i32) {
    if let Some(index) = list.iter().position(|&held| held == value) {
        list.remove(index);
    }
}

impl IntFn {
    /// What changes with the sites in the registers `from` and `to`, and what is added to that and does not.
    fn without_same(self) -> (Self, Option<Self>) {
        let is_same = |number: &Self| number.is_apart(Register::From) && number.is_apart(Register::To);
        let Self::Math(math) = &self else { return (self, None) };
        match math.operands() {
            [one, other] if math.operation() == Operation::Add && math.list().is_none() => {
                match (is_same(one), is_same(other)) {
                    (false, true) => (one.clone(), Some(other.clone())),
                    (true, false) => (other.clone(), Some(one.clone())),
                    _ => (self, None),
                }
            }
            _ => (self, None),
        }
    }
}

impl Results {
    /// Whether it has nothing to do with a register.
    pub(super) fn is_apart(&self, register: Register) -> bool {
        let is_own = matches!(register, Register::From | Register::To);
        // The sites to go to may depend on the one to come from, which stands in a register of its own.
        self.from.is_apart(register)
            && (register == Register::From || self.to.is_apart(register))
            && self.added.as_ref().is_none_or(|added| added.is_apart(register))
            && (is_own || self.function.is_apart(register))
    }

    /// What the function gives for the sites in the registers.
    #[inline]
    fn number(&self, ctx: &mut Context<'_>) -> i32 {
        match self.reckoned.as_ref().and_then(|reckoned| reckoned.number(ctx)) {
            Some(number) => number,
            None => self.function.eval(ctx),
        }
    }

    /// The numbers of the list, each of them once at least.
    pub(super) fn different(&self, ctx: &mut Context<'_>) -> Numbers {
        if !self.to.is_apart(Register::From) || !self.function.is_apart(Register::From) {
            return self.eval(ctx);
        }
        // All sites to come from give the same.
        let mut result = Numbers::new();
        if self.from.count(ctx) > 0 {
            let before = ctx.get(Register::To);
            let added = self.added.as_ref().map_or(0, |added| added.eval(ctx));
            for to in self.to.eval(ctx) {
                ctx.set(Register::To, to);
                result.push(self.number(ctx).wrapping_add(added));
            }
            ctx.set(Register::To, before);
        }
        result
    }

    fn eval(&self, ctx: &mut Context<'_>) -> Numbers {
        let mut result = Numbers::new();
        self.each(ctx, |number| result.push(number));
        result
    }

    /// The sum of the numbers of the list.
    pub(super) fn sum(&self, ctx: &mut Context<'_>) -> i32 {
        let mut sum = 0i32;
        self.each(ctx, |number| sum = sum.wrapping_add(number));
        sum
    }

    /// Whether `visit` says so of each number of the list; the first of which it does not is the last that it gets.
    fn all(&self, ctx: &mut Context<'_>, mut visit: impl FnMut(i32) -> bool) -> bool {
        let before = (ctx.get(Register::From), ctx.get(Register::To));
        let mut added = None;
        let all = self.from.eval(ctx).iter().all(|&from| {
            ctx.set(Register::From, from);
            let mut go_to = |ctx: &mut Context<'_>, to: i32| {
                ctx.set(Register::To, to);
                let added = *added.get_or_insert_with(|| self.added.as_ref().map_or(0, |added| added.eval(ctx)));
                visit(self.number(ctx).wrapping_add(added))
            };
            match &self.to {
                SitesFn::At(to) => {
                    let to = to.eval(ctx);
                    to < 0 || go_to(ctx, to)
                }
                to => to.eval(ctx).iter().all(|&to| go_to(ctx, to)),
            }
        });
        ctx.set(Register::From, before.0);
        ctx.set(Register::To, before.1);
        all
    }

    /// Calls `visit` with each number of the list.
    fn each(&self, ctx: &mut Context<'_>, mut visit: impl FnMut(i32)) {
        let before = (ctx.get(Register::From), ctx.get(Register::To));
        let all = self.same_sites.then(|| self.to.eval(ctx));
        let mut added = None;
        self.from.each(ctx, |ctx, from| {
            ctx.set(Register::From, from);
            let mut go_to = |ctx: &mut Context<'_>, to: i32| {
                ctx.set(Register::To, to);
                let added = *added.get_or_insert_with(|| self.added.as_ref().map_or(0, |added| added.eval(ctx)));
                visit(self.number(ctx).wrapping_add(added));
            };
            match &all {
                Some(all) => all.iter().for_each(|&to| go_to(ctx, to)),
                None => self.to.each(ctx, go_to),
            }
        });
        ctx.set(Register::From, before.0);
        ctx.set(Register::To, before.1);
    }
}

/// The rotations that turn a tile towards some directions.
fn rotations(c: &mut Compiler, call: &Call) -> Compiled<Vec<IntFn>> {
    let topology = &c.rules.topology;
    let kind = topology.default;
    let sides = topology.of(SiteType::Cell).sites.first().map_or(0, |cell| cell.edges.len());
    let supported = topology.supported(kind, RelationType::All).len();
    let ratio = supported.checked_div(sides).filter(|&ratio| ratio > 0).ok_or_else(|| c.unsupported(call))?;
    let mut result: Vec<i32> = Vec::new();
    for slot in ["directionOfRotation", "directionsOfRotation"] {
        for name in call.get(slot).elements().iter().filter_map(Value::constant) {
            let directions = match RelationType::from_name(name) {
                Some(relation) => topology.supported(kind, relation).to_vec(),
                None => AbsoluteDirection::from_name(name).into_iter().collect(),
            };
            for index in directions.iter().filter_map(|direction| direction.facing_index()) {
                let rotation = (index / ratio) as i32;
                if !result.contains(&rotation) {
                    result.push(rotation);
                }
            }
        }
    }
    Ok(result.into_iter().map(IntFn::Constant).collect())
}
