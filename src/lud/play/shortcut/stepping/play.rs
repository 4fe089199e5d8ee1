//! The moves of a phase, drawn from sets of sites.

use super::moves::{Drawn, Kind, Moves, Sets, Visitor, Way};
use super::test::Test;
use super::{Board, Each, PLAYERS, Stepping, Turn, Whose};
use crate::game::{Random, draw_below};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Origin};
use crate::lud::ludeme::players::PlayersFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;
use crate::lud::play::rules::Rules;
use crate::lud::play::sets::SiteSet;
use smallvec::SmallVec;

/// How often a move of which some are refused is drawn in vain before the rules are asked.
const TRIES: u32 = 8;

/// The moves of a phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Play<S> {
    /// The first where a condition holds, else the second.
    If(Test<S>, Box<[Play<S>; 2]>),
    /// The first of these that has any move.
    First(Vec<Play<S>>),
    /// The moves of all of these.
    Sum(Vec<Item<S>>),
    /// A piece of the board to an empty site among some. Where hands count as well, such a position is left to the rules.
    Go(Each<u16>, S, bool),
    /// A piece of others taken, unless a condition holds of it. Where hands count as well, such a position is left to the rules.
    Take(u16, Others, Option<Test<S>>, bool),
    /// Those after which a condition does not hold.
    Unless(Test<S>, Box<Play<S>>),
    /// Those that begin the longest sequences of moves in the turn.
    Longest(Box<Play<S>>),
}

/// Some moves of a phase.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Item<S> {
    /// Those of the pieces of each player, by kind.
    Each(Box<Each<Vec<Moves<S>>>>),
    /// Those of the piece that moved last, by component.
    Last(Vec<Option<Moves<S>>>),
    /// A piece from a player's hand onto an empty site among some. Where it is not the mover's, the rules are asked.
    Drop(u16, S, Whose),
    /// A pass.
    Pass(u16),
    /// A pass for each piece of a component, which is a player's.
    PassEach(u16, u8, usize),
    /// The first where a condition holds, else the second.
    If(Test<S>, Box<[Vec<Item<S>>; 2]>),
}

/// Whose pieces are taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Others {
    Enemies,
    One(Whose),
}

/// What became of drawing a move.
#[derive(Debug, Clone, Copy)]
pub(super) enum Draw {
    Move(Drawn),
    /// There is none.
    Nothing,
    /// The rules have to be asked.
    Ask,
}

/// Moves found, those together that differ in where they end only.
#[derive(Debug)]
pub(super) struct Found<S> {
    list: SmallVec<[(S, Way); 16]>,
    pub total: u32,
}

impl<S: SiteSet> Found<S> {
    pub fn new() -> Self {
        Self { list: SmallVec::new(), total: 0 }
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Drawn> {
        self.list.iter().flat_map(|&(ends, way)| ends.sites().map(move |to| way.to::<S>(to as u32)))
    }
}

impl<S: SiteSet> Visitor<S> for Found<S> {
    #[inline]
    fn goes_on(&mut self, ends: S, way: impl FnOnce() -> Way) -> bool {
        if !ends.is_empty() {
            self.total += ends.len();
            self.list.push((ends, way()));
        }
        true
    }
}

/// Whether there is any.
struct Any(bool);

impl<S: SiteSet> Visitor<S> for Any {
    #[inline(always)]
    fn goes_on(&mut self, ends: S, _way: impl FnOnce() -> Way) -> bool {
        self.0 = !ends.is_empty();
        !self.0
    }
}

/// How many there are. That there may be too many to count is not so, but keeps the compiler from counting several shifts at
/// once with vectors, which takes three times as long without instructions for it.
struct Count(u32);

impl<S: SiteSet> Visitor<S> for Count {
    #[inline(always)]
    fn goes_on(&mut self, ends: S, _way: impl FnOnce() -> Way) -> bool {
        self.0 += ends.len();
        self.0 < u32::MAX
    }
}

/// The one that has so many before it.
struct Nth(u32, Option<Drawn>);

impl<S: SiteSet> Visitor<S> for Nth {
    #[inline(always)]
    fn goes_on(&mut self, ends: S, way: impl FnOnce() -> Way) -> bool {
        let here = ends.len();
        if self.0 < here {
            self.1 = Some(way().to::<S>(ends.nth(self.0)));
            return false;
        }
        self.0 -= here;
        true
    }
}

/// A set of sites as one number.
pub(super) fn set_of<S: SiteSet>(sites: &Bits) -> S {
    sites.iter().fold(S::EMPTY, |set, site| set | S::only(site as usize))
}

/// One of the sites of a set, which is not empty.
#[inline]
fn draw_site<S: SiteSet>(set: S, rng: &mut Random) -> u8 {
    set.nth(draw_below(rng, set.len())) as u8
}

impl<S: SiteSet> Item<S> {
    /// Shows the moves of some items until there are enough.
    #[inline]
    fn show(
        items: &[Self],
        stepping: &Stepping<S>,
        board: &Board<S>,
        turn: &Turn,
        sets: &Sets<S>,
        visitor: &mut impl Visitor<S>,
    ) -> bool {
        // Most games have nothing else.
        if let [Self::Each(each)] = items
            && let [moves] = &each[turn.mover][..]
        {
            return moves.show(stepping.pieces_of(board, moves.what, turn.mover), sets, visitor);
        }
        Self::show_all(items, stepping, board, turn, sets, visitor)
    }

    fn show_all(
        items: &[Self],
        stepping: &Stepping<S>,
        board: &Board<S>,
        turn: &Turn,
        sets: &Sets<S>,
        visitor: &mut impl Visitor<S>,
    ) -> bool {
        for item in items {
            let goes_on = match item {
                Self::Each(moves) => moves[turn.mover]
                    .iter()
                    .all(|moves| moves.show(stepping.pieces_of(board, moves.what, turn.mover), sets, visitor)),
                Self::Last(by_component) => {
                    let site = usize::from(turn.last);
                    match &by_component[stepping.what_at(board, site)] {
                        Some(moves) if site < stepping.sites => moves.show(S::only(site), sets, visitor),
                        _ => true,
                    }
                }
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
                Self::Pass(leaf) => visitor.goes_on(S::only(0), || Way {
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

    /// Whether there is any move.
    pub fn any(items: &[Self], stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> bool {
        let sets = Sets::of(board, turn.mover, stepping.all);
        let mut any = Any(false);
        Self::show(items, stepping, board, turn, &sets, &mut any);
        any.0
    }

    /// Draws one of the moves.
    fn draw(items: &[Self], stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, rng: &mut Random) -> Draw {
        let sets = Sets::of(board, turn.mover, stepping.all);
        if let [Self::Each(each)] = items
            && let [moves] = &each[turn.mover][..]
            && let Some(drawn) = moves.try_some(stepping.pieces_of(board, moves.what, turn.mover), &sets, rng)
        {
            return Draw::Move(drawn);
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
                let generators = each.on_board_of_mover(rules.default_type())?;
                Self::of_pieces(&generators, &mut Vec::new(), rules, stepping)
            }
            MovesFn::Leaf(leaf) => Self::of_leaf(*leaf, rules, stepping).map(|item| vec![item]),
            _ => None,
        }
    }

    /// The moves of pieces, which may depend on whose turn it was; `chosen` are the conditions decided so far.
    fn of_pieces<'r>(
        generators: &[Option<&'r MovesFn>],
        chosen: &mut Vec<(&'r BoolFn, bool)>,
        rules: &Rules,
        stepping: &mut Stepping<S>,
    ) -> Option<Vec<Self>> {
        let open = generators.iter().flatten().find_map(|moves| first_choice(moves, chosen));
        if let Some(condition) = open {
            let test = Test::of(condition, &IntFn::LastTo, rules, stepping)?;
            if !test.asks_turn_only() {
                return None;
            }
            let mut branch = |holds: bool| {
                chosen.push((condition, holds));
                let items = Self::of_pieces(generators, chosen, rules, stepping);
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
            let mut leaves = Vec::new();
            add_leaves(moves, chosen, &mut leaves)?;
            for &leaf in &leaves {
                stepping.note_consequences(rules, leaf)?;
            }
            let is_pass = |leaf: &u16| rules.leaves[usize::from(*leaf)].is_pass;
            passes.extend(leaves.iter().copied().filter(is_pass).map(|leaf| (leaf, what as u8, player)));
            leaves.retain(|leaf| !is_pass(leaf));
            all[player].push(Moves::of(&leaves, what, false, rules, stepping)?);
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

    fn of_leaf(leaf: u16, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        stepping.note_consequences(rules, leaf)?;
        let node = &rules.leaves[usize::from(leaf)];
        match &node.leaf {
            Leaf::Hop(_) => {
                let tables = (0..rules.components.len()).map(|what| Moves::of(&[leaf], what, true, rules, stepping));
                let tables: Vec<_> = tables.collect();
                tables[1..].iter().all(Option::is_some).then_some(Self::Last(tables))
            }
            Leaf::Simple(_) if node.is_pass => Some(Self::Pass(leaf)).filter(|_| node.chain.thens.is_empty()),
            Leaf::FromTo(from_to) => {
                let (origin, ends) = from_to.onto_empty(rules)?;
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

/// The first condition that a generator chooses by and that is not decided.
fn first_choice<'r>(moves: &'r MovesFn, chosen: &[(&'r BoolFn, bool)]) -> Option<&'r BoolFn> {
    match moves {
        MovesFn::If(parts) => match chosen.iter().find(|(condition, _)| **condition == parts.0) {
            Some((_, holds)) => first_choice(if *holds { &parts.1 } else { &parts.2 }, chosen),
            None => Some(&parts.0),
        },
        MovesFn::Or(list) => list.iter().find_map(|item| first_choice(item, chosen)),
        _ => None,
    }
}

/// Adds the rules that a generator is the sum of once conditions are decided.
fn add_leaves(moves: &MovesFn, chosen: &[(&BoolFn, bool)], leaves: &mut Vec<u16>) -> Option<()> {
    match moves {
        MovesFn::Leaf(leaf) => leaves.push(*leaf),
        MovesFn::Or(list) => {
            for item in list {
                add_leaves(item, chosen, leaves)?;
            }
        }
        MovesFn::If(parts) => {
            let (_, holds) = chosen.iter().find(|(condition, _)| **condition == parts.0)?;
            add_leaves(if *holds { &parts.1 } else { &parts.2 }, chosen, leaves)?;
        }
        _ => return None,
    }
    Some(())
}

impl<S: SiteSet> Play<S> {
    /// The moves of a phase, where they are of this kind.
    pub fn of(moves: &MovesFn, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        match moves {
            MovesFn::If(parts) => {
                let both = [Self::of(&parts.1, rules, stepping)?, Self::of(&parts.2, rules, stepping)?];
                if let BoolFn::CanMove(first) = &parts.0
                    && is_same(first, &parts.1, rules)
                {
                    return Some(Self::First(both.into()));
                }
                let test = Test::of(&parts.0, &IntFn::LastTo, rules, stepping)?;
                test.asks_turn_only().then(|| Self::If(test, Box::new(both)))
            }
            MovesFn::Priority(list) => {
                list.iter().map(|moves| Self::of(moves, rules, stepping)).collect::<Option<_>>().map(Self::First)
            }
            MovesFn::Filter(filter) if filter.keeps_longest() => {
                let inner = Self::of(filter.moves(), rules, stepping)?;
                stepping.asks_longest = true;
                inner.is_listed().then(|| Self::Longest(Box::new(inner)))
            }
            MovesFn::Filter(filter) => {
                let BoolFn::Not(condition) = filter.condition()? else { return None };
                let test @ Test::Line(_) = Test::of(condition, &IntFn::LastTo, rules, stepping)? else { return None };
                let inner = Self::of(filter.moves(), rules, stepping)?;
                matches!(inner, Self::Go(..) | Self::Sum(..)).then(|| Self::Unless(test, Box::new(inner)))
            }
            MovesFn::ForEachPiece(each) => {
                let generators = each.on_board_of_mover(rules.default_type())?;
                match Self::going_anywhere(&generators, rules, stepping) {
                    Some(play) => Some(play),
                    None => Item::of_pieces(&generators, &mut Vec::new(), rules, stepping).map(Self::Sum),
                }
            }
            MovesFn::Leaf(leaf) => match Item::of_leaf(*leaf, rules, stepping) {
                Some(item) => Some(Self::Sum(vec![item])),
                None => Self::of_leaf(*leaf, rules, stepping),
            },
            _ => Item::of(moves, rules, stepping).map(Self::Sum),
        }
    }

    /// Pieces that may all go to the same sites from anywhere.
    fn going_anywhere(generators: &[Option<&MovesFn>], rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        let mut leaves = [0; PLAYERS + 1];
        let mut region = None;
        for player in 1..=stepping.players {
            let Some(MovesFn::Leaf(leaf)) = generators[usize::from(stepping.pieces[player])] else { return None };
            let Leaf::FromTo(from_to) = &rules.leaves[usize::from(*leaf)].leaf else { return None };
            let (Origin::Itself, ends) = from_to.onto_empty(rules)? else { return None };
            let ends = set_of(&ends);
            if stepping.has_kinds || *region.get_or_insert(ends) != ends {
                return None;
            }
            leaves[player] = *leaf;
            stepping.note_consequences(rules, *leaf)?;
        }
        Some(Self::Go(leaves, region?, false))
    }

    fn of_leaf(leaf: u16, rules: &Rules, stepping: &mut Stepping<S>) -> Option<Self> {
        stepping.note_consequences(rules, leaf)?;
        match &rules.leaves[usize::from(leaf)].leaf {
            Leaf::FromTo(from_to) if !stepping.has_kinds => {
                let (origin, ends) = from_to.onto_empty(rules)?;
                match origin {
                    Origin::Occupied(occupied) => match occupied.owners()? {
                        (PlayersFn::One(IntFn::Mover), hands) => {
                            Some(Self::Go([leaf; PLAYERS + 1], set_of(&ends), hands))
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
            Leaf::Remove(remove) => {
                let (occupied, condition) = remove.of_occupied(rules.default_type())?;
                let (owners, hands) = occupied.owners()?;
                let others = match owners {
                    PlayersFn::Enemies => Others::Enemies,
                    PlayersFn::One(player) => Others::One(Whose::of(player)?),
                    _ => return None,
                };
                let unless = match condition {
                    None => None,
                    Some(BoolFn::Not(condition)) => {
                        let test = Test::of(condition, &IntFn::Register(Register::Site), rules, stepping)?;
                        Some(test).filter(Test::asks_lines_only)?.into()
                    }
                    Some(_) => return None,
                };
                Some(Self::Take(leaf, others, unless, hands))
            }
            _ => None,
        }
    }

    /// Whether [`Play::can_move`] tells.
    pub fn is_known(&self) -> bool {
        match self {
            Self::If(_, both) => both.iter().all(Self::is_known),
            Self::First(list) => list.iter().all(Self::is_known),
            Self::Sum(_) => true,
            Self::Go(.., hands) | Self::Take(.., hands) => !hands,
            Self::Unless(..) => false,
            Self::Longest(inner) => inner.is_known(),
        }
    }

    /// Whether [`Play::list`] lists all moves.
    fn is_listed(&self) -> bool {
        match self {
            Self::If(_, both) => both.iter().all(Self::is_listed),
            Self::First(list) => list.iter().all(Self::is_listed),
            Self::Sum(_) => true,
            Self::Longest(inner) => inner.is_listed(),
            Self::Go(..) | Self::Take(..) | Self::Unless(..) => false,
        }
    }

    /// Adds all moves, whether they begin longest sequences or not; false where the rules have to be asked.
    pub fn list(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, found: &mut Found<S>) -> bool {
        match self {
            Self::If(test, both) => {
                let holds = test.holds(stepping, board, turn, 0, S::EMPTY);
                both[usize::from(!holds)].list(stepping, board, turn, found)
            }
            Self::First(list) => {
                for play in list {
                    if !play.list(stepping, board, turn, found) {
                        return false;
                    }
                    if found.total > 0 {
                        break;
                    }
                }
                true
            }
            Self::Sum(items) => {
                let sets = Sets::of(board, turn.mover, stepping.all);
                Item::show(items, stepping, board, turn, &sets, found)
            }
            Self::Longest(inner) => inner.list(stepping, board, turn, found),
            Self::Go(..) | Self::Take(..) | Self::Unless(..) => false,
        }
    }

    /// Draws a move.
    pub fn draw(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, rng: &mut Random) -> Draw {
        let mut play = self;
        while let Self::If(test, both) = play {
            play = &both[usize::from(!test.holds(stepping, board, turn, 0, S::EMPTY))];
        }
        match play {
            Self::Sum(items) => Item::draw(items, stepping, board, turn, rng),
            Self::First(list) => {
                for play in list {
                    match play.draw(stepping, board, turn, rng) {
                        Draw::Nothing => {}
                        drawn => return drawn,
                    }
                }
                Draw::Nothing
            }
            _ => play.draw_other(stepping, board, turn, rng),
        }
    }

    /// As [`Play::draw`], for what is rare.
    #[inline(never)]
    fn draw_other(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, rng: &mut Random) -> Draw {
        let mover = turn.mover;
        match self {
            Self::If(..) | Self::First(_) | Self::Sum(_) => Draw::Ask,
            Self::Go(leaves, ends, hands) => {
                let (own, ends) = (board.own[mover], board.empty & *ends);
                if *hands && board.hands[mover] > 0 {
                    return Draw::Ask;
                }
                if own.is_empty() || ends.is_empty() {
                    return Draw::Nothing;
                }
                let (from, to) = (draw_site(own, rng), draw_site(ends, rng));
                let what = stepping.pieces[mover];
                Draw::Move(Drawn { leaf: leaves[mover], what, kind: Kind::Move, from, to, over: 0, before: 0 })
            }
            Self::Take(leaf, others, unless, hands) => {
                let (mut left, held) = others.pieces(stepping, board, turn);
                if *hands && held {
                    return Draw::Ask;
                }
                while !left.is_empty() {
                    let site = draw_site(left, rng);
                    let owner = board.owner(usize::from(site));
                    let is_safe =
                        |unless: &Test<S>| unless.holds(stepping, board, turn, usize::from(site), board.own[owner]);
                    if !unless.as_ref().is_some_and(is_safe) {
                        let kind = Kind::Remove;
                        return Draw::Move(Drawn {
                            leaf: *leaf,
                            what: 0,
                            kind,
                            from: site,
                            to: site,
                            over: 0,
                            before: 0,
                        });
                    }
                    left = left ^ S::only(usize::from(site));
                }
                Draw::Nothing
            }
            Self::Unless(test, inner) => {
                for _ in 0..TRIES {
                    let Draw::Move(drawn) = inner.draw(stepping, board, turn, rng) else { return Draw::Ask };
                    let mut after = board.clone();
                    after.make(&drawn, mover, stepping);
                    if !test.holds(stepping, &after, turn, usize::from(drawn.to), after.own[mover]) {
                        return Draw::Move(drawn);
                    }
                }
                Draw::Ask
            }
            Self::Longest(inner) => inner.draw_longest(stepping, board, turn, rng),
        }
    }

    /// Draws one of the moves that begin the longest sequences.
    #[inline(never)]
    fn draw_longest(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn, rng: &mut Random) -> Draw {
        let mut found = Found::new();
        if !self.list(stepping, board, turn, &mut found) {
            return Draw::Ask;
        }
        if found.total < 2 {
            return found.all().next().map_or(Draw::Nothing, Draw::Move);
        }
        let mut best: SmallVec<[Drawn; 32]> = SmallVec::new();
        let mut most = 0;
        for drawn in found.all() {
            let Some(length) = stepping.sequence_length(board, turn, &drawn) else { return Draw::Ask };
            if length > most {
                best.clear();
                most = length;
            }
            if length == most {
                best.push(drawn);
            }
        }
        Draw::Move(best[draw_below(rng, best.len() as u32) as usize])
    }

    /// Whether there is any move.
    pub fn can_move(&self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> bool {
        let mover = turn.mover;
        match self {
            Self::If(test, both) => {
                let holds = test.holds(stepping, board, turn, 0, S::EMPTY);
                both[usize::from(!holds)].can_move(stepping, board, turn)
            }
            // Those that come last are there most of the time.
            Self::First(list) => list.iter().rev().any(|play| play.can_move(stepping, board, turn)),
            Self::Sum(items) => Item::any(items, stepping, board, turn),
            Self::Go(_, ends, _) => !board.own[mover].is_empty() && !(board.empty & *ends).is_empty(),
            Self::Take(_, others, unless, _) => {
                let (pieces, _) = others.pieces(stepping, board, turn);
                pieces.sites().any(|site| {
                    let own = board.own[board.owner(site)];
                    !unless.as_ref().is_some_and(|unless| unless.holds(stepping, board, turn, site, own))
                })
            }
            Self::Unless(_, inner) | Self::Longest(inner) => inner.can_move(stepping, board, turn),
        }
    }
}

impl Others {
    /// Their pieces on the board, and whether any of them has some in hand.
    fn pieces<S: SiteSet>(self, stepping: &Stepping<S>, board: &Board<S>, turn: &Turn) -> (S, bool) {
        match self {
            Self::One(whose) => {
                let player = whose.player(turn);
                (board.own[player], board.hands[player] > 0)
            }
            Self::Enemies => {
                let others = (1..=stepping.players).filter(|&player| player != turn.mover);
                others.fold((S::EMPTY, false), |(pieces, held), player| {
                    (pieces | board.own[player], held || board.hands[player] > 0)
                })
            }
        }
    }
}

/// Whether two generators are the same rule, made twice.
fn is_same(one: &MovesFn, other: &MovesFn, rules: &Rules) -> bool {
    match (one, other) {
        (MovesFn::Leaf(one), MovesFn::Leaf(other)) => {
            rules.leaves[usize::from(*one)].leaf == rules.leaves[usize::from(*other)].leaf
        }
        _ => false,
    }
}
