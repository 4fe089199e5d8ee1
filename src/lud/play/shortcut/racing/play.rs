//! The moves of a phase: dice rolled first, pieces asked one after the other, and for each of them what the dice allow.

use super::Lowering;
use super::effect::Effect;
use super::lowering::is_siteless;
use super::moving::{Near, Slide};
use super::value::{Number, Set, Test};
use super::walked::Walk;
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::boolean::{Asked, BoolFn};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Simple};
use crate::lud::ludeme::region::SitesFn;
use crate::lud::play::context::Register;
use crate::lud::play::layout::Plane;
use crate::lud::play::rules::LeafNode;

/// The moves of a phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Play {
    Nothing,
    Step(Box<Step>),
    If(Box<(Test, Play, Play)>),
    /// All of these, each with the most moves of it where they can be drawn without listing them.
    All(Vec<(Play, Option<u32>)>),
    /// The first of these that has any move.
    First(Vec<Play>),
    Pieces(Box<Pieces>),
    Dice(Box<Dice>),
    Sites(Box<Sites>),
    FirstOnTrack(Box<FirstOnTrack>),
    /// The moves for each of some numbers.
    Values(Box<(ArrayFn, Play)>),
    /// The moves that depend on where some steps lead.
    Walk(Box<Walk>),
    /// Variables set first, then the moves, and the pass that stands in for them.
    After(Box<(Effect, Play, Step)>),
    /// Left to the rules.
    Rules,
}

/// The moves of the mover's pieces.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pieces {
    /// The player whose they are, where it is not the mover, and who acts as the mover while they are asked.
    pub player: Option<Number>,
    /// The container, where it is not the board.
    pub container: Option<Number>,
    /// Whether only pieces on top of their stacks are asked.
    pub top: bool,
    pub generators: Vec<Play>,
    pub by_component: Vec<Option<u16>>,
    /// For each player, the generator of all their components, where that is the same.
    pub by_owner: Vec<Option<u16>>,
    /// The most moves of a piece, where they can be drawn without listing them.
    pub slots: Option<u32>,
}

/// The moves that each throw allows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Dice {
    /// The first die of the set.
    pub first: usize,
    pub throws: Vec<i32>,
    pub condition: Test,
    pub inner: Play,
    /// The most moves of a throw, where they can be drawn without listing them.
    pub slots: Option<u32>,
}

/// The moves for each of some sites, and others where those have none.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sites {
    pub set: Set,
    /// What has to hold of a site.
    pub asked: Option<Test>,
    pub inner: Play,
    pub otherwise: Option<Play>,
    /// The most moves of a site, where they can be drawn without listing them.
    pub slots: Option<u32>,
}

/// The moves for the first stop of a track that has any.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FirstOnTrack {
    /// The sites of the track by mover.
    pub stops: Vec<Vec<i32>>,
    pub inner: Play,
}

/// A rule that makes moves one by one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step {
    pub leaf: u16,
    pub kind: StepKind,
    pub is_pass: bool,
    pub dice: Option<Use>,
    /// What happens before it.
    pub priors: Vec<Effect>,
    pub thens: Vec<Effect>,
}

/// What a rule does.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum StepKind {
    Carry(Box<Carry>),
    /// A piece that steps to a neighbour.
    Near(Box<Near>),
    /// A piece that slides along tracks.
    Slide(Box<Slide>),
    /// The pieces of two sites that change places.
    Swap(Number, Number),
    /// What is taken off a site, and at which level where it is not the top.
    Remove(Ends, Option<Number>),
    /// Sites chosen without moving anything.
    Select(Box<Selection>),
    Pass,
}

/// A site chosen, or one of several, maybe together with another.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Selection {
    pub from: Ends,
    pub condition: Option<Test>,
    pub level: Option<Number>,
    pub to: Option<(Ends, Option<Test>)>,
    /// Sites from here on do not exist.
    pub end: usize,
}

/// A piece, or as many as are told, taken from one site to others.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Carry {
    pub from: Ends,
    pub from_level: Option<Number>,
    pub count: Option<Number>,
    pub from_condition: Option<Test>,
    pub to: Ends,
    pub condition: Option<Test>,
    pub apply_condition: Option<Test>,
    pub apply: Option<Effect>,
    /// Whether working that out leaves another level behind for the rules that are asked next.
    pub leaves_level: bool,
}

/// Where a piece comes from or goes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ends {
    Site(Number),
    Sites(Set),
}

/// The dice that a move uses up.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Use {
    pub first: usize,
    pub dice: usize,
    pub replays: Test,
}

impl Play {
    /// Whether nothing is left to the rules.
    pub fn is_known(&self) -> bool {
        match self {
            Self::Nothing | Self::Step(_) => true,
            Self::If(parts) => parts.1.is_known() && parts.2.is_known(),
            Self::All(list) => list.iter().all(|(item, _)| item.is_known()),
            Self::First(list) => list.iter().all(Self::is_known),
            Self::Pieces(pieces) => pieces.generators.iter().all(Self::is_known),
            Self::Dice(dice) => dice.inner.is_known(),
            Self::Sites(sites) => sites.inner.is_known() && sites.otherwise.as_ref().is_none_or(Self::is_known),
            Self::FirstOnTrack(first) => first.inner.is_known(),
            Self::Values(parts) => parts.1.is_known(),
            Self::Walk(walk) => walk.branches().into_iter().all(Self::is_known),
            Self::After(parts) => parts.1.is_known(),
            Self::Rules => false,
        }
    }

    /// The most moves in any position, where they can be drawn without listing them.
    pub fn slots(&self) -> Option<u32> {
        match self {
            Self::Nothing => Some(0),
            Self::Step(step) => step.slots(),
            Self::If(parts) => most_slots(&[&parts.1, &parts.2]),
            Self::All(list) => list.iter().map(|(_, slots)| *slots).sum(),
            Self::Dice(dice) => Some(dice.slots? * dice.throws.len() as u32),
            Self::Walk(walk) => most_slots(&walk.branches()),
            Self::First(_)
            | Self::Pieces(_)
            | Self::Sites(_)
            | Self::FirstOnTrack(_)
            | Self::Values(_)
            | Self::After(_)
            | Self::Rules => None,
        }
    }

    /// Whether a move of it leaves another level behind for the rules that are asked next.
    pub fn leaves_level(&self) -> bool {
        match self {
            Self::Step(step) => matches!(&step.kind, StepKind::Carry(carry) if carry.leaves_level),
            Self::If(parts) => parts.1.leaves_level() || parts.2.leaves_level(),
            Self::All(list) => list.iter().any(|(item, _)| item.leaves_level()),
            Self::First(list) => list.iter().any(Self::leaves_level),
            Self::Dice(dice) => dice.inner.leaves_level(),
            Self::Sites(sites) => {
                sites.inner.leaves_level() || sites.otherwise.as_ref().is_some_and(Self::leaves_level)
            }
            Self::FirstOnTrack(first) => first.inner.leaves_level(),
            Self::Values(parts) => parts.1.leaves_level(),
            Self::Walk(walk) => walk.branches().into_iter().any(Self::leaves_level),
            Self::After(parts) => parts.1.leaves_level(),
            Self::Nothing | Self::Pieces(_) | Self::Rules => false,
        }
    }

    /// The most moves in any position, where they can be drawn without listing them and none changes what comes after it.
    pub fn slots_apart(&self) -> Option<u32> {
        self.slots().filter(|_| !self.leaves_level())
    }

    /// Whether it has moves whenever another generator has, as both differ in nothing but what their moves bring about.
    fn makes_moves_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Step(one), Self::Step(other)) => one.kind == other.kind,
            (Self::If(one), Self::If(other)) => {
                one.0 == other.0 && one.1.makes_moves_of(&other.1) && one.2.makes_moves_of(&other.2)
            }
            (Self::All(one), Self::All(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.0.makes_moves_of(&other.0))
            }
            (Self::First(one), Self::First(other)) => make_moves_of(one, other),
            (Self::Pieces(one), Self::Pieces(other)) => {
                (&one.player, &one.container, one.top) == (&other.player, &other.container, other.top)
                    && one.by_component == other.by_component
                    && make_moves_of(&one.generators, &other.generators)
            }
            (Self::Dice(one), Self::Dice(other)) => {
                (one.first, &one.throws, &one.condition) == (other.first, &other.throws, &other.condition)
                    && one.inner.makes_moves_of(&other.inner)
            }
            (Self::Sites(one), Self::Sites(other)) => {
                (&one.set, &one.asked, &one.otherwise) == (&other.set, &other.asked, &other.otherwise)
                    && one.inner.makes_moves_of(&other.inner)
            }
            (Self::Walk(one), Self::Walk(other)) => {
                one.to == other.to
                    && one.branches().into_iter().zip(other.branches()).all(|(one, other)| one.makes_moves_of(other))
            }
            (one, other) => one == other,
        }
    }

    /// Whether all is left to the rules.
    pub fn is_left(&self) -> bool {
        matches!(self, Self::Rules)
    }
}

/// Whether some generators have moves whenever others have.
fn make_moves_of(some: &[Play], others: &[Play]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(one, other)| one.makes_moves_of(other))
}

/// The most moves of any of some generators.
fn most_slots(generators: &[&Play]) -> Option<u32> {
    generators.iter().map(|generator| generator.slots()).try_fold(0, |most, slots| Some(slots?.max(most)))
}

impl Step {
    /// The most moves that it makes, where they can be drawn without listing them.
    fn slots(&self) -> Option<u32> {
        let is_single = match &self.kind {
            StepKind::Near(near) => return Some(near.most),
            StepKind::Slide(slide) => return Some(slide.most),
            StepKind::Carry(carry) => matches!((&carry.from, &carry.to), (Ends::Site(_), Ends::Site(_))),
            StepKind::Select(selection) => {
                matches!(selection.from, Ends::Site(_)) && !matches!(selection.to, Some((Ends::Sites(_), _)))
            }
            StepKind::Remove(site, _) => matches!(site, Ends::Site(_)),
            StepKind::Swap(..) | StepKind::Pass => true,
        };
        is_single.then_some(1)
    }
}

impl Lowering<'_> {
    /// The moves of a generator, left to the rules where they alone know.
    pub fn play(&self, moves: &MovesFn) -> Play {
        self.known(moves).unwrap_or(Play::Rules)
    }

    fn known(&self, moves: &MovesFn) -> Option<Play> {
        Some(match moves {
            MovesFn::Leaf(id) => Play::Step(Box::new(self.step(*id)?)),
            MovesFn::Or(list) => Play::all(list.iter().map(|item| self.known(item)).collect::<Option<_>>()?),
            MovesFn::Priority(list) => Play::First(list.iter().map(|item| self.known(item)).collect::<Option<_>>()?),
            MovesFn::If(parts) => {
                let (yes, no) = (self.play(&parts.1), self.play(&parts.2));
                if [&yes, &no].into_iter().all(|moves| moves.is_left() || *moves == Play::Nothing) {
                    return None;
                }
                match self.test(&parts.0)? {
                    // What can be moved is looked for once.
                    Test::CanMove(asked) if yes.slots().is_none() && yes.is_known() && asked.makes_moves_of(&yes) => {
                        Play::First(vec![yes, no])
                    }
                    test => Play::If(Box::new((test, yes, no))),
                }
            }
            MovesFn::ForEachPiece(each) => {
                let own = each.of_own(self.rules.default_type())?;
                let player = match own.player {
                    IntFn::Mover => None,
                    player => Some(self.player(player)?),
                };
                let components = 1..self.rules.components.len();
                let by_owner = (0..=self.rules.players).map(|player| {
                    let mut all = components
                        .clone()
                        .filter(|&what| usize::from(self.rules.owners[what]) == player && !self.is_die(what));
                    let first = own.by_component[all.next()?]?;
                    all.all(|what| own.by_component[what] == Some(first)).then_some(first)
                });
                let generators: Vec<_> =
                    own.generators.iter().map(|generator| self.of_throw(generator)).collect::<Option<_>>()?;
                Play::Pieces(Box::new(Pieces {
                    player,
                    container: self.maybe(own.container, Self::number)?,
                    top: own.top,
                    slots: most_slots(&generators.iter().collect::<Vec<_>>()),
                    generators,
                    by_component: own.by_component.to_vec(),
                    by_owner: by_owner.collect(),
                }))
            }
            MovesFn::ForEachDie(each) => {
                let (set, condition, inner) = each.parts();
                let set = self.dice_of(set)?;
                let inner = self.of_throw(inner)?;
                Play::Dice(Box::new(Dice {
                    first: set.first,
                    throws: each.fixed_throws(set.dice.len())?,
                    condition: self.test(condition)?,
                    slots: inner.slots_apart(),
                    inner,
                }))
            }
            MovesFn::Do(sequence) => {
                let prior = self.effect_of(sequence.prior()).filter(Effect::sets_variables)?;
                let pass = self.step(sequence.pass_leaf()?)?;
                let asked = self.asks_scores.replace(false);
                let next = self.whole(sequence.next())?;
                let asks_scores = self.asks_scores.replace(asked || self.asks_scores.get());
                // Scores that the moves do not ask for need not be there while they are looked for.
                if prior.only_scores() && !asks_scores {
                    Play::First(vec![next, Play::Step(Box::new(pass))])
                } else {
                    Play::After(Box::new((prior, next, pass)))
                }
            }
            MovesFn::ForEach(each) if let Some((numbers, moves)) = each.over_values() => {
                let moves = self.whole(moves)?;
                Play::Values(Box::new((Some(numbers.clone()).filter(is_siteless)?, moves)))
            }
            MovesFn::ForEach(each) => {
                let (region, asked, moves, otherwise) = each.over_sites_or_else()?;
                let inner = self.of_throw(moves)?;
                Play::Sites(Box::new(Sites {
                    set: self.set(region)?,
                    asked: self.maybe(asked.map(Asked::condition), Self::test)?,
                    slots: inner.slots_apart(),
                    inner,
                    otherwise: self.maybe(otherwise, Self::whole)?,
                }))
            }
            MovesFn::FirstOnTrack(first) => {
                let stops = (0..=self.rules.players as i32).map(|mover| first.stops(self.rules, mover));
                Play::FirstOnTrack(Box::new(FirstOnTrack {
                    stops: stops.collect::<Option<_>>()?,
                    inner: self.of_throw(first.moves())?,
                }))
            }
            _ => return None,
        })
    }

    /// Something that may be missing, where it can be told.
    #[expect(clippy::option_option, reason = "the outer one says whether it can be told at all")]
    pub fn maybe<T, U>(&self, part: Option<&T>, told: impl Fn(&Self, &T) -> Option<U>) -> Option<Option<U>> {
        match part {
            Some(part) => told(self, part).map(Some),
            None => Some(None),
        }
    }

    /// A level that may be missing, where it can be told: without stacks there are none.
    #[expect(clippy::option_option, reason = "the outer one says whether it can be told at all")]
    pub fn level(&self, level: Option<&IntFn>) -> Option<Option<Number>> {
        match level {
            Some(_) if !self.rules.features.stacking => None,
            level => self.maybe(level, Self::number),
        }
    }

    /// How many pieces go at once, where that can be told and they are counted.
    #[expect(clippy::option_option, reason = "the outer one says whether it can be told at all")]
    fn count(&self, count: Option<&IntFn>) -> Option<Option<Number>> {
        let is_counting = self.rules.layout.planes[Plane::Count as usize].is_some() && !self.rules.features.stacking;
        match count {
            Some(_) if !is_counting => None,
            count => self.maybe(count, Self::number),
        }
    }

    fn ends(&self, sites: &SitesFn) -> Option<Ends> {
        Some(match sites {
            SitesFn::At(site) => Ends::Site(self.number(site)?),
            SitesFn::In(region) => Ends::Sites(self.set(region)?),
        })
    }

    /// The moves of a generator, where none is left to the rules.
    fn whole(&self, moves: &MovesFn) -> Option<Play> {
        self.known(moves).filter(Play::is_known)
    }

    /// The moves of a piece, throw or site.
    fn of_throw(&self, moves: &MovesFn) -> Option<Play> {
        self.whole(moves).map(Play::walked)
    }

    fn dice_of(&self, set: &IntFn) -> Option<&crate::lud::play::rules::DiceSet> {
        usize::try_from(set.constant()?).ok().and_then(|set| self.rules.dice.get(set))
    }

    fn is_die(&self, what: usize) -> bool {
        self.rules.dice.iter().any(|set| set.dice.iter().any(|&die| usize::from(die) == what))
    }

    /// A rule that makes moves one by one.
    pub fn step(&self, id: u16) -> Option<Step> {
        let node = &self.rules.leaves[usize::from(id)];
        if node.chain.doubled {
            return None;
        }
        let priors = node.chain.priors.get(self.priors_done.get()..).unwrap_or_default();
        let priors = priors.iter().map(|&prior| self.effect_of(prior).filter(Effect::sets_variables));
        let priors = priors.collect::<Option<Vec<_>>>()?;
        // What happens before the move of another player's piece is worked out as that player's.
        if !priors.is_empty() && node.chain.captured.contains(&Register::Acting) {
            return None;
        }
        let test = |condition: Option<&BoolFn>| self.maybe(condition, Self::test);
        let kind = self.rules.default_type();
        let step = match &node.leaf {
            Leaf::FromTo(from_to) => {
                let parts = from_to.carrying(kind)?;
                StepKind::Carry(Box::new(Carry {
                    from: self.ends(&parts.from)?,
                    from_level: self.maybe(parts.from_level, Self::number)?,
                    count: self.count(parts.count)?,
                    from_condition: test(parts.from_condition)?,
                    to: self.ends(&parts.to)?,
                    condition: test(parts.condition)?,
                    apply_condition: test(parts.apply_condition)?,
                    apply: match parts.apply {
                        Some(effect) => Some(self.effect_of(effect)?),
                        None => None,
                    },
                    leaves_level: parts.leaves_level,
                }))
            }
            Leaf::Remove(remove) => {
                let (sites, level) = remove.one_piece(kind)?;
                StepKind::Remove(self.ends(&sites)?, self.level(level)?)
            }
            Leaf::Select(select) => {
                let parts = select.of_site(self.rules, kind)?;
                StepKind::Select(Box::new(Selection {
                    from: self.ends(&parts.from)?,
                    condition: test(parts.condition)?,
                    level: self.maybe(parts.level, Self::number)?,
                    to: match &parts.to {
                        Some((to, condition)) => Some((self.ends(to)?, test(*condition)?)),
                        None => None,
                    },
                    end: parts.end,
                }))
            }
            Leaf::Step(step) => StepKind::Near(Box::new(self.near(step)?)),
            Leaf::TrackSlide(slide) => StepKind::Slide(Box::new(self.slide(slide)?)),
            Leaf::SetSite(set) if self.may_swap() => {
                let (site, other) = set.swapped(kind)?;
                StepKind::Swap(self.number(site)?, self.number(other)?)
            }
            Leaf::Simple(simple) if **simple == Simple::Pass => StepKind::Pass,
            _ => return None,
        };
        let thens = node.chain.thens.iter().map(|&then| self.then(self.rules.effect(then))).collect();
        Some(Step { leaf: id, kind: step, is_pass: node.is_pass, dice: self.used(node)?, priors, thens })
    }

    /// The dice that a move uses up, if any; nothing where more than that belongs to it.
    #[expect(clippy::option_option, reason = "the outer one says whether it can be told at all")]
    fn used(&self, node: &LeafNode) -> Option<Option<Use>> {
        match node.chain.suffixes[..] {
            [] => Some(None),
            [suffix] => {
                let MovesFn::Leaf(id) = self.rules.effect(suffix) else { return None };
                let Leaf::UseDice(dice) = &self.rules.leaves[usize::from(*id)].leaf else { return None };
                let (set, replays) = dice.parts();
                let set = self.dice_of(set)?;
                Some(Some(Use { first: set.first, dice: set.dice.len(), replays: self.test(replays)? }))
            }
            _ => None,
        }
    }
}
