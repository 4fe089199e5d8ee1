//! A whole game.

use super::equipment::sorted_items;
use super::features::{features, planes, used_types};
use super::{CompileError, Compiled, Compiler};
use crate::lud::board::{self, AbsoluteDirection, BuildOptions, SiteType, Topology};
use crate::lud::ludeme::end::EndRule;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::meta::Meta;
use crate::lud::ludeme::moves::Threats;
use crate::lud::ludeme::puzzle::Puzzle;
use crate::lud::ludeme::start::StartRule;
use crate::lud::play::layout::Layout;
use crate::lud::play::rules::{Features, Names, NextPhase, Phase, Rules};
use crate::lud::tree::{Call, Value};
use std::cell::RefCell;

/// Compiles the resolved tree of a game.
///
/// # Errors
/// When the game uses a ludeme that the engine does not support; the error names the first one.
pub fn compile(game: &Call) -> Compiled<Rules> {
    let (players, facing) = players(game);
    let equipment = game.get("equipment").call().ok_or_else(|| CompileError::unsupported(game))?;
    let items = sorted_items(equipment);
    let board = items
        .iter()
        .find(|item| matches!(item.name(), "Board" | "MancalaBoard" | "SurakartaBoard" | "Boardless"))
        .ok_or_else(|| CompileError::new(equipment, "has no board".to_owned()))?;
    let topology = board::build_with(board, BuildOptions::of_game(game))
        .map_err(|error| CompileError::new(board, error.to_string()))?;
    let used = used_types(game, topology.default);
    let features = features(game, players);
    let mut compiler = new_compiler(game, players, facing, topology, features);
    let counts = [SiteType::Cell, SiteType::Vertex, SiteType::Edge].map(|kind| compiler.rules.topology.count(kind));
    let default = compiler.rules.topology.default;
    let board_sites = counts[SiteType::Cell as usize].max(counts[default as usize]) as i32;
    compiler.containers(&items, board_sites)?;
    compiler.components(&items)?;
    compiler.rules.puzzle = Puzzle::of(board, &items, default)?;
    compiler.values_as_components();
    compiler.rules.owners = compiler.rules.components.iter().map(|component| component.owner).collect();
    let containers: i32 = compiler.rules.containers.iter().skip(1).map(|container| container.sites).sum();
    let planes = planes(&compiler.rules.features, game);
    compiler.rules.layout = Layout::new(default, counts, containers as usize, &used, players, &planes);
    compiler.rules.tracks =
        board::tracks(board, &compiler.rules.topology).map_err(|error| CompileError::new(board, error.to_string()))?;
    compiler.rules.track_starts = board::track_starts(&compiler.rules.tracks);
    compiler.rules.features.hidden_places &= compiler.rules.tracks.iter().any(|track| track.has_internal_loop);
    compiler.rules.features.memory |= compiler.rules.features.hidden_places;
    compiler.maps(&items)?;
    compiler.regions(&items)?;
    compiler.rules_of(game)?;
    Ok(compiler.rules)
}

fn new_compiler(
    game: &Call,
    players: usize,
    facing: Vec<Option<board::AbsoluteDirection>>,
    topology: Topology,
    features: Features,
) -> Compiler {
    let layout = Layout::new(topology.default, [0; 3], 0, &[], players, &[]);
    Compiler {
        rules: Rules {
            name: game.get("name").text().unwrap_or_default().to_owned(),
            players,
            facing,
            topology,
            layout,
            components: Vec::new(),
            owners: Vec::new(),
            containers: Vec::new(),
            dice: Vec::new(),
            maps: Vec::new(),
            tracks: Vec::new(),
            track_starts: Vec::new(),
            regions: Vec::new(),
            meta: Meta::default(),
            start: Vec::new(),
            phases: Vec::new(),
            has_end: false,
            end: Vec::new(),
            leaves: Vec::new(),
            effects: Vec::new(),
            features,
            names: Names::default(),
            puzzle: None,
            max_moves: 500 * players as u32,
        },
        chain: Vec::new(),
        piece_generators: Vec::new(),
        piece_depth: 0,
        decision: true,
        phase_names: Vec::new(),
        draws: 0,
        recalls: Vec::new(),
        dice_faces: Vec::new(),
        distances: Vec::new(),
        empty_board: RefCell::default(),
    }
}

/// Number of players and where they face.
fn players(game: &Call) -> (usize, Vec<Option<board::AbsoluteDirection>>) {
    let slot = game.get("players");
    let Some(call) = slot.call() else { return (2, vec![None; 3]) };
    if let Some(count) = call.get("numPlayers").int() {
        return (count as usize, vec![None; count as usize + 1]);
    }
    let listed = call.get("players").elements();
    let mut facing = vec![None];
    facing.extend(
        listed
            .iter()
            .map(|player| player.call().and_then(|player| player.keyword()).and_then(AbsoluteDirection::from_name)),
    );
    (listed.len(), facing)
}

/// Every ludeme of a tree, outermost first.
pub(crate) fn walk<'t>(call: &'t Call, visit: &mut impl FnMut(&'t Call)) {
    fn inside<'t>(value: &'t Value, visit: &mut impl FnMut(&'t Call)) {
        match value {
            Value::Call(call) => walk(call, visit),
            Value::Array(list) => {
                for item in list {
                    inside(item, visit);
                }
            }
            _ => {}
        }
    }
    visit(call);
    for slot in &call.slots {
        inside(&slot.value, visit);
    }
}

impl Compiler {
    fn rules_of(&mut self, game: &Call) -> Compiled<()> {
        let rules = game.get("rules").call().ok_or_else(|| CompileError::unsupported(game))?;
        if let Some(meta) = rules.get("meta").call() {
            self.rules.meta = Meta::compile(self, meta)?;
        }
        if let Some(start) = rules.get("start").call() {
            self.rules.start = StartRule::compile_all(self, start)?;
        }
        let phases = rules.get("phases").elements();
        if phases.is_empty() {
            let play = rules.get("play").call().ok_or_else(|| CompileError::unsupported(rules))?;
            let play = self.moves(play.get("moves"))?;
            let owner = self.rules.players as u8 + 1;
            self.rules.phases.push(Phase {
                name: String::new(),
                owner,
                play,
                has_end: false,
                end: Vec::new(),
                next: Vec::new(),
                threats: Vec::new(),
            });
        } else {
            let phases: Vec<&Call> = phases.iter().filter_map(Value::call).collect();
            self.phase_names =
                phases.iter().map(|phase| phase.get("name").text().unwrap_or_default().to_owned()).collect();
            for phase in phases {
                let compiled = self.phase(phase, rules)?;
                self.rules.phases.push(compiled);
            }
        }
        if let Some(end) = rules.get("end").call() {
            self.rules.end = EndRule::compile_all(self, end)?;
            self.rules.has_end = true;
        }
        let features = &self.rules.features;
        self.rules.features.light = !self.rules.meta.gravity
            && !features.stacking
            && !features.deferred_removal
            && !features.last_between
            && !features.last_tos
            && !features.hidden_places;
        if self.rules.features.threats {
            self.look_for_threats();
        }
        Ok(())
    }

    /// Works out how pieces are threatened, and which moves change nothing but where one piece is.
    fn look_for_threats(&mut self) {
        let lone: Vec<_> = self.rules.leaves.iter().map(|node| node.lone(&self.rules)).collect();
        for (node, lone) in self.rules.leaves.iter_mut().zip(lone) {
            node.lone = lone;
        }
        let players = self.rules.players as u8;
        let threats = |phase: &Phase| {
            let of = |player| if player == 0 { None } else { Threats::of(self, &phase.play, player) };
            (0..=players).map(of).collect()
        };
        let all: Vec<Vec<_>> = self.rules.phases.iter().map(threats).collect();
        for (phase, threats) in self.rules.phases.iter_mut().zip(all) {
            phase.threats = threats;
        }
    }

    fn phase(&mut self, phase: &Call, rules: &Call) -> Compiled<Phase> {
        let everyone = self.rules.players as u8 + 1;
        let owner = match phase.get("role").constant() {
            None | Some("Shared" | "All" | "Each") => everyone,
            Some(role) => role.strip_prefix('P').and_then(|digits| digits.parse().ok()).unwrap_or(0),
        };
        let play =
            phase.get("play").call().or(rules.get("play").call()).ok_or_else(|| CompileError::unsupported(phase))?;
        let play = self.moves(play.get("moves"))?;
        let end = match phase.get("end").call() {
            Some(end) => EndRule::compile_all(self, end)?,
            None => Vec::new(),
        };
        let mut next = Vec::new();
        for slot in ["nextPhase", "nextPhases"] {
            for call in phase.get(slot).elements().iter().filter_map(Value::call) {
                let who = self.player(call, &["role", "indexPlayer"])?.unwrap_or(IntFn::Constant(i32::from(everyone)));
                let when =
                    self.opt_bool(call.get("cond"))?.unwrap_or(crate::lud::ludeme::boolean::BoolFn::Constant(true));
                let to = match call.get("phaseName").text() {
                    None => None,
                    Some(name) => Some(
                        self.phase_names
                            .iter()
                            .position(|known| known == name)
                            .ok_or_else(|| CompileError::new(call, format!("names an unknown phase \"{name}\"")))?
                            as u8,
                    ),
                };
                next.push(NextPhase { who, when, to });
            }
        }
        let has_end = phase.get("end").call().is_some();
        let name = phase.get("name").text().unwrap_or_default().to_owned();
        Ok(Phase { name, owner, play, has_end, end, next, threats: Vec::new() })
    }
}
