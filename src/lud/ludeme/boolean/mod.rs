//! Conditions.

mod all;
mod amounts;
mod carried;
mod chains;
mod classes;
mod connected;
mod edges;
mod emptied;
mod graph;
mod is;
mod keyed;
mod line;
mod loops;
mod mask;
mod narrow;
mod near;
mod order;
mod pair_table;
mod partners;
mod path;
mod probes;
mod seen_by;
mod site_table;
mod surroundings;
mod threatened;
mod visited;

pub use all::AllGroups;
pub use amounts::{CountTest, GroupsTest, Reaches};
pub use chains::Chains;
pub use classes::Classes;
pub use connected::{Blocked, Connected};
pub use graph::GraphTest;
pub use line::Line;
pub use loops::Loop;
pub use mask::Asked;
pub use pair_table::{MOST_PAIRED, PAIRS, PairTable, bits_of};
pub use path::Path;
pub use site_table::SiteTable;
pub use threatened::Threatened;

pub(super) use self::surroundings::carriers;
use self::surroundings::{has_liberty, is_flat, is_free, related};
use super::array::ArrayFn;
use super::group::Links;
use super::int::{CountPieces, IntFn, sum_of};
use super::moves::MovesFn;
use super::region::{Pattern, RegionFn, SetTable, SitesFn};
use crate::lud::board::{RelationType, SiteType};
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::ludeme::meta::Repetition;
use crate::lud::ludeme::puzzle::Constraint;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::cycle::is_cycle;
use crate::lud::play::layout::Plane;
use crate::lud::play::recall::Recall;
use crate::lud::tree::{Call, Value};

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Comparison {
    /// Whether two numbers compare so.
    #[inline]
    #[must_use]
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }
}

/// What is asked about a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerTest {
    /// Whether it is another player, of another team where there are teams.
    Enemy,
    /// Whether it is the mover or of the mover's team.
    Friend,
    /// Whether it is the mover.
    Mover,
    /// Whether it moves next.
    Next,
    /// Whether it moved last.
    Prev,
    /// Whether it is still in the game.
    Active,
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum BoolFn {
    /// Always the same.
    Constant(bool),
    /// All of these.
    And(Vec<BoolFn>),
    /// One of these at least.
    Or(Vec<BoolFn>),
    /// The contrary.
    Not(Box<BoolFn>),
    /// One of two.
    If(Box<(BoolFn, BoolFn, BoolFn)>),
    /// A comparison of numbers.
    Compare(Comparison, Box<(IntFn, IntFn)>),
    /// A comparison of the number of pieces on a site with another.
    CountAt(CountTest),
    /// There are at least so many pieces in a region.
    Reaches(Box<Reaches>),
    /// How many groups there are.
    Groups(Box<GroupsTest>),
    /// The pieces that hang together with the one on the site in a register have an empty site next to them.
    Liberty(Box<(Links, Register)>),
    /// Two regions are (`true`) or are not the same.
    SameRegion(Box<(RegionFn, RegionFn)>, bool),
    /// A site is empty.
    Empty(SiteType, IntFn),
    /// What is on the site in a register, of the game's own type, is of one of some classes.
    Class(Register, Classes),
    /// The sum of the pips of the only set of dice is one of these, bit by bit.
    PipsIn(u64),
    /// All sites of a set are empty: the sets, and which of them.
    AllEmpty(Box<(IntFn, Vec<Bits>)>),
    /// A condition about the site in a register that is looked up.
    SiteTable(Box<SiteTable>),
    /// A condition about the sites in two registers that is looked up.
    PairTable(Box<PairTable>),
    /// A site is occupied.
    Occupied(SiteType, IntFn),
    /// Something about a player.
    Player(PlayerTest, IntFn),
    /// Something about the owner of what is on the site in a register, of the game's own type.
    OwnerAt(PlayerTest, Register),
    /// Something about the player whose number a plane holds at the site in a register, of the game's own type.
    PlayerAt(PlayerTest, Plane, Register),
    /// A site is in a region.
    In(Box<(IntFn, RegionFn)>),
    /// All of these sites are in a region.
    AllIn(Box<(Vec<IntFn>, RegionFn)>),
    /// All of these numbers are in a list.
    InArray(Box<(Vec<IntFn>, ArrayFn)>),
    /// All numbers of a list are in another, each as often at least.
    WithinArray(Box<(ArrayFn, ArrayFn)>),
    /// There is a line.
    Line(Box<Line>),
    /// Pieces connect regions.
    Connected(Box<Connected>),
    /// Regions can no longer be connected.
    Blocked(Box<Blocked>),
    /// Pieces make a loop.
    Loop(Box<Loop>),
    /// Edges make a path.
    Path(Box<Path>),
    /// Edges of a player make a graph of some kind.
    Graph(Box<GraphTest>),
    /// Pieces make a pattern.
    Pattern(Box<Pattern>),
    /// A condition that takes long, looked up where it has been worked out before.
    Recalled(Box<(BoolFn, Recall)>),
    /// A piece could be captured.
    Threatened(Box<Threatened>),
    /// A piece of a kind is on one of some sites.
    Within(Box<(IntFn, SitesFn)>),
    /// A site is related to another.
    Related(RelationType, SiteType, Box<(IntFn, SitesFn)>),
    /// Sites hold given components.
    Target(Vec<(i32, i32)>),
    /// A number is even.
    Even(IntFn),
    /// All sites under a site are occupied.
    Flat(Box<(IntFn, SetTable)>),
    /// A site was visited in this turn.
    Visited(IntFn),
    /// A die shows a number.
    AnyDie(IntFn),
    /// Something is pending.
    Pending,
    /// No site of the board is empty.
    Full,
    /// The last positions go round in a circle.
    Cycle,
    /// The position was there before.
    Repeat(Repetition),
    /// An event was triggered for a player.
    Triggered(u16, IntFn),
    /// The last move came from a site of this type.
    LastFromType(SiteType),
    /// The last move went to a site of this type.
    LastToType(SiteType),
    /// A proposition was accepted.
    Decided(u16),
    /// A proposition was made.
    Proposed(u16),
    /// Two edges cross.
    Crossing(Box<(IntFn, IntFn)>),
    /// One of some sites has an empty neighbour on the ground besides a given one.
    Freedom(SiteType, Box<(SitesFn, IntFn)>),
    /// All sites of a region meet a condition.
    AllSites(Box<(RegionFn, BoolFn)>),
    /// All sites of a region meet a condition that is asked of many sites at once.
    AllMeet(Box<(RegionFn, Asked)>),
    /// All sites of a region meet a condition and hold different components.
    AllDifferent(Box<(RegionFn, BoolFn)>),
    /// All numbers of a list meet a condition.
    AllValues(Box<(ArrayFn, BoolFn)>),
    /// All groups meet a condition.
    AllGroups(Box<AllGroups>),
    /// All players passed.
    AllPassed,
    /// All dice are used.
    DiceUsed,
    /// All dice show the same.
    DiceEqual,
    /// There are moves.
    CanMove(Box<MovesFn>),
    /// A player has no moves.
    NoMoves(IntFn),
    /// The next player has no moves.
    NoMovesNext,
    /// There are no pieces.
    NoPieces(Box<CountPieces>),
    /// The last move was a pass.
    WasPass,
    /// A constraint of a puzzle.
    Puzzle(Box<Constraint>),
}

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

    /// Whether it is the same in every position, once the registers in `bound` (bit by register) are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::PipsIn(_) => bound & super::int::PIPS != 0,
            Self::And(list) | Self::Or(list) => list.iter().all(|item| item.is_fixed(bound)),
            Self::Not(inner) => inner.is_fixed(bound),
            Self::If(parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(bound) && parts.2.is_fixed(bound),
            Self::Compare(_, parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(bound),
            Self::SameRegion(parts, _) => parts.0.is_fixed(bound) && parts.1.is_fixed(bound),
            Self::In(parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(bound),
            Self::AllIn(parts) => parts.0.iter().all(|site| site.is_fixed(bound)) && parts.1.is_fixed(bound),
            Self::InArray(parts) => parts.0.iter().all(|value| value.is_fixed(bound)) && parts.1.is_fixed(bound),
            Self::Even(value) => value.is_fixed(bound),
            Self::PairTable(table) => table.is_fixed(bound),
            Self::Related(_, _, parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(bound),
            _ => false,
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> bool {
        match self {
            Self::Constant(truth) => *truth,
            Self::And(list) => list.iter().all(|item| item.eval(ctx)),
            Self::Or(list) => list.iter().any(|item| item.eval(ctx)),
            Self::Not(inner) => !inner.eval(ctx),
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.eval(ctx)
                } else {
                    parts.2.eval(ctx)
                }
            }
            Self::Compare(comparison, parts) => {
                let (left, right) = (parts.0.eval(ctx), parts.1.eval(ctx));
                comparison.holds(left, right)
            }
            Self::Empty(kind, at) => {
                let site = at.eval(ctx);
                ctx.is_empty(*kind, site)
            }
            Self::Class(register, classes) => {
                let flat = ctx.rules.layout.own_flat(ctx.get(*register));
                classes.accept(ctx, flat)
            }
            Self::SiteTable(table) => table.eval(ctx),
            Self::PairTable(table) => table.eval(ctx),
            Self::PipsIn(sums) => sums >> sum_of(ctx.state) & 1 == 1,
            Self::OwnerAt(test, register) => {
                let owner = ctx.who_flat(ctx.rules.layout.own_flat(ctx.get(*register)));
                is_player(ctx, *test, owner)
            }
            Self::PlayerAt(test, plane, register) => {
                let layout = &ctx.rules.layout;
                let player = ctx.state.get(layout, *plane, layout.own_flat(ctx.get(*register)));
                is_player(ctx, *test, player)
            }
            Self::Occupied(kind, at) => {
                let site = at.eval(ctx);
                ctx.what(*kind, site) != 0
            }
            Self::Player(test, player) => {
                let player = player.eval(ctx);
                is_player(ctx, *test, player)
            }
            Self::In(parts) => {
                let site = parts.0.eval(ctx);
                site >= 0 && parts.1.contains(site, ctx)
            }
            _ => self.work_out(ctx),
        }
    }

    /// Evaluates what is asked less often, apart so that what is asked most takes little room on the stack.
    #[inline(never)]
    fn work_out(&self, ctx: &mut Context<'_>) -> bool {
        match self {
            Self::Constant(_)
            | Self::And(_)
            | Self::Or(_)
            | Self::Not(_)
            | Self::If(_)
            | Self::Compare(..)
            | Self::Empty(..)
            | Self::Class(..)
            | Self::SiteTable(_)
            | Self::PairTable(_)
            | Self::PipsIn(_)
            | Self::OwnerAt(..)
            | Self::PlayerAt(..)
            | Self::Occupied(..)
            | Self::Player(..)
            | Self::In(_) => self.eval(ctx),
            Self::CountAt(test) => test.eval(ctx),
            Self::Reaches(reaches) => reaches.eval(ctx),
            Self::Groups(test) => test.eval(ctx),
            Self::Liberty(parts) => has_liberty(ctx, &parts.0, parts.1),
            Self::Puzzle(constraint) => constraint.eval(ctx),
            Self::SameRegion(regions, same) => {
                let left = regions.0.eval(ctx);
                regions.1.eval(ctx).same(&left) == *same
            }
            Self::AllIn(parts) => parts.0.iter().all(|site| {
                let site = site.eval(ctx);
                parts.1.contains(site, ctx)
            }),
            Self::InArray(parts) => {
                let array = &parts.1;
                if let [value] = &parts.0[..] {
                    let value = value.eval(ctx);
                    return array.contains(value, ctx);
                }
                let values = array.eval(ctx);
                parts.0.iter().all(|value| values.contains(&value.eval(ctx)))
            }
            Self::WithinArray(lists) => lists.0.is_within(&lists.1, ctx),
            Self::Line(line) => line.eval(ctx),
            Self::Connected(connected) => connected.eval(ctx),
            Self::Blocked(blocked) => blocked.eval(ctx),
            Self::Loop(inner) => inner.eval(ctx),
            Self::Path(path) => path.eval(ctx),
            Self::Graph(graph) => graph.eval(ctx),
            Self::Pattern(pattern) => pattern.is_there(ctx),
            Self::Recalled(parts) => ctx.recall_number(parts.1, |ctx| i32::from(parts.0.eval(ctx))) != 0,
            Self::Threatened(threatened) => threatened.eval(ctx),
            Self::Within(parts) => {
                let what = parts.0.eval(ctx);
                let kind = ctx.rules.default_type();
                parts.1.eval(ctx).iter().any(|&site| what > 0 && ctx.has_piece(kind, site, what))
            }
            Self::Related(relation, kind, parts) => {
                let others = parts.1.eval(ctx);
                let site = parts.0.eval(ctx);
                let elements = ctx.rules.topology.of(*kind);
                site >= 0
                    && (site as usize) < elements.sites.len()
                    && related(ctx, *kind, site as usize, *relation, &others)
            }
            Self::Target(contents) => {
                let kind = ctx.rules.default_type();
                contents.iter().all(|&(site, what)| ctx.what(kind, site) == what)
            }
            Self::Even(value) => value.eval(ctx) & 1 == 0,
            Self::Flat(flat) => {
                let site = flat.0.eval(ctx);
                is_flat(ctx, site, &flat.1)
            }
            Self::Visited(site) => {
                let site = site.eval(ctx);
                ctx.state.memory().visited.contains(site)
            }
            Self::AnyDie(value) => {
                let value = value.eval(ctx);
                let dice = ctx.rules.dice.first().map_or(0..0, |set| set.first..set.first + set.dice.len());
                ctx.state.dice.get(dice).is_some_and(|dice| dice.iter().any(|&die| i32::from(die) == value))
            }
            Self::Pending => !ctx.state.pending.is_empty(),
            Self::Full => RegionFn::Empty(ctx.rules.default_type()).count(ctx) == 0,
            Self::Cycle => is_cycle(&ctx.state.memory().history, ctx.rules.players),
            Self::Repeat(repetition) => {
                let memory = ctx.state.memory();
                match repetition {
                    Repetition::Positional => memory.history.contains(&ctx.state.position_hash()),
                    Repetition::Situational => memory.history.contains(&ctx.state.situation_hash()),
                    Repetition::PositionalInTurn => memory.turn_history.contains(&ctx.state.position_hash()),
                    Repetition::SituationalInTurn => memory.turn_history.contains(&ctx.state.situation_hash()),
                }
            }
            Self::Triggered(event, player) => {
                let player = player.eval(ctx);
                let triggered = ctx.state.memory().triggered.get(*event as usize).copied().unwrap_or(0);
                ctx.state.is_active(player) && triggered >> player & 1 == 1
            }
            Self::LastFromType(kind) => ctx.state.last.from_type == *kind,
            Self::LastToType(kind) => ctx.state.last.to_type == *kind,
            Self::Decided(name) => ctx.state.memory().decided == i32::from(*name),
            Self::Proposed(name) => ctx.state.memory().propositions.contains(name),
            Self::Crossing(parts) => {
                let (one, other) = (parts.0.eval(ctx), parts.1.eval(ctx));
                let edges = ctx.rules.topology.count(SiteType::Edge) as i32;
                (0..edges).contains(&one)
                    && (0..edges).contains(&other)
                    && ctx.rules.topology.edges_cross(one as usize, other as usize)
            }
            Self::Freedom(kind, parts) => {
                let except = parts.1.eval(ctx);
                parts.0.eval(ctx).iter().any(|&site| is_free(ctx, *kind, site, except))
            }
            Self::AllSites(parts) => all::sites(ctx, &parts.0, &parts.1),
            Self::AllEmpty(sets) => {
                let set = sets.0.eval(ctx);
                all::empty(ctx, sets.1.get(set as usize))
            }
            Self::AllMeet(parts) => {
                let all = parts.0.eval(ctx);
                parts.1.all(&all, ctx).unwrap_or_else(|| all::sites(ctx, &parts.0, parts.1.condition()))
            }
            Self::AllDifferent(parts) => all::different(ctx, &parts.0, &parts.1),
            Self::AllValues(parts) => {
                let values = parts.0.eval(ctx);
                let before = ctx.get(Register::Value);
                let all = values.iter().all(|&value| {
                    ctx.set(Register::Value, value);
                    parts.1.eval(ctx)
                });
                ctx.set(Register::Value, before);
                all
            }
            Self::AllGroups(groups) => groups.eval(ctx),
            Self::AllPassed => ctx.state.moves as usize >= ctx.rules.players && ctx.all_passed(),
            Self::DiceUsed => ctx.state.dice.iter().all(|&die| die == 0),
            Self::DiceEqual => ctx.state.dice_equal,
            Self::CanMove(moves) => probes::can_move(ctx, moves),
            Self::NoMoves(player) => {
                let player = player.eval(ctx);
                (0..32).contains(&player) && ctx.state.stalemated >> player & 1 == 1
            }
            Self::NoMovesNext => probes::no_moves_next(ctx),
            Self::NoPieces(pieces) => pieces.is_none(ctx),
            Self::WasPass => ctx.state.last.is_pass,
        }
    }
}

/// Whether a player is what is asked, as the mover sees it.
#[inline]
#[must_use]
pub fn is_player(ctx: &Context<'_>, test: PlayerTest, player: i32) -> bool {
    let mover = i32::from(ctx.state.mover);
    match test {
        PlayerTest::Mover => return player == mover,
        PlayerTest::Next => return player == i32::from(ctx.state.next),
        PlayerTest::Prev => return player == i32::from(ctx.state.prev),
        PlayerTest::Active => {
            return player > 0 && player <= ctx.rules.players as i32 && ctx.state.is_active(player);
        }
        PlayerTest::Enemy | PlayerTest::Friend => {}
    }
    let is_enemy = test == PlayerTest::Enemy;
    // Pieces that belong to everyone are enemies too, those of nobody are not.
    if is_enemy && player == 0 {
        return false;
    }
    let team = if ctx.rules.features.teams { super::players::team_of(ctx, mover as u32) } else { None };
    let is_friend = match team {
        Some(team) => super::players::holds(super::players::members(ctx, team), player),
        None => player == mover,
    };
    is_friend != is_enemy
}
