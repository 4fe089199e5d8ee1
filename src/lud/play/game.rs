//! A compiled game as a game of the contract.

use super::ahead::can_be_drawn;
use super::canonical;
use super::context::{Context, Scratch};
use super::drawing;
use super::known::{Known, is_small};
use super::layout::Plane;
use super::measure;
use super::moves::LudMove;
use super::rules::Rules;
use super::shortcut::Shortcut;
use super::state::State;
use super::texts::Texts;
use crate::game::{
    Drawing, Game, GameInfo, Guide, Mark, Measure, Playout, PlayoutLimit, Random, Seat, Turn, Utilities,
};
use crate::lud::board::SiteType;
use crate::lud::compile::{CompileError, compile};
use crate::lud::tree::Call;
use rand::Rng;
use std::fmt::Write;
use std::sync::OnceLock;

/// A game compiled from a description.
#[derive(Debug)]
pub struct LudGame {
    rules: Rules,
    pub(super) shortcut: Option<Shortcut>,
    /// Whether the end rules may draw the move after the one at hand in play-outs.
    pub(super) draws_ahead: bool,
    /// Whether play-outs come through the same positions so often that they are kept.
    pub(super) keeps_positions: bool,
    info: GameInfo,
    texts: Texts,
    /// The start position but for chance, once one was asked for, where the start rules leave nothing to chance.
    opening: OnceLock<State>,
}

impl LudGame {
    /// Compiles a resolved description. `rules_hash` names the exact description.
    ///
    /// # Errors
    /// When it uses a ludeme that the engine does not support.
    pub fn new(tree: &Call, rules_hash: u64) -> Result<Self, CompileError> {
        let rules = compile(tree)?;
        let outcomes = match rules.players {
            2 => vec![-1.0, 0.0, 1.0],
            1 => vec![-1.0, 1.0],
            _ => Vec::new(),
        };
        let info = GameInfo {
            name: rules.name.clone(),
            seats: rules.players,
            stochastic: rules.features.stochastic,
            simultaneous: false,
            max_plies: Some(rules.max_moves),
            outcomes,
            rules_hash,
        };
        let shortcut = Shortcut::of(&rules);
        let draws_ahead = shortcut.is_none() && can_be_drawn(&rules);
        let (texts, opening) = (Texts::default(), OnceLock::new());
        let mut game = Self { rules, shortcut, draws_ahead, keeps_positions: false, info, texts, opening };
        game.keeps_positions = is_small(&game.rules, game.shortcut.as_ref(), || game.opening(&mut game.workspace()));
        Ok(game)
    }

    /// Changes the number of moves after which the game is drawn, where who plays it has chosen another.
    pub fn set_move_limit(&mut self, moves: u32) {
        self.rules.max_moves = moves;
        self.info.max_plies = Some(moves);
    }

    /// Whether play-outs may keep the positions through which they come.
    #[must_use]
    pub fn keeps_positions(&self) -> bool {
        self.keeps_positions
    }

    /// Lets play-outs keep no positions, where each of them has to be played anew.
    pub fn keep_no_positions(&mut self) {
        self.keeps_positions = false;
    }

    /// The position after the start rules, before dice are drawn for the first roll.
    fn after_start_rules(&self, workspace: &mut Workspace, chance: u64) -> State {
        let mut state = self.rules.initial_state();
        state.chance = chance;
        Context::new(&self.rules, &mut state, &mut workspace.scratch).start();
        state
    }

    /// The same where it is always the same.
    fn opening(&self, workspace: &mut Workspace) -> &State {
        self.opening.get_or_init(|| self.after_start_rules(workspace, 0))
    }

    /// The compiled rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The shape of the rules by which play-outs go without asking them, where it is a known one.
    #[must_use]
    pub fn shortcut(&self) -> Option<&'static str> {
        self.shortcut.as_ref().map(Shortcut::name)
    }

    /// Replaces the contents of all sites by those of a canonical text, as where chance decides the start.
    pub fn set_contents(&self, state: &mut State, text: &str, workspace: &mut Workspace) {
        let mut context = Context::new(&self.rules, state, &mut workspace.scratch);
        for flat in 0..self.rules.layout.sites {
            if self.rules.features.stacking {
                context.stack_clear(flat);
            } else {
                context.clear(flat);
            }
        }
        for word in text.split(' ') {
            let Some((site, content)) = word.split_once('=') else { continue };
            let kind = match site.as_bytes().first() {
                Some(b'C') => SiteType::Cell,
                Some(b'E') => SiteType::Edge,
                Some(b'V') => SiteType::Vertex,
                _ => continue,
            };
            let Ok(site) = site[1..].parse::<i32>() else { continue };
            for piece in content.split('/') {
                context.set_content(kind, site, piece);
            }
        }
    }

    /// The key of a move as recorded trials write it: `pass`, `swap`, or from and to with their types and levels.
    #[must_use]
    pub fn key(&self, state: &State, chosen: LudMove) -> String {
        match chosen {
            LudMove::FORCED_PASS => return "pass".to_owned(),
            LudMove::SWAP => return "swap".to_owned(),
            _ => {}
        }
        let node = &self.rules.leaves[chosen.leaf as usize];
        let sites = node.leaf.sites(&self.rules, chosen);
        if sites.is_pass {
            return "pass".to_owned();
        }
        if sites.is_swap {
            return "swap".to_owned();
        }
        let letter = |kind: Option<_>| kind.map_or('?', canonical::letter);
        // A move without a decision has no sites of its own in Ludii's records.
        let (from, to) = if node.is_decision { (chosen.from, chosen.to) } else { (-1, -1) };
        let mut levels = [String::new(), String::new()];
        if self.rules.features.stacking && node.is_decision {
            let found = node.leaf.levels(&self.rules, &state.memory().stacks, chosen);
            levels = found.map(|level| if level == 0 { String::new() } else { format!("^{level}") });
        }
        format!("{}{from}{}-{}{to}{}", letter(sites.from_type), levels[0], letter(sites.to_type), levels[1])
    }
}

impl Game for LudGame {
    type State = State;
    type Move = LudMove;
    type Workspace = Workspace;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn workspace(&self) -> Workspace {
        Workspace {
            scratch: Scratch::default(),
            known: Known::default(),
            state: State::empty(&self.rules.layout, self.rules.players, self.rules.features.memory),
        }
    }

    fn start(&self, workspace: &mut Workspace, rng: &mut Random) -> State {
        let mut state = if self.rules.features.random_start {
            self.after_start_rules(workspace, rng.next_u64())
        } else {
            let mut state = self.opening(workspace).clone();
            state.chance = rng.next_u64();
            state
        };
        Context::new(&self.rules, &mut state, &mut workspace.scratch).draw_faces();
        state
    }

    fn restart(&self, state: &mut State, workspace: &mut Workspace, rng: &mut Random) {
        if self.rules.features.random_start {
            *state = self.start(workspace, rng);
        } else {
            state.clone_from(self.opening(workspace));
            state.chance = rng.next_u64();
            Context::new(&self.rules, state, &mut workspace.scratch).draw_faces();
        }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.over { Turn::Over } else { Turn::Player(Seat(state.seat[state.mover as usize] - 1)) }
    }

    fn legal_moves(&self, state: &State, _seat: Seat, workspace: &mut Workspace, moves: &mut Vec<LudMove>) {
        // Probes change the position and put it back, so they work on a copy of the caller's.
        workspace.state.clone_from(state);
        Context::new(&self.rules, &mut workspace.state, &mut workspace.scratch).legal_moves(moves);
    }

    fn apply(&self, state: &mut State, chosen: LudMove, workspace: &mut Workspace, rng: &mut Random) {
        let mut context = Context::new(&self.rules, state, &mut workspace.scratch);
        context.apply(chosen);
        if self.rules.features.stochastic {
            context.state.chance = rng.next_u64();
            context.draw_faces();
        }
    }

    fn playout(
        &self,
        state: &mut State,
        limit: PlayoutLimit,
        workspace: &mut Workspace,
        rng: &mut Random,
        trace: Option<&mut Vec<(Seat, LudMove)>>,
    ) -> Playout {
        self.play_out(state, limit, workspace, rng, trace)
    }

    fn utilities(&self, state: &State) -> Utilities {
        let players = self.rules.players;
        let mut utilities = Utilities::all(players, 0.0);
        for colour in 1..=players {
            let rank = state.ranking[colour];
            let value = match players {
                1 if state.over => 2.0 * rank - 1.0,
                _ if rank == 0.0 => 0.0,
                _ => 1.0 - (rank - 1.0) * 2.0 / (players as f32 - 1.0),
            };
            utilities.set(Seat(state.seat[colour] - 1), value);
        }
        utilities
    }

    fn hash(&self, state: &State) -> u64 {
        state.situation_hash()
    }

    fn move_text(&self, state: &State, chosen: LudMove) -> String {
        self.texts.of(self, state, chosen)
    }

    fn drawing(&self) -> Option<Drawing> {
        Some(drawing::drawing(&self.rules))
    }

    fn contents(&self, state: &State) -> Vec<Mark> {
        drawing::contents(&self.rules, state)
    }

    fn state_text(&self, state: &State) -> String {
        let rules = &self.rules;
        let elements = rules.topology.of(rules.default_type());
        let mut text = canonical::globals(rules, state);
        for row in elements.rows.iter().rev() {
            text.push('\n');
            for &site in row {
                let what = state.get(&rules.layout, Plane::What, site as usize);
                let glyph = if what == 0 { ".".to_owned() } else { what.to_string() };
                let _ = write!(text, "{glyph:>3}");
            }
        }
        text
    }

    fn guided_playout<U: Guide<LudMove>>(
        &self,
        state: &mut State,
        limit: PlayoutLimit,
        workspace: &mut Workspace,
        rng: &mut Random,
        guide: &mut U,
        _moves: &mut Vec<LudMove>,
        trace: &mut Vec<(Seat, LudMove)>,
    ) -> Playout {
        self.guided_play_out(state, limit, workspace, rng, guide, trace)
    }

    fn measures(&self, what: Measure) -> bool {
        measure::measures(&self.rules, what)
    }

    fn measure(&self, state: &State, seat: Seat, what: Measure, workspace: &mut Workspace) -> f32 {
        measure::measure(&self.rules, state, self.colour(state, seat).0 + 1, what, workspace)
    }

    fn colour(&self, state: &State, seat: Seat) -> Seat {
        let colour = (1..=self.rules.players).find(|&colour| state.seat[colour] == seat.0 + 1).unwrap_or(1);
        Seat(colour as u8 - 1)
    }
}

/// Buffers of one thread.
#[derive(Debug)]
pub struct Workspace {
    pub(super) scratch: Scratch,
    pub(super) known: Known,
    state: State,
}

impl Workspace {
    /// The scratch, and a position to try things in.
    pub(super) fn parts(&mut self) -> (&mut Scratch, &mut State) {
        (&mut self.scratch, &mut self.state)
    }
}

impl Rules {
    /// The empty board, before the start rules.
    #[must_use]
    pub fn initial_state(&self) -> State {
        let mut state = State::empty(&self.layout, self.players, self.features.memory);
        if let Some(memory) = state.memory.as_deref_mut() {
            if self.features.stacking {
                memory.stacks = super::stack::Stacks::new(self.layout.sites);
            }
            memory.variables = vec![-1; self.names.variables.len()];
            memory.remembered = vec![Vec::new(); self.names.remembered.len()];
            memory.triggered = vec![0; self.names.events.len()];
            memory.player_values = vec![-1; self.players + 1];
            memory.amounts = vec![0; self.players + 1];
            memory.track_counts = vec![0; self.track_counts()];
        }
        if let Some(puzzle) = &self.puzzle {
            // Values below the least are among those not struck off, as Ludii has it.
            let values = (1u32 << (puzzle.max + 1)) - 1;
            let sites = self.topology.count(self.default_type());
            state.memory_mut().candidates = vec![values; sites];
            for site in 0..sites {
                state.toggle_candidates(site, values);
            }
        }
        state
    }
}

impl Context<'_> {
    /// Puts down what a canonical text says of one site.
    fn set_content(&mut self, kind: SiteType, site: i32, content: &str) {
        let flat = self.flat(kind, site);
        let end = content.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(content.len());
        let what: i32 = content[..end].parse().unwrap_or(0);
        let field = |letter: char| -> Option<i32> {
            let rest = content[content.find(letter)? + 1..].to_owned();
            let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse().ok()
        };
        if self.rules.features.stacking {
            let [state, rotation, value] = ['s', 'r', 'v'].map(|letter| field(letter).unwrap_or(-1));
            self.act(super::action::Action::Add { kind, site, what, count: 1, state, rotation, value });
            return;
        }
        let who = i32::from(self.rules.owners[what as usize]);
        self.put(flat, what, who, field('c').unwrap_or(1));
        let rules = self.rules;
        for (plane, letter) in [(Plane::State, 's'), (Plane::Rotation, 'r'), (Plane::Value, 'v')] {
            self.state.set(&rules.layout, plane, flat, field(letter).unwrap_or(0));
        }
    }

    /// Carries out the start rules.
    pub fn start(&mut self) {
        let rules = self.rules;
        for player in 1..=rules.players {
            let own = |owner: u8| usize::from(owner) == player || usize::from(owner) == rules.players + 1;
            self.state.phase[player] = rules.phases.iter().position(|phase| own(phase.owner)).unwrap_or(0) as u8;
        }
        self.lay_dice();
        for rule in &rules.start {
            rule.run(self);
        }
        if rules.features.start_sites {
            self.note_start_sites();
        }
        let features = &rules.features;
        let position = self.state.position_hash();
        if features.history.positional {
            self.state.memory_mut().history.push(position);
        }
        if features.history.positional_in_turn {
            self.state.memory_mut().turn_history.push(position);
        }
        self.sum_dice();
    }

    /// Remembers where each component stands.
    fn note_start_sites(&mut self) {
        let layout = &self.rules.layout;
        let mut sites = vec![super::bits::Bits::default(); self.rules.components.len()];
        for flat in 0..layout.sites {
            let (kind, site) = layout.unflat(flat);
            for level in 0..self.height(kind, site) {
                let what = self.plane_at(Plane::What, kind, site, level);
                sites[what as usize].insert(site);
            }
        }
        self.state.memory_mut().start_sites = std::sync::Arc::new(sites);
    }
}
