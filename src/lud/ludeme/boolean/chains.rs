//! Chains of one player's pieces between fixed regions, for play-outs that follow them piece by piece.

use super::connected::{Connected, Ends};
use crate::lud::ludeme::group::Links;
use crate::lud::ludeme::int::IntFn;
use crate::lud::ludeme::region::RegionFn;
use crate::lud::play::bits::Bits;
use crate::lud::play::rules::Rules;

/// What `(is Connected …)` asks of the chain that the last piece belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct Chains {
    starts: Vec<u32>,
    neighbours: Vec<u16>,
    /// Regions that each site touches, as bits, by player and site.
    touched: Vec<u32>,
    sites: usize,
    number: u32,
}

impl Chains {
    /// Chains of pieces that are linked in a way and touch so many of some regions, all where no number is given; the regions
    /// by player.
    #[must_use]
    pub fn between(links: &Links, by_player: &[Vec<Bits>], number: Option<u32>, rules: &Rules) -> Option<Self> {
        let regions = by_player[1].len();
        let fits = (1..=32).contains(&regions) && by_player[1..].iter().all(|own| own.len() == regions);
        if !fits || links.asks_heights() || links.kind != rules.default_type() {
            return None;
        }
        let number = number.unwrap_or(regions as u32);
        let sites = rules.topology.count(links.kind);
        let mut touched = vec![0; sites * by_player.len()];
        for (player, own) in by_player.iter().enumerate().skip(1) {
            for (index, region) in own.iter().enumerate() {
                for site in region.iter().filter(|&site| (site as usize) < sites) {
                    touched[player * sites + site as usize] |= 1 << index;
                }
            }
        }
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        for site in 0..sites {
            neighbours.extend_from_slice(links.known_neighbours(site)?);
            starts.push(neighbours.len() as u32);
        }
        let chains = Self { starts, neighbours, touched, sites, number };
        // Chains can be followed piece by piece only where links run both ways.
        let both_ways = (0..sites as u16)
            .all(|site| chains.neighbours(site).iter().all(|&other| chains.neighbours(other).contains(&site)));
        both_ways.then_some(chains)
    }

    /// The neighbours of a site.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, site: u16) -> &[u16] {
        let site = usize::from(site);
        &self.neighbours[self.starts[site] as usize..self.starts[site + 1] as usize]
    }

    /// The regions that a piece of a player on a site touches, as bits.
    #[inline]
    #[must_use]
    pub fn regions_at(&self, player: usize, site: usize) -> u32 {
        self.touched[player * self.sites + site]
    }

    /// One more than the number of the last player whose chains they are.
    #[inline]
    #[must_use]
    pub fn players(&self) -> usize {
        self.touched.len() / self.sites
    }

    /// Whether a chain that touches these regions connects enough of them.
    #[inline]
    #[must_use]
    pub fn are_enough(&self, touched: u32) -> bool {
        touched.count_ones() >= self.number
    }
}

impl Connected {
    /// What it asks of chains, where it asks about the last piece, the mover and regions that never change.
    #[must_use]
    pub fn chains(&self, rules: &Rules) -> Option<Chains> {
        if self.whose().is_some_and(|player| *player != IntFn::Mover) {
            return None;
        }
        self.chains_of_last(rules)
    }

    /// The player whose regions it asks about, where those are not given.
    #[must_use]
    pub fn whose(&self) -> Option<&IntFn> {
        match self.parts().2 {
            Ends::Given(_) => None,
            Ends::Owned(_, player) => Some(player),
        }
    }

    /// What it asks of chains, where it asks about the last piece and regions that never change.
    #[must_use]
    pub fn chains_of_last(&self, rules: &Rules) -> Option<Chains> {
        let (at, number, ends, links) = self.parts();
        if *at != IntFn::LastTo {
            return None;
        }
        let by_player: Vec<&[RegionFn]> = match ends {
            Ends::Given(regions) => vec![&regions[..]; rules.players + 1],
            Ends::Owned(by_player, _) => by_player.iter().take(rules.players + 1).map(|own| &own[..]).collect(),
        };
        let number = match number {
            None => None,
            Some(number) => Some(u32::try_from(number.constant()?).ok().filter(|&number| number > 0)?),
        };
        let fixed = |region: &'_ RegionFn| match region {
            RegionFn::Fixed(sites) => Some(sites.clone()),
            _ => None,
        };
        // Nobody's regions are of no interest.
        let regions = by_player.iter().enumerate().map(|(player, own)| match player {
            0 => Some(Vec::new()),
            _ => own.iter().map(fixed).collect(),
        });
        Chains::between(links, &regions.collect::<Option<Vec<_>>>()?, number, rules)
    }
}
