//! `(sow …)`: pieces of a site dropped one by one along a track, with captures afterwards.

use super::{Leaf, MovesFn, Sites};
use crate::lud::board::{SiteType, Track};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::{Asked, BoolFn};
use crate::lud::ludeme::int::IntFn;
use crate::lud::play::action::{Action, EffectId};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;
use crate::lud::play::sink::Sink;
use crate::lud::tree::Call;
use smallvec::SmallVec;

/// How often in a row a hole may be skipped.
const MAX_SKIPS: usize = 10_000;

/// Pieces of a site dropped one by one along a track.
#[derive(Debug, Clone, PartialEq)]
pub struct Sow {
    pub(super) kind: SiteType,
    pub(crate) start: IntFn,
    /// How many; what the start holds, where nothing is said.
    pub(crate) count: Option<IntFn>,
    pub(crate) per_hole: IntFn,
    /// Tracks whose name fits, with their own names.
    pub(crate) tracks: Vec<(usize, bool)>,
    pub(crate) owner: Option<IntFn>,
    pub(crate) named: bool,
    pub(crate) capture_if: BoolFn,
    pub(crate) capture: Option<EffectId>,
    pub(crate) at_each: Option<EffectId>,
    pub(crate) include_self: bool,
    pub(crate) origin: Option<BoolFn>,
    pub(crate) skip: Skip,
    pub(crate) backtracking: Option<BoolFn>,
    pub(crate) forward: Option<BoolFn>,
    /// Whether seeds are no more than a count on sites of the game's own type, whatever else the sites hold.
    pub(crate) counts_only: bool,
}

/// Which holes are left out.
#[derive(Debug, Clone, PartialEq)]
pub enum Skip {
    /// None.
    Never,
    /// One site, whatever else is at hand.
    Site(IntFn),
    /// Those that meet a condition, asked of all holes of each track at once.
    All(Asked, Vec<Bits>),
    /// Those that meet a condition, asked of each.
    If(BoolFn),
}

impl Skip {
    /// By a condition about the hole.
    fn asked(c: &Compiler, condition: BoolFn) -> Self {
        let holes = |track: &Track| Bits::from_sites(track.elements.iter().map(|station| station.site));
        let all: Vec<Bits> = c.rules.tracks.iter().map(holes).collect();
        match Asked::new(c, &condition, Register::To) {
            Some(asked) if condition.is_apart(Register::Value) => Self::All(asked, all),
            _ => Self::If(condition),
        }
    }
}

impl Sow {
    /// Compiles `(sow …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        if c.rules.features.stacking {
            return Err(c.unsupported(call));
        }
        let name = call.get("trackName").text();
        let tracks = c.rules.tracks.iter().enumerate();
        let tracks = tracks
            .filter(|(_, track)| name.is_none_or(|name| track.name.contains(name)))
            .map(|(index, track)| (index, name.is_none_or(|name| track.name == name)))
            .collect();
        let capture = match call.get("apply") {
            crate::lud::tree::Value::Empty => None,
            effect => Some(c.effect(effect)?),
        };
        let at_each = match call.get("sowEffect") {
            crate::lud::tree::Value::Empty => None,
            effect => Some(c.effect(effect)?),
        };
        let mut sow = Self {
            kind: c.site_type(call.get("type")),
            start: c.int_or(call.get("start"), IntFn::LastTo)?,
            count: c.opt_int(call.get("count"))?,
            per_hole: c.int_or(call.get("numPerHole"), IntFn::Constant(1))?,
            tracks,
            owner: c.opt_int(call.get("owner"))?,
            named: name.is_some(),
            capture_if: c.opt_bool(call.get("If"))?.unwrap_or(BoolFn::Constant(true)),
            capture,
            at_each,
            include_self: call.get("includeSelf").bool().unwrap_or(true),
            origin: c.opt_bool(call.get("origin"))?,
            skip: match c.opt_bool(call.get("skipIf"))? {
                None => Skip::Never,
                Some(condition) => match condition.site_asked_for(Register::To) {
                    Some(site) => Skip::Site(site.clone()),
                    None => Skip::asked(c, condition),
                },
            },
            backtracking: c.opt_bool(call.get("backtracking"))?,
            forward: c.opt_bool(call.get("forward"))?,
            counts_only: false,
        };
        let planes = &c.rules.layout.planes;
        let kept = |plane: Plane| planes[plane as usize].is_some();
        sow.counts_only = kept(Plane::Count)
            && !kept(Plane::Who)
            && sow.kind == c.rules.default_type()
            && !c.rules.features.hidden_places;
        c.with_then(call, |c| c.leaf(call, Leaf::Sow(Box::new(sow)), 0))
    }

    /// The track to follow.
    fn track(&self, ctx: &mut Context<'_>) -> Option<usize> {
        let owner = self.owner.as_ref().map_or(-1, |owner| owner.eval(ctx));
        self.tracks
            .iter()
            .find(|(index, exact)| {
                !self.named || if owner == -1 { *exact } else { ctx.rules.tracks[*index].owner == owner }
            })
            .map(|&(index, _)| index)
    }

    fn seeds(&self, ctx: &mut Context<'_>, start: i32) -> i32 {
        match &self.count {
            Some(count) => count.eval(ctx),
            None => ctx.count(ctx.rules.default_type(), start),
        }
    }

    pub(super) fn generate(&self, id: u16, ctx: &mut Context<'_>, sink: &mut Sink<'_>) {
        let Some(track) = self.track(ctx) else { return };
        let start = self.start.eval(ctx);
        let count = self.seeds(ctx, start);
        if count > 0 && ctx.rules.tracks[track].index_of(start).is_none() {
            return;
        }
        ctx.emit(id, -1, -1, &[], sink);
    }

    pub(super) fn sites(&self, _rules: &Rules, _chosen: LudMove) -> Sites {
        Sites::on(self.kind)
    }

    pub(super) fn build(&self, ctx: &mut Context<'_>, _chosen: LudMove, program: &mut Vec<Action>) {
        let begin = program.len();
        let registers = ctx.registers();
        let Some(end) = self.walk(ctx, |ctx, [start, hole], seeds| {
            // The piece takes the state of the hole that it falls into.
            let given = [Plane::State, Plane::Rotation, Plane::Value].map(|plane| {
                let (own, there) = (ctx.plane(plane, self.kind, start), ctx.plane(plane, self.kind, hole));
                if own == there { -1 } else { there }
            });
            if let Some(effect) = self.at_each {
                ctx.append_effect(effect, program);
            }
            program.extend((0..seeds).map(|_| self.drop(start, hole, given)));
        }) else {
            return;
        };
        if let Some(capture) = self.capture {
            let mut captured = ctx.borrow_programs();
            ctx.probe(|ctx| {
                let registers = ctx.registers();
                for &action in &program[begin..] {
                    ctx.act(action);
                }
                ctx.restore(registers);
                self.captures(ctx, capture, end, &mut captured.actions);
            });
            program.append(&mut captured.actions);
            ctx.return_programs(captured);
        }
        ctx.restore(registers);
    }

    /// Sows as an effect that is carried out at once; says whether there is anything to follow it.
    ///
    /// Where seeds are no more than a count, they fall without an action for each of them.
    pub fn run(&self, ctx: &mut Context<'_>) -> bool {
        let mut falls: SmallVec<[(i32, i32); 64]> = SmallVec::new();
        let registers = ctx.registers();
        let Some(end) = self.walk(ctx, |_, [_, hole], seeds| falls.push((hole, seeds))) else { return false };
        if end.is_lost {
            ctx.restore(registers);
            return false;
        }
        ctx.drop_seeds(end.start, &falls);
        let Some(capture) = self.capture else {
            ctx.restore(registers);
            return true;
        };
        if self.backtracking.is_none() && self.forward.is_none() {
            if self.capture_if.eval(ctx) {
                ctx.set(Register::From, end.start);
                ctx.run_resolved(capture);
            }
            ctx.restore(registers);
            return true;
        }
        let mut captured = ctx.borrow_programs();
        self.captures(ctx, capture, end, &mut captured.actions);
        ctx.restore(registers);
        for index in 0..captured.actions.len() {
            ctx.act(captured.actions[index]);
        }
        ctx.return_programs(captured);
        true
    }

    /// Whether [`Sow::run`] does all that the actions of a move would do.
    pub fn runs(&self, ctx: &Context<'_>) -> bool {
        self.counts_only && self.at_each.is_none() && !ctx.rules.features.last_tos
    }

    /// Goes from hole to hole with the seeds in hand and calls `fall` with the start, the hole, and how many seeds fall into
    /// it. All is as it was before the first seed fell. `None` where there is no track.
    fn walk(&self, ctx: &mut Context<'_>, mut fall: impl FnMut(&mut Context<'_>, [i32; 2], i32)) -> Option<End> {
        let track = self.track(ctx)?;
        let rules = ctx.rules;
        let stations = &rules.tracks[track].elements;
        let start = self.start.eval(ctx);
        let count = self.seeds(ctx, start);
        let first = rules.tracks[track].index_of(start);
        let mut index = first.unwrap_or(stations.len());
        let from = ctx.set(Register::From, start);
        let mut left = count;
        if self.origin.as_ref().is_some_and(|origin| origin.eval(ctx)) {
            let per_hole = self.per_hole.eval(ctx).max(0);
            fall(ctx, [start, start], per_hole.min(left).max(0));
            left -= per_hole;
            ctx.set(Register::To, start);
        }
        ctx.set(Register::From, from);
        let skipped_site = match &self.skip {
            Skip::Site(site) => Some(site.eval(ctx)),
            _ => None,
        };
        let skipped_holes = match &self.skip {
            Skip::All(asked, holes) => {
                let mut holes = holes[track].clone();
                asked.keep(&mut holes, ctx);
                holes
            }
            _ => Bits::default(),
        };
        let mut skipped = 0;
        let mut step = 0;
        while left > 0 && step < count && index < stations.len() {
            ctx.set(Register::Value, count - step);
            let mut hole = stations[index].next;
            ctx.set(Register::To, hole);
            let skips = match &self.skip {
                Skip::Never => false,
                Skip::Site(_) => skipped_site == Some(hole),
                Skip::All(..) if hole >= 0 => skipped_holes.contains(hole),
                Skip::All(asked, _) => asked.condition().eval(ctx),
                Skip::If(condition) => condition.eval(ctx),
            };
            if skips && skipped < MAX_SKIPS {
                skipped += 1;
                index = stations[index].next_index as usize;
                continue;
            }
            skipped = 0;
            if !self.include_self && hole == start {
                index = stations[index].next_index as usize;
                hole = stations[index].next;
            }
            let per_hole = self.per_hole.eval(ctx).max(0);
            fall(ctx, [start, hole], per_hole.min(left));
            left -= per_hole;
            index = stations[index].next_index as usize;
            step += 1;
        }
        Some(End { track, index, start, is_lost: count > 0 && first.is_none() })
    }

    fn drop(&self, from: i32, to: i32, [state, rotation, value]: [i32; 3]) -> Action {
        Action::Move { from_type: self.kind, from, to_type: self.kind, to, state, rotation, value }
    }

    /// Appends the captures, each worked out in the position after all seeds have fallen, which is at hand.
    fn captures(&self, ctx: &mut Context<'_>, capture: EffectId, end: End, captured: &mut Vec<Action>) {
        let rules = ctx.rules;
        let track = &rules.tracks[end.track];
        let mut index = end.index;
        let mut rounds = 0;
        while self.capture_if.eval(ctx) {
            ctx.set(Register::From, end.start);
            ctx.resolve_effect(capture, captured);
            if self.backtracking.is_none() && self.forward.is_none() {
                break;
            }
            if let Some(backtracking) = &self.backtracking {
                if !backtracking.eval(ctx) {
                    break;
                }
                let Some(station) = track.elements.get(index) else { break };
                let to = station.prev;
                index = station.prev_index as usize;
                ctx.set(Register::To, to);
                if !backtracking.eval(ctx) || to == end.start {
                    break;
                }
            }
            if let Some(forward) = &self.forward {
                if !forward.eval(ctx) {
                    break;
                }
                let Some(station) = track.elements.get(index) else { break };
                if !track.is_looped && station.next == -1 {
                    break;
                }
                let to = station.next;
                index = station.next_index as usize;
                ctx.set(Register::To, to);
                if !forward.eval(ctx) {
                    break;
                }
            }
            rounds += 1;
            if rounds >= track.elements.len() {
                break;
            }
        }
    }
}

/// Where a sowing ends.
#[derive(Debug, Clone, Copy)]
struct End {
    track: usize,
    /// Position on the track.
    index: usize,
    /// Where the seeds come from.
    start: i32,
    /// Whether there are seeds that are on no track, so that there is no move.
    is_lost: bool,
}
