//! Sowing as play-outs of sowing do it.

use super::board::{Machine, drop_one};
use super::effect::{Act, Acts, Effect, ManyActs};
use super::lowering::Lowering;
use super::mask::Mask;
use super::number::Number;
use super::test::Test;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::moves::{self, Skip as Skipped};
use crate::lud::play::context::{REGISTERS, Register};
use smallvec::{Array, SmallVec};

/// How often in a row a hole may be skipped.
const MAX_SKIPS: usize = 10_000;

/// Seeds of a site that fall one by one along a track.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sow {
    start: Number,
    count: Option<Number>,
    per_hole: Number,
    /// Whether one seed falls into each hole.
    one_each: bool,
    /// Whether it can be worked out before others are carried out.
    can_wait: bool,
    /// The track by the number of its owner, and that number; the first where there is none.
    tracks: Vec<Option<u16>>,
    owner: Option<Number>,
    capture_if: Test,
    capture: Option<Effect>,
    /// What happens at each hole before seeds fall into it.
    at_each: Option<Effect>,
    include_self: bool,
    origin: Option<Test>,
    skip: Skip,
    backtracking: Option<Test>,
    forward: Option<Test>,
}

/// Which holes are left out.
#[derive(Debug, Clone, PartialEq)]
enum Skip {
    Never,
    Site(Number),
    /// Those that meet a condition before the first seed falls; where there is no hole, another.
    All(Mask, Test),
    If(Test),
}

/// The holes of a track, one after the other.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Route {
    /// The place of each site.
    places: Vec<Option<u16>>,
    stops: Vec<Stop>,
    /// All its sites.
    sites: u128,
    /// Whether it ends somewhere, or leads to where there is no hole.
    is_open: bool,
}

/// A place on a track.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stop {
    next: i16,
    next_place: u16,
    prev: i16,
    prev_place: u16,
}

/// Where a sowing ends.
struct End {
    track: usize,
    place: usize,
    start: i32,
}

impl Route {
    /// The holes of a track.
    pub fn of(track: &crate::lud::board::Track, sites: usize) -> Option<Self> {
        let stop = |element: &crate::lud::board::TrackElement| {
            Some(Stop {
                next: i16::try_from(element.next).ok()?,
                next_place: element.next_index as u16,
                prev: i16::try_from(element.prev).ok()?,
                prev_place: element.prev_index as u16,
            })
        };
        let on_board = |element: &crate::lud::board::TrackElement| (0..sites as i32).contains(&element.site);
        let is_beyond = |site: i32| site >= sites as i32;
        if track.elements.iter().any(|e| is_beyond(e.site) || is_beyond(e.next) || is_beyond(e.prev)) {
            return None;
        }
        Some(Self {
            is_open: track.elements.iter().any(|e| e.site < 0 || e.next < 0 || e.next_index < 0),
            places: (0..sites).map(|site| track.index_of(site as i32).map(|place| place as u16)).collect(),
            stops: track.elements.iter().map(stop).collect::<Option<_>>()?,
            sites: track.elements.iter().filter(|element| on_board(element)).fold(0, |all, e| all | 1 << e.site),
        })
    }
}

impl Sow {
    /// Whether it can be worked out before others are carried out.
    pub fn can_wait(&self) -> bool {
        self.can_wait
    }

    fn track(&self, m: &mut Machine<'_, '_>) -> Option<usize> {
        let owner = self.owner.as_ref().map_or(0, |owner| owner.of(m).wrapping_add(1));
        usize::try_from(owner).ok().and_then(|owner| *self.tracks.get(owner)?).map(usize::from)
    }

    /// Goes from hole to hole, calling `fall` with the hole and the number of seeds that fall into it; `None` where there is no
    /// track, or the seeds are on none.
    #[inline]
    fn walk(
        &self,
        start: i32,
        m: &mut Machine<'_, '_>,
        mut fall: impl FnMut(&mut Machine<'_, '_>, i32, i32),
    ) -> Option<End> {
        let shape = m.shape;
        let track = self.track(m)?;
        let route = &shape.routes[track];
        let count = match &self.count {
            Some(count) => count.of(m),
            None => m.index(start).map_or(0, |start| m.count(start)),
        };
        let first = usize::try_from(start).ok().and_then(|start| *route.places.get(start)?).map(usize::from);
        if count > 0 && first.is_none() {
            return None;
        }
        let mut place = first.unwrap_or(route.stops.len());
        let mut left = count;
        if let Some(origin) = &self.origin {
            let from = m.ctx.set(Register::From, start);
            if origin.holds(m) {
                let per_hole = self.per_hole.of(m).max(0);
                fall(m, start, per_hole.min(left).max(0));
                left -= per_hole;
                m.ctx.set(Register::To, start);
            }
            m.ctx.set(Register::From, from);
        }
        let (mut skipped_sites, mut skipped_site) = (0, -1);
        match &self.skip {
            Skip::Site(site) => skipped_site = site.of(m),
            Skip::All(mask, _) => skipped_sites = mask.of(route.sites, &[Register::To], m),
            Skip::Never | Skip::If(_) => {}
        }
        let mut skipped = 0;
        let mut step = 0;
        let mut to = None;
        while left > 0 && step < count {
            let Some(stop) = route.stops.get(place) else { break };
            let mut hole = i32::from(stop.next);
            to = Some(hole);
            let skips = match &self.skip {
                Skip::Never => false,
                Skip::Site(_) => skipped_site == hole,
                Skip::All(_, otherwise) => match usize::try_from(hole) {
                    Ok(hole) => skipped_sites >> hole & 1 == 1,
                    Err(_) => {
                        m.ctx.set(Register::To, hole);
                        otherwise.holds(m)
                    }
                },
                Skip::If(condition) => {
                    m.ctx.set(Register::Value, count - step);
                    m.ctx.set(Register::To, hole);
                    condition.holds(m)
                }
            };
            if skips && skipped < MAX_SKIPS {
                skipped += 1;
                place = usize::from(stop.next_place);
                continue;
            }
            skipped = 0;
            let mut stop = *stop;
            if !self.include_self && hole == start {
                place = usize::from(stop.next_place);
                stop = route.stops[place];
                hole = i32::from(stop.next);
            }
            let per_hole = if self.one_each && self.at_each.is_none() {
                1
            } else {
                m.ctx.set(Register::To, to.unwrap_or(hole));
                m.ctx.set(Register::Value, count - step);
                self.per_hole.of(m).max(0)
            };
            fall(m, hole, per_hole.min(left));
            left -= per_hole;
            place = usize::from(stop.next_place);
            step += 1;
        }
        if let Some(to) = to {
            m.ctx.set(Register::To, to);
            m.ctx.set(Register::Value, count - (step - 1).max(0));
        }
        Some(End { track, place, start })
    }

    /// As [`Sow::walk`] where one seed falls into each hole, and falls at once.
    #[inline]
    fn walk_one_by_one(&self, start: i32, hand: &mut Hand, m: &mut Machine<'_, '_>) -> Option<End> {
        let shape = m.shape;
        let track = self.track(m)?;
        let route = &shape.routes[track];
        let count = self.count.as_ref().map_or(hand.left, |count| count.of(m));
        let Some(mut place) = usize::try_from(start).ok().and_then(|start| *route.places.get(start)?).map(usize::from)
        else {
            return (count <= 0).then_some(End { track, place: route.stops.len(), start });
        };
        let mut left = count;
        let mut to = None;
        if let Some(origin) = &self.origin {
            let from = m.ctx.set(Register::From, start);
            if origin.holds(m) {
                hand.drop(start, 1.min(left), m);
                left -= 1;
                m.ctx.set(Register::To, start);
            }
            m.ctx.set(Register::From, from);
        }
        let skipped = match &self.skip {
            Skip::Site(site) => {
                let site = site.of(m);
                m.index(site).map_or(0, |site| 1 << site)
            }
            Skip::All(mask, _) => mask.of(route.sites, &[Register::To], m),
            Skip::Never | Skip::If(_) => 0,
        };
        if left > 0 {
            // Where every hole is left out, or a track ends, the long way is gone.
            if route.is_open || skipped & route.sites == route.sites {
                return self.walk(start, m, |m, hole, seeds| hand.drop(hole, seeds, m));
            }
            let holes = m.holes;
            let skipped = [skipped as u64, (skipped >> 64) as u64];
            let is_skipped = |hole: i16| skipped[hole as usize / 64] >> (hole % 64) & 1 == 1;
            let words = &mut m.ctx.state.words[..];
            // With the seed that fell first there is one step less to go.
            let steps = left;
            let mut in_hand = hand.left;
            let mut last = start;
            for _ in 0..steps {
                let mut stop = route.stops[place];
                while is_skipped(stop.next) {
                    place = usize::from(stop.next_place);
                    stop = route.stops[place];
                }
                let mut hole = stop.next as usize;
                to = Some(i32::from(stop.next));
                if !self.include_self && i32::from(stop.next) == start {
                    stop = route.stops[usize::from(stop.next_place)];
                    hole = stop.next as usize;
                }
                place = usize::from(stop.next_place);
                last = hole as i32;
                if last == start || in_hand == 0 {
                    continue;
                }
                in_hand -= 1;
                drop_one(words, &holes, hole, hand.what);
            }
            hand.left = in_hand;
            hand.last = last;
            hand.any = true;
        }
        if let Some(to) = to.filter(|_| left > 0) {
            m.ctx.set(Register::To, to);
            m.ctx.set(Register::Value, count - (left - 1));
        }
        Some(End { track, place, start })
    }

    /// Whether it surely sows, whatever is done to the holes before.
    pub fn is_sure(&self, m: &mut Machine<'_, '_>) -> bool {
        let is_known = self.owner.is_none() && matches!(self.start, Number::LastTo | Number::LastFrom);
        let Some(track) = self.track(m).filter(|_| is_known) else { return false };
        let start = self.start.of(m);
        m.shape.routes[track].places.get(start as usize).is_some_and(Option::is_some)
    }

    /// Whether the seeds that have fallen change nothing about where others fall.
    fn falls_at_once(&self) -> bool {
        !matches!(self.skip, Skip::If(_)) && self.per_hole.constant().is_some()
    }

    /// Sows; says whether there is anything to follow it.
    pub fn run(&self, m: &mut Machine<'_, '_>) -> bool {
        let registers = m.ctx.registers();
        let start = self.start.of(m);
        if let Some(at_each) = &self.at_each {
            return self.run_with_effects(at_each, start, registers, m);
        }
        let mut hand = Hand::of(start, m);
        let end = if self.one_each && self.falls_at_once() && hand.source.is_some() {
            self.walk_one_by_one(start, &mut hand, m)
        } else if self.falls_at_once() {
            self.walk(start, m, |m, hole, seeds| hand.drop(hole, seeds, m))
        } else {
            let mut falls: SmallVec<[(i32, i32); 64]> = SmallVec::new();
            let end = self.walk(start, m, |_, hole, seeds| falls.push((hole, seeds)));
            for &(hole, seeds) in &falls {
                hand.drop(hole, seeds, m);
            }
            end
        };
        let Some(end) = end else {
            m.ctx.restore(registers);
            return false;
        };
        hand.put_back(m);
        self.capture(&end, registers, m);
        true
    }

    /// Sows where something happens at each hole; all of it is worked out before the first seed falls.
    #[inline(never)]
    fn run_with_effects(
        &self,
        at_each: &Effect,
        start: i32,
        registers: [i32; REGISTERS],
        m: &mut Machine<'_, '_>,
    ) -> bool {
        let mut acts = ManyActs::new();
        let end = self.walk(start, m, |m, hole, seeds| {
            m.work_out(at_each, &mut acts);
            acts.push(Act::Fall(start, hole, seeds));
        });
        let Some(end) = end else {
            m.ctx.restore(registers);
            return false;
        };
        let after = m.ctx.registers();
        m.perform_all(&acts);
        m.ctx.restore(after);
        self.capture(&end, registers, m);
        true
    }

    /// Carries out what follows when all seeds have fallen, and puts the registers back.
    #[inline]
    fn capture(&self, end: &End, registers: [i32; REGISTERS], m: &mut Machine<'_, '_>) {
        if let Some(capture) = &self.capture {
            if self.backtracking.is_none() && self.forward.is_none() {
                if self.capture_if.holds(m) {
                    m.ctx.set(Register::From, end.start);
                    m.run(capture);
                }
            } else {
                let mut acts = Acts::new();
                self.go_on(m, capture, end, &mut acts);
                m.ctx.restore(registers);
                m.perform_all(&acts);
            }
        }
        m.ctx.restore(registers);
    }

    /// Works out which captures follow one another, all in the position after the last seed has fallen.
    fn go_on<'e, A: Array<Item = Act<'e>>>(
        &'e self,
        m: &mut Machine<'_, '_>,
        capture: &'e Effect,
        end: &End,
        acts: &mut SmallVec<A>,
    ) {
        let shape = m.shape;
        let route = &shape.routes[end.track];
        let is_looped = m.ctx.rules.tracks[end.track].is_looped;
        let mut place = end.place;
        let mut rounds = 0;
        while self.capture_if.holds(m) {
            m.ctx.set(Register::From, end.start);
            m.work_out(capture, acts);
            if self.backtracking.is_none() && self.forward.is_none() {
                break;
            }
            if let Some(backtracking) = &self.backtracking {
                if !backtracking.holds(m) {
                    break;
                }
                let Some(stop) = route.stops.get(place) else { break };
                let to = i32::from(stop.prev);
                place = usize::from(stop.prev_place);
                m.ctx.set(Register::To, to);
                if !backtracking.holds(m) || to == end.start {
                    break;
                }
            }
            if let Some(forward) = &self.forward {
                if !forward.holds(m) {
                    break;
                }
                let Some(stop) = route.stops.get(place) else { break };
                if !is_looped && stop.next == -1 {
                    break;
                }
                place = usize::from(stop.next_place);
                m.ctx.set(Register::To, i32::from(stop.next));
                if !forward.holds(m) {
                    break;
                }
            }
            rounds += 1;
            if rounds >= route.stops.len() {
                break;
            }
        }
    }

    /// Works out where seeds fall; says whether there is anything to follow it.
    pub fn work_out<'e, A: Array<Item = Act<'e>>>(&'e self, m: &mut Machine<'_, '_>, acts: &mut SmallVec<A>) -> bool {
        let registers = m.ctx.registers();
        let start = self.start.of(m);
        let first = acts.len();
        let end = self.walk(start, m, |_, hole, seeds| acts.push(Act::Fall(start, hole, seeds)));
        let is_done = end.is_some();
        if let (Some(end), Some(capture)) = (end, &self.capture) {
            // What follows is worked out as if nothing but these seeds had fallen.
            let words: SmallVec<[u64; 64]> = SmallVec::from_slice(&m.ctx.state.words);
            let haunted = m.haunted;
            let mut hand = Hand::of(start, m);
            for act in &acts[first..] {
                if let Act::Fall(_, hole, seeds) = *act {
                    hand.drop(hole, seeds, m);
                }
            }
            hand.leave(m);
            self.go_on(m, capture, &end, acts);
            m.ctx.state.words.copy_from_slice(&words);
            m.haunted = haunted;
        }
        m.ctx.restore(registers);
        is_done
    }
}

/// The seeds of a site while they are sown.
struct Hand {
    start: i32,
    /// Where they come from, if there are any.
    source: Option<usize>,
    /// Of which kind they are.
    what: u16,
    left: i32,
    /// Where the last seed fell that fell anywhere, and whether any was to fall.
    last: i32,
    any: bool,
}

impl Hand {
    fn of(start: i32, m: &Machine<'_, '_>) -> Self {
        let source = m.index(start).filter(|&source| m.is_occupied(source));
        let (what, left) = source.map_or((0, 0), |source| (m.what(source), m.count(source)));
        Self { start, source, what, left, last: -1, any: false }
    }

    /// Lets seeds fall into a hole, as many as there are.
    #[inline]
    fn drop(&mut self, hole: i32, seeds: i32, m: &mut Machine<'_, '_>) {
        if seeds <= 0 {
            return;
        }
        self.any = true;
        if hole >= 0 {
            self.last = hole;
        }
        let seeds = seeds.min(self.left);
        if hole == self.start || seeds == 0 {
            return;
        }
        self.left -= seeds;
        if let Some(target) = m.index(hole) {
            m.add(target, self.what, seeds);
        }
    }

    /// Leaves the rest where all came from.
    fn put_back(self, m: &mut Machine<'_, '_>) {
        let last = &mut m.ctx.state.last;
        if self.last >= 0 {
            last.to_noted = self.last;
        }
        if self.any && self.start >= 0 {
            last.from_noted = self.start;
        }
        self.leave(m);
    }

    /// As [`Hand::put_back`], without noting where they fell.
    fn leave(self, m: &mut Machine<'_, '_>) {
        m.stale = true;
        match self.source {
            Some(source) if self.left > 0 => m.put(source, self.what, self.left),
            Some(source) => m.clear(source),
            None => {}
        }
    }
}

impl Lowering<'_> {
    /// A sowing, where it is of a known kind.
    pub fn sow(&self, sow: &moves::Sow) -> Option<Sow> {
        if !sow.counts_only {
            return None;
        }
        let at_each = sow.at_each.map(|effect| self.effect_of(effect));
        // Single seeds that fall where something happened before bring their state along.
        if at_each.as_ref().is_some_and(|effect| !effect.can_wait() || self.holes.has_states()) {
            return None;
        }
        let optional = |condition: &Option<BoolFn>| match condition {
            Some(condition) => self.test(condition).map(Some),
            None => Some(None),
        };
        let find = |owner: i32| {
            let fits = |(index, exact): &&(usize, bool)| {
                !sow.named || if owner == -1 { *exact } else { self.rules.tracks[*index].owner == owner }
            };
            sow.tracks.iter().find(fits).map(|(index, _)| *index as u16)
        };
        let (backtracking, forward) = (optional(&sow.backtracking)?, optional(&sow.forward)?);
        let capture = sow.capture.map(|capture| self.captures(self.rules.effect(capture)));
        let follows = backtracking.is_some() || forward.is_some();
        if follows && !capture.as_ref().is_none_or(Effect::waits_bare) {
            return None;
        }
        Some(Sow {
            start: self.number(&sow.start)?,
            count: match &sow.count {
                Some(count) => Some(self.number(count)?),
                None => None,
            },
            per_hole: self.number(&sow.per_hole)?,
            one_each: sow.per_hole.constant() == Some(1),
            // Single seeds carry their state along.
            can_wait: capture.as_ref().is_none_or(Effect::waits_bare) && at_each.is_none() && !self.holes.has_states(),
            tracks: (-1..=self.rules.players as i32 + 1).map(find).collect(),
            owner: match &sow.owner {
                Some(owner) => Some(self.number(owner)?),
                None => None,
            },
            capture_if: self.test(&sow.capture_if)?,
            capture,
            at_each,
            include_self: sow.include_self,
            origin: optional(&sow.origin)?,
            skip: match &sow.skip {
                Skipped::Never => Skip::Never,
                Skipped::Site(site) => Skip::Site(self.number(site)?),
                Skipped::All(asked, _) => {
                    Skip::All(self.mask(asked.condition(), &[Register::To])?, self.test(asked.condition())?)
                }
                Skipped::If(condition) => Skip::If(self.test(condition)?),
            },
            backtracking,
            forward,
        })
    }
}
