//! One thread of a search: what it simulates with.

use super::core::{Core, Ticket};
use crate::game::{Game, PlayoutLimit, Random, Seat, Simulation, Turn};
use rand::RngExt;

/// The buffers of one thread.
pub(crate) struct Worker<G: Game> {
    pub ticket: Ticket<G::Move>,
    scratch: G::State,
    workspace: G::Workspace,
}

/// What all threads of a search look at.
pub(crate) struct Scene<'a, G: Game> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub limit: PlayoutLimit,
    pub open_loop: bool,
    pub transpositions: bool,
}

impl<G: Game> Worker<G> {
    pub(crate) fn new(game: &G, state: &G::State) -> Self {
        Self { ticket: Ticket::new(), scratch: state.clone(), workspace: game.workspace() }
    }

    /// Chooses what to simulate next.
    #[inline]
    pub(crate) fn select(&mut self, scene: &Scene<'_, G>, core: &mut Core<G::Move>, rng: &mut Random) {
        if scene.open_loop {
            self.scratch.clone_from(scene.state);
            core.select_open(&mut self.ticket, scene.game, &mut self.scratch, &mut self.workspace, rng);
        } else {
            core.select(&mut self.ticket, rng);
        }
    }

    /// Simulates it; `None` where the outcome is known already.
    #[inline]
    pub(crate) fn simulate(&mut self, scene: &Scene<'_, G>, rng: &mut Random) -> Option<Simulation> {
        let Self { ticket, scratch, workspace } = self;
        if ticket.known.is_some() {
            return None;
        }
        if scene.open_loop {
            let turn = scene.game.turn(scratch);
            let playout = scene.game.playout(scratch, scene.limit, workspace, rng, None);
            return Some(Simulation { turn, first: None, playout });
        }
        if scene.transpositions && ticket.listing {
            return Some(self.simulate_hashing(scene, rng));
        }
        let listed = ticket.listing.then_some(&mut ticket.listed);
        Some(scene.game.simulate(scene.state, &ticket.moves, listed, scene.limit, scratch, workspace, rng, None))
    }

    /// As [`Game::simulate`], and notes the hash of the position after the path.
    fn simulate_hashing(&mut self, scene: &Scene<'_, G>, rng: &mut Random) -> Simulation {
        let Self { ticket, scratch, workspace } = self;
        let game = scene.game;
        scratch.clone_from(scene.state);
        for &step in &ticket.moves {
            game.apply(scratch, step, workspace, rng);
        }
        let turn = game.turn(scratch);
        let mut first = None;
        if let Turn::Player(seat) = turn {
            ticket.hash = Some(game.hash(scratch));
            game.legal_moves(scratch, seat, workspace, &mut ticket.listed);
            let index = rng.random_range(0..ticket.listed.len());
            game.apply(scratch, ticket.listed[index], workspace, rng);
            first = Some(index);
        }
        let mut playout = game.playout(scratch, scene.limit, workspace, rng, None);
        playout.plies += u32::from(first.is_some());
        Simulation { turn, first, playout }
    }

    /// Puts the result into the tree.
    #[inline]
    pub(crate) fn absorb(&mut self, core: &mut Core<G::Move>, simulation: Option<&Simulation>) {
        match (simulation, self.ticket.known) {
            (Some(simulation), _) => core.absorb(&mut self.ticket, simulation),
            (None, Some(outcome)) => core.absorb_known(&self.ticket, outcome),
            (None, None) => {}
        }
    }

    /// Lists the moves of a position.
    pub(crate) fn list(&mut self, game: &G, state: &G::State, seat: Seat) -> &[G::Move] {
        self.ticket.listed.clear();
        game.legal_moves(state, seat, &mut self.workspace, &mut self.ticket.listed);
        &self.ticket.listed
    }
}
