//! From the resolved tree of a description to compiled [`Rules`].
//!
//! Each family of ludemes compiles itself (see [`ludeme`](super::ludeme)); this room holds what they share: the equipment
//! known so far, the chain of iterators and consequences around the ludeme at hand, and the errors.

mod equipment;
mod error;
mod features;
mod game;
mod places;

pub use error::CompileError;
pub use game::compile;
pub(crate) use game::walk;

use super::board::{RelationType, SiteType};
use super::ludeme::boolean::BoolFn;
use super::ludeme::int::{Distances, IntFn};
use super::ludeme::moves::{Leaf, MovesFn, Simple};
use super::ludeme::region::RegionFn;
use super::play::action::EffectId;
use super::play::context::{Context, Register, Scratch};
use super::play::layout::Layout;
use super::play::moves::{BINDS, LudMove};
use super::play::recall::Recall;
use super::play::rules::{LeafNode, Plain, Rules};
use super::play::sink::Chain;
use super::play::state::State;
use super::tree::{Call, Value};
use std::cell::RefCell;
use std::sync::Arc;

/// The result of compiling something.
pub type Compiled<T> = Result<T, CompileError>;

/// Something around a ludeme that the moves made inside it must carry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Link {
    /// An iterator that sets a register.
    Captures(Register),
    /// A consequence of every move.
    Then(EffectId),
    /// An effect carried out before every move.
    Prior(EffectId),
    /// An effect worked out with every move and carried out after its own actions.
    Suffix(EffectId),
}

/// What is known while a game is compiled.
#[derive(Debug)]
pub struct Compiler {
    /// The rules so far: equipment first, then what refers to it.
    pub rules: Rules,
    /// What surrounds the ludeme at hand, outermost first.
    pub chain: Vec<Link>,
    /// Generators of the components as written, by component index.
    pub piece_generators: Vec<Option<Call>>,
    /// How deep piece generators are nested in each other.
    pub piece_depth: usize,
    /// Whether the moves at hand are choices of a player.
    pub decision: bool,
    /// Names of the phases.
    pub phase_names: Vec<String>,
    /// How many ludemes draw lots.
    pub draws: u64,
    /// Functions whose answers are looked up, by a hash of their text.
    pub recalls: Vec<(u64, Recall)>,
    /// Distances that were measured, by what they are between.
    distances: Vec<(SiteType, RelationType, Arc<Distances>)>,
    /// Owner and faces of each die, in order.
    pub dice_faces: Vec<(u8, Vec<i16>)>,
    /// What [`Compiler::on_empty_board`] works on, kept from question to question, with the layout that it is for.
    empty_board: RefCell<Option<Box<(Layout, State, Scratch)>>>,
}

impl Compiler {
    /// An error about a ludeme that is not supported.
    #[must_use]
    pub fn unsupported(&self, call: &Call) -> CompileError {
        CompileError::unsupported(call)
    }

    /// The steps between all sites of a type, measured once.
    pub fn distances(&mut self, kind: SiteType, relation: RelationType) -> Arc<Distances> {
        let known = self.distances.iter().find(|known| (known.0, known.1) == (kind, relation));
        if let Some((.., distances)) = known {
            return distances.clone();
        }
        let distances = Arc::new(Distances::measure(&self.rules.topology, kind, relation));
        self.distances.push((kind, relation, distances.clone()));
        distances
    }

    /// Compiles what is inside `link`.
    pub fn inside<T>(&mut self, link: Link, inner: impl FnOnce(&mut Self) -> Compiled<T>) -> Compiled<T> {
        self.chain.push(link);
        let result = inner(self);
        self.chain.pop();
        result
    }

    /// Compiles `inner` so that its moves carry the `then` of `call`, where there is one.
    pub fn with_then<T>(&mut self, call: &Call, inner: impl FnOnce(&mut Self) -> Compiled<T>) -> Compiled<T> {
        match call.get("then") {
            Value::Empty => inner(self),
            Value::Call(then) => {
                let effect = self.effect(then.get("moves"))?;
                self.inside(Link::Then(effect), inner)
            }
            _ => Err(self.unsupported(call)),
        }
    }

    /// Compiles moves that are carried out as an effect, and registers them.
    pub fn effect(&mut self, value: &Value) -> Compiled<EffectId> {
        let chain = std::mem::take(&mut self.chain);
        let decision = std::mem::replace(&mut self.decision, false);
        let moves = self.moves(value);
        self.chain = chain;
        self.decision = decision;
        let id = EffectId(u16::try_from(self.rules.effects.len()).expect("a description has fewer effects"));
        self.rules.effects.push(moves?);
        Ok(id)
    }

    /// Registers a single rule as an effect.
    pub fn effect_leaf(&mut self, call: &Call, leaf: Leaf) -> Compiled<EffectId> {
        let chain = std::mem::take(&mut self.chain);
        let decision = std::mem::replace(&mut self.decision, false);
        let moves = self.leaf(call, leaf, 0);
        self.chain = chain;
        self.decision = decision;
        let id = EffectId(u16::try_from(self.rules.effects.len()).expect("a description has fewer effects"));
        self.rules.effects.push(moves?);
        Ok(id)
    }

    /// The effect inside an `apply` (the slot `effect` of `to`, `between` …) and its condition.
    pub fn apply_effect(&mut self, value: &Value) -> Compiled<(Option<EffectId>, Option<BoolFn>)> {
        let Value::Call(apply) = value else { return Ok((None, None)) };
        let condition = self.opt_bool(apply.get("If"))?;
        let effect = match apply.get("effect") {
            Value::Empty => None,
            effect => Some(self.effect(effect)?),
        };
        Ok((effect, condition))
    }

    /// Registers a rule that makes moves, inside the chain at hand. `own` binds are the rule's own.
    pub fn leaf(&mut self, call: &Call, leaf: Leaf, own: usize) -> Compiled<MovesFn> {
        self.leaf_setting(call, leaf, own, &[])
    }

    /// As [`Compiler::leaf`], for a rule that sets the registers `sets` itself when its moves are worked out, so that its
    /// moves need not carry them.
    pub fn leaf_setting(&mut self, call: &Call, leaf: Leaf, own: usize, sets: &[Register]) -> Compiled<MovesFn> {
        let mut chain = Chain { own, ..Chain::default() };
        // What comes before the move may read any register.
        let sets = if self.priors_around() > 0 { &[] } else { sets };
        for link in &self.chain {
            match *link {
                Link::Captures(register) => {
                    if !chain.captured.contains(&register) && !sets.contains(&register) {
                        chain.captured.push(register);
                    }
                }
                Link::Then(effect) => chain.thens.insert(0, effect),
                Link::Prior(effect) => chain.priors.push(effect),
                Link::Suffix(effect) => chain.suffixes.insert(0, effect),
            }
        }
        if own + chain.captured.len() > BINDS {
            self.pair_captured(&mut chain);
        }
        // Effects are worked out on the spot, with all registers as they are.
        if own + chain.captured.len() + chain.paired.len().div_ceil(2) > BINDS && self.decision {
            return Err(CompileError::new(call, "a move would have to carry too many iteration variables".to_owned()));
        }
        let id = u16::try_from(self.rules.leaves.len()).expect("a description has fewer rules");
        let is_pass = leaf.sites(&self.rules, LudMove::NONE).is_pass;
        let moves_again = matches!(&leaf, Leaf::Simple(simple) if matches!(**simple, Simple::MoveAgain))
            && chain.thens.is_empty()
            && chain.suffixes.is_empty();
        let (one_number, stacking) = (self.rules.layout.plain, self.rules.features.stacking);
        let alone = chain.priors.is_empty() && chain.suffixes.is_empty() && !chain.captured.contains(&Register::Acting);
        let plain = match leaf.plain() {
            Plain::Select if alone => Plain::Select,
            _ if stacking || !alone => Plain::No,
            Plain::Overwrite | Plain::Jump if !one_number => Plain::No,
            plain => plain,
        };
        let is_decision = call.name() == "Move";
        let chooses_low = leaf.chooses_low(&self.rules);
        let alike = |known: &LeafNode| known.chooses_low && known.leaf == leaf;
        let first = if chooses_low { self.rules.leaves.iter().position(alike) } else { None };
        let chooses_as = first.map_or(id, |first| first as u16);
        let node =
            LeafNode { leaf, chain, is_decision, is_pass, moves_again, plain, chooses_low, chooses_as, lone: None };
        self.rules.leaves.push(node);
        Ok(MovesFn::Leaf(id))
    }

    /// Lets captured registers whose values fit into a byte share binds.
    fn pair_captured(&self, chain: &mut Chain) {
        // A bit for each die has to fit as well.
        let few_dice = self.rules.dice.iter().all(|set| set.dice.len() < 8);
        let is_small = |register: &Register| match register {
            Register::Level | Register::Player | Register::Acting | Register::Track => true,
            Register::Pips | Register::Die => few_dice,
            _ => false,
        };
        chain.paired = chain.captured.iter().copied().filter(is_small).collect();
        chain.captured.retain(|register| !is_small(register));
    }

    /// How many effects the rules around the ludeme at hand carry out before its moves.
    #[must_use]
    pub fn priors_around(&self) -> usize {
        self.chain.iter().filter(|link| matches!(link, Link::Prior(_))).count()
    }

    /// How many consequences the rules around the ludeme at hand attach to its moves.
    #[must_use]
    pub fn thens_around(&self) -> usize {
        self.chain.iter().filter(|link| matches!(link, Link::Then(_))).count()
    }

    /// The only neutral component, where there is just one.
    #[must_use]
    pub fn only_neutral(&self) -> Option<i32> {
        let mut neutral = (1..self.rules.owners.len()).filter(|&what| self.rules.owners[what] == 0);
        let only = neutral.next()?;
        neutral.next().is_none().then_some(only as i32)
    }

    /// The consequences that the rules around the ludeme at hand attach to its moves, innermost first.
    #[must_use]
    pub fn consequences_around(&self) -> Vec<EffectId> {
        self.chain
            .iter()
            .rev()
            .filter_map(|link| if let Link::Then(effect) = link { Some(*effect) } else { None })
            .collect()
    }

    /// A site type slot, or the game's default.
    pub fn site_type(&self, value: &Value) -> SiteType {
        match value.constant() {
            Some("Cell") => SiteType::Cell,
            Some("Vertex") => SiteType::Vertex,
            Some("Edge") => SiteType::Edge,
            _ => self.rules.default_type(),
        }
    }

    /// Moves in a slot.
    pub fn moves(&mut self, value: &Value) -> Compiled<MovesFn> {
        match value {
            Value::Call(call) => MovesFn::compile(self, call),
            Value::Array(list) => {
                Ok(MovesFn::Or(list.iter().map(|item| self.moves(item)).collect::<Compiled<Vec<_>>>()?))
            }
            _ => Err(CompileError::shape(value, "moves")),
        }
    }

    /// Moves in a slot that are only asked about, never played: nothing follows them, but they see the iterators around.
    pub fn probe(&mut self, value: &Value) -> Compiled<MovesFn> {
        let chain = std::mem::take(&mut self.chain);
        self.chain.extend(chain.iter().filter(|link| matches!(link, Link::Captures(_))));
        let decision = std::mem::replace(&mut self.decision, false);
        let moves = self.moves(value);
        self.chain = chain;
        self.decision = decision;
        moves
    }

    /// For each owner, the first component whose name contains a text; 0 where there is none.
    #[must_use]
    pub fn components_by_owner(&self, name: &str) -> Vec<i32> {
        let components = &self.rules.components;
        let first = |owner: usize| {
            let fits =
                |what: &usize| usize::from(components[*what].owner) == owner && components[*what].name.contains(name);
            (1..components.len()).find(fits).map_or(0, |what| what as i32)
        };
        (0..self.rules.players + 2).map(first).collect()
    }

    /// A number that tells the draws of one ludeme from those of others.
    pub fn draw_id(&mut self) -> u64 {
        self.draws += 1;
        self.draws << 16
    }

    /// Evaluates something that does not depend on the position.
    pub fn on_empty_board<T>(&self, eval: impl FnOnce(&mut Context<'_>) -> T) -> T {
        let kept = self.empty_board.take().filter(|kept| kept.0 == self.rules.layout);
        let mut board = kept.unwrap_or_else(|| {
            let state = State::empty(&self.rules.layout, self.rules.players, false);
            Box::new((self.rules.layout.clone(), state, Scratch::default()))
        });
        let (_, state, scratch) = &mut *board;
        let result = eval(&mut Context::new(&self.rules, state, scratch));
        self.empty_board.replace(Some(board));
        result
    }

    /// An int function in a slot.
    pub fn int(&mut self, value: &Value) -> Compiled<IntFn> {
        IntFn::compile(self, value)
    }

    /// An int function in a slot that may be empty.
    pub fn opt_int(&mut self, value: &Value) -> Compiled<Option<IntFn>> {
        if value.is_empty() { Ok(None) } else { self.int(value).map(Some) }
    }

    /// An int function in a slot, or a default.
    pub fn int_or(&mut self, value: &Value, default: IntFn) -> Compiled<IntFn> {
        Ok(self.opt_int(value)?.unwrap_or(default))
    }

    /// A boolean function in a slot.
    pub fn bool(&mut self, value: &Value) -> Compiled<BoolFn> {
        BoolFn::compile(self, value)
    }

    /// A boolean function in a slot that may be empty.
    pub fn opt_bool(&mut self, value: &Value) -> Compiled<Option<BoolFn>> {
        if value.is_empty() { Ok(None) } else { self.bool(value).map(Some) }
    }

    /// A region function in a slot.
    pub fn region(&mut self, value: &Value) -> Compiled<RegionFn> {
        RegionFn::compile(self, value)
    }

    /// A region function in a slot that may be empty.
    pub fn opt_region(&mut self, value: &Value) -> Compiled<Option<RegionFn>> {
        if value.is_empty() { Ok(None) } else { self.region(value).map(Some) }
    }

    /// The player that a role (constant) or a `(player …)` names, from the first of the slots that is filled.
    pub fn player(&mut self, call: &Call, slots: &[&str]) -> Compiled<Option<IntFn>> {
        for slot in slots {
            match call.get(slot) {
                Value::Empty => {}
                Value::Constant(_, role) => return IntFn::role(self, role).map(Some),
                Value::Call(inner) if inner.name() == "Player" => return self.int(inner.get("index")).map(Some),
                value => return self.int(value).map(Some),
            }
        }
        Ok(None)
    }

    /// Number of a named variable, made on first use.
    pub fn variable(&mut self, name: &str) -> u16 {
        self.rules.features.memory = true;
        intern(&mut self.rules.names.variables, name)
    }

    /// Number of a list of remembered values, made on first use.
    pub fn remembered(&mut self, name: &str) -> u16 {
        self.rules.features.memory = true;
        intern(&mut self.rules.names.remembered, name)
    }

    /// Number of a proposition that players vote on, made on first use.
    pub fn proposition(&mut self, name: &str) -> u16 {
        self.rules.features.memory = true;
        intern(&mut self.rules.names.propositions, name)
    }

    /// Number of an event, made on first use.
    pub fn event(&mut self, name: &str) -> u16 {
        self.rules.features.memory = true;
        intern(&mut self.rules.names.events, name)
    }
}

fn intern(names: &mut Vec<String>, name: &str) -> u16 {
    let index = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    index as u16
}
