//! Steps between all sites of a type.

use crate::lud::board::{RelationType, SiteType, Topology};

/// How many steps of a relation each site of a type is from each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Distances {
    sites: usize,
    steps: Vec<u16>,
    /// Whether all ways can be gone back.
    is_mutual: bool,
}

impl Distances {
    /// Measures all.
    #[must_use]
    pub fn measure(topology: &Topology, kind: SiteType, relation: RelationType) -> Self {
        let sites = topology.count(kind);
        let steps: Vec<u16> = (0..sites).flat_map(|site| topology.distances_from(kind, site, relation)).collect();
        let back = |at: usize| steps[at % sites * sites + at / sites];
        let is_mutual = steps.iter().enumerate().all(|(at, &steps)| steps == back(at));
        Self { sites, steps, is_mutual }
    }

    /// Steps from one site to another; none from or to what is not on the board.
    #[inline]
    #[must_use]
    pub fn between(&self, from: i32, to: i32) -> i32 {
        let (from, to) = (from as usize, to as usize);
        if from >= self.sites || to >= self.sites {
            return 0;
        }
        // Many are compared by how far they are from one, which keeps to one row of the table.
        let at = if self.is_mutual { to * self.sites + from } else { from * self.sites + to };
        i32::from(self.steps[at])
    }
}
