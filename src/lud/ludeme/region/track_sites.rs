//! The sites of a track.

use crate::lud::board::Track;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::int::{IntFn, TrackOf};
use crate::lud::play::bits::Bits;
use crate::lud::play::context::{Context, Register};

/// The sites of a track, from one of them to another.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackSites {
    track: TrackOf,
    from: Option<IntFn>,
    to: Option<IntFn>,
    /// All sites of each track.
    all: Vec<Bits>,
    /// Whether a rule goes through the tracks, which this one follows then.
    iterates: bool,
}

impl TrackSites {
    /// The sites of a track from `from` to `to`, or of all of it.
    #[must_use]
    pub fn new(c: &Compiler, track: TrackOf, from: Option<IntFn>, to: Option<IntFn>) -> Self {
        let sites = |track: &Track| Bits::from_sites(track.elements.iter().map(|station| station.site));
        let iterates = c.rules.features.iterates_tracks;
        Self { track, from, to, all: c.rules.tracks.iter().map(sites).collect(), iterates }
    }

    /// Whether it is the same in every position.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.is_whole() && self.track.is_fixed() && !self.iterates
    }

    /// The numbers that it depends on.
    pub fn numbers(&self) -> impl Iterator<Item = &IntFn> {
        [Some(self.track.player()), self.from.as_ref(), self.to.as_ref()].into_iter().flatten()
    }

    /// The track, and the first and the last of the sites, where no rule goes through the tracks.
    #[must_use]
    pub fn stretch(&self) -> Option<(&TrackOf, [Option<&IntFn>; 2])> {
        (!self.iterates).then_some((&self.track, [self.from.as_ref(), self.to.as_ref()]))
    }

    /// All sites of each track.
    #[must_use]
    pub fn all(&self) -> &[Bits] {
        &self.all
    }

    /// Whether it is all of a track.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }

    /// All sites of the track.
    pub fn whole(&self, ctx: &mut Context<'_>) -> Option<&Bits> {
        self.track(ctx).map(|track| &self.all[track])
    }

    /// The track that a rule goes through, or the one asked for.
    fn track(&self, ctx: &mut Context<'_>) -> Option<usize> {
        let iterated = ctx.get(Register::Track);
        let track = if iterated == -1 { self.track.eval(ctx) } else { usize::try_from(iterated).ok() };
        track.filter(|&track| track < ctx.rules.tracks.len())
    }

    /// Evaluates.
    pub fn eval(&self, ctx: &mut Context<'_>) -> Bits {
        let Some(index) = self.track(ctx) else { return Bits::default() };
        if self.is_whole() {
            return self.all[index].clone();
        }
        let from = self.from.as_ref().map_or(-1, |from| from.eval(ctx));
        let to = self.to.as_ref().map_or(-1, |to| to.eval(ctx));
        let track = &ctx.rules.tracks[index];
        let start = if from == -1 { Some(0) } else { track.index_of(from) };
        let Some(start) = start else { return Bits::default() };
        let sites = || track.elements.iter().map(|station| station.site);
        let mut result = Bits::default();
        for site in sites().skip(start).chain(sites().take(start)) {
            result.insert(site);
            if site == to {
                break;
            }
        }
        result
    }
}
