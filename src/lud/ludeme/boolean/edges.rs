//! The board as a graph: which vertices its edges join.

use crate::lud::board::{SiteType, Topology};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Context;
use smallvec::SmallVec;

/// One number for each vertex; those of small boards take no heap.
pub(super) type PerVertex = SmallVec<[u16; 64]>;

/// The edges of the board with the vertices that they join. Edges that do not join two vertices are none.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Edges {
    /// Both ends of each edge, by edge.
    ends: Vec<Option<[u16; 2]>>,
    /// The edges with two ends.
    all: Bits,
    /// The edges at each vertex.
    at: Vec<Bits>,
    /// Whether two edges join the same vertices.
    has_parallels: bool,
    /// Whether each edge joins two vertices that no other joins.
    are_simple: bool,
}

impl Edges {
    pub(super) fn of(topology: &Topology) -> Self {
        let ends: Vec<Option<[u16; 2]>> = topology
            .of(SiteType::Edge)
            .sites
            .iter()
            .map(|edge| match edge.vertices[..] {
                [one, other] => Some([one, other]),
                _ => None,
            })
            .collect();
        let mut all = Bits::new(ends.len());
        let mut at = vec![Bits::new(ends.len()); topology.count(SiteType::Vertex)];
        let mut pairs = Vec::new();
        for (edge, pair) in ends.iter().enumerate() {
            let Some([one, other]) = *pair else { continue };
            all.insert(edge as i32);
            at[usize::from(one)].insert(edge as i32);
            at[usize::from(other)].insert(edge as i32);
            pairs.push([one.min(other), one.max(other)]);
        }
        pairs.sort_unstable();
        let has_parallels = pairs.windows(2).any(|pair| pair[0] == pair[1]);
        let are_simple = !has_parallels && pairs.iter().all(|[one, other]| one != other);
        Self { ends, all, at, has_parallels, are_simple }
    }

    /// How many vertices there are.
    pub(super) fn vertices(&self) -> usize {
        self.at.len()
    }

    /// Whether each edge of the board joins two vertices.
    pub(super) fn are_all(&self) -> bool {
        self.all.len() == self.ends.len()
    }

    /// Whether each edge joins two vertices that no other joins.
    pub(super) fn are_simple(&self) -> bool {
        self.are_simple
    }

    /// The vertices that an edge joins.
    pub(super) fn ends(&self, edge: i32) -> Option<[usize; 2]> {
        self.ends.get(usize::try_from(edge).ok()?).copied().flatten().map(|ends| ends.map(usize::from))
    }

    /// Both ends of each of some edges.
    pub(super) fn ends_of<'a>(&'a self, taken: &'a Bits) -> impl Iterator<Item = [usize; 2]> + 'a {
        taken.iter().filter_map(|edge| self.ends(edge))
    }

    /// The edges that hold a component.
    pub(super) fn holding(&self, ctx: &Context<'_>, what: i32) -> Bits {
        let mut taken = ctx.sites_holding(SiteType::Edge, what);
        taken.intersect(&self.all);
        taken
    }

    /// The edges of a player; with 0 those that are nobody's.
    pub(super) fn owned_by(&self, ctx: &Context<'_>, who: i32) -> Bits {
        if who < 1 || who as usize > ctx.rules.players {
            return self.that(|edge| ctx.who(SiteType::Edge, edge) == who);
        }
        let mut owned = ctx.board_row(SiteType::Edge, 1 + who as usize);
        owned.intersect(&self.all);
        owned
    }

    fn that(&self, is_taken: impl Fn(i32) -> bool) -> Bits {
        let mut taken = self.all.clone();
        taken.retain(is_taken);
        taken
    }

    /// Which of some edges are at a vertex, each with the vertex at its other end.
    pub(super) fn around<'a>(&'a self, vertex: usize, taken: &'a Bits) -> impl Iterator<Item = (i32, usize)> + 'a {
        let words = self.at[vertex].words().iter().zip(taken.words()).enumerate();
        words.flat_map(move |(index, (&here, &taken))| {
            let mut word = here & taken;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                let edge = index * 64 + bit;
                let [one, other] = self.ends[edge]?.map(usize::from);
                Some((edge as i32, if one == vertex { other } else { one }))
            })
        })
    }

    /// How many vertices some edges join to a vertex.
    pub(super) fn degree(&self, vertex: usize, taken: &Bits) -> usize {
        if !self.has_parallels {
            return self.at[vertex].count_common(taken);
        }
        let mut met = Bits::new(self.vertices());
        for (_, next) in self.around(vertex, taken) {
            met.insert(next as i32);
        }
        met.len()
    }

    /// Whether some edges lead from a vertex to another without one that joins both.
    pub(super) fn has_detour(&self, from: usize, to: usize, taken: &Bits) -> bool {
        let mut seen = Bits::new(self.vertices());
        seen.insert(from as i32);
        let mut stack = PerVertex::new();
        stack.push(from as u16);
        while let Some(vertex) = stack.pop().map(usize::from) {
            for (_, next) in self.around(vertex, taken) {
                if next == to {
                    if vertex != from {
                        return true;
                    }
                } else if !seen.contains(next as i32) {
                    seen.insert(next as i32);
                    stack.push(next as u16);
                }
            }
        }
        false
    }

    /// Whether some edges make a cycle.
    pub(super) fn have_cycle(&self, taken: &Bits) -> bool {
        // As many edges as vertices cannot be without one.
        if taken.len() >= self.vertices().max(1) {
            return true;
        }
        let mut parent: PerVertex = (0..self.vertices() as u16).collect();
        for [one, other] in self.ends_of(taken) {
            let (one, other) = (root(&mut parent, one), root(&mut parent, other));
            if one == other {
                return true;
            }
            parent[one] = other as u16;
        }
        false
    }
}

/// The vertex that stands for all that hang together with one.
fn root(parent: &mut PerVertex, vertex: usize) -> usize {
    let mut vertex = vertex;
    while usize::from(parent[vertex]) != vertex {
        parent[vertex] = parent[usize::from(parent[vertex])];
        vertex = usize::from(parent[vertex]);
    }
    vertex
}
