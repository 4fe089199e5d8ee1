//! From what stands in a slot for a condition to the condition, in the form that takes the shortest way to the answer.

use super::{Asked, BoolFn, Classes, Comparison, PlayerTest, all, order};
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::ludeme::int::{CountPieces, IntFn};
use crate::lud::ludeme::puzzle::Constraint;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::Register;
use crate::lud::play::layout::Plane;
use crate::lud::tree::{Call, Value};

impl BoolFn {
    /// Compiles what stands in a slot.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let call = match value {
            Value::Bool(truth) => return Ok(Self::Constant(*truth)),
            Value::Call(call) => call,
            _ => return Err(CompileError::shape(value, "condition")),
        };
        if call.class.contains("deductionPuzzle") {
            return Constraint::compile(c, call);
        }
        let condition = match (call.name(), call.keyword()) {
            ("And", _) => Self::And(order::counts_last(Self::list(c, call)?)),
            ("Or", _) => Self::Or(Self::list(c, call)?),
            ("Not", _) => Self::Not(Box::new(c.bool(call.get("a"))?)),
            ("If", _) => {
                let no = c.opt_bool(call.get("notOk"))?.unwrap_or(Self::Constant(false));
                Self::If(Box::new((c.bool(call.get("cond"))?, c.bool(call.get("ok"))?, no)))
            }
            ("Equals" | "NotEqual", _) if !call.get("regionA").is_empty() => {
                let regions = (c.region(call.get("regionA"))?, c.region(call.get("regionB"))?);
                Self::SameRegion(Box::new(regions), call.name() == "Equals")
            }
            ("Equals", _) => Self::comparison(c, call, Comparison::Equal)?,
            ("NotEqual", _) => Self::comparison(c, call, Comparison::NotEqual)?,
            ("Lt", _) => Self::comparison(c, call, Comparison::Less)?,
            ("Le", _) => Self::comparison(c, call, Comparison::LessEqual)?,
            ("Gt", _) => Self::comparison(c, call, Comparison::Greater)?,
            ("Ge", _) => Self::comparison(c, call, Comparison::GreaterEqual)?,
            ("Is", _) => Self::is(c, call)?,
            ("All", _) => Self::all(c, call)?,
            ("Can", _) => {
                let moves = c.probe(call.get("moves"))?;
                Self::can_move(c, moves)
            }
            ("No", Some("Pieces")) => Self::NoPieces(Box::new(CountPieces::of(c, call)?)),
            ("No", Some("Moves")) => match call.get("playerFn").constant() {
                Some("Next") => Self::NoMovesNext,
                _ => Self::NoMoves(c.int(call.get("playerFn"))?),
            },
            ("Was", Some("Pass")) => Self::WasPass,
            _ => return Err(c.unsupported(call)),
        };
        Ok(condition.shortened(c).keyed(c).emptied(c).by_pips(c).tabled(c).paired(c).recalled(c))
    }

    /// The same condition in the form that takes the shortest way to the answer.
    #[must_use]
    pub fn shortened(self, c: &Compiler) -> Self {
        let own = c.rules.default_type();
        let features = &c.rules.features;
        let has_classes = !features.stacking && !features.teams;
        match self {
            // Teams make no difference to these two.
            Self::Empty(kind, IntFn::Register(register)) if kind == own && !features.stacking => {
                Self::Class(register, Classes::EMPTY)
            }
            // Hands are no part of the board's empty sites.
            Self::In(parts)
                if !features.stacking
                    && c.rules.containers.len() == 1
                    && matches!(*parts, (IntFn::Register(_), RegionFn::Empty(kind)) if kind == own) =>
            {
                let IntFn::Register(register) = parts.0 else { unreachable!("matched above") };
                Self::Class(register, Classes::EMPTY)
            }
            Self::Occupied(kind, IntFn::Register(register)) if kind == own && !features.stacking => {
                Self::Class(register, Classes::OCCUPIED)
            }
            Self::Player(test, IntFn::Who(kind, at))
                if kind == own
                    && has_classes
                    && matches!(*at, IntFn::Register(_))
                    && matches!(test, PlayerTest::Enemy | PlayerTest::Friend | PlayerTest::Mover) =>
            {
                let IntFn::Register(register) = *at else { unreachable!("matched above") };
                Self::Class(register, if test == PlayerTest::Enemy { Classes::OTHERS } else { Classes::OWN })
            }
            // The only neutral component is the only one of its class.
            Self::Compare(Comparison::Equal, parts)
                if has_classes
                    && !features.owners_change
                    && let (IntFn::Plane(Plane::What, kind, at), IntFn::Constant(what))
                    | (IntFn::Constant(what), IntFn::Plane(Plane::What, kind, at)) = &*parts
                    && let IntFn::Register(register) = **at
                    && *kind == own
                    && c.only_neutral() == Some(*what) =>
            {
                Self::Class(register, Classes::NEUTRAL)
            }
            Self::Player(test, IntFn::Plane(plane, kind, at))
                if kind == own && !features.stacking && matches!(*at, IntFn::Register(_)) =>
            {
                let IntFn::Register(register) = *at else { unreachable!("matched above") };
                Self::PlayerAt(test, plane, register)
            }
            Self::In(parts) if matches!(&parts.1, RegionFn::Fixed(sites) if sites.is_empty()) => Self::Constant(false),
            Self::Not(inner) => match *inner {
                Self::Constant(truth) => Self::Constant(!truth),
                Self::Class(register, classes) => Self::Class(register, classes.contrary()),
                inner => Self::Not(Box::new(inner)),
            },
            Self::AllSites(parts) if matches!(parts.0, RegionFn::Union(_)) => {
                let (region, wanted) = *parts;
                let RegionFn::Union(list) = region else { unreachable!("matched above") };
                let each = |region| Self::AllSites(Box::new((region, wanted.clone()))).shortened(c);
                Self::And(list.into_iter().map(each).collect())
            }
            // Of the sites that a condition picks, all meet another: every site meets that or is not picked.
            Self::AllSites(parts) if matches!(parts.0, RegionFn::Filter(_)) => {
                let (region, wanted) = *parts;
                let RegionFn::Filter(picked) = region else { unreachable!("matched above") };
                let (region, condition) = *picked;
                let meets = Self::Or(vec![wanted, Self::Not(Box::new(condition)).shortened(c)]);
                Self::AllSites(Box::new((region, meets))).shortened(c)
            }
            Self::AllSites(parts) if let Some(sets) = all::of_empty_sites(c, &parts) => Self::AllEmpty(Box::new(sets)),
            Self::AllSites(parts) if let Some(asked) = Asked::guarded(c, &parts.1, Register::Site) => {
                Self::AllMeet(Box::new((parts.0, asked)))
            }
            Self::And(list) => {
                let inner = |item| if let Self::And(inner) = item { inner } else { vec![item] };
                let mut list: Vec<Self> = list.into_iter().flat_map(inner).collect();
                // What is soonest known comes first.
                list.sort_by_key(|item| !item.is_keyed());
                Self::joined(list, true, Classes::and, Self::And)
            }
            Self::Or(list) => {
                let inner = |item| if let Self::Or(inner) = item { inner } else { vec![item] };
                Self::joined(list.into_iter().flat_map(inner).collect(), false, Classes::or, Self::Or)
            }
            Self::Player(test, IntFn::Who(kind, at)) if kind == own && matches!(*at, IntFn::Register(_)) => match *at {
                IntFn::Register(register) => Self::OwnerAt(test, register),
                _ => Self::Player(test, IntFn::Who(kind, at)),
            },
            other => other,
        }
    }

    /// Makes one of those members of a list that ask about the classes of the same site, next to each other, and leaves out
    /// those that decide nothing.
    fn joined(
        list: Vec<Self>,
        idle: bool,
        join: fn(Classes, Classes) -> Classes,
        whole: fn(Vec<Self>) -> Self,
    ) -> Self {
        let mut short: Vec<Self> = Vec::new();
        for item in list.into_iter().filter(|item| *item != Self::Constant(idle)) {
            match (short.last_mut(), &item) {
                (Some(Self::Class(known, classes)), Self::Class(register, more)) if known == register => {
                    *classes = join(*classes, *more);
                }
                _ => short.push(item),
            }
        }
        match short.len() {
            0 => Self::Constant(idle),
            1 => short.remove(0),
            _ => whole(short),
        }
    }

    fn list(c: &mut Compiler, call: &Call) -> Compiled<Vec<Self>> {
        let mut list = Vec::new();
        for slot in &call.slots {
            for value in slot.value.elements() {
                list.push(c.bool(value)?);
            }
        }
        Ok(list)
    }

    fn comparison(c: &mut Compiler, call: &Call, comparison: Comparison) -> Compiled<Self> {
        let before = c.rules.features.running;
        let left = c.int(call.get("valueA"))?;
        let right = if call.get("roleB").is_empty() { c.int(call.get("valueB"))? } else { c.int(call.get("roleB"))? };
        c.rules.features.running.note_comparison(before, &left, &right);
        // In puzzles the numbers are those of sites, whose values are compared.
        if c.rules.puzzle.is_some() && !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            return Ok(Self::Puzzle(Box::new(Constraint::Compare(comparison, left, right))));
        }
        Ok(Self::compared(c, comparison, left, right))
    }
}
