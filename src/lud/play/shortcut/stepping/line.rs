//! Lines along which pieces slide and jump far.

use crate::lud::play::sets::SiteSet;

/// The sites of a line from a site on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line<S> {
    pub sites: Vec<u8>,
    /// The same as a set.
    all: S,
    /// Those of them on which slides may end.
    pub ends: S,
    order: Order,
}

/// Which way the numbers of the sites of a line go.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Order {
    Up,
    Down,
    Mixed,
}

impl<S: SiteSet> Line<S> {
    /// The first sites of a line, so many that slides go at most, where they go at least so many.
    pub fn of(sites: &[u16], [least, most]: [usize; 2]) -> Self {
        let sites: Vec<_> = sites.iter().take(most).map(|&site| site as u8).collect();
        let order = if sites.is_sorted() {
            Order::Up
        } else if sites.is_sorted_by(|one, other| one > other) {
            Order::Down
        } else {
            Order::Mixed
        };
        let set = |sites: &[u8]| sites.iter().fold(S::EMPTY, |all, &site| all | S::only(usize::from(site)));
        let (all, ends) = (set(&sites), set(sites.get(least - 1..).unwrap_or_default()));
        Self { sites, all, ends, order }
    }

    /// The first site that is not among some.
    #[inline]
    pub fn first_outside(&self, set: S) -> Option<usize> {
        let outside = self.all & !set;
        if outside.is_empty() {
            return None;
        }
        match self.order {
            Order::Up => Some(outside.first() as usize),
            Order::Down => Some(outside.last() as usize),
            Order::Mixed => self.sites.iter().map(|&site| usize::from(site)).find(|&site| outside.has(site)),
        }
    }

    /// The sites before one of them.
    #[inline]
    fn before(&self, site: usize) -> S {
        match self.order {
            Order::Up => self.all & S::below(site),
            Order::Down => self.all & !(S::below(site) | S::only(site)),
            Order::Mixed => {
                let before = self.sites.iter().map(|&site| usize::from(site)).take_while(|&other| other != site);
                before.fold(S::EMPTY, |set, site| set | S::only(site))
            }
        }
    }

    /// The sites with which it begins as far as they may be passed, and the one after them where that is one to stop at.
    #[inline]
    pub fn run(&self, pass: S, stop: S) -> S {
        match self.first_outside(pass) {
            None => self.all,
            Some(site) => self.before(site) | (S::only(site) & stop),
        }
    }

    /// The last of the sites with which it begins as far as they may be passed.
    pub fn end_of_run(&self, pass: S) -> S {
        let run = self.run(pass, S::EMPTY);
        match self.order {
            _ if run.is_empty() => run,
            Order::Up => S::only(run.last() as usize),
            Order::Down => S::only(run.first() as usize),
            Order::Mixed => S::only(usize::from(self.sites[run.len() as usize - 1])),
        }
    }

    /// The sites of `free` from after one of them on, up to the first that is not in it, and no more than so many.
    #[inline]
    pub fn run_behind(&self, site: usize, free: S, most: usize) -> S {
        if most < self.sites.len() {
            let behind = self.sites.iter().map(|&site| usize::from(site)).skip_while(|&other| other != site).skip(1);
            let free = behind.take(most).take_while(|&site| free.has(site));
            return free.fold(S::EMPTY, |set, site| set | S::only(site));
        }
        let passed = self.before(site) | S::only(site);
        self.run(free | passed, S::EMPTY) & !passed
    }

    /// Whether at most so many sites come before one of them.
    #[inline]
    pub fn is_within(&self, site: usize, most: usize) -> bool {
        most >= self.sites.len() || self.sites.iter().take(most + 1).any(|&other| usize::from(other) == site)
    }
}

/// Whether no site is on two of some lines.
fn are_distinct(lines: &[Vec<u16>]) -> bool {
    let mut sites: Vec<_> = lines.iter().flatten().collect();
    let all = sites.len();
    sites.sort_unstable();
    sites.dedup();
    sites.len() == all
}

/// Any number of sites.
pub(super) const ANY: [usize; 2] = [1, usize::MAX];

/// The lines from each site, of which slides go so many sites at least and at most, where no site is on two lines from another.
pub(super) fn lines_of<S: SiteSet>(lines: &[Vec<Vec<u16>>], span: [usize; 2]) -> Option<Vec<Vec<Line<S>>>> {
    let of_site = |lines: &Vec<Vec<u16>>| lines.iter().map(|line| Line::of(line, span)).collect();
    lines.iter().all(|lines| are_distinct(lines)).then(|| lines.iter().map(of_site).collect())
}
