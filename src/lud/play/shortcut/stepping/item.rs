//! Some moves of a phase, found as sets of sites.

use super::area::{Area, EMPTY, OTHERS, OWN, Sets};
use super::effect::Effect;
use super::found::{Any, Count, Nth};
use super::movers::movable;
use super::moves::{Moves, Visitor};
use super::play::{Draw, set_of};
use super::rule::Rule;
use super::test::Test;
use super::way::{Drawn, Kind, Way};
use super::{Board, Each, Stepping, Turn, Whose};
use crate::game::{Random, draw_below};
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Origin};
use crate::lud::ludeme::region::{RegionFn, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;
use smallvec::SmallVec;

/// Some moves of a phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Item<S> {
    /// Those of the pieces of each player, by kind.
    Each(Box<Each<Vec<Moves<S>>>>),
    /// Those of the piece of each player that moved last, by kind.
    EachLast(Box<Each<Vec<Moves<S>>>>),
    /// Those of the piece that moved last, by component.
    Last(Vec<Option<Moves<S>>>),
    /// Those of a piece that is looked for, whosever turn it is: whose it is, and its moves by player.
    Named(Whose, Box<Each<Option<Moves<S>>>>),
    /// A piece from a player's hand onto an empty site among some. Where it is not the mover's, the rules are asked.
    Drop(u16, S, Whose),
    /// A new piece of the mover's, by player, onto an empty site of an area.
    Add(u16, Each<u8>, Area<S>),
    /// A move that is left to the rules.
    Leave(u16),
    /// One of some occupied sites chosen: where the last move went, or those of an area.
    Select(u16, Option<Area<S>>),
    /// A pass.
    Pass(u16),
    /// A pass for each piece of a component, which is a player's.
    PassEach(u16, u8, usize),
    /// The first where a condition holds, else the second.
    If(Test<S>, Box<[Vec<Item<S>>; 2]>),
}

impl<S: SiteSet> Item<S> {
    /// Shows the moves of some items until there are enough.
    #[inline]
    pub fn show(
        items: &[Self],
        stepping: &Stepping<S>,
        board: &Board<S>,
        turn: &Turn,
        sets: &Sets<'_, S>,
        visitor: &mut impl Visitor<S>,
    ) -> bool {
        // Most games have nothing else.
        if let [Self::Each(each)] = items
            && let [moves] = &each[turn.mover][..]
        {
            return moves.show(moves.movers(stepping, board, turn), sets, visitor);
        }
        Self::show_all(items, stepping, board, turn, sets, visitor)
    }

    fn show_all(
        items: &[Self],
        stepping: &Stepping<S>,
        board: &Board<S>,
        turn: &Turn,
        sets: &Sets<'_, S>,
        visitor: &mut impl Visitor<S>,
    ) -> bool {
        for item in items {
            let goes_on = match item {
                Self::Each(moves) => {
                    moves[turn.mover].iter().all(|moves| moves.show(moves.movers(stepping, board, turn), sets, visitor))
                }
                Self::EachLast(moves) => {
                    let site = usize::from(turn.last);
                    let last = if site < stepping.sites { S::only(site) } else { S::EMPTY };
                    moves[turn.mover]
                        .iter()
                        .all(|moves| moves.show(moves.movers(stepping, board, turn) & last, sets, visitor))
                }
                Self::Last(by_component) => {
                    let site = usize::from(turn.last);
                    match &by_component[stepping.what_at(board, site)] {
                        Some(moves) if site < stepping.sites => moves.show(S::only(site), sets, visitor),
                        _ => true,
                    }
                }
                Self::Named(whose, moves) => match &moves[whose.player(turn)] {
                    Some(moves) => moves.show(stepping.found(board, moves.what, whose.player(turn)), sets, visitor),
                    None => true,
                },
                Self::Drop(leaf, ends, whose) => {
                    let (ends, player) = (board.empty & *ends, whose.player(turn));
                    match stepping.hands[player].filter(|_| board.hands[player] > 0) {
                        Some(hand) => visitor.goes_on(ends, || Way {
                            leaf: *leaf,
                            what: 0,
                            kind: Kind::Drop,
                            from: hand,
                            over: 0,
                            is_relative: false,
                            before: 0,
                        }),
                        None => true,
                    }
                }
                Self::Add(leaf, whats, area) => {
                    visitor.goes_on(board.empty & area.sites(stepping, board, turn), || Way {
                        leaf: *leaf,
                        what: whats[turn.mover],
                        kind: Kind::Add,
                        from: 0,
                        over: 0,
                        is_relative: true,
                        before: 0,
                    })
                }
                Self::Select(leaf, area) => {
                    let last =
                        || if usize::from(turn.last) < stepping.sites { S::only(turn.last.into()) } else { S::EMPTY };
                    let sites = area.as_ref().map_or_else(last, |area| area.sites(stepping, board, turn));
                    visitor.goes_on(sites & !board.empty, || Way {
                        leaf: *leaf,
                        what: 0,
                        kind: Kind::Select,
                        from: 0,
                        over: 0,
                        is_relative: true,
                        before: 0,
                    })
                }
                Self::Pass(leaf) | Self::Leave(leaf) => visitor.goes_on(S::only(0), || Way {
                    leaf: *leaf,
                    what: 0,
                    kind: Kind::Pass,
                    from: 0,
                    over: 0,
                    is_relative: false,
                    before: 0,
                }),
                Self::PassEach(leaf, what, player) if *player == turn.mover => {
                    visitor.goes_on(stepping.pieces_of(board, *what, *player), || Way {
                        leaf: *leaf,
                        what: 0,
                        kind: Kind::Pass,
                        from: 0,
                        over: 0,
                        is_relative: false,
                        before: 0,
                    })
                }
                Self::PassEach(..) => true,
                Self::If(test, both) => {
                    let items = &both[usize::from(!test.holds(stepping, board, turn, 0, S::EMPTY))];
                    Self::show(items, stepping, board, turn, sets, &mut *visitor)
                }
            };
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// The same of the position at hand.
    pub fn show_to(
        items: &[Self],
        stepping: &Stepping<S>,
        board: &Board<S>,
        turn: &Turn,
        visitor: &mut impl Visitor<S>,
    ) -> bool {
        let sets = Sets::of(stepping, board, turn);
        Self::show(items, stepping, board, turn, &sets, visitor)
    }

    /// Whether there is any move.
    pub fn any(items: &[Self], stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> bool {
        let mut any = Any(false);
        Self::show_to(items, stepping, board, turn, &mut any);
        any.0
    }

    /// Draws one of the moves.
    pub fn draw(items: &[Self], stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, rng: &mut Random) -> Draw {
        let mut items = items;
        while let [Self::If(test, both)] = items {
            items = &both[usize::from(!test.holds(stepping, board, turn, 0, S::EMPTY))];
        }
        if let [Self::Drop(leaf, ends, whose)] = items
            && whose.player(turn) == turn.mover
        {
            return Self::draw_drop(*leaf, board.empty & *ends, stepping, board, turn.mover, rng);
        }
        let sets = Sets::of(stepping, board, turn);
        if let [Self::Each(each)] = items {
            match &each[turn.mover][..] {
                [moves] => {
                    let pieces = moves.movers(stepping, board, turn);
                    if let Some(drawn) = moves.try_some(pieces, &sets, rng) {
                        return Draw::Move(drawn);
                    }
                    if let Some(draw) = moves.pick(pieces, &sets, rng) {
                        return draw;
                    }
                }
                kinds => {
                    if let Some(drawn) = Moves::try_some_of(kinds, stepping, board, &sets, turn, rng) {
                        return Draw::Move(drawn);
                    }
                }
            }
        }
        let mut count = Count(0);
        Self::show(items, stepping, board, turn, &sets, &mut count);
        if count.0 == 0 {
            return Draw::Nothing;
        }
        let mut nth = Nth(draw_below(rng, count.0), None);
        Self::show(items, stepping, board, turn, &sets, &mut nth);
        match nth.1 {
            Some(drawn) if drawn.kind == Kind::Drop && stepping.hands[turn.mover] != Some(drawn.from) => Draw::Ask,
            Some(drawn) => Draw::Move(drawn),
            None => Draw::Nothing,
        }
    }

    /// Draws one of the sites that a piece from the hand may be put on.
    #[inline]
    fn draw_drop(leaf: u16, ends: S, stepping: &Stepping<S>, board: &Board<S>, mover: usize, rng: &mut Random) -> Draw {
        match stepping.hands[mover].filter(|_| board.hands[mover] > 0 && !ends.is_empty()) {
            Some(from) => {
                let to = ends.nth(draw_below(rng, ends.len())) as u8;
                Draw::Move(Drawn { leaf, what: 0, kind: Kind::Drop, from, to, over: 0, before: 0 })
            }
            None => Draw::Nothing,
        }
    }

    /// The moves of a generator as items, where they are of this kind.
    pub fn of(moves: &MovesFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Vec<Self>> {
        match moves {
            MovesFn::Or(list) => {
                let mut items = Vec::new();
                for moves in list {
                    items.extend(Self::of(moves, rules, stepping)?);
                }
                Some(items)
            }
            MovesFn::If(parts) => {
                let both = [Self::of(&parts.1, rules, stepping)?, Self::of(&parts.2, rules, stepping)?];
                let test = Test::of(&parts.0, &IntFn::LastTo, rules, stepping)?;
                test.asks_turn_only().then(|| vec![Self::If(test, Box::new(both))])
            }
            MovesFn::ForEachPiece(each) => {
                let generators = stepping.generators(each, rules)?;
                Self::of_pieces(&generators, &mut Vec::new(), true, rules, stepping)
            }
            MovesFn::Do(sequence) if sequence.is_aside() => Self::of(sequence.next(), rules, stepping),
            MovesFn::Leaf(leaf) => Self::of_leaf(*leaf, rules, stepping).map(|item| vec![item]),
            _ => None,
        }
    }

    /// The moves of pieces, which may depend on whose turn it was; `chosen` are the conditions decided so far. They may be made, or
    /// are only looked for.
    pub fn of_pieces<'r>(
        generators: &[Option<&'r MovesFn>],
        chosen: &mut Vec<(&'r BoolFn, bool)>,
        are_made: bool,
        rules: &Rules,
        stepping: &mut Stepping<S>,
    ) -> Option<Vec<Self>> {
        if let Some(generators) = of_last(generators) {
            return match Self::of_pieces(&generators, chosen, are_made, rules, stepping)?.pop() {
                Some(Self::Each(moves)) => Some(vec![Self::EachLast(moves)]),
                _ => None,
            };
        }
        if let Some(movable) = movable(generators, true, rules, stepping) {
            return Self::of_movable(movable, chosen, are_made, rules, stepping);
        }
        let by_place = |condition: &BoolFn| stepping.places(condition, rules).is_some();
        let open = generators.iter().flatten().find_map(|moves| first_choice(moves, chosen, &by_place));
        if let Some(condition) = open {
            let test = Test::of(condition, &IntFn::LastTo, rules, stepping).filter(Test::asks_turn_only);
            let Some(test) = test else {
                let movable = movable(generators, false, rules, stepping)?;
                return Self::of_movable(movable, chosen, are_made, rules, stepping);
            };
            let mut branch = |holds: bool| {
                chosen.push((condition, holds));
                let items = Self::of_pieces(generators, chosen, are_made, rules, stepping);
                chosen.pop();
                items
            };
            let both = [branch(true)?, branch(false)?];
            return Some(vec![Self::If(test, Box::new(both))]);
        }
        let mut all = Each::<Vec<Moves<S>>>::default();
        let mut passes = Vec::new();
        for (what, moves) in generators.iter().enumerate() {
            let (Some(moves), player) = (moves, usize::from(rules.owners[what])) else { continue };
            if !(1..=stepping.players).contains(&player) {
                continue;
            }
            let mut moves = *moves;
            while let MovesFn::If(parts) = moves
                && let Some((_, holds)) = chosen.iter().find(|(condition, _)| **condition == parts.0)
            {
                moves = if *holds { &parts.1 } else { &parts.2 };
            }
            // Those that come later are made by pieces that have none of those before.
            let ranks = if let MovesFn::Priority(list) = moves { &list[..] } else { std::slice::from_ref(moves) };
            let mut later = None;
            for moves in ranks.iter().rev() {
                let mut leaves = Vec::new();
                let places = |condition: &BoolFn| stepping.places(condition, rules).map(|places| places[player]);
                let anywhere = Rule { leaf: 0, from: stepping.all, ends: stepping.all, vacant: S::EMPTY };
                add_leaves(moves, chosen, anywhere, &places, &mut leaves)?;
                for rule in leaves.iter().filter(|_| are_made) {
                    stepping.note_consequences(rules, rule.leaf)?;
                }
                let is_pass = |leaf: u16| rules.leaves[usize::from(leaf)].is_pass;
                for &Rule { leaf, from, ends, .. } in leaves.iter().filter(|rule| is_pass(rule.leaf)) {
                    if [from, ends] != [stepping.all; 2] || ranks.len() > 1 {
                        return None;
                    }
                    passes.push((leaf, what as u8, player));
                }
                leaves.retain(|rule| !is_pass(rule.leaf));
                if are_made {
                    stepping.moved.extend(leaves.iter().map(|rule| rule.leaf));
                }
                later = Some(Moves::of(&leaves, what, false, rules, stepping)?.or_else(later));
            }
            all[player].extend(later);
        }
        let mut items = vec![Self::Each(Box::new(all))];
        for (leaf, what, player) in passes {
            if !rules.leaves[usize::from(leaf)].chain.thens.is_empty() {
                return None;
            }
            items.push(Self::PassEach(leaf, what, player));
        }
        Some(items)
    }

    /// The moves of those pieces of each component that are in an area.
    fn of_movable<'r>(
        (areas, generators): (Vec<Option<Area<S>>>, Vec<Option<&'r MovesFn>>),
        chosen: &mut Vec<(&'r BoolFn, bool)>,
        are_made: bool,
        rules: &Rules,
        stepping: &mut Stepping<S>,
    ) -> Option<Vec<Self>> {
        let mut items = Self::of_pieces(&generators, chosen, are_made, rules, stepping)?;
        let [Self::Each(each)] = &mut items[..] else { return None };
        for moves in each.iter_mut().flatten() {
            if let Some(area) = &areas[usize::from(moves.what)] {
                moves.movable = Some(match moves.movable.take() {
                    None => area.clone(),
                    Some(inner) => Area::And(vec![area.clone(), inner]),
                });
            }
        }
        Some(items)
    }

    pub fn of_leaf(leaf: u16, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let node = &rules.leaves[usize::from(leaf)];
        if let Leaf::Simple(simple) = &node.leaf
            && simple.only_proposal().is_some()
        {
            stepping.effects[usize::from(leaf)] = SmallVec::from_iter([Effect::Leave]);
            return node.chain.captured.is_empty().then_some(Self::Leave(leaf));
        }
        stepping.note_consequences(rules, leaf)?;
        match &node.leaf {
            Leaf::Hop(_) | Leaf::Step(_) => {
                let rule = Rule { leaf, from: stepping.all, ends: stepping.all, vacant: S::EMPTY };
                let tables = (0..rules.components.len()).map(|what| Moves::of(&[rule], what, true, rules, stepping));
                let tables: Vec<_> = tables.collect();
                tables[1..].iter().all(Option::is_some).then_some(Self::Last(tables))
            }
            Leaf::Simple(_) if node.is_pass => {
                Some(Self::Pass(leaf)).filter(|_| node.chain.thens.is_empty() && node.chain.captured.is_empty())
            }
            Leaf::Add(add) if !stepping.is_stacking => {
                let (whats, condition) = add.onto_empty(rules.default_type())?;
                let [what] = whats else { return None };
                let area = match condition {
                    None => Area::Classes(EMPTY),
                    Some(condition) => Area::of(condition, Register::To, rules, stepping)?,
                };
                stepping.adds = true;
                Some(Self::Add(leaf, stepping.own_piece(what, rules)?, area))
            }
            Leaf::Select(select) => {
                let (kind, sites, condition) = select.only_from()?;
                let occupied = Area::of(condition?, Register::From, rules, stepping)?;
                if kind != rules.default_type() || stepping.is_stacking || occupied != Area::Classes(OWN | OTHERS) {
                    return None;
                }
                match sites {
                    SitesFn::At(IntFn::LastTo) => Some(Self::Select(leaf, None)),
                    SitesFn::In(region) => {
                        Area::of_region(&region, rules, stepping).map(|area| Self::Select(leaf, Some(area)))
                    }
                    _ => None,
                }
            }
            Leaf::FromTo(from_to) => {
                let (origin, ends, count) = from_to.some_onto_empty(rules)?;
                stepping.note_number(leaf, count, rules)?;
                match origin {
                    Origin::Hand(sites, player) => {
                        stepping.whose_site((sites, player)).map(|whose| Self::Drop(leaf, set_of(&ends), whose))
                    }
                    Origin::Site(site) => {
                        let hand = u8::try_from(site).ok()?;
                        let owner = (1..=stepping.players).find(|&player| stepping.hands[player] == Some(hand))?;
                        Some(Self::Drop(leaf, set_of(&ends), Whose::Player(owner)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The first condition that a generator chooses by and that is not decided, by the place of the piece or before.
fn first_choice<'r>(
    moves: &'r MovesFn,
    chosen: &[(&'r BoolFn, bool)],
    by_place: &impl Fn(&BoolFn) -> bool,
) -> Option<&'r BoolFn> {
    match moves {
        MovesFn::If(parts) => match chosen.iter().find(|(condition, _)| **condition == parts.0) {
            Some((_, holds)) => first_choice(if *holds { &parts.1 } else { &parts.2 }, chosen, by_place),
            None if let Some(list) = partly_by_place(parts, by_place) => {
                for item in list.iter().filter(|item| !by_place(item)) {
                    match chosen.iter().find(|(condition, _)| *condition == item) {
                        None => return Some(item),
                        Some((_, false)) => return None,
                        Some((_, true)) => {}
                    }
                }
                first_choice(&parts.1, chosen, by_place)
            }
            None if by_place(&parts.0) => {
                first_choice(&parts.1, chosen, by_place).or_else(|| first_choice(&parts.2, chosen, by_place))
            }
            None => Some(&parts.0),
        },
        MovesFn::Or(list) | MovesFn::Priority(list) => {
            list.iter().find_map(|item| first_choice(item, chosen, by_place))
        }
        MovesFn::Filter(filter) => first_choice(filter.moves(), chosen, by_place),
        _ => None,
    }
}

/// The members of a condition of which some, but not all, are about the place of a piece, where there are no moves otherwise.
fn partly_by_place<'r>(
    parts: &'r (BoolFn, MovesFn, MovesFn),
    by_place: &impl Fn(&BoolFn) -> bool,
) -> Option<&'r [BoolFn]> {
    let (BoolFn::And(list), _, MovesFn::Or(none)) = parts else { return None };
    (none.is_empty() && !list.iter().all(by_place) && list.iter().any(by_place)).then_some(&list[..])
}

/// The generators of pieces that make moves for the piece that moved last only, without that condition.
fn of_last<'r>(generators: &[Option<&'r MovesFn>]) -> Option<Vec<Option<&'r MovesFn>>> {
    let is_last = |condition: &BoolFn| match condition {
        BoolFn::Compare(Comparison::Equal, parts) => {
            matches!(
                &**parts,
                (IntFn::Register(Register::From), IntFn::LastTo) | (IntFn::LastTo, IntFn::Register(Register::From))
            )
        }
        _ => false,
    };
    let inner = |moves: &'r MovesFn| match moves {
        MovesFn::If(parts) if is_last(&parts.0) => match &parts.2 {
            MovesFn::Or(rest) if rest.is_empty() => Some(&parts.1),
            _ => None,
        },
        _ => None,
    };
    generators.iter().any(Option::is_some).then_some(())?;
    generators.iter().map(|moves| moves.map_or(Some(None), |moves| inner(moves).map(Some))).collect()
}

/// Adds the rules that a generator is the sum of once conditions are decided, and the places of pieces for which they are;
/// `places` tells where a condition about the place holds.
fn add_leaves<S: SiteSet>(
    moves: &MovesFn,
    chosen: &[(&BoolFn, bool)],
    rule: Rule<S>,
    places: &impl Fn(&BoolFn) -> Option<S>,
    leaves: &mut Vec<Rule<S>>,
) -> Option<()> {
    match moves {
        MovesFn::Leaf(leaf) => leaves.push(Rule { leaf: *leaf, ..rule }),
        // Where a move goes is known before it is tried out.
        MovesFn::Filter(filter) => match filter.condition()? {
            BoolFn::In(parts) if parts.0 == IntFn::LastTo => {
                let RegionFn::Fixed(sites) = &parts.1 else { return None };
                let on_board = sites.iter().filter(|&site| (0..S::MOST as i32).contains(&site));
                let ends = rule.ends & set_of(&Bits::from_sites(on_board));
                add_leaves(filter.moves(), chosen, Rule { ends, ..rule }, places, leaves)?;
            }
            _ => return None,
        },
        MovesFn::Or(list) => {
            for item in list {
                add_leaves(item, chosen, rule, places, leaves)?;
            }
        }
        MovesFn::If(parts) => match chosen.iter().find(|(condition, _)| **condition == parts.0) {
            Some((_, true)) => add_leaves(&parts.1, chosen, rule, places, leaves)?,
            Some((_, false)) => add_leaves(&parts.2, chosen, rule, places, leaves)?,
            None if let Some(list) = partly_by_place(parts, &|condition| places(condition).is_some()) => {
                let mut rule = rule;
                for item in list {
                    if let Some(there) = places(item) {
                        rule.from = rule.from & there;
                        continue;
                    }
                    let (_, holds) = chosen.iter().find(|(condition, _)| *condition == item)?;
                    if !holds {
                        return Some(());
                    }
                    if let BoolFn::Empty(_, IntFn::Constant(site)) = item {
                        let site = usize::try_from(*site).ok().filter(|&site| site < S::MOST as usize)?;
                        rule.vacant = rule.vacant | S::only(site);
                    }
                }
                add_leaves(&parts.1, chosen, rule, places, leaves)?;
            }
            None => {
                let there = places(&parts.0)?;
                let (yes, no) = (rule.from & there, rule.from & !there);
                add_leaves(&parts.1, chosen, Rule { from: yes, ..rule }, places, leaves)?;
                add_leaves(&parts.2, chosen, Rule { from: no, ..rule }, places, leaves)?;
            }
        },
        _ => return None,
    }
    Some(())
}
