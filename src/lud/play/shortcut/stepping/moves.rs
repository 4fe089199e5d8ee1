//! Where pieces of one kind go, as sets of sites.

use super::{Board, Stepping};
use crate::game::{Random, draw_below};
use crate::lud::ludeme::boolean::Classes;
use crate::lud::ludeme::moves::{Leaf, Onto, Origin, OverOne, Taking};
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;

/// How long it takes to look at a piece by itself, and at each of its jumps, if a shift takes as long as 4; by instructions.
const PIECE: usize = 8;
/// See `PIECE`.
const JUMP: usize = 2;

/// Up to so many slots of each piece, some are drawn before moves are counted.
const FEW_SLOTS: usize = 6;
/// How many of them.
const FEW_TRIES: u32 = 3;
/// Up to so many where pieces slide, which takes long to count.
const MANY_SLOTS: usize = 128;
/// How many of them.
const MANY_TRIES: u32 = 8;

/// What a move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Puts a piece from the hand onto the board.
    Drop,
    /// Takes a piece of the mover's to another site.
    Move,
    /// As `Move`, and takes the piece jumped over off.
    Over,
    /// As `Move`, and takes the piece jumped over off where it is another player's.
    OverOthers,
    /// As `Move`, and takes the piece jumped over off at the end of the turn.
    Later,
    /// As `Move`, in place of the piece that stands there.
    Replace,
    /// Takes a piece off.
    Remove,
    /// Nothing.
    Pass,
}

/// A move drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drawn {
    pub leaf: u16,
    /// The component that moves.
    pub what: u8,
    pub kind: Kind,
    pub from: u8,
    pub to: u8,
    pub over: u8,
    /// How many moves of the rule that are the same but for the line come before it.
    pub before: u8,
}

/// How moves are made, apart from where they end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Way {
    pub leaf: u16,
    pub what: u8,
    pub kind: Kind,
    /// Where they start and what they jump over, or how far these are behind where they end.
    pub from: u8,
    pub over: u8,
    pub is_relative: bool,
    pub before: u8,
}

impl Way {
    /// The move that ends on a site.
    #[inline]
    pub fn to<S: SiteSet>(self, to: u32) -> Drawn {
        // How far two jumps are together may be more than once around.
        let site = |given: u8| {
            if self.is_relative { (to as u8).wrapping_sub(given) & (S::MOST - 1) as u8 } else { given }
        };
        Drawn {
            leaf: self.leaf,
            what: self.what,
            kind: self.kind,
            from: site(self.from),
            to: to as u8,
            over: site(self.over),
            before: self.before,
        }
    }
}

/// The sites of each set of classes: by bits for empty ones, the mover's and others'; last those of others that are not taken
/// at the end of the turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sets<S>([S; 9]);

/// The class of sites of others that are not taken at the end of the turn.
const SPARED: u8 = 8;

impl<S: SiteSet> Sets<S> {
    #[inline(always)]
    pub fn of(board: &Board<S>, mover: usize, all: S) -> Self {
        let (empty, own) = (board.empty, board.own[mover]);
        let both = empty | own;
        let others = all & !both;
        Self([S::EMPTY, empty, own, both, others, empty | others, own | others, all, others & !board.taken])
    }

    #[inline(always)]
    fn get(&self, class: u8) -> S {
        self.0[usize::from(class)]
    }
}

/// The number of a set of classes. There are no neutral pieces.
fn class(classes: Classes) -> u8 {
    let bits = classes.bits() as u8;
    bits & 3 | bits >> 1 & 4
}

/// Moves of one rule, those together that change the number of a site by the same amounts.
#[derive(Debug, Clone, PartialEq)]
struct Group<S> {
    /// What has to be jumped over, 0 for steps.
    hurdle: u8,
    /// What may be where they end.
    accept: u8,
    way: Way,
    /// Where they may start, how far on what is jumped over is, and how far the end is from there or from the start.
    shifts: Vec<(S, u8, u8)>,
}

/// Steps of one rule from one site.
#[derive(Debug, Clone, PartialEq)]
struct Step<S> {
    ends: S,
    accept: u8,
    leaf: u16,
    kind: Kind,
}

/// A jump over the next site.
#[derive(Debug, Clone, PartialEq)]
struct Jump {
    over: u8,
    to: u8,
    hurdle: u8,
    way: Way,
}

/// Moves from one site.
#[derive(Debug, Clone, PartialEq)]
struct Spot<S> {
    steps: Vec<Step<S>>,
    jumps: Vec<Jump>,
    /// The sites that jumps go over, and where they end.
    over: S,
    ends: S,
    /// What all jumps go over, where no two go over the same site.
    hurdle: Option<u8>,
}

/// Slides and long jumps of one rule.
#[derive(Debug, Clone, PartialEq)]
struct Far {
    way: Way,
    /// What is jumped over, and how many empty sites may lie before it and behind the first one after it; nothing for slides.
    jump: Option<(u8, usize, usize)>,
    /// The lines from each site.
    lines: Vec<Vec<Vec<u8>>>,
}

/// The moves of one kind of piece.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Moves<S> {
    pub what: u8,
    groups: Vec<Group<S>>,
    /// From how many pieces on all are looked at at once.
    fewest: u32,
    spots: Vec<Spot<S>>,
    far: Vec<Far>,
    /// What is tried from each site, as many for each as the most have, those that lead nowhere filling the rest; where these
    /// are so few, or so dear to count, that it pays to draw some of them first.
    slots: Vec<Slot<S>>,
    slots_each: u32,
    tries: u32,
}

/// A step, a slide or a jump from a site.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Slot<S> {
    /// What has to be empty.
    empty: S,
    to: u8,
    accept: u8,
    over: u8,
    /// What has to be jumped over, 0 for steps.
    hurdle: u8,
    leaf: u16,
    kind: Kind,
    before: u8,
}

impl<S: SiteSet> Moves<S> {
    /// Those of a component by some rules, which start from the piece gone through or from the one that moved last.
    pub fn of(leaves: &[u16], what: usize, from_last: bool, rules: &Rules, stepping: &Stepping<S>) -> Option<Self> {
        let empty = || Spot { steps: Vec::new(), jumps: Vec::new(), over: S::EMPTY, ends: S::EMPTY, hurdle: None };
        let mut moves = Self {
            what: what as u8,
            groups: Vec::new(),
            fewest: 0,
            spots: (0..stepping.sites).map(|_| empty()).collect(),
            far: Vec::new(),
            slots: Vec::new(),
            slots_each: 0,
            tries: 0,
        };
        for &leaf in leaves {
            let way = Way { leaf, what: what as u8, kind: Kind::Move, from: 0, over: 0, is_relative: false, before: 0 };
            match &rules.leaves[usize::from(leaf)].leaf {
                Leaf::Step(step) if !from_last => moves.add_onto(&step.onto(what, rules)?, way)?,
                Leaf::Leap(leap) if !from_last => moves.add_onto(&leap.onto(rules)?, way)?,
                Leaf::FromTo(from_to) if !from_last => {
                    let (Origin::Itself, ends) = from_to.onto_empty(rules)? else { return None };
                    let ends: Vec<_> = ends.iter().map(|site| site as u16).collect();
                    for site in 0..stepping.sites {
                        moves.add_steps(site, &ends, class(Classes::EMPTY), way);
                    }
                }
                Leaf::Hop(hop) => {
                    let like = hop.over_one(rules).filter(|like| like.from_last == from_last)?;
                    let kind = match like.taking {
                        Taking::Nothing => Kind::Move,
                        Taking::Now => Kind::Over,
                        Taking::Others => Kind::OverOthers,
                        Taking::Later => Kind::Later,
                    };
                    let lines = (0..stepping.sites).map(|site| hop.lines(what, site)).collect();
                    moves.add_jumps(like, Way { kind, ..way }, lines, stepping)?;
                }
                Leaf::Slide(slide) if !from_last && slide.is_free(rules) => {
                    let lines = (0..stepping.sites).map(|site| slide.lines(what, site)).collect::<Option<Vec<_>>>()?;
                    let lines = lines.into_iter().map(distinct).collect::<Option<_>>()?;
                    moves.far.push(Far { way, jump: None, lines });
                }
                _ => return None,
            }
        }
        moves.settle();
        Some(moves)
    }

    /// Sorts the jumps from each site, and works out when it pays to look at all pieces at once.
    fn settle(&mut self) {
        for spot in &mut self.spots {
            spot.jumps.sort_by_key(|jump| jump.over);
            let alike = |pair: &[Jump]| pair[0].over < pair[1].over && pair[0].hurdle == pair[1].hurdle;
            spot.hurdle = spot.jumps.first().filter(|_| spot.jumps.windows(2).all(alike)).map(|jump| jump.hurdle);
        }
        self.fill_slots();
        let shifts = self.groups.iter().map(|group| group.shifts.len()).sum::<usize>();
        let jumps = self.spots.iter().map(|spot| spot.jumps.len()).sum::<usize>();
        let each = PIECE + JUMP * jumps / self.spots.len().max(1);
        self.fewest = (4 * shifts).div_ceil(each) as u32;
    }

    fn fill_slots(&mut self) {
        let mut lists = Vec::new();
        for (site, spot) in self.spots.iter().enumerate() {
            let slot = |way: Way, to: u8, accept: u8, hurdle: u8, empty: S| Slot {
                empty,
                to,
                accept,
                over: way.over,
                hurdle,
                leaf: way.leaf,
                kind: way.kind,
                before: way.before,
            };
            let mut list = Vec::new();
            for step in &spot.steps {
                let way = self.way_of(step, site);
                list.extend(step.ends.sites().map(|to| slot(way, to as u8, step.accept, 0, S::EMPTY)));
            }
            list.extend(spot.jumps.iter().map(|jump| slot(jump.way, jump.to, 1, jump.hurdle, S::EMPTY)));
            for far in &self.far {
                for line in &far.lines[site] {
                    let mut path = S::EMPTY;
                    for &to in line {
                        path = path | S::only(usize::from(to));
                        list.push(slot(far.way, to, 1, 0, path));
                    }
                }
            }
            lists.push(list);
        }
        let most = lists.iter().map(Vec::len).max().unwrap_or(0);
        let (fits, tries) =
            if self.far.is_empty() { (most <= FEW_SLOTS, FEW_TRIES) } else { (most <= MANY_SLOTS, MANY_TRIES) };
        if most == 0 || !fits || self.far.iter().any(|far| far.jump.is_some()) {
            return;
        }
        for list in &mut lists {
            // Nothing is where no site is accepted.
            let nowhere =
                Slot { empty: S::EMPTY, to: 0, accept: 0, over: 0, hurdle: 0, leaf: 0, kind: Kind::Pass, before: 0 };
            list.resize(most, nowhere);
        }
        self.slots = lists.concat();
        (self.slots_each, self.tries) = (most as u32, tries);
    }

    /// Draws some of what may be tried; nothing where none of it can be made.
    #[inline]
    pub fn try_some(&self, pieces: S, sets: &Sets<S>, rng: &mut Random) -> Option<Drawn> {
        if self.tries == 0 || pieces.is_empty() {
            return None;
        }
        let (own, each) = (pieces.len(), self.slots_each);
        for _ in 0..self.tries {
            let from = pieces.nth(draw_below(rng, own));
            let slot = &self.slots[(from * each + draw_below(rng, each)) as usize];
            if sets.get(slot.accept).has(usize::from(slot.to))
                && (slot.empty & !sets.get(1)).is_empty()
                && (slot.hurdle == 0 || sets.get(slot.hurdle).has(usize::from(slot.over)))
            {
                return Some(Drawn {
                    leaf: slot.leaf,
                    what: self.what,
                    kind: slot.kind,
                    from: from as u8,
                    to: slot.to,
                    over: slot.over,
                    before: slot.before,
                });
            }
        }
        None
    }

    fn way_of(&self, step: &Step<S>, site: usize) -> Way {
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

    /// Adds where a rule leads; nothing where it may lead onto pieces that are neither taken nor kept.
    fn add_onto(&mut self, onto: &Onto, way: Way) -> Option<()> {
        for (site, ends) in onto.ends.iter().enumerate() {
            for accept in 1..8 {
                let ends: Vec<_> =
                    ends.iter().filter(|(_, classes)| class(*classes) == accept).map(|&(to, _)| to).collect();
                if ends.is_empty() {
                    continue;
                }
                // A piece of the mover's would be lost without being taken.
                if accept & 2 != 0 || (accept & 4 != 0 && !onto.takes) {
                    return None;
                }
                let kind = if accept & 4 == 0 { Kind::Move } else { Kind::Replace };
                self.add_steps(site, &ends, accept, Way { kind, ..way });
            }
        }
        Some(())
    }

    fn add_steps(&mut self, site: usize, ends: &[u16], accept: u8, way: Way) {
        let mut set = S::EMPTY;
        for &to in ends {
            set = set | S::only(usize::from(to));
            self.add_shift(0, accept, way, (S::only(site), 0, distance::<S>(site, usize::from(to))));
        }
        self.spots[site].steps.push(Step { ends: set, accept, leaf: way.leaf, kind: way.kind });
    }

    fn add_jumps(&mut self, like: OverOne, way: Way, lines: Vec<Vec<Vec<u16>>>, stepping: &Stepping<S>) -> Option<()> {
        let hurdle = match class(like.hurdle) {
            4 if like.spares_taken => SPARED,
            // What is to be taken has to be told apart where more than one jump is made in a turn.
            4 if stepping.takes_later && like.from_last => return None,
            _ if like.spares_taken => return None,
            // Far jumps go over the first piece on the way.
            hurdle if hurdle & 1 != 0 && (like.before > 0 || like.after > 0) => return None,
            hurdle => hurdle,
        };
        if like.before > 0 || like.after > 0 {
            let lines = lines.into_iter().map(distinct).collect::<Option<_>>()?;
            self.far.push(Far { way, jump: Some((hurdle, like.before, like.after)), lines });
            return Some(());
        }
        for (site, lines) in lines.into_iter().enumerate() {
            let mut known: Vec<[u16; 2]> = Vec::new();
            for line in lines.iter().filter(|line| line.len() > 1) {
                let (over, to) = (line[0], line[1]);
                let before = known.iter().filter(|pair| **pair == [over, to]).count() as u8;
                known.push([over, to]);
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
    pub fn show(&self, pieces: S, sets: &Sets<S>, visitor: &mut impl Visitor<S>) -> bool {
        if pieces.is_empty() {
            return true;
        }
        let goes_on = if pieces.len() >= self.fewest {
            self.by_shifts(pieces, sets, visitor)
        } else {
            self.by_spots(pieces, sets, visitor)
        };
        goes_on && (self.far.is_empty() || self.by_lines(pieces, sets, visitor))
    }

    #[inline(always)]
    fn by_shifts(&self, pieces: S, sets: &Sets<S>, visitor: &mut impl Visitor<S>) -> bool {
        for group in &self.groups {
            let accept = sets.get(group.accept);
            if group.hurdle == 0 {
                for &(from, _, by) in &group.shifts {
                    let ends = (pieces & from).turned(by) & accept;
                    if !visitor.goes_on(ends, || Way { from: by, ..group.way }) {
                        return false;
                    }
                }
                continue;
            }
            let hurdle = sets.get(group.hurdle);
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
    fn by_spots(&self, pieces: S, sets: &Sets<S>, visitor: &mut impl Visitor<S>) -> bool {
        let empty = sets.get(1);
        for site in pieces.sites() {
            let spot = &self.spots[site];
            for step in &spot.steps {
                if !visitor.goes_on(step.ends & sets.get(step.accept), || self.way_of(step, site)) {
                    return false;
                }
            }
            if (spot.ends & empty).is_empty() {
                continue;
            }
            if let Some(hurdle) = spot.hurdle {
                for over in (spot.over & sets.get(hurdle)).sites() {
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
                if sets.get(jump.hurdle).has(usize::from(jump.over)) && !visitor.goes_on(ends, || jump.way) {
                    return false;
                }
            }
        }
        true
    }

    fn by_lines(&self, pieces: S, sets: &Sets<S>, visitor: &mut impl Visitor<S>) -> bool {
        let empty = sets.get(1);
        for site in pieces.sites() {
            for far in &self.far {
                for line in &far.lines[site] {
                    let (ends, over) = match far.jump {
                        None => (run(line, empty), 0),
                        Some((hurdle, most_before, after)) => {
                            let first = line.iter().take_while(|&&stop| empty.has(usize::from(stop))).count();
                            match line.get(first) {
                                Some(&over) if first <= most_before && sets.get(hurdle).has(usize::from(over)) => {
                                    let behind = &line[first + 1..];
                                    (run(&behind[..behind.len().min(after + 1)], empty), over)
                                }
                                _ => continue,
                            }
                        }
                    };
                    if !visitor.goes_on(ends, || Way { from: site as u8, over, ..far.way }) {
                        return false;
                    }
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

/// The empty sites with which a line begins.
#[inline]
fn run<S: SiteSet>(line: &[u8], empty: S) -> S {
    let mut found = S::EMPTY;
    for &site in line {
        if !empty.has(usize::from(site)) {
            break;
        }
        found = found | S::only(usize::from(site));
    }
    found
}

/// How much higher the number of one site is than that of another, going round.
fn distance<S: SiteSet>(from: usize, to: usize) -> u8 {
    ((to + S::MOST as usize - from) % S::MOST as usize) as u8
}

/// The lines from a site in short, where no site is on two of them.
fn distinct(lines: Vec<Vec<u16>>) -> Option<Vec<Vec<u8>>> {
    let mut known = Vec::new();
    for &site in lines.iter().flatten() {
        if known.contains(&site) {
            return None;
        }
        known.push(site);
    }
    Some(lines.into_iter().map(|line| line.into_iter().map(|site| site as u8).collect()).collect())
}
