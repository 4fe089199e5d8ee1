//! Sites that are marked: those whose local state is 1, where there are no states but 0 and 1. A piece carries its mark along,
//! and what is taken off leaves none.

use super::area::Area;
use super::effect::{Effect, Outcome};
use super::way::{Drawn, Kind};
use super::{Board, Stepping, Turn};
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, SetSite};
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::context::{Context, Register};
use crate::lud::play::layout::Plane;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;
use crate::lud::play::shortcut::bare::is_bare;

/// The sites whose marks change.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Marked<S> {
    /// Where the last move came from.
    LastFrom,
    /// Where it went.
    LastTo,
    /// All of an area.
    Each(Area<S>),
}

impl<S: SiteSet> Marked<S> {
    /// Adds what changes after a move.
    pub fn follow(&self, truth: bool, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, outcome: &mut Outcome<S>) {
        let one = |site: u8| if usize::from(site) < stepping.sites { S::only(site.into()) } else { S::EMPTY };
        let sites = match self {
            Self::LastFrom => one(turn.from),
            Self::LastTo => one(turn.last),
            Self::Each(area) => area.sites(stepping, board, turn),
        };
        if sites.is_empty() {
            return;
        }
        let (set, unset) = (outcome.marked, outcome.unmarked);
        (outcome.marked, outcome.unmarked) =
            if truth { (set | sites, unset & !sites) } else { (set & !sites, unset | sites) };
        outcome.last_marked = Some(sites.last() as u8);
    }
}

/// Whether a number is the local state of marked sites, or of others; nothing where it is neither.
fn truth(state: &IntFn) -> Option<bool> {
    match state.constant()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

impl<S: SiteSet> Effect<S> {
    /// The local state of one site set.
    pub fn mark(set: &SetSite, rules: &Rules, stepping: &Stepping<S>) -> Option<Self> {
        let (site, state) = set.state(rules.default_type()).filter(|_| stepping.has_marks)?;
        let marked = match site {
            IntFn::LastFrom => Marked::LastFrom,
            IntFn::LastTo => Marked::LastTo,
            _ => return None,
        };
        Some(Self::Mark(marked, truth(state)?))
    }

    /// The local states of all sites of a region set that meet a condition.
    pub fn mark_each(
        region: &RegionFn,
        asked: Option<&BoolFn>,
        moves: &MovesFn,
        rules: &Rules,
        stepping: &Stepping<S>,
    ) -> Option<Self> {
        let mut areas = vec![stepping.region(region, rules).filter(|_| stepping.has_marks)?];
        let mut add = |condition| Area::of(condition, Register::Site, rules, stepping).map(|area| areas.push(area));
        if let Some(asked) = asked {
            add(asked)?;
        }
        let moves = match moves {
            MovesFn::If(parts) if matches!(&parts.2, MovesFn::Or(rest) if rest.is_empty()) => {
                add(&parts.0)?;
                &parts.1
            }
            moves => moves,
        };
        let MovesFn::Leaf(leaf) = moves else { return None };
        let node = &rules.leaves[usize::from(*leaf)];
        let Leaf::SetSite(set) = &node.leaf else { return None };
        let (IntFn::Register(Register::Site), state) = set.state(rules.default_type())? else { return None };
        let truth = truth(state).filter(|_| is_bare(node, 0, node.chain.captured.len()))?;
        Some(Self::Mark(Marked::Each(Area::And(areas)), truth))
    }

    /// Whether it may change marks.
    pub fn has_marks(&self) -> bool {
        match self {
            Self::Mark(..) => true,
            Self::If(_, both) => both.iter().any(Self::has_marks),
            Self::All(list) => list.iter().any(Self::has_marks),
            _ => false,
        }
    }

    /// Whether it changes nothing but marks and who moves next.
    pub fn is_of_marks(&self) -> bool {
        match self {
            Self::Mark(..) | Self::Again => true,
            Self::If(_, both) => both.iter().all(Self::is_of_marks),
            Self::All(list) => list.iter().all(Self::is_of_marks),
            _ => false,
        }
    }

    /// Whether all that it does is known where sites are marked.
    fn knows_marks(&self) -> bool {
        match self {
            // New pieces would not change the marks of their sites.
            Self::Around(_, _, into) => into.is_none(),
            Self::If(_, both) => both.iter().all(Self::knows_marks),
            Self::All(list) => list.iter().all(Self::knows_marks),
            _ => true,
        }
    }
}

impl<S: SiteSet> Stepping<S> {
    /// Whether all that may happen is known where sites are marked: nothing comes from hands, and no new pieces come.
    pub(super) fn knows_marks(&self) -> bool {
        let is_plain = !self.adds && !self.is_stacking && self.hands.iter().all(Option::is_none);
        is_plain && self.effects.iter().flatten().all(Effect::knows_marks)
    }

    /// The sites whose local state compares so with a number, where that tells whether they are marked.
    pub(super) fn marked(
        &self,
        comparison: Comparison,
        parts: &(IntFn, IntFn),
        register: Register,
        rules: &Rules,
    ) -> Option<Area<S>> {
        let ((IntFn::Plane(Plane::State, kind, at), state) | (state, IntFn::Plane(Plane::State, kind, at))) = parts
        else {
            return None;
        };
        let is_asked = self.has_marks && *kind == rules.default_type() && **at == IntFn::Register(register);
        let is_marked = match comparison {
            Comparison::Equal => truth(state)?,
            Comparison::NotEqual => !truth(state)?,
            _ => return None,
        };
        is_asked.then(|| if is_marked { Area::Marked } else { Area::Not(Box::new(Area::Marked)) })
    }
}

impl<S: SiteSet> Board<S> {
    /// As [`Board::make`] where sites are marked: a piece takes its mark along, or that it has none.
    pub fn make_with_marks(&mut self, drawn: &Drawn, mover: usize, stepping: &Stepping<S>) {
        let carried = self.marks.has(usize::from(drawn.from));
        self.make_with_one(drawn, mover, stepping);
        if matches!(drawn.kind, Kind::Remove | Kind::Select | Kind::Pass) {
            return;
        }
        let [from, to] = [drawn.from, drawn.to].map(|site| S::only(usize::from(site)));
        self.marks = self.marks & !(from | to);
        if carried {
            self.marks = self.marks | to;
        }
    }
}

impl Context<'_> {
    /// The sites whose local state is 1; nothing where there are others than 0 and 1.
    pub(super) fn marked_sites<S: SiteSet>(&self, stepping: &Stepping<S>) -> Option<S> {
        let mut marks = S::EMPTY;
        for site in 0..stepping.sites {
            match self.state.get(&self.rules.layout, Plane::State, site) {
                0 => {}
                1 => marks = marks | S::only(site),
                _ => return None,
            }
        }
        Some(marks)
    }
}
