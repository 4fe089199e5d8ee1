//! `(count …)`: how many there are of something.

use super::IntFn;
use super::pieces::CountPieces;
use super::stack::CountStack;
use super::steps::CountSteps;
use crate::lud::board::{AbsoluteDirection, RelationType, SiteType};
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::array::ArrayFn;
use crate::lud::ludeme::boolean::{BoolFn, carriers};
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::region::{RegionFn, SetTable, SitesFn};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::{Call, Value};

/// A number of things.
#[derive(Debug, Clone, PartialEq)]
pub enum CountFn {
    /// Moves so far.
    Moves,
    /// Moves of this turn before the next one.
    MovesThisTurn,
    /// Turns so far.
    Turns,
    /// Players who still play.
    Active,
    /// Legal moves.
    LegalMoves,
    /// Sites of a region.
    Sites(SitesFn),
    /// Sites of a container by its index.
    ContainerSites(IntFn),
    /// Pieces on some sites.
    On(SiteType, SitesFn),
    /// Neighbours of a site by relation; the number of neighbouring edges of both ends for edges.
    Neighbours(RelationType, SiteType, SitesFn),
    /// Occurrences of a value in a list.
    Value(IntFn, ArrayFn),
    /// Groups of at least some size.
    Groups(Links, BoolFn, IntFn),
    /// Size of the largest group that meets a region.
    LargestGroup(Links, Option<RegionFn>, BoolFn),
    /// Size of the longest line.
    LongestLine(SiteType, AbsoluteDirection, BoolFn),
    /// Empty neighbours of a group.
    Liberties(Links, IntFn, Option<BoolFn>),
    /// Sum of the pips that the dice of a player show: set of dice by player, and the player.
    Pips(Vec<Option<u8>>, IntFn),
    /// Pieces of stacks.
    Stack(CountStack),
    /// Sites just below a site that hold some pieces.
    Below {
        /// Type of the sites.
        kind: SiteType,
        /// The site above.
        at: IntFn,
        /// Owner of the pieces that count.
        who: Option<IntFn>,
        /// Components that count, where any are given.
        whats: Vec<IntFn>,
        /// The vertices just below each vertex.
        carriers: SetTable,
    },
}

impl CountFn {
    /// Compiles `(count …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<IntFn> {
        let topology = &c.rules.topology;
        let kind = c.site_type(call.get("type"));
        let fixed = |number: usize| Ok(IntFn::Constant(number as i32));
        let function = match call.get("countType").constant() {
            Some("Rows") => return fixed(topology.of(kind).rows.len()),
            Some("Columns") => return fixed(topology.of(kind).columns.len()),
            Some("Cells") => return fixed(topology.count(SiteType::Cell)),
            Some("Vertices") => return fixed(topology.count(SiteType::Vertex)),
            Some("Edges") => return fixed(topology.count(SiteType::Edge)),
            Some("Players") => return fixed(c.rules.players),
            Some("Phases") => return fixed(c.phase_names.len().max(1)),
            Some("Moves") => {
                c.rules.features.running.moves = i32::MAX;
                Self::Moves
            }
            Some("MovesThisTurn") => {
                c.rules.features.running.in_turn = i32::MAX;
                Self::MovesThisTurn
            }
            Some("Turns") => {
                c.rules.features.running.turns = i32::MAX;
                Self::Turns
            }
            Some("Active") => Self::Active,
            Some("LegalMoves") => Self::LegalMoves,
            Some("Pieces") => return CountPieces::compile(c, call),
            Some("Pips") => {
                let player = c.player(call, &["of", "role"])?;
                let player = player.unwrap_or(IntFn::Constant(c.rules.players as i32 + 1));
                let mut dice = vec![None; c.rules.players + 2];
                for (index, set) in c.rules.dice.iter().enumerate() {
                    let owner = c.rules.containers[set.container].owner as usize;
                    if let Some(entry) = dice.get_mut(owner) {
                        entry.get_or_insert(index as u8);
                    }
                }
                Self::Pips(dice, player)
            }
            Some("Sites") => match (call.get("at"), call.get("name").text()) {
                (Value::Empty, None) => {
                    Self::Sites(match SitesFn::compile(c, &Value::Empty, call.get("in"), last_to())? {
                        SitesFn::In(region) => SitesFn::In(region.with_tabled_lists(c)),
                        site => site,
                    })
                }
                (Value::Empty, Some(name)) => {
                    let container = c.rules.containers.iter().find(|container| container.name == name);
                    let sites = container.ok_or_else(|| c.unsupported(call))?.sites;
                    return Ok(IntFn::Constant(sites));
                }
                (at, _) => Self::ContainerSites(c.int(at)?),
            },
            Some("SitesPlatformBelow") => Self::Below {
                kind,
                at: c.int_or(call.get("at"), IntFn::Register(Register::To))?,
                who: match call.get("who") {
                    Value::Empty => None,
                    role => Some(c.int(role)?),
                },
                whats: whats(c, call)?,
                carriers: carriers(c),
            },
            None => match SitesFn::compile(c, call.get("at"), call.get("in"), last_to())? {
                SitesFn::At(site) if !c.rules.features.stacking => return Ok(IntFn::CountAt(kind, Box::new(site))),
                sites => Self::On(kind, sites),
            },
            Some(relation @ ("Orthogonal" | "Adjacent" | "Diagonal" | "Off" | "Neighbours")) => {
                let relation = match relation {
                    "Orthogonal" => RelationType::Orthogonal,
                    "Adjacent" => RelationType::Adjacent,
                    "Diagonal" => RelationType::Diagonal,
                    "Off" => RelationType::OffDiagonal,
                    _ => RelationType::All,
                };
                Self::Neighbours(relation, kind, SitesFn::compile(c, call.get("at"), call.get("in"), last_to())?)
            }
            Some("Value") => Self::Value(c.int(call.get("of"))?, ArrayFn::compile(c, call.get("in"))?),
            Some("Steps") => return CountSteps::compile(c, call),
            Some("StepsOnTrack") => return super::track::StepsOnTrack::compile(c, call),
            // Groups of values are counted in a way of their own.
            Some("Groups" | "SizeBiggestGroup") if c.rules.puzzle.is_some() => return Err(c.unsupported(call)),
            Some(which @ ("Groups" | "SizeBiggestGroup")) => {
                let links = Links::of(c, call)?;
                let occupied = BoolFn::Occupied(kind, IntFn::Register(Register::To));
                let condition = c.opt_bool(call.get("If"))?.unwrap_or(occupied);
                if which == "Groups" {
                    Self::Groups(links, condition, c.int_or(call.get("min"), IntFn::Constant(0))?)
                } else {
                    Self::LargestGroup(links, c.opt_region(call.get("throughAny"))?, condition)
                }
            }
            Some("SizeBiggestLine") => {
                let direction = call.get("directions").constant().and_then(AbsoluteDirection::from_name);
                let occupied = BoolFn::Occupied(kind, IntFn::Register(Register::To));
                let condition = c.opt_bool(call.get("If"))?.unwrap_or(occupied);
                Self::LongestLine(kind, direction.unwrap_or(AbsoluteDirection::Adjacent), condition)
            }
            Some("Liberties") => Self::Liberties(
                Links::compile(c, call.get("type"), call.get("directions"))?,
                c.int_or(call.get("at"), IntFn::LastTo)?,
                c.opt_bool(call.get("If"))?,
            ),
            Some("Stack") => Self::Stack(CountStack::compile(c, call)?),
            _ => return Err(c.unsupported(call)),
        };
        Ok(IntFn::Count(Box::new(function)))
    }

    /// Whether it is the same in every position, once the registers in `bound` are set.
    #[must_use]
    pub fn is_fixed(&self, bound: u16) -> bool {
        match self {
            Self::Sites(sites) | Self::Neighbours(_, _, sites) => sites.is_fixed(bound),
            Self::ContainerSites(container) => container.is_fixed(bound),
            Self::Value(value, array) => value.is_fixed(bound) && array.is_fixed(bound),
            Self::Pips(_, player) => bound & super::pips::PIPS != 0 && player.constant().is_some(),
            _ => false,
        }
    }

    /// How many groups there are, where they are counted: any number above `most` where there are more than that.
    pub fn groups_until(&self, most: i32, ctx: &mut Context<'_>) -> i32 {
        match self {
            Self::Groups(links, condition, min) => {
                let min = min.eval(ctx);
                count_groups(ctx, links, condition, min, most)
            }
            other => other.eval(ctx),
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        match self {
            Self::Moves => ctx.state.moves as i32,
            Self::MovesThisTurn => ctx.state.moves_this_turn as i32,
            Self::Turns => ctx.state.turns as i32,
            Self::Active => ctx.state.active.count_ones() as i32,
            Self::LegalMoves => {
                let mut list = ctx.borrow_list();
                ctx.legal_moves(&mut list);
                let count = list.len() as i32;
                ctx.return_list(list);
                count
            }
            Self::Sites(sites) => sites.count(ctx),
            Self::ContainerSites(container) => {
                let container = container.eval(ctx);
                ctx.rules.containers.get(container as usize).map_or(0, |container| container.sites)
            }
            Self::On(kind, sites) => {
                let mut sum = 0;
                match sites {
                    SitesFn::At(site) => {
                        let site = site.eval(ctx);
                        sum += count_at(ctx, *kind, site);
                    }
                    SitesFn::In(region) => {
                        region.each_while(ctx, &mut |ctx, site| {
                            sum += count_at(ctx, *kind, site);
                            true
                        });
                    }
                }
                sum
            }
            Self::Neighbours(relation, kind, sites) => neighbours(ctx, *relation, *kind, sites),
            Self::Value(value, array) => {
                let value = value.eval(ctx);
                array.eval(ctx).iter().filter(|&&held| held == value).count() as i32
            }
            Self::Groups(links, condition, min) => {
                let min = min.eval(ctx);
                count_groups(ctx, links, condition, min, i32::MAX)
            }
            Self::LargestGroup(links, through, condition) => {
                let through = through.as_ref().map(|region| region.eval(ctx).into_owned());
                let mut largest = 0;
                each_group(ctx, links, through.as_ref(), condition, |group| largest = largest.max(group.len() as i32));
                largest
            }
            Self::LongestLine(kind, direction, condition) => longest_line(ctx, *kind, *direction, condition),
            Self::Liberties(links, at, condition) => liberties(ctx, links, at, condition.as_ref()),
            Self::Pips(dice, player) => {
                let player = player.eval(ctx);
                let set = dice.get(player as usize).copied().flatten();
                set.and_then(|set| ctx.state.dice_sums.get(usize::from(set))).map_or(0, |&sum| i32::from(sum))
            }
            Self::Stack(stack) => stack.eval(ctx),
            Self::Below { kind, at, who, whats, carriers } => {
                let site = at.eval(ctx);
                // Who is on which site stands in rows.
                if let Some(who) = who
                    && whats.is_empty()
                    && (*kind, ctx.rules.layout.default) == (SiteType::Vertex, SiteType::Vertex)
                    && site >= 0
                    && (site as usize) < ctx.rules.topology.count(SiteType::Vertex)
                    && let owner @ 1.. = who.eval(ctx)
                    && (owner as usize) + 1 < ctx.rules.layout.rows
                {
                    let row = ctx.state.row(&ctx.rules.layout, 1 + owner as usize);
                    let mut held = 0;
                    for (at, below) in carriers.of(site as usize).iter().enumerate() {
                        held += (below & row[at]).count_ones();
                    }
                    return held as i32;
                }
                let topology = &ctx.rules.topology;
                let Some(element) =
                    usize::try_from(site).ok().and_then(|site| topology.of(SiteType::Vertex).sites.get(site))
                else {
                    return -1;
                };
                if element.layer == 0 {
                    return 0;
                }
                let who = who.as_ref().map(|who| who.eval(ctx));
                let mut wanted: smallvec::SmallVec<[i32; 8]> = smallvec::SmallVec::new();
                for what in whats {
                    wanted.push(what.eval(ctx));
                }
                let below = topology.steps_within(*kind, site as usize, AbsoluteDirection::Downward);
                let fits = |to: &&u16| {
                    let to = i32::from(**to);
                    if whats.is_empty() {
                        who == Some(ctx.who(SiteType::Vertex, to))
                    } else {
                        wanted.contains(&ctx.what(SiteType::Vertex, to))
                    }
                };
                below.iter().filter(fits).count() as i32
            }
        }
    }
}

/// How many pieces are on a site; 0 where there is no such site.
#[inline]
pub fn count_at(ctx: &Context<'_>, kind: SiteType, site: i32) -> i32 {
    // On boards of vertices or edges the question never reaches hands.
    if site < 0 || (kind != SiteType::Cell && site as usize >= ctx.rules.topology.count(kind)) {
        return 0;
    }
    if ctx.rules.features.stacking { ctx.height(kind, site) } else { ctx.count(kind, site) }
}

/// The site of the last move, where a ludeme takes it by default.
pub fn last_to() -> Option<IntFn> {
    Some(IntFn::LastTo)
}

/// The components in the slots `what` and `whats`.
pub fn whats(c: &mut Compiler, call: &Call) -> Compiled<Vec<IntFn>> {
    let mut list = Vec::new();
    for slot in ["what", "whats"] {
        for value in call.get(slot).elements() {
            list.push(c.int(value)?);
        }
    }
    Ok(list)
}

fn neighbours(ctx: &mut Context<'_>, relation: RelationType, kind: SiteType, sites: &SitesFn) -> i32 {
    let first = sites.eval(ctx).first().copied();
    let topology = &ctx.rules.topology;
    let Some(site) = first.map(|site| site as usize).filter(|&site| site < topology.count(kind)) else { return -1 };
    if kind != SiteType::Edge {
        return topology.of(kind).related(site, relation).len() as i32;
    }
    if matches!(relation, RelationType::Diagonal | RelationType::OffDiagonal) {
        return 0;
    }
    let ends = &topology.of(kind).sites[site].vertices;
    ends.iter().map(|&end| topology.of(SiteType::Vertex).sites[end as usize].edges.len() as i32).sum()
}

/// How many groups of sites that meet a condition (on `to`) and have at least `min` sites there are, or any number above
/// `most`.
fn count_groups(ctx: &mut Context<'_>, links: &Links, condition: &BoolFn, min: i32, most: i32) -> i32 {
    let mut count = 0;
    if !links.can_fill() {
        each_group(ctx, links, None, condition, |group| count += i32::from(group.len() as i32 >= min));
        return count;
    }
    let mut left = links.members(condition, Register::To, ctx);
    while let Some(start) = left.first() {
        // That there is one is enough, unless its size is asked for.
        if min <= 1 {
            count += 1;
            if count > most {
                break;
            }
        }
        let group = links.fill(start, &mut left);
        if min > 1 {
            count += i32::from(group.len() as i32 >= min);
            if count > most {
                break;
            }
        }
    }
    count
}

/// Calls `visit` with every group of sites that meet a condition (on `to`) and touch `through`.
fn each_group(
    ctx: &mut Context<'_>,
    links: &Links,
    through: Option<&Bits>,
    condition: &BoolFn,
    mut visit: impl FnMut(&Bits),
) {
    if links.can_fill() {
        let mut left = links.members(condition, Register::To, ctx);
        let mut starts = left.clone();
        if let Some(through) = through {
            starts.intersect(through);
        }
        while let Some(start) = starts.first() {
            let group = links.fill(start, &mut left);
            starts.subtract(&group);
            visit(&group);
        }
        return;
    }
    let before = ctx.get(Register::To);
    let size = ctx.rules.topology.count(links.kind) as i32;
    let mut seen = Bits::default();
    for from in 0..size {
        if seen.contains(from) || through.is_some_and(|through| !through.contains(from)) {
            continue;
        }
        ctx.set(Register::To, from);
        if links.is_covered(ctx, from) || !condition.eval(ctx) {
            continue;
        }
        let group = links.group(ctx, from, |ctx, to| {
            ctx.set(Register::To, to);
            condition.eval(ctx)
        });
        visit(&group);
        seen.union(&group);
    }
    ctx.set(Register::To, before);
}

fn longest_line(ctx: &mut Context<'_>, kind: SiteType, direction: AbsoluteDirection, condition: &BoolFn) -> i32 {
    let topology = &ctx.rules.topology;
    let mut marked = ctx.rules.board_sites(kind);
    condition.narrow(Register::To, kind, &mut marked, ctx);
    let run = |sites: &[u16]| sites[1..].iter().take_while(|&&site| marked.contains(i32::from(site))).count() as i32;
    let mut longest = 0;
    for pivot in &marked {
        let radials = topology.radials(kind, pivot as usize, direction);
        for &index in topology.distinct(kind, pivot as usize, direction) {
            let radial = &radials[index as usize];
            let length = 1 + run(&radial.sites) + radial.opposites.iter().map(|opposite| run(opposite)).sum::<i32>();
            longest = longest.max(length);
        }
    }
    longest
}

fn liberties(ctx: &mut Context<'_>, links: &Links, at: &IntFn, condition: Option<&BoolFn>) -> i32 {
    let from = at.eval(ctx);
    if !links.exists(ctx, from) {
        return 0;
    }
    let before = (ctx.get(Register::From), ctx.set(Register::To, from));
    let mut liberties = Bits::default();
    if condition.is_none_or(|condition| condition.eval(ctx)) {
        let what = ctx.what(links.kind, from);
        ctx.set(Register::From, from);
        let group = match condition {
            None if links.can_fill() => links.fill(from, &mut ctx.sites_holding(links.kind, what)),
            Some(condition) if links.can_fill() && condition.is_setwise(Register::To) => {
                let mut members = ctx.sites_holding(links.kind, what);
                condition.narrow(Register::To, links.kind, &mut members, ctx);
                links.fill(from, &mut members)
            }
            _ => links.group(ctx, from, |ctx, to| {
                ctx.set(Register::To, to);
                ctx.what(links.kind, to) == what && condition.is_none_or(|condition| condition.eval(ctx))
            }),
        };
        if links.can_fill() {
            liberties = links.around(&group);
            liberties.intersect(&ctx.empty_sites(links.kind));
            ctx.set(Register::From, before.0);
            ctx.set(Register::To, before.1);
            return liberties.len() as i32;
        }
        for site in &group {
            links.neighbours(ctx, site, |ctx, to| {
                if !group.contains(to) && ctx.what(links.kind, to) == 0 {
                    liberties.insert(to);
                }
            });
        }
    }
    ctx.set(Register::From, before.0);
    ctx.set(Register::To, before.1);
    liberties.len() as i32
}
