//! Questions about what lies around a site, and about how the game came to its position.

use crate::lud::board::{AbsoluteDirection, RelationType, SiteType};
use crate::lud::compile::Compiler;
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::region::SetTable;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// Whether a site is related to one of some others.
pub(super) fn related(ctx: &Context<'_>, kind: SiteType, site: usize, relation: RelationType, others: &[i32]) -> bool {
    let topology = &ctx.rules.topology;
    let contains = |sites: &[u16], other: i32| sites.iter().any(|&site| i32::from(site) == other);
    if kind != SiteType::Edge {
        let neighbours = topology.of(kind).related(site, relation);
        return others.iter().any(|&other| contains(neighbours, other));
    }
    if matches!(relation, RelationType::Diagonal | RelationType::OffDiagonal) {
        return false;
    }
    let ends = &topology.of(kind).sites[site].vertices;
    let at = |end: u16| &topology.of(SiteType::Vertex).sites[end as usize].edges;
    others.iter().any(|&other| ends.iter().any(|&end| contains(at(end), other)))
}

/// The sites just below each vertex that have to carry it.
pub(in crate::lud::ludeme) fn carriers(c: &Compiler) -> SetTable {
    let topology = &c.rules.topology;
    let vertices = &topology.of(SiteType::Vertex).sites;
    let below = |site: usize| match vertices[site].layer {
        0 => Bits::default(),
        _ => {
            let below = topology.steps_within(SiteType::Vertex, site, AbsoluteDirection::Downward);
            Bits::from_sites(below.iter().map(|&to| i32::from(to)))
        }
    };
    SetTable::new(&(0..vertices.len()).map(below).collect::<Vec<_>>())
}

/// Whether every site just below a vertex is occupied.
pub(super) fn is_flat(ctx: &Context<'_>, site: i32, carriers: &SetTable) -> bool {
    let layout = &ctx.rules.layout;
    if site < 0 || site as usize >= ctx.rules.topology.count(SiteType::Vertex) {
        return false;
    }
    let below = carriers.of(site as usize);
    if layout.default == SiteType::Vertex {
        return below.iter().zip(ctx.state.row(layout, 0)).all(|(below, empty)| below & empty == 0);
    }
    Bits::from_words(below).iter().all(|to| ctx.what(SiteType::Vertex, to) != 0)
}

/// Whether a site has an empty neighbour on the ground besides a given one.
pub(super) fn is_free(ctx: &Context<'_>, kind: SiteType, site: i32, except: i32) -> bool {
    use AbsoluteDirection::{E, N, S, W};
    let topology = &ctx.rules.topology;
    if site < 0 || site as usize >= topology.count(kind) {
        return false;
    }
    [N, S, W, E].into_iter().flat_map(|direction| topology.steps_within(kind, site as usize, direction)).any(|&to| {
        let on_ground =
            topology.of(SiteType::Vertex).sites.get(usize::from(to)).is_some_and(|vertex| vertex.layer == 0);
        i32::from(to) != except && on_ground && ctx.what(kind, i32::from(to)) == 0
    })
}

/// Whether the pieces that hang together with the one on the site in a register have an empty site next to them.
pub(super) fn has_liberty(ctx: &Context<'_>, links: &Links, register: Register) -> bool {
    let site = ctx.get(register);
    if !links.exists(ctx, site) {
        return false;
    }
    let empty = ctx.empty_sites(links.kind);
    links.is_next_to(site, empty.words())
        || links.touches(site, &mut ctx.sites_holding(links.kind, ctx.what(links.kind, site)), &empty)
}
