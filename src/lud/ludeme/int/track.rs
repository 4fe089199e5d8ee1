//! Sites along tracks.

use super::IntFn;
use crate::lud::compile::{Compiled, Compiler};
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::play::context::{Context, Register};
use crate::lud::tree::Call;

/// A track for each player: index by player, and the player.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackOf {
    by_player: Vec<Option<u16>>,
    player: IntFn,
}

impl TrackOf {
    /// Works out which track `choose` picks for each player.
    pub fn new(c: &Compiler, player: IntFn, choose: impl Fn(i32) -> Option<usize>) -> Self {
        let players = c.rules.players as i32 + 1;
        Self { by_player: (0..=players).map(|player| choose(player).map(|track| track as u16)).collect(), player }
    }

    /// The track as an index into the rules' tracks.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Option<usize> {
        let player = self.player.eval(ctx);
        self.of(player)
    }

    /// The track of a player as an index into the rules' tracks.
    #[inline]
    fn of(&self, player: i32) -> Option<usize> {
        self.by_player.get(player as usize).copied().flatten().map(usize::from)
    }

    /// The player whose track it is.
    #[must_use]
    pub fn player(&self) -> &IntFn {
        &self.player
    }

    /// The index of the track of each player.
    #[must_use]
    pub fn by_player(&self) -> &[Option<u16>] {
        &self.by_player
    }

    /// Whether it is the same in every position.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.player.constant().is_some()
    }

    /// The track that a move along it, or a count of steps on it, follows: by name and owner, by name where `loose`, by
    /// owner, or the first that nobody owns.
    fn followed(c: &mut Compiler, call: &Call, loose: bool) -> Compiled<Self> {
        let player = c.player(call, &["role", "player"])?.unwrap_or(IntFn::Mover);
        let name = call.get("name").text();
        let tracks = &c.rules.tracks;
        Ok(Self::new(c, player, |player| {
            let named = |track: &usize| name.is_some_and(|name| tracks[*track].name.contains(name));
            let owned = |track: &usize, owner: i32| tracks[*track].owner == owner;
            let all = 0..tracks.len();
            all.clone()
                .find(|track| named(track) && owned(track, player))
                .or_else(|| all.clone().find(|track| loose && named(track)))
                .or_else(|| all.clone().find(|track| owned(track, player)))
                .or_else(|| all.clone().find(|track| owned(track, 0)))
        }))
    }

    /// The track whose first or last site is asked for.
    fn ended(c: &mut Compiler, call: &Call) -> Compiled<Self> {
        let player = c.player(call, &["player", "role"])?.unwrap_or(IntFn::Constant(0));
        let name = call.get("name").text();
        let tracks = &c.rules.tracks;
        Ok(Self::new(c, player, |player| {
            let fits = |track: &usize| {
                let track = &tracks[*track];
                match name {
                    Some(name) => track.name.contains(name) && (player == 0 || track.owner == player),
                    None => track.owner == player || track.owner == 0,
                }
            };
            (0..tracks.len()).find(fits).or((!tracks.is_empty()).then_some(0))
        }))
    }
}

/// How far along a track the piece on a site has come; the length of the track where that is unknown.
///
/// `None` where the site is nowhere and the place of a piece is more than its site.
fn place(ctx: &Context<'_>, track: usize, player: i32, site: i32) -> Option<usize> {
    let route = &ctx.rules.tracks[track];
    let length = route.elements.len();
    if route.is_looped || !ctx.rules.features.hidden_places {
        return Some(route.index_of(site).unwrap_or(length));
    }
    if site < 0 {
        return None;
    }
    let kind = ctx.rules.default_type();
    let what = if ctx.rules.features.stacking {
        let levels = ctx.stacks().levels(ctx.flat(kind, site));
        let own = levels.iter().find(|level| i32::from(level.who) == player);
        own.or(levels.last()).map_or(0, |level| i32::from(level.what))
    } else {
        ctx.what(kind, site)
    };
    match what {
        0 => Some(route.index_of(site).unwrap_or(length)),
        what => Some(ctx.place_on_track(track, site, what).unwrap_or(length)),
    }
}

/// A site of a track.
#[derive(Debug, Clone, PartialEq)]
pub enum TrackSite {
    /// Some steps along it from a site.
    Move {
        /// The track.
        track: TrackOf,
        /// Where the steps start.
        from: IntFn,
        /// How many.
        steps: IntFn,
    },
    /// The first site from a site on that meets a condition.
    First {
        /// The track.
        track: TrackOf,
        /// Where the search starts.
        from: Option<IntFn>,
        /// The condition on `to`.
        condition: Option<BoolFn>,
    },
    /// The last site.
    End(TrackOf),
}

impl TrackSite {
    /// Compiles `(trackSite …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<IntFn> {
        let function = match call.get("trackSiteType").constant() {
            Some("Move") => Self::Move {
                track: TrackOf::followed(c, call, true)?,
                from: c.int_or(call.get("from"), IntFn::Register(Register::From))?,
                steps: c.int(call.get("steps"))?,
            },
            Some("FirstSite") => Self::First {
                track: TrackOf::ended(c, call)?,
                from: c.opt_int(call.get("from"))?,
                condition: c.opt_bool(call.get("If"))?,
            },
            Some("EndSite") => Self::End(TrackOf::ended(c, call)?),
            _ => return Err(c.unsupported(call)),
        };
        Ok(IntFn::Track(Box::new(function)))
    }

    /// Whether it is the same in every position.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        match self {
            Self::Move { .. } => false,
            Self::First { track, from, condition } => track.is_fixed() && from.is_none() && condition.is_none(),
            Self::End(track) => track.is_fixed(),
        }
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        let rules = ctx.rules;
        match self {
            Self::Move { track, from, steps } => {
                let player = track.player.eval(ctx);
                let Some(number) = track.of(player) else { return -1 };
                let track = &rules.tracks[number];
                let from = from.eval(ctx);
                let Some(start) = place(ctx, number, player, from) else { return -1 };
                let steps = steps.eval(ctx);
                track.after(start, steps)
            }
            Self::First { track, from, condition } => {
                let Some(track) = track.eval(ctx) else { return -1 };
                let stations = &rules.tracks[track].elements;
                let from = from.as_ref().map_or(-1, |from| from.eval(ctx));
                let Some(start) = stations.iter().position(|station| from == -1 || station.site == from) else {
                    return -1;
                };
                let before = ctx.get(Register::To);
                let found =
                    (0..stations.len()).map(|step| stations[(start + step) % stations.len()].site).find(|&site| {
                        ctx.set(Register::To, site);
                        condition.as_ref().is_none_or(|condition| condition.eval(ctx))
                    });
                ctx.set(Register::To, before);
                found.unwrap_or(-1)
            }
            Self::End(track) => {
                let Some(track) = track.eval(ctx) else { return -1 };
                rules.tracks[track].elements.last().map_or(-1, |last| last.site)
            }
        }
    }
}

/// Number of steps along a track between two sites.
#[derive(Debug, Clone, PartialEq)]
pub struct StepsOnTrack {
    track: TrackOf,
    from: IntFn,
    to: IntFn,
}

impl StepsOnTrack {
    /// Compiles `(count StepsOnTrack …)`.
    pub fn compile(c: &mut Compiler, call: &Call) -> Compiled<IntFn> {
        let track = TrackOf::followed(c, call, false)?;
        let (from, to) = (c.int(call.get("site1"))?, c.int(call.get("site2"))?);
        Ok(IntFn::StepsOnTrack(Box::new(Self { track, from, to })))
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> i32 {
        let rules = ctx.rules;
        let player = self.track.player.eval(ctx);
        let Some(track) = self.track.of(player) else { return -1 };
        let (from, to) = (self.from.eval(ctx), self.to.eval(ctx));
        let stations = &rules.tracks[track].elements;
        let Some(start) = place(ctx, track, player, from) else { return -1 };
        // Where pieces have places of their own, the steps do not go on at the beginning of the track.
        let is_round = rules.tracks[track].is_looped || !rules.features.hidden_places;
        let onwards = stations[start..].iter().chain(if is_round { &stations[..start] } else { &[] });
        onwards.map(|station| station.site).position(|site| site == to).map_or(-1, |steps| steps as i32)
    }
}
