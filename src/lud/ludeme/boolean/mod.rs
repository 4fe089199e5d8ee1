//! Conditions.

mod all;
mod amounts;
mod carried;
mod chains;
mod classes;
mod compile;
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
pub use pair_table::PairTable;
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
use crate::lud::ludeme::meta::Repetition;
use crate::lud::ludeme::puzzle::Constraint;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::cycle::is_cycle;
use crate::lud::play::layout::Plane;
use crate::lud::play::recall::Recall;

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
