//! From `(forEach Piece …)` to all that helps to go through the pieces.

use super::{Asked, ForEachPiece, MAX_DEPTH, Tables, narrowed};
use crate::lud::board::SiteType;
use crate::lud::compile::{CompileError, Compiled, Compiler, Link};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::moves::MovesFn;
use crate::lud::ludeme::moves::quick::Quick;
use crate::lud::ludeme::moves::shifts::Shifts;
use crate::lud::ludeme::moves::targets::Targets;
use crate::lud::play::bits::Bits;
use crate::lud::play::context::Register;
use crate::lud::tree::{Call, Value};

impl ForEachPiece {
    /// Compiles `(forEach Piece …)`: piece generators are compiled anew, so that each move knows what surrounds it.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<MovesFn> {
        let top = c.opt_bool(call.get("top"))?.unwrap_or(BoolFn::Constant(false));
        if c.piece_depth >= MAX_DEPTH {
            return Err(CompileError::new(call, "is nested in itself".to_owned()));
        }
        let player = c.player(call, &["player", "role"])?.unwrap_or(IntFn::Mover);
        let everyone = matches!(call.get("role").constant(), Some("All" | "Each"));
        let default = c.rules.default_type();
        let kinds = match call.get("on") {
            // Where no type is asked for, pieces on sites of all types are, as long as their numbers are in range; those on
            // sites of the game's own type, which are most, come first.
            Value::Empty => std::iter::once(default)
                .chain(
                    [SiteType::Cell, SiteType::Vertex, SiteType::Edge]
                        .into_iter()
                        .filter(|&kind| kind != default && c.rules.layout.base[kind as usize].is_some()),
                )
                .collect(),
            on => vec![c.site_type(on)],
        };
        let container = match call.get("containerName").text() {
            Some(name) => {
                let index = c.rules.containers.iter().position(|container| container.name == name);
                Some(IntFn::Constant(index.ok_or_else(|| c.unsupported(call))? as i32))
            }
            None => c.opt_int(call.get("container"))?,
        };
        let mut items: Vec<String> = Vec::new();
        for slot in ["item", "items"] {
            items.extend(call.get(slot).elements().iter().filter_map(Value::text).map(str::to_owned));
        }
        let stays = stays(c, &player);
        c.piece_depth += 1;
        let result = c.with_then(call, |c| {
            let mut links = vec![Link::Captures(Register::From)];
            links.extend(c.rules.features.stacking.then_some(Link::Captures(Register::Level)));
            let links_before = c.chain.len();
            c.chain.extend(links);
            let inner = if stays {
                Self::generators(c, call, &items)
            } else {
                c.inside(Link::Captures(Register::Acting), |c| Self::generators(c, call, &items))
            };
            c.chain.truncate(links_before);
            inner
        });
        c.piece_depth -= 1;
        let (generators, by_component) = result?;
        let asked = Asked { player, everyone, kinds, container, top, generators, by_component };
        Ok(MovesFn::ForEachPiece(Box::new(Self::of(c, asked))))
    }

    /// Works out all that helps to go through the pieces.
    pub(super) fn of(c: &Compiler, asked: Asked) -> Self {
        let Asked { player, everyone, kinds, container, generators, by_component, .. } = &asked;
        let default = c.rules.default_type();
        let in_range: Vec<Bits> = kinds
            .iter()
            .map(|&kind| {
                let counted = if kinds.len() == 1 { kind } else { default };
                let mut sites = c.rules.board_sites(kind);
                sites.intersect(&c.rules.board_sites(counted));
                sites
            })
            .collect();
        let flat_of = |(&kind, sites): (&SiteType, &Bits)| -> Vec<i32> {
            sites.iter().map(|site| c.rules.layout.flat(kind, site) as i32).collect()
        };
        let flat_in_range = Bits::from_sites(kinds.iter().zip(&in_range).flat_map(flat_of));
        let own = matches!(player, IntFn::Mover);
        let quick = Quick::of(c, generators, by_component, own).filter(|_| stays(c, player) && kinds[0] == default);
        let all_quick = quick.as_ref().is_some_and(|quick| {
            by_component.iter().enumerate().all(|(what, generator)| generator.is_none() || quick.most(what).is_some())
        });
        let sites = c.rules.topology.count(default);
        let reach: Vec<Option<Vec<Bits>>> = by_component
            .iter()
            .enumerate()
            .map(|(what, generator)| {
                let generator = &generators[(*generator)? as usize];
                (0..sites).map(|site| generator.reachable(c, what, site)).collect()
            })
            .collect();
        let reached_from = reached_from(&reach, by_component, sites);
        let mut elsewhere = Bits::default();
        for flat in 0..c.rules.layout.sites {
            if kinds[1..].contains(&c.rules.layout.unflat(flat).0) && flat >= c.rules.layout.containers_end {
                elsewhere.insert(flat as i32);
            }
        }
        let most = by_component.iter().enumerate().filter_map(|(what, generator)| {
            let generator = &generators[(*generator)? as usize];
            let entries = quick.as_ref().and_then(|quick| quick.most(what));
            Some(entries.or_else(|| generator.most_slots(&c.rules.leaves)))
        });
        let most = most.collect::<Option<Vec<u32>>>().unwrap_or_default();
        let all: u32 = most.iter().sum();
        let (kinds_asked, most) = (most.len() as u32, most.into_iter().max());
        let is_uneven = most.is_some_and(|most| 3 * all < 2 * most * kinds_asked);
        // Where only some of the pieces are asked, most slots would be empty.
        let asks_all = |what: usize| {
            let owner = usize::from(c.rules.owners[what]);
            by_component[what].is_some() || c.piece_generators[what].is_none() || owner == 0 || owner > c.rules.players
        };
        let slots_each = most.filter(|_| (1..c.rules.components.len()).all(asks_all));
        let parts = generators.iter().map(|generator| generator.drawn_parts(&c.rules.leaves)).collect();
        let slots_by = generators.iter().map(|generator| match c.rules.features.stacking {
            // Pieces in stacks are gone through with their levels, which are put back after each.
            true => generator.most_slots_alone(&c.rules.leaves),
            false => generator.most_slots(&c.rules.leaves),
        });
        let slots_by: Vec<Option<u32>> = slots_by.collect();
        let dicing = (0..=c.rules.players).map(|player| {
            let own = by_component.iter().enumerate().filter(|(what, _)| usize::from(c.rules.owners[*what]) == player);
            let mut own: Vec<u16> = own.filter_map(|(_, generator)| *generator).collect();
            own.dedup();
            own.retain(|&index| generators[usize::from(index)].depends_on_dice());
            own
        });
        let dicing = dicing.collect();
        let counted = c.rules.topology.count(if kinds.len() == 1 { kinds[0] } else { default }) as i32;
        let stacked = Bits::from_sites((0..c.rules.layout.sites as i32).filter(|&flat| {
            let (kind, site) = c.rules.layout.unflat(flat as usize);
            site < counted && kinds.contains(&kind)
        }));
        let is_quick = |what: usize| quick.as_ref().is_some_and(|quick| quick.most(what).is_some());
        let is_mixed = (0..by_component.len()).any(|what| by_component[what].is_some() && is_quick(what))
            || slots_by.iter().any(Option::is_some)
            || generators.iter().any(|generator| generator.has_slots_in_position(&c.rules.leaves));
        let is_drawn = slots_each.is_some()
            && container.is_none()
            && !everyone
            && (own || player.constant().is_some() && stays(c, player))
            && !c.rules.features.stacking;
        let shared_condition = (is_drawn && quick.is_none() && kinds[0] == default)
            .then(|| narrowed::shared_condition(c, &asked))
            .flatten();
        let is_low = own && !*everyone && container.is_none() && !c.rules.features.stacking && !is_drawn;
        let low_rules = (is_low && kinds[0] == default && sites <= 64)
            .then(|| {
                generators.iter().map(|generator| generator.low_rules(&c.rules.leaves)).collect::<Option<Vec<_>>>()
            })
            .flatten()
            .and_then(|rules| rules.into_iter().max());
        let with_shifts = |quick: Quick| {
            let shifts = if own && all_quick { Shifts::of(c, &quick, &in_range[0]) } else { None };
            let targets = if own && all_quick && is_drawn { Targets::of(c, &quick) } else { None };
            Tables { quick, shifts, targets }
        };
        let unvisited = quick.as_ref().and_then(Quick::unvisited).map(|quick| Box::new(with_shifts(quick)));
        let tables = quick.map(with_shifts);
        Self {
            asked,
            in_range,
            flat_in_range,
            slots_each,
            is_drawn,
            elsewhere,
            tables,
            unvisited,
            all_quick,
            reach,
            reached_from,
            parts,
            slots_by,
            dicing,
            stacked,
            shared_condition,
            is_uneven,
            is_mixed,
            low_rules,
        }
    }

    fn generators(c: &mut Compiler, call: &Call, items: &[String]) -> Compiled<(Vec<MovesFn>, Vec<Option<u16>>)> {
        let mut generators = Vec::new();
        let mut by_component = vec![None];
        if !call.get("specificMoves").is_empty() {
            generators.push(c.moves(call.get("specificMoves"))?);
        }
        for index in 1..c.rules.components.len() {
            // Names are compared without the owner's number.
            let name = &c.rules.components[index].name;
            let base = name.trim_end_matches(|last: char| last.is_ascii_digit());
            if !items.is_empty() && !items.iter().any(|item| item == base || item == name) {
                by_component.push(None);
            } else if !call.get("specificMoves").is_empty() {
                by_component.push(Some(0));
            } else if let Some(generator) = c.piece_generators[index].clone() {
                by_component.push(Some(generators.len() as u16));
                generators.push(MovesFn::compile(c, &generator)?);
            } else {
                by_component.push(None);
            }
        }
        Ok((generators, by_component))
    }
}

/// The sites from which any component that has moves may reach each site, where that is known of all of them.
fn reached_from(reach: &[Option<Vec<Bits>>], by_component: &[Option<u16>], sites: usize) -> Option<Vec<Bits>> {
    let mut from = vec![Bits::new(sites); sites];
    for (reach, generator) in reach.iter().zip(by_component) {
        if generator.is_none() {
            continue;
        }
        for (site, ends) in reach.as_ref()?.iter().enumerate() {
            for end in ends {
                from[end as usize].insert(site as i32);
            }
        }
    }
    Some(from)
}

/// Whether it is always the mover whose moves are asked for: pieces that are nobody's or everybody's move for whoever moves.
fn stays(c: &Compiler, player: &IntFn) -> bool {
    let is_no_player = |player: i32| !(1..=c.rules.players as i32).contains(&player);
    matches!(player, IntFn::Mover) || player.constant().is_some_and(is_no_player)
}
