//! Chains of pieces in one play-out.

/// Which pieces hang together and which regions they touch.
#[derive(Debug, Default)]
pub struct Unions {
    parents: Vec<u16>,
    touched: Vec<u32>,
}

impl Unions {
    /// Takes all pieces off.
    pub fn reset(&mut self, sites: usize) {
        self.parents.clear();
        self.parents.extend(0..sites as u16);
        self.touched.clear();
        self.touched.resize(sites, 0);
    }

    /// Notes that a piece touches regions.
    #[inline]
    pub fn touch(&mut self, site: u16, regions: u32) {
        let root = self.root(site);
        self.touched[usize::from(root)] |= regions;
    }

    /// The regions that the chain of a site touches.
    #[inline]
    pub fn touched(&mut self, site: u16) -> u32 {
        let root = self.root(site);
        self.touched[usize::from(root)]
    }

    #[inline]
    fn root(&mut self, mut site: u16) -> u16 {
        while self.parents[site as usize] != site {
            let above = self.parents[self.parents[site as usize] as usize];
            self.parents[site as usize] = above;
            site = above;
        }
        site
    }

    /// Makes one chain of those of two sites.
    #[inline]
    pub fn join(&mut self, one: u16, other: u16) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.parents[other as usize] = one;
            self.touched[one as usize] |= self.touched[other as usize];
        }
    }
}
