//! One thread of a search: what it simulates with.

use super::core::{Core, Ticket};
use super::cutoff;
use super::features::Fast;
use super::ground::Ground;
use super::history::key;
use super::params::{Params, Taste};
use super::shaping::winner;
use super::taste::{Lessons, Palate};
use crate::game::{Game, Guide, Measure, Playout, PlayoutLimit, Random, Seat, Simulation, Turn, Utilities, accepted};
use rand::RngExt;

/// The buffers of one thread.
pub(crate) struct Worker<G: Game> {
    /// Simulations that may be under way at once, by slot. There is always slot 0; a thread on its own uses no other.
    pub tickets: Vec<Ticket<G::Move>>,
    bench: Bench<G>,
    /// What is learned from simulations, where something is.
    lessons: Option<Lessons>,
    /// How features are learned, where they are, and simulations since the last that was studied.
    fast: Option<(Fast, u32)>,
}

/// What a thread simulates on.
struct Bench<G: Game> {
    scratch: G::State,
    workspace: G::Workspace,
    /// Guide of the play-outs, where they have one.
    palate: Option<Palate>,
    /// For listing moves in guided play-outs.
    moves: Vec<G::Move>,
}

/// What all threads of a search look at.
pub(crate) struct Scene<'a, G: Game> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub limit: PlayoutLimit,
    pub open_loop: bool,
    pub transpositions: bool,
    /// What a position counts by in which a play-out was cut short; as it stands where `None`.
    pub goal: Option<Measure>,
    /// What the winner's quality at the end of a play-out is measured by, where it is.
    pub quality: Option<Measure>,
    /// What the heuristic counts that new positions are looked at with, where they are.
    pub heuristic: Option<Measure>,
    /// The board, where what the losers have on it counts.
    pub ground: Option<&'a Ground>,
    /// Whether the moves of play-outs are wanted.
    pub traced: bool,
}

impl<G: Game> Worker<G> {
    pub(crate) fn new(game: &G, state: &G::State, params: &Params, lessons: Option<Lessons>) -> Self {
        let by_features = |fast: Fast| Taste { grams: 0, tau: fast.tau, depth: u32::MAX };
        let taste = params.taste.or(params.fast.map(by_features));
        let palate = taste.zip(lessons.clone()).map(|(taste, lessons)| Palate::new(taste, lessons));
        let bench = Bench { scratch: state.clone(), workspace: game.workspace(), palate, moves: Vec::new() };
        Self { tickets: vec![Ticket::new()], bench, lessons, fast: params.fast.map(|fast| (fast, 0)) }
    }

    /// Sees to it that there are at least `slots` slots.
    pub(crate) fn provide(&mut self, slots: usize) {
        while self.tickets.len() < slots {
            self.tickets.push(Ticket::new());
        }
    }

    /// Chooses what to simulate next. In an open loop the position at hand belongs to the choice, so that only one slot can be
    /// in use.
    #[inline]
    pub(crate) fn select(&mut self, slot: usize, scene: &Scene<'_, G>, core: &mut Core<G::Move>, rng: &mut Random) {
        let ticket = &mut self.tickets[slot];
        if scene.open_loop {
            let Bench { scratch, workspace, .. } = &mut self.bench;
            scratch.clone_from(scene.state);
            core.select_open(ticket, scene.game, scratch, workspace, rng);
        } else {
            core.select(ticket, rng);
        }
    }

    /// Simulates it; `None` where the outcome is known already.
    #[inline]
    pub(crate) fn simulate(&mut self, slot: usize, scene: &Scene<'_, G>, rng: &mut Random) -> Option<Simulation> {
        let Self { tickets, bench, lessons, fast } = self;
        let ticket = &mut tickets[slot];
        if ticket.known.is_some() {
            return None;
        }
        let mut simulation = bench.run(ticket, scene, rng);
        bench.assess(ticket, scene, &mut simulation);
        if let (Some((fast, since)), Some(lessons)) = (fast, &*lessons) {
            *since += 1;
            if *since >= fast.every {
                *since = 0;
                bench.study(lessons, ticket, scene, &simulation.playout.utilities, rng);
            }
        }
        if let Some(lessons) = lessons {
            let utilities = &simulation.playout.utilities;
            let path = ticket.movers.iter().copied().zip(ticket.moves.iter().map(|&chosen| key(chosen)));
            match &bench.palate {
                Some(palate) => lessons.learn(path.chain(palate.made.iter().copied()), |seat| utilities[seat]),
                None => {
                    let played = ticket.trace.iter().map(|&(seat, chosen)| (seat, key(chosen)));
                    lessons.learn(path.chain(played), |seat| utilities[seat]);
                }
            }
        }
        Some(simulation)
    }

    /// Puts the result into the tree.
    #[inline]
    pub(crate) fn absorb(&mut self, slot: usize, core: &mut Core<G::Move>, simulation: Option<&Simulation>) {
        let ticket = &mut self.tickets[slot];
        match (simulation, ticket.known) {
            (Some(simulation), _) => core.absorb(ticket, simulation),
            (None, Some(outcome)) => core.absorb_known(ticket, outcome),
            (None, None) => {}
        }
    }

    /// Lists the moves of a position.
    pub(crate) fn list(&mut self, game: &G, state: &G::State, seat: Seat) -> &[G::Move] {
        let listed = &mut self.tickets[0].listed;
        listed.clear();
        game.legal_moves(state, seat, &mut self.bench.workspace, listed);
        listed
    }
}

impl<G: Game> Bench<G> {
    /// Plays what a ticket asks for.
    #[inline]
    fn run(&mut self, ticket: &mut Ticket<G::Move>, scene: &Scene<'_, G>, rng: &mut Random) -> Simulation {
        let Self { scratch, workspace, palate, .. } = self;
        if scene.open_loop {
            let turn = scene.game.turn(scratch);
            let playout = self.play_out(ticket, scene, rng);
            return Simulation { turn, first: None, playout };
        }
        if palate.is_some() || scene.heuristic.is_some() || (scene.transpositions && ticket.listing) {
            return self.run_step_by_step(ticket, scene, rng);
        }
        let listed = ticket.listing.then_some(&mut ticket.listed);
        let trace = scene.traced.then_some(&mut ticket.trace);
        scene.game.simulate(scene.state, &ticket.moves, listed, scene.limit, scratch, workspace, rng, trace)
    }

    /// As [`Game::simulate`], with a guide for the play-out and the hash of the position after the path, as far as they are wanted.
    fn run_step_by_step(&mut self, ticket: &mut Ticket<G::Move>, scene: &Scene<'_, G>, rng: &mut Random) -> Simulation {
        let Self { scratch, workspace, palate, .. } = self;
        let game = scene.game;
        scratch.clone_from(scene.state);
        for &step in &ticket.moves {
            game.apply(scratch, step, workspace, rng);
        }
        let turn = game.turn(scratch);
        let mut first = None;
        if let Some(palate) = palate {
            palate.begin(&ticket.moves);
        }
        if let (Turn::Player(seat), true) = (turn, ticket.listing) {
            if scene.transpositions {
                ticket.hash = Some(game.hash(scratch));
            }
            game.legal_moves(scratch, seat, workspace, &mut ticket.listed);
            let index = match palate {
                None => rng.random_range(0..ticket.listed.len()),
                Some(palate) => {
                    let index = accepted(&ticket.listed, seat, rng, palate);
                    palate.made(seat, ticket.listed[index]);
                    index
                }
            };
            let chosen = ticket.listed[index];
            game.apply(scratch, chosen, workspace, rng);
            if scene.traced {
                ticket.trace.push((seat, chosen));
            }
            first = Some(index);
        }
        if let Some(what) = scene.heuristic {
            let worth = match scene.game.turn(&self.scratch) {
                Turn::Over => scene.game.utilities(&self.scratch),
                _ => cutoff::worth(scene.game, &self.scratch, what, &mut self.workspace),
            };
            ticket.assessed = Some(worth[Seat(0)]);
        }
        let mut playout = self.play_out(ticket, scene, rng);
        playout.plies += u32::from(first.is_some());
        Simulation { turn, first, playout }
    }

    /// A play-out from the position at hand.
    #[inline]
    fn play_out(&mut self, ticket: &mut Ticket<G::Move>, scene: &Scene<'_, G>, rng: &mut Random) -> Playout {
        let Self { scratch, workspace, palate, moves } = self;
        match palate {
            Some(palate) => {
                if scene.open_loop {
                    palate.begin(&ticket.moves);
                }
                let limit = PlayoutLimit { plies: scene.limit.plies.min(palate.left()) };
                let mut playout =
                    scene.game.guided_playout(scratch, limit, workspace, rng, palate, moves, &mut ticket.trace);
                if !playout.finished && playout.plies < scene.limit.plies {
                    let limit = PlayoutLimit { plies: scene.limit.plies - playout.plies };
                    let trace = scene.traced.then_some(&mut ticket.trace);
                    let plies = playout.plies;
                    playout = scene.game.playout(scratch, limit, workspace, rng, trace);
                    playout.plies += plies;
                }
                playout
            }
            None => {
                let trace = scene.traced.then_some(&mut ticket.trace);
                scene.game.playout(scratch, scene.limit, workspace, rng, trace)
            }
        }
    }

    /// Learns from a simulation what the features of its positions are worth. The position at hand is lost.
    fn study(
        &mut self,
        lessons: &Lessons,
        ticket: &Ticket<G::Move>,
        scene: &Scene<'_, G>,
        utilities: &Utilities,
        rng: &mut Random,
    ) {
        let (Some((features, _)), false) = (&lessons.features, scene.open_loop) else { return };
        let Self { scratch, workspace, .. } = self;
        scratch.clone_from(scene.state);
        let moves = ticket.moves.iter().copied().chain(ticket.trace.iter().map(|&(_, chosen)| chosen));
        features.study(scene.game, scratch, moves, utilities, workspace, rng);
    }

    /// Measures the last position of a play-out, where something is to be measured.
    #[inline]
    fn assess(&mut self, ticket: &mut Ticket<G::Move>, scene: &Scene<'_, G>, simulation: &mut Simulation) {
        let Self { scratch, workspace, .. } = self;
        let playout = &mut simulation.playout;
        if let (Some(goal), false) = (scene.goal, playout.finished) {
            playout.utilities = cutoff::worth(scene.game, scratch, goal, workspace);
        }
        if let (Some(ground), true) = (scene.ground, playout.finished)
            && let Some(winner) = winner(&playout.utilities)
        {
            let contents = scene.game.contents(scratch);
            let others = (0..scene.game.info().seats as u8).map(Seat).filter(|&seat| seat != winner);
            let most = others.map(|seat| ground.count(&contents, scene.game.colour(scratch, seat))).fold(0.0, f32::max);
            ticket.quality = Some(1.0 / (1.0 + most));
        }
        if let (Some(what), true) = (scene.quality, playout.finished)
            && let Some(winner) = winner(&playout.utilities)
        {
            let has = |seat: Seat, workspace: &mut G::Workspace| scene.game.measure(scratch, seat, what, workspace);
            let own = has(winner, workspace);
            let others = (0..scene.game.info().seats as u8).map(Seat).filter(|&seat| seat != winner);
            let best = match what {
                Measure::Mobility => 0.0,
                Measure::Material | Measure::Score => others.map(|seat| has(seat, workspace)).fold(0.0, f32::max),
            };
            ticket.quality = Some(own - best);
        }
    }
}
