//! Play-outs of games in which a turn is a piece on an empty site that takes the enemy's chains without liberties off the
//! board and has to keep one itself (or to have one before that), or a pass.
//!
//! Chains are followed with the number of their liberties, each counted once for every piece next to it, which is enough to
//! know when the last is gone. Sites are drawn until one is allowed. A pass after a pass is left to the rules.

use super::bare::{is_bare, only_phase, owns_pieces};
use crate::game::{Random, Seat, draw_below};
use crate::lud::ludeme::boolean::{BoolFn, Comparison};
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::{CountFn, IntFn};
use crate::lud::ludeme::meta::Repetition;
use crate::lud::ludeme::moves::{Enclose, Leaf, MovesFn};
use crate::lud::play::context::{Context, Register};
use crate::lud::play::hash::fact;
use crate::lud::play::layout::Plane;
use crate::lud::play::moves::LudMove;
use crate::lud::play::rules::Rules;

/// What a game of this kind needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Surrounding {
    leaf: u16,
    pass: u16,
    /// The component that each player puts down.
    pieces: Vec<u16>,
    /// What each piece taken adds to the score.
    prize: i32,
    /// Whether pieces are taken only after it is asked whether the new one has a liberty, so that taking them gives it none.
    takes_late: bool,
    /// Whether no position may come again.
    no_repeat: bool,
    /// The neighbours of each site, and where they begin.
    neighbours: Vec<u16>,
    starts: Vec<u32>,
}

/// The last piece put down in a play-out so far.
struct Last {
    site: u16,
    mover: u8,
    /// Whether the other player had passed just before.
    after_pass: bool,
}

/// The chains of a position.
#[derive(Debug, Default)]
pub struct Chains {
    /// Whose piece is on each site; 0 where it is empty.
    owner: Vec<u8>,
    /// The site that stands for the chain of each piece.
    head: Vec<u16>,
    /// The next piece of the same chain, in a circle.
    next: Vec<u16>,
    /// How many pieces each chain has, and how many liberties, each counted once for every piece next to it.
    size: Vec<u16>,
    liberties: Vec<u16>,
    /// The empty sites, and where each of them stands among them.
    empty: Vec<u16>,
    place: Vec<u16>,
    /// The pieces taken by the last move, in the order in which the rules take them.
    taken: Vec<u16>,
}

impl Surrounding {
    /// What the play-outs of a game need, where it is of this kind.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<Self> {
        let phase = only_phase(rules)?;
        let (layout, features) = (&rules.layout, &rules.features);
        let kind = layout.default;
        let ends: Vec<_> = rules.end.iter().chain(&phase.end).collect();
        let [EndRule::If(BoolFn::AllPassed, ..)] = &ends[..] else { return None };
        let (history, meta) = (features.history, &rules.meta);
        let remembers_more = features.cycles
            || history.situational
            || history.positional_in_turn
            || history.situational_in_turn
            || history.positional != (meta.no_repeat == Some(Repetition::Positional));
        let other_repeat = meta.no_repeat.is_some() && !history.positional;
        if rules.players != 2 || !layout.plain || !features.light || remembers_more || other_repeat || meta.swap {
            return None;
        }
        let MovesFn::Or(list) = &phase.play else { return None };
        let [MovesFn::Filter(filter), MovesFn::Leaf(pass)] = &list[..] else { return None };
        let MovesFn::Leaf(leaf) = filter.moves() else { return None };
        let node = &rules.leaves[*leaf as usize];
        let Leaf::Add(add) = &node.leaf else { return None };
        let [then] = &node.chain.thens[..] else { return None };
        let MovesFn::Enclose(enclose) = rules.effect(*then) else { return None };
        let passes =
            matches!(&rules.leaves[*pass as usize].leaf, Leaf::Simple(_)) && rules.leaves[*pass as usize].is_pass;
        if !is_bare(node, 1, 0) || !passes || !is_bare(&rules.leaves[*pass as usize], 0, 0) {
            return None;
        }
        let pieces = add.everywhere(kind, rules.players)?;
        let owned = owns_pieces(rules, &pieces);
        let (links, prize) = prize_of(rules, enclose)?;
        if !owned || rules.owners.len() != 3 || !asks_for_liberty(filter.condition()?, links) {
            return None;
        }
        let (mut neighbours, mut starts) = (Vec::new(), vec![0]);
        for site in 0..layout.sites {
            let around = links.steps_from(site)?;
            if around
                .iter()
                .any(|&to| !links.steps_from(usize::from(to)).is_some_and(|back| back.contains(&(site as u16))))
            {
                return None;
            }
            neighbours.extend_from_slice(around);
            starts.push(neighbours.len() as u32);
        }
        let no_repeat = meta.no_repeat.is_some();
        let takes_late = filter.outer() > 0;
        Some(Self { leaf: *leaf, pass: *pass, pieces, prize, takes_late, no_repeat, neighbours, starts })
    }

    #[inline]
    fn around(&self, site: u16) -> &[u16] {
        &self.neighbours[self.starts[site as usize] as usize..self.starts[site as usize + 1] as usize]
    }
}

/// How sites hang together and what a taken piece adds to the score, where pieces are just taken off the board.
fn prize_of<'r>(rules: &Rules, enclose: &'r Enclose) -> Option<(&'r Links, i32)> {
    let kind = rules.layout.default;
    let (links, effect) = enclose.of_enemies(kind)?;
    let removes = |moves: &MovesFn| {
        let MovesFn::Leaf(leaf) = moves else { return false };
        let node = &rules.leaves[*leaf as usize];
        let Leaf::Remove(remove) = &node.leaf else { return false };
        remove.is_at(kind, &IntFn::Register(Register::Between)) && is_bare(node, 0, 1)
    };
    let MovesFn::Or(list) = effect else { return removes(effect).then_some((links, 0)) };
    let [MovesFn::Leaf(score), remove] = &list[..] else { return None };
    let node = &rules.leaves[*score as usize];
    let Leaf::Simple(simple) = &node.leaf else { return None };
    let prize = simple.adds_to_mover()?;
    (removes(remove) && is_bare(node, 0, 1)).then_some((links, prize))
}

/// Whether a condition asks for a liberty of the chain at which the last move went.
fn asks_for_liberty(condition: &BoolFn, links: &Links) -> bool {
    let BoolFn::Compare(Comparison::Greater, sides) = condition else { return false };
    let (IntFn::Count(count), IntFn::Constant(0)) = &**sides else { return false };
    matches!(&**count, CountFn::Liberties(own, IntFn::LastTo, None) if own == links)
}

impl Chains {
    /// Reads the pieces of a position.
    fn read(&mut self, game: &Surrounding, owners: impl Iterator<Item = u8>) {
        self.owner.clear();
        self.owner.extend(owners);
        let sites = self.owner.len();
        self.empty.clear();
        self.head.resize(sites, 0);
        self.next.resize(sites, 0);
        self.size.resize(sites, 0);
        self.liberties.resize(sites, 0);
        self.place.resize(sites, 0);
        for site in 0..sites as u16 {
            if self.owner[site as usize] == 0 {
                self.add_empty(site);
            } else {
                self.found(game, site);
                for &to in game.around(site) {
                    if to < site && self.owner[to as usize] == self.owner[site as usize] {
                        self.join(to, site);
                    }
                }
            }
        }
    }

    fn add_empty(&mut self, site: u16) {
        self.place[site as usize] = self.empty.len() as u16;
        self.empty.push(site);
    }

    /// Makes a piece a chain of its own.
    fn found(&mut self, game: &Surrounding, site: u16) {
        let free = game.around(site).iter().filter(|&&to| self.owner[to as usize] == 0).count();
        self.head[site as usize] = site;
        self.next[site as usize] = site;
        self.size[site as usize] = 1;
        self.liberties[site as usize] = free as u16;
    }

    /// Makes one chain of the chains of two pieces.
    fn join(&mut self, one: u16, other: u16) {
        let (mut large, mut small) = (self.head[one as usize], self.head[other as usize]);
        if large == small {
            return;
        }
        if self.size[large as usize] < self.size[small as usize] {
            std::mem::swap(&mut large, &mut small);
        }
        self.size[large as usize] += self.size[small as usize];
        self.liberties[large as usize] += self.liberties[small as usize];
        let mut at = small;
        loop {
            self.head[at as usize] = large;
            at = self.next[at as usize];
            if at == small {
                break;
            }
        }
        self.next.swap(large as usize, small as usize);
    }

    /// Takes the liberty at a site from the chains around it, or gives it back.
    #[inline]
    fn change_liberties(&mut self, game: &Surrounding, site: u16, change: u16) {
        for &to in game.around(site) {
            if self.owner[to as usize] != 0 {
                let chain = &mut self.liberties[self.head[to as usize] as usize];
                *chain = chain.wrapping_add(change);
            }
        }
    }

    /// Whether a player may put a piece on an empty site, as far as liberties go, and what it changes in the hash; its
    /// liberty is taken from the chains around.
    fn try_piece(&mut self, game: &Surrounding, site: u16, player: u8) -> Option<u64> {
        self.change_liberties(game, site, u16::MAX);
        let mut lives = false;
        let mut hash = fact(Plane::What as u64, usize::from(site), u64::from(game.pieces[player as usize]));
        let around = game.around(site);
        for (index, &to) in around.iter().enumerate() {
            let owner = self.owner[to as usize];
            if owner == 0 {
                lives = true;
                continue;
            }
            let head = self.head[to as usize];
            let is_free = self.liberties[head as usize] > 0;
            if owner == player {
                lives |= is_free;
            } else if !is_free {
                lives |= !game.takes_late;
                let seen = around[..index]
                    .iter()
                    .any(|&seen| self.owner[seen as usize] == owner && self.head[seen as usize] == head);
                if !seen {
                    let what = u64::from(game.pieces[owner as usize]);
                    let mut at = head;
                    loop {
                        hash ^= fact(Plane::What as u64, usize::from(at), what);
                        at = self.next[at as usize];
                        if at == head {
                            break;
                        }
                    }
                }
            }
        }
        lives.then_some(hash)
    }

    /// Puts a piece on a site that was tried before.
    fn put(&mut self, game: &Surrounding, site: u16, player: u8) {
        let place = self.place[site as usize];
        self.empty.swap_remove(usize::from(place));
        if let Some(&moved) = self.empty.get(usize::from(place)) {
            self.place[moved as usize] = place;
        }
        self.owner[site as usize] = player;
        self.found(game, site);
        self.taken.clear();
        for &to in game.around(site) {
            let owner = self.owner[to as usize];
            if owner == player {
                self.join(to, site);
            } else if owner != 0 && self.liberties[self.head[to as usize] as usize] == 0 {
                self.take(game, to);
            }
        }
    }

    /// Takes a chain off the board, as a search from one of its pieces meets it.
    fn take(&mut self, game: &Surrounding, first: u16) {
        let player = self.owner[first as usize];
        let mut next = self.taken.len();
        self.taken.push(first);
        self.owner[first as usize] = 0;
        while let Some(&site) = self.taken.get(next) {
            next += 1;
            self.add_empty(site);
            for &to in game.around(site) {
                let owner = self.owner[to as usize];
                if owner == player {
                    self.owner[to as usize] = 0;
                    self.taken.push(to);
                } else if owner != 0 {
                    self.liberties[self.head[to as usize] as usize] += 1;
                }
            }
        }
    }
}

/// Longer games than this are rare.
const USUAL_PLIES: usize = 1024;

impl Context<'_> {
    /// Plays at random up to the next pass, as long as `most` plies are not reached; returns the number of plies, and the
    /// pass.
    pub(super) fn surround_at_random(
        &mut self,
        game: &Surrounding,
        most: u32,
        rng: &mut Random,
        mut trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> (u32, Option<LudMove>) {
        if !self.takes_turns() || self.state.moves_this_turn != 0 || self.state.mover == self.state.prev {
            return (0, None);
        }
        let rules = self.rules;
        let layout = &rules.layout;
        let mut chains = std::mem::take(&mut self.scratch.shortcut.chains);
        let owner = |site| rules.owners[self.state.what(layout, site)];
        chains.read(game, (0..layout.sites).map(owner));
        // Room for the largest chain and for most games, so that a longer one than before need not ask for it.
        chains.taken.reserve(layout.sites);
        if game.no_repeat {
            self.state.memory_mut().history.reserve(USUAL_PLIES);
        }
        let mut position = self.state.position_hash();
        let mut plies = 0;
        let mut last: Option<Last> = None;
        // Whether the last ply is a pass, which is made by the rules where no piece comes after it.
        let mut passed = false;
        let mut stop = false;
        'plies: while plies < most {
            let mover = if plies % 2 == 0 { self.state.mover } else { self.state.next };
            let mut left = chains.empty.len();
            let site = loop {
                let drawn = draw_below(rng, left as u32 + 1) as usize;
                if drawn == left {
                    stop = passed || last.is_none();
                    if stop {
                        break 'plies;
                    }
                    break None;
                }
                let site = chains.empty[drawn];
                let change = chains.try_piece(game, site, mover);
                let is_new = |hash: u64| !game.no_repeat || !self.state.memory().history.contains(&(position ^ hash));
                if let Some(hash) = change.filter(|&hash| is_new(hash)) {
                    position ^= hash;
                    break Some(site);
                }
                chains.change_liberties(game, site, 1);
                // Sites that were drawn in vain stand behind those not drawn yet.
                left -= 1;
                let other = chains.empty[left];
                chains.empty.swap(drawn, left);
                (chains.place[site as usize], chains.place[other as usize]) = (left as u16, drawn as u16);
            };
            if let Some(trace) = trace.as_deref_mut() {
                let chosen =
                    site.map_or_else(|| self.bind(game.pass, -1, -1, &[]), |site| self.put_on(game, site, mover));
                trace.push((Seat(self.state.seat[usize::from(mover)] - 1), chosen));
            }
            plies += 1;
            let Some(site) = site else {
                passed = true;
                continue;
            };
            chains.put(game, site, mover);
            let what = usize::from(game.pieces[usize::from(mover)]);
            self.state.exchange(layout, &rules.owners, usize::from(site), what);
            for &taken in &chains.taken {
                self.state.exchange(layout, &rules.owners, usize::from(taken), 0);
            }
            self.state.score[usize::from(mover)] += chains.taken.len() as i32 * game.prize;
            if game.no_repeat {
                let history = &mut self.state.memory_mut().history;
                if passed {
                    // The position that the pass left as it was.
                    history.extend(history.last().copied());
                }
                history.push(position);
            }
            last = Some(Last { site, mover, after_pass: std::mem::take(&mut passed) });
        }
        if let Some(Last { site, mover: by, after_pass }) = last {
            let chosen = self.put_on(game, site, by);
            self.note_turns(plies - u32::from(passed), 1, chosen, usize::from(by));
            if after_pass {
                let other = self.state.mover;
                self.state.passed |= 1 << other;
                self.state.passed_turns = 1;
            }
            if let Some(&noted) = chains.taken.last() {
                let (last, noted) = (&mut self.state.last, i32::from(noted));
                (last.from_noted, last.to_noted, last.from_after, last.to_after) = (noted, noted, noted, noted);
            }
            if let Some(memory) = self.state.memory.as_deref_mut() {
                memory.decided = -1;
            }
        }
        self.scratch.shortcut.chains = chains;
        let pass = self.bind(game.pass, -1, -1, &[]);
        if passed {
            self.apply(pass);
        }
        (plies, stop.then_some(pass))
    }

    /// A player's move onto a site.
    fn put_on(&self, game: &Surrounding, site: u16, player: u8) -> LudMove {
        let site = i32::from(site);
        self.bind(game.leaf, site, site, &[i32::from(game.pieces[usize::from(player)])])
    }
}
