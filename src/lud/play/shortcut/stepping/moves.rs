//! Where pieces of one kind go, as sets of sites.

use super::Stepping;
use super::area::{Area, EMPTY, FIRST_AREA, OTHERS, OWN, SPARED, Sets, class, fixed_sites};
use super::far::{Far, Over};
use super::line::{ANY, lines_of};
use super::pick::{MOST_FOUND, Near};
use super::rule::Rule;
use super::tries::Slot;
use super::way::{Kind, Way, kind_onto};
use crate::lud::ludeme::boolean::Classes;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Gliding, Leaf, Origin, OverOne, Taking};
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

/// How long it takes to look at a piece by itself, and at each of its jumps, if a shift takes as long as 4; by instructions.
const PIECE: usize = 8;
/// See `PIECE`.
const JUMP: usize = 2;

/// Up to so many shifts, all moves are found as soon as some are tried.
const FEW_SHIFTS: usize = 12;

/// Moves of one rule, those together that change the number of a site by the same amounts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Group<S> {
    /// What has to be jumped over, 0 for steps.
    pub hurdle: u8,
    /// What may be where they end.
    pub accept: u8,
    pub way: Way,
    /// Where they may start, how far on what is jumped over is, and how far the end is from there or from the start.
    pub shifts: Vec<(S, u8, u8)>,
}

/// Steps of one rule from one site.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step<S> {
    pub ends: S,
    pub accept: u8,
    leaf: u16,
    kind: Kind,
}

/// A jump over the next site.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Jump {
    over: u8,
    pub to: u8,
    pub hurdle: u8,
    pub way: Way,
}

/// Moves from one site.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Spot<S> {
    pub steps: Vec<Step<S>>,
    pub jumps: Vec<Jump>,
    /// The sites that jumps go over, and where they end.
    over: S,
    ends: S,
    /// What all jumps go over, where no two go over the same site.
    hurdle: Option<u8>,
}

/// The moves of one kind of piece.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Moves<S> {
    pub what: u8,
    pub groups: Vec<Group<S>>,
    /// From how many pieces on all are looked at at once.
    pub fewest: u32,
    /// Whether one of the moves can be drawn after all shifts are made once.
    pub picks_shifts: bool,
    pub spots: Vec<Spot<S>>,
    /// The steps where there is nothing else.
    pub near: Option<Near<S>>,
    pub far: Vec<Far<S>>,
    /// The moves of pieces that have none of these.
    pub instead: Option<Box<Moves<S>>>,
    /// What is tried from each site, as many for each as the most have, those that lead nowhere filling the rest; where these
    /// are so few, or so dear to count, that it pays to draw some of them first. None where they are lines.
    pub slots: Vec<Slot<S>>,
    pub slots_each: u32,
    pub tries: u32,
    /// Whether areas are asked for besides classes.
    pub asks_areas: bool,
    /// The pieces that may move, where not all do.
    pub movable: Option<Area<S>>,
}

impl<S: SiteSet> Moves<S> {
    /// No moves of a component on a board of so many sites.
    pub fn none(what: usize, sites: usize) -> Self {
        let empty = || Spot { steps: Vec::new(), jumps: Vec::new(), over: S::EMPTY, ends: S::EMPTY, hurdle: None };
        Self {
            what: what as u8,
            groups: Vec::new(),
            fewest: 0,
            picks_shifts: false,
            spots: (0..sites).map(|_| empty()).collect(),
            near: None,
            far: Vec::new(),
            instead: None,
            slots: Vec::new(),
            slots_each: 0,
            tries: 0,
            asks_areas: false,
            movable: None,
        }
    }

    /// Those of a component by some rules, which start from the piece gone through or from the one that moved last.
    pub fn of(
        leaves: &[Rule<S>],
        what: usize,
        from_last: bool,
        rules: &Rules,
        stepping: &mut Stepping<S>,
    ) -> Option<Self> {
        let mut moves = Self::none(what, stepping.sites);
        for rule in leaves {
            let &Rule { leaf, from, .. } = rule;
            let way = Way { leaf, what: what as u8, kind: Kind::Move, from: 0, over: 0, is_relative: false, before: 0 };
            match &rules.leaves[usize::from(leaf)].leaf {
                Leaf::Step(step) if !from_last => match step.onto(what, rules) {
                    Some(onto) => moves.add_onto(&onto, rule, way, stepping)?,
                    None => {
                        let asked = step.asked(rules)?;
                        let ends = |site| if from.has(site) { step.ends(what, site) } else { &[] };
                        let ends = (0..stepping.sites).map(|site| rule.kept(ends(site))).collect::<Vec<_>>();
                        moves.add_where(asked, way, &ends, rules, stepping)?;
                    }
                },
                Leaf::Step(step) => {
                    let asked = step.asked_from(&IntFn::LastTo, rules)?;
                    let ends = |site| if from.has(site) { step.ends(what, site) } else { &[] };
                    let ends = (0..stepping.sites).map(|site| rule.kept(ends(site))).collect::<Vec<_>>();
                    moves.add_where(asked, way, &ends, rules, stepping)?;
                }
                Leaf::Leap(leap) if !from_last => moves.add_onto(&leap.onto(what, rules)?, rule, way, stepping)?,
                Leaf::FromTo(from_to) if !from_last && let Some(lines) = from_to.farthest(rules) => {
                    if [from, rule.ends] != [stepping.all; 2] {
                        return None;
                    }
                    let lines = lines_of(&lines, ANY)?;
                    moves.far.push(Far { is_farthest: true, ..Far::onto_empty(way, lines) });
                }
                Leaf::FromTo(from_to) if !from_last && let Some([start, end]) = from_to.between(rules) => {
                    // It is the piece gone through that goes, and nothing is where it goes.
                    if from != S::only(start) || !(rule.vacant & rule.ends).has(end) {
                        return None;
                    }
                    moves.add_steps(start, &[end as u16], EMPTY, way);
                }
                Leaf::FromTo(from_to) if !from_last => {
                    let (Origin::Itself, ends) = from_to.onto_empty(rules)? else { return None };
                    let ends = rule.kept(&ends.iter().map(|site| site as u16).collect::<Vec<_>>());
                    for site in from.sites() {
                        moves.add_steps(site, &ends, class(Classes::EMPTY), way);
                    }
                }
                Leaf::Hop(hop) => {
                    let like = hop.over_one(rules).filter(|like| like.from_last == from_last)?;
                    let kind = match like.taking {
                        // Otherwise what happens would have to be told for each piece that is jumped over.
                        Taking::Others | Taking::Later if like.row != [1, 1] => return None,
                        Taking::Now if like.row[0] == 0 => return None,
                        Taking::Nothing => Kind::Move,
                        Taking::Now => Kind::Over,
                        Taking::Others => Kind::OverOthers,
                        Taking::Later => Kind::Later,
                    };
                    let lines = |site| if from.has(site) { hop.lines(what, site) } else { Vec::new() };
                    let lines = (0..stepping.sites).map(lines).collect::<Vec<_>>();
                    let like = match like.row {
                        // Where nothing need be jumped over, the piece may also go next to where it stands.
                        [0, most] => {
                            moves.add_beside(like, &lines, rule, way, stepping)?;
                            OverOne { row: [1, most], ..like }
                        }
                        _ => like,
                    };
                    if like.row[1] > 0 {
                        moves.add_jumps(like, Way { kind, ..way }, lines, rule.ends, rules, stepping)?;
                    }
                }
                Leaf::Remove(remove) if !from_last && remove.is_of_piece(rules.default_type()) => {
                    for site in (from & rule.ends).sites() {
                        moves.add_steps(site, &[site as u16], OWN, Way { kind: Kind::Remove, ..way });
                    }
                }
                Leaf::Slide(slide) if !from_last && rule.ends == stepping.all => {
                    let lines = |site| if from.has(site) { slide.lines(what, site) } else { Some(Vec::new()) };
                    let lines = (0..stepping.sites).map(lines).collect::<Option<Vec<_>>>()?;
                    moves.add_slides(slide.gliding(rules)?, way, lines, rules, stepping)?;
                }
                _ => return None,
            }
        }
        moves.settle();
        Some(moves)
    }

    /// Sorts the jumps from each site, and works out when it pays to look at all pieces at once.
    pub fn settle(&mut self) {
        for spot in &mut self.spots {
            spot.jumps.sort_by_key(|jump| jump.over);
            let alike = |pair: &[Jump]| pair[0].over < pair[1].over && pair[0].hurdle == pair[1].hurdle;
            spot.hurdle = spot.jumps.first().filter(|_| spot.jumps.windows(2).all(alike)).map(|jump| jump.hurdle);
        }
        self.fill_slots();
        let is_area = |class: u8| usize::from(class) >= FIRST_AREA;
        self.asks_areas = self.groups.iter().any(|group| is_area(group.accept) || is_area(group.hurdle))
            || self.far.iter().any(|far| is_area(far.pass) || is_area(far.accept));
        let shifts = self.groups.iter().map(|group| group.shifts.len()).sum::<usize>();
        let jumps = self.spots.iter().map(|spot| spot.jumps.len()).sum::<usize>();
        let each = PIECE + JUMP * jumps / self.spots.len().max(1);
        self.fewest = (4 * shifts).div_ceil(each) as u32;
        self.picks_shifts = self.far.is_empty() && shifts <= MOST_FOUND;
        if self.picks_shifts && shifts <= FEW_SHIFTS {
            self.tries = 0;
        }
        self.near = self.steps_alike();
    }

    /// The steps where there are no other moves and all are by one rule, onto sites of one class.
    fn steps_alike(&self) -> Option<Near<S>> {
        let Step { accept, leaf, kind, .. } = *self.spots.iter().find_map(|spot| spot.steps.first())?;
        let is_like = |step: &Step<S>| (step.accept, step.leaf, step.kind) == (accept, leaf, kind);
        let ends = self.spots.iter().map(|spot| match &spot.steps[..] {
            [] => Some(S::EMPTY),
            [step] if is_like(step) => Some(step.ends),
            _ => None,
        });
        let is_all = self.far.is_empty() && self.spots.iter().all(|spot| spot.jumps.is_empty());
        Some(Near { ends: ends.collect::<Option<_>>().filter(|_| is_all)?, accept, leaf, kind })
    }

    pub fn way_of(&self, step: &Step<S>, site: usize) -> Way {
        Way {
            leaf: step.leaf,
            what: self.what,
            kind: step.kind,
            from: site as u8,
            over: 0,
            is_relative: false,
            before: 0,
        }
    }

    pub fn add_steps(&mut self, site: usize, ends: &[u16], accept: u8, way: Way) {
        let mut set = S::EMPTY;
        for &to in ends {
            set = set | S::only(usize::from(to));
            self.add_shift(0, accept, way, (S::only(site), 0, distance::<S>(site, usize::from(to))));
        }
        self.spots[site].steps.push(Step { ends: set, accept, leaf: way.leaf, kind: way.kind });
    }

    /// Adds slides of one rule along lines.
    fn add_slides(
        &mut self,
        like: Gliding<'_>,
        way: Way,
        lines: Vec<Vec<Vec<u16>>>,
        rules: &Rules,
        stepping: &mut Stepping<S>,
    ) -> Option<()> {
        let pass = match like.go {
            None => Area::Classes(EMPTY),
            Some(go) => [Register::Between, Register::To]
                .into_iter()
                .find_map(|register| Area::of(go, register, rules, stepping))?,
        };
        let stop = match like.stop {
            None => Area::Classes(0),
            Some(stop) => Area::of(stop, Register::To, rules, stepping)?,
        };
        // What stops a slide would have to be told first.
        let mover = usize::from(rules.owners[usize::from(way.what)]);
        if pass.classes(mover) & stop.classes(mover) != 0 || like.stop.is_some() && like.span[0] > 1 {
            return None;
        }
        let ends = match (like.stop, like.keep) {
            (None, None) => pass.clone(),
            (_, keep) => {
                let either = Area::Or(vec![pass.clone(), stop.clone()]);
                match keep {
                    None => either,
                    Some(keep) => Area::And(vec![either, Area::of(keep, Register::To, rules, stepping)?]),
                }
            }
        };
        let kind = kind_onto(ends.classes(mover), like.takes)?;
        let lines = lines_of(&lines, like.span)?;
        let [pass, stop, accept] = [pass, stop, ends].map(|area| stepping.class_of(area));
        let far = Far::onto_empty(Way { kind, ..way }, lines);
        self.far.push(Far { pass: pass?, stop: stop?, accept: accept?, ..far });
        Some(())
    }

    /// Adds jumps of one rule along lines.
    pub fn add_jumps(
        &mut self,
        like: OverOne<'_>,
        way: Way,
        lines: Vec<Vec<Vec<u16>>>,
        ends: S,
        rules: &Rules,
        stepping: &mut Stepping<S>,
    ) -> Option<()> {
        let (area, within) = stepping.hurdle_of(like.hurdle, rules)?;
        let onto = match like.onto {
            None => None,
            Some(onto) => Some(stepping.jumped_onto(onto, way, rules)?),
        };
        let is_far = like.before > 0 || like.after > 0 || like.row != [1, 1] || like.lands.is_some() || onto.is_some();
        let hurdle = match area {
            _ if like.row != [1, 1] && stepping.takes_later => return None,
            Area::Classes(OTHERS) if like.spares_taken => SPARED,
            // What is to be taken has to be told apart where more than one jump is made in a turn.
            Area::Classes(OTHERS) if stepping.takes_later && like.from_last => return None,
            _ if like.spares_taken => return None,
            // Far jumps go over the first piece on the way.
            area if area.classes(0) & EMPTY != 0 && is_far => return None,
            Area::Classes(classes) => classes,
            _ if stepping.takes_later => return None,
            area => stepping.class_of(area)?,
        };
        if is_far {
            let lines = lines_of(&lines, ANY)?;
            let lands = |from| match like.lands {
                Some(condition) => ends & fixed_sites(condition, Register::To, Some(from), rules, stepping),
                None => ends,
            };
            let jump = Over {
                hurdle,
                within,
                before: like.before,
                after: like.after,
                row: like.row,
                ends: (0..stepping.sites).map(lands).collect(),
            };
            let way = match way.kind {
                Kind::Over if jump.has_rows() || onto.is_some() => {
                    stepping.note_paths(&lines)?;
                    Way { kind: Kind::OverRow, ..way }
                }
                Kind::Move if jump.has_rows() => Way { kind: Kind::Past, ..way },
                _ => way,
            };
            let accept = onto.unwrap_or(EMPTY);
            self.far.push(Far { jump: Some(jump), accept, ..Far::onto_empty(way, lines) });
            return Some(());
        }
        for (site, lines) in lines.into_iter().enumerate() {
            let mut known: Vec<[u16; 2]> = Vec::new();
            for line in lines.iter().filter(|line| line.len() > 1) {
                let (over, to) = (line[0], line[1]);
                let before = known.iter().filter(|pair| **pair == [over, to]).count() as u8;
                known.push([over, to]);
                if !ends.has(usize::from(to)) || !within[site].has(usize::from(over)) {
                    continue;
                }
                let by = [[site, usize::from(over)], [usize::from(over), usize::from(to)]]
                    .map(|[from, to]| distance::<S>(from, to));
                self.add_shift(hurdle, 1, Way { before, ..way }, (S::only(site), by[0], by[1]));
                let spot = &mut self.spots[site];
                spot.over = spot.over | S::only(usize::from(over));
                spot.ends = spot.ends | S::only(usize::from(to));
                spot.jumps.push(Jump {
                    over: over as u8,
                    to: to as u8,
                    hurdle,
                    way: Way { from: site as u8, over: over as u8, before, ..way },
                });
            }
        }
        Some(())
    }

    fn add_shift(&mut self, hurdle: u8, accept: u8, way: Way, (from, first, by): (S, u8, u8)) {
        let way = Way { is_relative: true, ..way };
        let same = |group: &Group<S>| (group.hurdle, group.accept, group.way) == (hurdle, accept, way);
        let index = self.groups.iter().position(same).unwrap_or_else(|| {
            self.groups.push(Group { hurdle, accept, way, shifts: Vec::new() });
            self.groups.len() - 1
        });
        let shifts = &mut self.groups[index].shifts;
        let known = shifts.iter_mut().find(|known| (known.1, known.2) == (first, by) && (known.0 & from).is_empty());
        match known {
            Some(known) => known.0 = known.0 | from,
            None => shifts.push((from, first, by)),
        }
    }

    /// Shows the moves of some pieces, each with those that differ from it in where they end only, until there are enough.
    #[inline]
    pub fn show(&self, pieces: S, sets: &Sets<'_, S>, visitor: &mut impl Visitor<S>) -> bool {
        match &self.instead {
            None => self.show_own(pieces, sets, visitor),
            Some(instead) => self.show_first(instead, pieces, sets, visitor),
        }
    }

    /// The same without those that there are instead of them.
    #[inline]
    pub fn show_own(&self, pieces: S, sets: &Sets<'_, S>, visitor: &mut impl Visitor<S>) -> bool {
        if pieces.is_empty() {
            return true;
        }
        let goes_on = match (pieces.len() >= self.fewest, self.asks_areas) {
            (true, false) => self.by_shifts::<false>(pieces, sets, visitor),
            (false, false) => self.by_spots::<false>(pieces, sets, visitor),
            (_, true) => self.by_shifts_asking(pieces, sets, visitor),
        };
        goes_on && self.far.iter().all(|far| far.show(pieces, sets, visitor))
    }

    #[inline(never)]
    fn by_shifts_asking(&self, pieces: S, sets: &Sets<'_, S>, visitor: &mut impl Visitor<S>) -> bool {
        self.by_shifts::<true>(pieces, sets, visitor)
    }

    #[inline(always)]
    fn by_shifts<const AREAS: bool>(&self, pieces: S, sets: &Sets<'_, S>, visitor: &mut impl Visitor<S>) -> bool {
        for group in &self.groups {
            let accept = sets.get::<AREAS>(group.accept);
            if group.hurdle == 0 {
                for &(from, _, by) in &group.shifts {
                    let ends = (pieces & from).turned(by) & accept;
                    if !visitor.goes_on(ends, || Way { from: by, ..group.way }) {
                        return false;
                    }
                }
                continue;
            }
            let hurdle = sets.get::<AREAS>(group.hurdle);
            for &(from, first, by) in &group.shifts {
                let ends = ((pieces & from).turned(first) & hurdle).turned(by) & accept;
                if !visitor.goes_on(ends, || Way { from: first.wrapping_add(by), over: by, ..group.way }) {
                    return false;
                }
            }
        }
        true
    }

    #[inline(always)]
    fn by_spots<const AREAS: bool>(&self, pieces: S, sets: &Sets<'_, S>, visitor: &mut impl Visitor<S>) -> bool {
        let empty = sets.get::<AREAS>(1);
        for site in pieces.sites() {
            let spot = &self.spots[site];
            for step in &spot.steps {
                if !visitor.goes_on(step.ends & sets.get::<AREAS>(step.accept), || self.way_of(step, site)) {
                    return false;
                }
            }
            if (spot.ends & empty).is_empty() {
                continue;
            }
            if let Some(hurdle) = spot.hurdle {
                for over in (spot.over & sets.get::<AREAS>(hurdle)).sites() {
                    let before = spot.over & S::below(over);
                    let jump = &spot.jumps[before.len() as usize];
                    if !visitor.goes_on(S::only(usize::from(jump.to)) & empty, || jump.way) {
                        return false;
                    }
                }
                continue;
            }
            for jump in &spot.jumps {
                let ends = S::only(usize::from(jump.to)) & empty;
                if sets.get::<AREAS>(jump.hurdle).has(usize::from(jump.over)) && !visitor.goes_on(ends, || jump.way) {
                    return false;
                }
            }
        }
        true
    }
}

/// Looks at moves.
pub(super) trait Visitor<S> {
    /// Looks at those that end on some sites, of which there may be none, and tells whether there is more to look at.
    fn goes_on(&mut self, ends: S, way: impl FnOnce() -> Way) -> bool;
}

/// How much higher the number of one site is than that of another, going round.
fn distance<S: SiteSet>(from: usize, to: usize) -> u8 {
    ((to + S::MOST as usize - from) % S::MOST as usize) as u8
}
