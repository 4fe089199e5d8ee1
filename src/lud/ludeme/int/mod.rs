//! Functions that give a number.

mod board;
mod count;
mod distances;
mod math;
mod onward;
mod piece;
mod pieces;
mod pips;
mod size;
mod stack;
mod steps;
mod track;

pub use board::{BoardFn, labelled};
pub use count::{CountFn, count_at, last_to, whats};
pub use distances::Distances;
pub use math::{Math, Operation, combine};
pub use piece::{AtLevel, Wanted, Where, WhereLevel};
pub use pieces::CountPieces;
pub use pips::{PIPS, PipsTable, sum_of};
pub use size::{SizeFn, group_of};
pub use steps::{CountSteps, FAR, StepRule};
pub use track::{StepsOnTrack, TrackOf, TrackSite};

use super::array::ArrayFn;
use super::boolean::BoolFn;
use super::range::RangeFn;
use crate::lud::board::SiteType;
use crate::lud::compile::{CompileError, Compiled, Compiler};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::recall::Recall;
use crate::lud::tree::{Call, Value};

/// A function that gives a number.
#[derive(Debug, Clone, PartialEq)]
pub enum IntFn {
    /// Always the same.
    Constant(i32),
    /// An iteration variable.
    Register(Register),
    /// Player to move, next to move, who moved before.
    Mover,
    /// See `Mover`.
    Next,
    /// See `Mover`.
    Prev,
    /// Who moved last of those who are not to move.
    LastTurnMover,
    /// Team of the mover.
    TeamMover,
    /// `from` of the last move.
    LastFrom,
    /// `to` of the last move.
    LastTo,
    /// `from` of the last action of the last move, consequences included.
    LastFromAfter,
    /// `to` of the last action of the last move, consequences included.
    LastToAfter,
    /// Level that the last move came from.
    LastLevelFrom,
    /// Level that the last move went to.
    LastLevelTo,
    /// A plane at a site.
    Plane(Plane, SiteType, Box<IntFn>),
    /// Owner of what is at a site.
    Who(SiteType, Box<IntFn>),
    /// A property of the piece at a level.
    AtLevel(Box<AtLevel>),
    /// Index of the top level of a site.
    TopLevel(SiteType, Box<IntFn>),
    /// Score of a player.
    Score(Box<IntFn>),
    /// The counter.
    Counter,
    /// The unnamed variable.
    Temp,
    /// A named variable.
    Variable(u16),
    /// The value of a player.
    PlayerValue(Box<IntFn>),
    /// The amount of money of a player.
    Amount(Box<IntFn>),
    /// The pot.
    Pot,
    /// The pending value, where there is exactly one.
    Pending,
    /// A number from a range, drawn by lot.
    Random(u64, Box<RangeFn>),
    /// Pips that a die shows.
    Face(Box<IntFn>),
    /// A number for each sum of the pips of the only set of dice.
    PipsTable(Box<PipsTable>),
    /// One of two.
    If(Box<(BoolFn, IntFn, IntFn)>),
    /// Arithmetic.
    Math(Box<Math>),
    /// Something about the board or the equipment.
    Board(Box<BoardFn>),
    /// How many there are of something.
    Count(Box<CountFn>),
    /// How many pieces are on a site, in games without stacks.
    CountAt(SiteType, Box<IntFn>),
    /// How many pieces there are.
    Pieces(Box<CountPieces>),
    /// How far sites are apart.
    Steps(Box<CountSteps>),
    /// How far sites are apart along a track.
    StepsOnTrack(Box<StepsOnTrack>),
    /// How large something is.
    Size(Box<SizeFn>),
    /// Where a piece is.
    Where(Box<Where>),
    /// At which level a piece is.
    WhereLevel(Box<WhereLevel>),
    /// A site of a track.
    Track(Box<TrackSite>),
    /// A number that takes long to work out, looked up where that has been done before.
    Recalled(Box<(IntFn, Recall)>),
}

impl IntFn {
    /// Compiles `(hint … at:…)`: the number written next to a site, −1 where there is none.
    fn hint_at(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let kind = if call.get("type").is_empty() { SiteType::Cell } else { c.site_type(call.get("type")) };
        let puzzle = c.rules.puzzle.as_ref().ok_or_else(|| c.unsupported(call))?;
        let hints = &puzzle.hints[kind as usize];
        let hint =
            |site: i32| hints.iter().find(|hint| hint.sites.first() == Some(&site)).map_or(-1, |hint| hint.value);
        let numbers = (0..c.rules.topology.count(kind) as i32).map(|site| Self::Constant(hint(site))).collect();
        let at = c.int(call.get("at"))?;
        Ok(Self::Board(Box::new(BoardFn::ArrayValue(ArrayFn::List(numbers), at))))
    }
}

impl IntFn {
    /// Compiles what stands in a slot.
    pub fn compile(c: &mut Compiler, value: &Value) -> Compiled<Self> {
        let call = match value {
            Value::Int(number) => return Ok(Self::Constant(*number)),
            Value::Constant("RoleType", role) => return Self::role(c, role),
            Value::Constant(_, "Off" | "Undefined") => return Ok(Self::Constant(-1)),
            Value::Constant(_, "End") => return Ok(Self::Constant(-2)),
            Value::Constant(_, "Infinity") => return Ok(Self::Constant(FAR)),
            Value::Constant(_, "Repeat") => return Ok(Self::Constant(-3)),
            Value::Call(call) => call,
            _ => return Err(CompileError::shape(value, "number")),
        };
        let function = match Self::simple(c, call)? {
            Some(function) => function,
            None => match call.name() {
                "Count" => CountFn::compile(c, call)?,
                "Size" => SizeFn::compile(c, call)?,
                "Where" if call.get("whereType").is_empty() => Where::compile(c, call)?,
                "Where" => WhereLevel::compile(c, call)?,
                "TrackSite" => TrackSite::compile(c, call)?,
                _ => match BoardFn::compile(c, call)? {
                    Some(function) => function,
                    None => Math::compile(c, call)?.ok_or_else(|| c.unsupported(call))?.folded(),
                },
            },
        };
        Ok(function.folded(c).recalled(c))
    }

    /// Iteration variables, players, the last move, and what a site or a player holds.
    fn simple(c: &mut Compiler, call: &Call) -> Compiled<Option<Self>> {
        let is_iterator = call.class.starts_with("functions.ints.iterator.");
        Ok(Some(match (call.name(), call.keyword()) {
            ("From", _) if is_iterator && call.get("at").is_empty() => Self::Register(Register::From),
            ("To", _) if is_iterator => Self::Register(Register::To),
            ("Between", _) if is_iterator => Self::Register(Register::Between),
            ("Site", _) if is_iterator => Self::Register(Register::Site),
            ("Level", _) if is_iterator => Self::Register(Register::Level),
            ("Player", _) if is_iterator => Self::Register(Register::Player),
            ("Pips", _) if is_iterator => Self::Register(Register::Pips),
            ("Track", _) if is_iterator => Self::Register(Register::Track),
            ("Edge", _) if is_iterator && call.get("vA").is_empty() => Self::Register(Register::Edge),
            ("Hint", _) if is_iterator && call.get("at").is_empty() => Self::Register(Register::Hint),
            ("Hint", _) if is_iterator => Self::hint_at(c, call)?,
            ("Mover", _) => Self::Mover,
            ("Next", _) => Self::Next,
            ("Prev", None | Some("Mover")) => Self::Prev,
            ("Prev", Some("MoverLastTurn")) => Self::LastTurnMover,
            ("Counter", _) => {
                c.rules.features.running.counter = i32::MAX;
                Self::Counter
            }
            ("Pot", _) => {
                c.rules.features.memory = true;
                Self::Pot
            }
            ("Last", Some(which)) if call.class.starts_with("functions.ints.") => Self::last(c, call, which)?,
            ("What" | "Who" | "State" | "Rotation", _) => Self::held(c, call)?,
            ("Value", Some("Piece")) => match c.opt_int(call.get("level"))? {
                Some(level) => AtLevel::compile(c, Plane::Value, call, level)?,
                None => {
                    let kind = c.site_type(call.get("type"));
                    Self::Plane(Plane::Value, kind, Box::new(c.int(call.get("at"))?))
                }
            },
            ("Value", Some("Pending")) => Self::Pending,
            ("Value", Some("MoveLimit")) => Self::Constant(c.rules.max_moves as i32),
            ("Value", Some("TurnLimit")) => Self::Constant(1250 * c.rules.players as i32),
            ("Value", Some("Player")) => {
                c.rules.features.memory = true;
                let player = c.player(call, &["indexPlayer", "role"])?.ok_or_else(|| c.unsupported(call))?;
                Self::PlayerValue(Box::new(player))
            }
            ("Value", Some("Random")) => {
                let range = RangeFn::compile(c, call.get("range"))?;
                Self::Random(c.draw_id(), Box::new(range))
            }
            ("Value", None) => Self::Register(Register::Value),
            ("Var", _) => match call.get("key").text() {
                None => Self::Temp,
                Some(name) => Self::Variable(c.variable(name)),
            },
            ("Score" | "Amount", _) => {
                let player = c.player(call, &["player", "role"])?.ok_or_else(|| c.unsupported(call))?;
                if call.name() == "Score" {
                    Self::Score(Box::new(player))
                } else {
                    c.rules.features.memory = true;
                    Self::Amount(Box::new(player))
                }
            }
            ("TopLevel", _) => Self::TopLevel(c.site_type(call.get("type")), Box::new(c.int(call.get("at"))?)),
            ("Face", _) => Self::Face(Box::new(c.int(call.get("locn"))?)),
            ("If", _) => {
                let (cond, yes, no) =
                    (c.bool(call.get("cond"))?, c.int(call.get("valueA"))?, c.int(call.get("valueB"))?);
                Self::If(Box::new((cond, yes, no)))
            }
            _ => return Ok(None),
        }))
    }

    fn last(c: &mut Compiler, call: &Call, which: &str) -> Compiled<Self> {
        let after = match call.get("afterConsequence") {
            Value::Empty | Value::Bool(false) => false,
            Value::Bool(true) => true,
            _ => return Err(c.unsupported(call)),
        };
        Ok(match (which, after) {
            ("From", false) => Self::LastFrom,
            ("From", true) => Self::LastFromAfter,
            ("To", false) => Self::LastTo,
            ("To", true) => Self::LastToAfter,
            ("LevelFrom", false) => Self::LastLevelFrom,
            ("LevelTo", false) => Self::LastLevelTo,
            _ => return Err(c.unsupported(call)),
        })
    }

    /// What a site holds: its component, its owner, its local state, its rotation.
    fn held(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let plane = match call.name() {
            "What" => Plane::What,
            "Who" => Plane::Who,
            "State" => Plane::State,
            _ => Plane::Rotation,
        };
        let mut level = c.opt_int(call.get("level"))?;
        // Without a level, `what` alone means the bottom of a stack; the others mean its top.
        if plane == Plane::What && level.is_none() && c.rules.features.stacking {
            level = Some(Self::Constant(0));
        }
        if let Some(level) = level {
            return AtLevel::compile(c, plane, call, level);
        }
        let kind = c.site_type(call.get("type"));
        let at = Box::new(c.int(call.get("at"))?);
        Ok(if plane == Plane::Who { Self::Who(kind, at) } else { Self::Plane(plane, kind, at) })
    }

    /// The player that a role stands for.
    pub fn role(c: &Compiler, role: &str) -> Compiled<Self> {
        let everyone = c.rules.players as i32 + 1;
        let number = |prefix: &str| role.strip_prefix(prefix).and_then(|digits| digits.parse().ok());
        Ok(match role {
            "Mover" => Self::Mover,
            "Next" => Self::Next,
            "Prev" => Self::Prev,
            "Neutral" => Self::Constant(0),
            "Shared" | "All" | "Each" => Self::Constant(everyone),
            "Player" => Self::Register(Register::Player),
            "TeamMover" => Self::TeamMover,
            _ => match number("P").or(number("Team")) {
                Some(player) => Self::Constant(player),
                None => {
                    return Err(CompileError {
                        ludeme: role.to_owned(),
                        place: crate::lud::tree::Place::default(),
                        reason: "is a role that is not supported here".to_owned(),
                    });
                }
            },
        })
    }

    /// The value where it never changes.
    #[must_use]
    pub fn constant(&self) -> Option<i32> {
        match self {
            Self::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether it is the same in every position, once the registers in `bound` (bit by register) are set; [`Register::Last`]
    /// there means where the last move went.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::PipsTable(_) => bound & pips::PIPS != 0,
            Self::Register(register) => bound >> *register as u16 & 1 == 1,
            Self::LastTo => bound >> Register::Last as u16 & 1 == 1,
            Self::If(parts) => parts.0.is_fixed(bound) && parts.1.is_fixed(bound) && parts.2.is_fixed(bound),
            Self::Math(math) => math.is_fixed(bound),
            Self::Board(function) => function.is_fixed(bound),
            Self::Count(function) => function.is_fixed(bound),
            Self::Steps(steps) => steps.is_fixed(bound),
            Self::Track(track) => track.is_fixed(),
            _ => false,
        }
    }

    /// Whether no iteration variable can change it, as far as that is easily told.
    #[must_use]
    pub fn ignores_registers(&self) -> bool {
        match self {
            Self::Constant(_) | Self::Mover | Self::Next | Self::Prev | Self::LastFrom | Self::LastTo => true,
            Self::PipsTable(_) => true,
            Self::Board(function) => function.ignores_registers(),
            _ => false,
        }
    }

    /// Works it out now, where it never changes.
    fn folded(self, c: &Compiler) -> Self {
        if self.constant().is_some() || !self.is_fixed(0) {
            return self.by_pips(c);
        }
        Self::Constant(c.on_empty_board(|ctx| self.eval(ctx)))
    }

    /// Evaluates.
    #[inline]
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        // What most rules ask for takes no call.
        match self {
            Self::Constant(value) => *value,
            Self::Register(register) => ctx.get(*register),
            Self::Mover => i32::from(ctx.state.mover),
            Self::Next => i32::from(ctx.state.next),
            Self::LastTo => ctx.state.last.to,
            _ => self.work_out(ctx),
        }
    }

    fn work_out(&self, ctx: &mut Context<'_>) -> i32 {
        match self {
            Self::Constant(_) | Self::Register(_) | Self::Mover | Self::Next | Self::LastTo => self.eval(ctx),
            Self::PipsTable(table) => table.eval(ctx),
            Self::Prev => i32::from(ctx.state.prev),
            Self::LastTurnMover => {
                let state = &ctx.state;
                let last = if state.turn_mover == state.mover { state.before_turn } else { state.turn_mover };
                if last == 0 { -1 } else { i32::from(last) }
            }
            Self::TeamMover => {
                let mover = u32::from(ctx.state.mover);
                super::players::team_of(ctx, mover).map_or(mover as i32, i32::from)
            }
            Self::LastFrom => ctx.state.last.from,
            Self::LastFromAfter => ctx.state.last.from_after,
            Self::LastToAfter => ctx.state.last.to_after,
            Self::LastLevelFrom => ctx.state.last.from_level,
            Self::LastLevelTo => ctx.state.last.to_level,
            Self::Plane(plane, kind, at) => {
                let site = at.eval(ctx);
                ctx.plane(*plane, *kind, site)
            }
            Self::Who(kind, at) => {
                let site = at.eval(ctx);
                ctx.who(*kind, site)
            }
            Self::AtLevel(piece) => piece.eval(ctx),
            Self::TopLevel(kind, at) => {
                let site = at.eval(ctx);
                if ctx.rules.features.stacking { (ctx.height(*kind, site) - 1).max(0) } else { 0 }
            }
            Self::Score(player) => {
                let player = player.eval(ctx);
                ctx.state.score.get(player as usize).copied().unwrap_or(0)
            }
            Self::Counter => ctx.state.counter,
            Self::Temp => ctx.state.temp,
            Self::Variable(name) => {
                let value = ctx.state.memory().variables.get(*name as usize).copied();
                value.filter(|&value| value != i32::MIN).unwrap_or(-1)
            }
            Self::PlayerValue(player) => {
                let player = player.eval(ctx);
                ctx.state.memory().player_values.get(player as usize).copied().unwrap_or(-1)
            }
            Self::Amount(player) => {
                let player = player.eval(ctx);
                if player < 1 || player > ctx.rules.players as i32 {
                    return -1;
                }
                ctx.state.memory().amounts.get(player as usize).copied().unwrap_or(0)
            }
            Self::Pot => ctx.state.memory().pot,
            Self::Pending => match ctx.state.pending[..] {
                [only] => only,
                _ => 0,
            },
            Self::Random(id, range) => {
                let (min, max) = range.eval(ctx);
                ctx.lot_from(*id, min, max)
            }
            Self::Face(at) => {
                let site = at.eval(ctx);
                let what = ctx.what(SiteType::Cell, site);
                let face = ctx.plane(Plane::State, SiteType::Cell, site);
                ctx.rules.components[what as usize].faces.get(face as usize).map_or(-1, |&pips| i32::from(pips))
            }
            Self::If(parts) => {
                if parts.0.eval(ctx) {
                    parts.1.eval(ctx)
                } else {
                    parts.2.eval(ctx)
                }
            }
            Self::Math(math) => math.eval(ctx),
            Self::Board(function) => function.eval(ctx),
            Self::Count(function) => function.eval(ctx),
            Self::CountAt(kind, at) => {
                let site = at.eval(ctx);
                count_at(ctx, *kind, site)
            }
            Self::Pieces(pieces) => pieces.eval(ctx),
            Self::Steps(steps) => steps.eval(ctx),
            Self::StepsOnTrack(steps) => steps.eval(ctx),
            Self::Size(size) => size.eval(ctx),
            Self::Where(place) => place.eval(ctx),
            Self::WhereLevel(level) => level.eval(ctx),
            Self::Track(track) => track.eval(ctx),
            Self::Recalled(parts) => ctx.recall_number(parts.1, |ctx| parts.0.eval(ctx)),
        }
    }
}
