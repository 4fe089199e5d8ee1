//! One thread of a search: what it simulates with.

use super::core::{Core, Ticket};
use crate::game::{Game, PlayoutLimit, Random, Seat, Simulation, Turn};
use rand::RngExt;

/// The buffers of one thread.
pub(crate) struct Worker<G: Game> {
    /// Simulations that may be under way at once, by slot. There is always slot 0; a thread on its own uses no other.
    pub tickets: Vec<Ticket<G::Move>>,
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
        Self { tickets: vec![Ticket::new()], scratch: state.clone(), workspace: game.workspace() }
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
            self.scratch.clone_from(scene.state);
            core.select_open(ticket, scene.game, &mut self.scratch, &mut self.workspace, rng);
        } else {
            core.select(ticket, rng);
        }
    }

    /// Simulates it; `None` where the outcome is known already.
    #[inline]
    pub(crate) fn simulate(&mut self, slot: usize, scene: &Scene<'_, G>, rng: &mut Random) -> Option<Simulation> {
        let Self { tickets, scratch, workspace } = self;
        let ticket = &mut tickets[slot];
        if ticket.known.is_some() {
            return None;
        }
        if scene.open_loop {
            let turn = scene.game.turn(scratch);
            let playout = scene.game.playout(scratch, scene.limit, workspace, rng, None);
            return Some(Simulation { turn, first: None, playout });
        }
        if scene.transpositions && ticket.listing {
            return Some(self.simulate_hashing(slot, scene, rng));
        }
        let listed = ticket.listing.then_some(&mut ticket.listed);
        Some(scene.game.simulate(scene.state, &ticket.moves, listed, scene.limit, scratch, workspace, rng, None))
    }

    /// As [`Game::simulate`], and notes the hash of the position after the path.
    fn simulate_hashing(&mut self, slot: usize, scene: &Scene<'_, G>, rng: &mut Random) -> Simulation {
        let Self { tickets, scratch, workspace } = self;
        let ticket = &mut tickets[slot];
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
        game.legal_moves(state, seat, &mut self.workspace, listed);
        listed
    }
}
