//! A compiled game: everything that its description says, ready to be played.

use super::action::EffectId;
use super::bits::Bits;
use super::layout::Layout;
use super::sink::Chain;
use crate::lud::board::{AbsoluteDirection, SiteType, Topology, Track};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::int::{CountFn, IntFn};
use crate::lud::ludeme::meta::Meta;
use crate::lud::ludeme::moves::{Leaf, MovesFn, Threats};
use crate::lud::ludeme::puzzle::Puzzle;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::ludeme::start::StartRule;

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Component {
    /// Name with the owner's number, as Ludii makes it.
    pub name: String,
    /// Owner: 0 neutral, players + 1 shared.
    pub owner: u8,
    /// Where it faces, where the description says so.
    pub facing: Option<AbsoluteDirection>,
    /// Highest local state, count, and value that the description announces.
    pub max_state: Option<i32>,
    /// See `max_state`.
    pub max_count: Option<i32>,
    /// See `max_state`.
    pub max_value: Option<i32>,
    /// What `flip` exchanges, local state for local state.
    pub flips: Option<(i32, i32)>,
    /// Pips on each face, where it is a die.
    pub faces: Vec<i16>,
}

/// What a container is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContainerKind {
    /// The board.
    Board,
    /// A hand of a player.
    Hand,
    /// Dice.
    Dice,
}

/// The board, a hand, or dice.
#[derive(Debug, Clone, PartialEq)]
pub struct Container {
    /// What it is.
    pub kind: ContainerKind,
    /// Its name (`Board`, `Hand1` …).
    pub name: String,
    /// Owner.
    pub owner: u8,
    /// Number of its first site.
    pub first: i32,
    /// How many sites it has.
    pub sites: i32,
}

/// Dice that are thrown together: one container of them.
#[derive(Debug, Clone, PartialEq)]
pub struct DiceSet {
    /// Index of the container.
    pub container: usize,
    /// Number of the first of its dice among all dice of the game, as [`State::dice`](super::state::State::dice) has them.
    pub first: usize,
    /// Component of each die.
    pub dice: Vec<u16>,
    /// Number of faces that the container announces.
    pub faces: i32,
}

/// A map of the equipment: numbers to numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct NumberMap {
    /// Its name.
    pub name: String,
    /// Key and value, ascending by key.
    pub pairs: Vec<(i32, i32)>,
}

impl NumberMap {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: i32) -> Option<i32> {
        self.pairs.binary_search_by_key(&key, |pair| pair.0).ok().map(|index| self.pairs[index].1)
    }
}

/// Sites that the description names or gives to a player.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedRegion {
    /// Its name.
    pub name: String,
    /// Owner where it has one (players + 1 for all).
    pub owner: Option<u8>,
    /// The sites.
    pub sites: Vec<RegionFn>,
    /// Kinds of parts of the board that it stands for (`Rows`, `Sides` …), where it is given by them.
    pub kinds: Vec<&'static str>,
}

/// When a phase gives way to another.
#[derive(Debug, Clone, PartialEq)]
pub struct NextPhase {
    /// For whom: a player, or players + 1 for everyone.
    pub who: IntFn,
    /// When.
    pub when: BoolFn,
    /// Which phase; the one after the mover's where none is named.
    pub to: Option<u8>,
}

/// A phase of the game.
#[derive(Debug, Clone, PartialEq)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// Whose phase it is; players + 1 for everyone.
    pub owner: u8,
    /// The moves in it.
    pub play: MovesFn,
    /// Whether it has end rules of its own.
    pub has_end: bool,
    /// Ends that hold only in it.
    pub end: Vec<EndRule>,
    /// Ways out of it.
    pub next: Vec<NextPhase>,
    /// From where each player reaches which sites in it, where that is known and rules ask about threats; index 0 unused.
    pub threats: Vec<Option<Threats>>,
}

/// What the actions of a rule come down to, where that is simple enough to be done at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Plain {
    /// Its actions have to be worked out.
    #[default]
    No,
    /// A piece goes from one site to another.
    Move,
    /// As `Move`, and what is on the other site is removed first.
    Capture,
    /// As `Move`, and what is on the other site is removed first on some condition, which makes no difference where a site
    /// holds nothing but a component.
    Overwrite,
    /// As `Overwrite`, and what stands on the site jumped over is removed.
    Jump,
    /// A piece, the first of its own numbers, is put on an empty site.
    Add,
    /// A site is emptied.
    Remove,
    /// Sites are chosen and nothing changes.
    Select,
}

/// A rule that makes moves, with what surrounds it.
#[derive(Debug, Clone, PartialEq)]
pub struct LeafNode {
    /// The rule.
    pub leaf: Leaf,
    /// What surrounds it.
    pub chain: Chain,
    /// Whether its moves are choices of a player (rather than effects).
    pub is_decision: bool,
    /// Whether its moves are passes.
    pub is_pass: bool,
    /// Whether it is an effect that lets the mover move again, and nothing else.
    pub moves_again: bool,
    /// What it comes down to.
    pub plain: Plain,
    /// Whether each of its moves is a choice of one site, and those are found at once and below 64.
    pub chooses_low: bool,
    /// The first rule that is the same but for what surrounds it, so that both choose among the same sites where those are below
    /// 64; itself where there is none before it.
    pub chooses_as: u16,
    /// What its moves do besides, where they touch no other piece on the board; known where rules ask about threats.
    pub lone: Option<Lone>,
}

/// What a move does besides taking one piece of the board to another site, in place of what stands there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Lone {
    /// Whether it may name who moves next.
    pub moves_again: bool,
    /// Where it adds pieces, which touches no other piece as long as that is in a hand.
    pub hands: Vec<IntFn>,
    /// The components that the piece may turn into.
    pub makes: Vec<usize>,
}

/// Which earlier positions are remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "Ludii's four independent flags")]
pub struct History {
    /// Positions at which a turn began.
    pub positional: bool,
    /// Positions of this turn.
    pub positional_in_turn: bool,
    /// Positions with who is to move, at which a turn began.
    pub situational: bool,
    /// Positions with who is to move, of this turn.
    pub situational_in_turn: bool,
}

/// What the rules use, which decides what a state keeps and how a move is applied.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Features {
    /// Several pieces of one kind on a site, counted.
    pub counts: bool,
    /// Stacks.
    pub stacking: bool,
    /// Scores are kept.
    pub scores: bool,
    /// Chance.
    pub stochastic: bool,
    /// Chance in the start rules.
    pub random_start: bool,
    /// Chance in play besides dice.
    pub random_choices: bool,
    /// State needs its memory.
    pub memory: bool,
    /// Captures at the end of a turn.
    pub deferred_removal: bool,
    /// Visited sites are kept.
    pub visited: bool,
    /// The description itself says what happens when all pass (or dice decide), so that the general rule is off.
    pub no_all_pass_draw: bool,
    /// Positions are remembered for `is Cycle`.
    pub cycles: bool,
    /// Positions are remembered for `no Repeat` and `is Repeat`.
    pub history: History,
    /// The rules ask which sites the last move jumped over.
    pub last_between: bool,
    /// The rules ask where all actions of the last move went.
    pub last_tos: bool,
    /// The rules ask where components stood at the start.
    pub start_sites: bool,
    /// Owners differ from the component's.
    pub owners_change: bool,
    /// The rules ask whether a piece is threatened.
    pub threats: bool,
    /// Players are in teams.
    pub teams: bool,
    /// There are no stacks, and a move does nothing but what its rule says.
    pub light: bool,
    /// The end rules ask whether the next player has a move, and no other rule asks about that, or about what changes with the
    /// turn but the players and the phase.
    pub asks_next_only_at_end: bool,
    /// Chance decides nothing but the start and what follows upon moves, and no moves are tried out with what follows.
    pub chance_only_follows: bool,
    /// A rule goes through all tracks.
    pub iterates_tracks: bool,
    /// A track meets a site more than once, so that a piece's place on it is more than its site.
    pub hidden_places: bool,
    /// How far the rules tell numbers apart that grow with every move.
    pub running: Running,
}

/// From which value on the rules do not tell numbers apart that grow with every move: 0 where they never ask for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Running {
    /// Moves made.
    pub moves: i32,
    /// Turns.
    pub turns: i32,
    /// The counter.
    pub counter: i32,
    /// Moves in the turn at hand, which never ends where there is one player.
    pub in_turn: i32,
}

impl Running {
    /// Takes back that one of them is told from all its other values, where it is compared with a number only; `before` is
    /// what was known before the two sides were compiled.
    pub fn note_comparison(&mut self, before: Self, left: &IntFn, right: &IntFn) {
        let (number, value) = match (left.constant(), right.constant()) {
            (None, Some(value)) => (left, value),
            (Some(value), None) => (right, value),
            _ => return,
        };
        let above = value.saturating_add(1);
        *self = match number {
            IntFn::Counter => Self { counter: before.counter.max(above), ..before },
            IntFn::Count(count) if **count == CountFn::Moves => Self { moves: before.moves.max(above), ..before },
            IntFn::Count(count) if **count == CountFn::Turns => Self { turns: before.turns.max(above), ..before },
            IntFn::Count(count) if **count == CountFn::MovesThisTurn => {
                Self { in_turn: before.in_turn.max(above), ..before }
            }
            _ => return,
        };
    }
}

impl Features {
    /// Whether earlier positions are remembered at all.
    #[must_use]
    pub fn remembers_positions(&self) -> bool {
        let history = self.history;
        self.cycles
            || history.positional
            || history.situational
            || history.positional_in_turn
            || history.situational_in_turn
    }
}

/// A compiled game.
#[derive(Debug, Clone, PartialEq)]
pub struct Rules {
    /// Its name.
    pub name: String,
    /// Number of players.
    pub players: usize,
    /// Where each player faces, where the description says so; index 0 unused.
    pub facing: Vec<Option<AbsoluteDirection>>,
    /// The board.
    pub topology: Topology,
    /// How a state is laid out.
    pub layout: Layout,
    /// Components; index 0 is the empty site.
    pub components: Vec<Component>,
    /// Owner of each component, for speed.
    pub owners: Vec<u8>,
    /// Containers: the board first.
    pub containers: Vec<Container>,
    /// Dice.
    pub dice: Vec<DiceSet>,
    /// Maps.
    pub maps: Vec<NumberMap>,
    /// Tracks, in the order in which the board lists them.
    pub tracks: Vec<Track>,
    /// How many stops the tracks before each have.
    pub track_starts: Vec<usize>,
    /// Regions.
    pub regions: Vec<NamedRegion>,
    /// Meta rules.
    pub meta: Meta,
    /// Start rules in order.
    pub start: Vec<StartRule>,
    /// Phases; one where the description has none.
    pub phases: Vec<Phase>,
    /// Whether there are ends that hold always.
    pub has_end: bool,
    /// Ends that hold always.
    pub end: Vec<EndRule>,
    /// All rules that make moves.
    pub leaves: Vec<LeafNode>,
    /// All effects.
    pub effects: Vec<MovesFn>,
    /// What the rules use.
    pub features: Features,
    /// Names of variables, remembered lists, events, votes: index by number.
    pub names: Names,
    /// What the game knows as a deduction puzzle.
    pub puzzle: Option<Puzzle>,
    /// Most moves before the game is drawn.
    pub max_moves: u32,
}

/// Names that the rules use for what they remember, in order of appearance.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Names {
    /// Variables.
    pub variables: Vec<String>,
    /// Remembered lists; the unnamed one is the empty name.
    pub remembered: Vec<String>,
    /// Events.
    pub events: Vec<String>,
    /// Propositions that players vote on.
    pub propositions: Vec<String>,
}

impl Rules {
    /// The type that sites have where a ludeme does not say.
    #[must_use]
    pub fn default_type(&self) -> SiteType {
        self.layout.default
    }

    /// All sites of the board, of a type.
    #[must_use]
    pub fn board_sites(&self, kind: SiteType) -> Bits {
        Bits::full(self.topology.count(kind))
    }

    /// The component with exactly this name.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<usize> {
        self.components.iter().skip(1).position(|component| component.name == name).map(|index| index + 1)
    }

    /// The effect with this index.
    #[must_use]
    pub fn effect(&self, id: EffectId) -> &MovesFn {
        &self.effects[id.0 as usize]
    }

    /// Index of the container that holds a cell site.
    #[must_use]
    pub fn container_of(&self, site: i32) -> usize {
        if site < self.layout.board as i32 {
            return 0;
        }
        self.containers
            .iter()
            .position(|container| {
                site >= container.first
                    && site < container.first + container.sites
                    && container.kind != ContainerKind::Board
            })
            .unwrap_or(0)
    }
}
