//! What bounds are made of, worked out once for small numbers of visits: most positions of a tree have few.
//!
//! Divisions and square roots take longer than everything else in a choice among a handful of moves.

use std::sync::LazyLock;

/// Numbers of visits that are worked out.
const SIZE: usize = 1 << 16;

/// Tables over numbers of visits from 1 on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Roots {
    /// `1/√n`.
    inverse: &'static [f32; SIZE],
    /// `√ln n`.
    log: &'static [f32; SIZE],
}

static INVERSE: LazyLock<Box<[f32; SIZE]>> = LazyLock::new(|| table(inverse));
static LOG: LazyLock<Box<[f32; SIZE]>> = LazyLock::new(|| table(log));

fn table(value: fn(f32) -> f32) -> Box<[f32; SIZE]> {
    let mut table = Box::new([0.0; SIZE]);
    for (visits, place) in table.iter_mut().enumerate() {
        *place = value(visits.max(1) as f32);
    }
    table
}

impl Roots {
    /// The tables of this process.
    pub(super) fn get() -> Self {
        Self { inverse: &INVERSE, log: &LOG }
    }

    /// `1/√n` of 1 visit or more.
    #[inline]
    pub(super) fn inverse(self, visits: u32) -> f32 {
        match self.inverse.get(visits as usize) {
            Some(&known) => known,
            None => inverse(visits as f32),
        }
    }

    /// `√ln n`; 0 for 0 and 1.
    #[inline]
    pub(super) fn log(self, visits: u32) -> f32 {
        match self.log.get(visits as usize) {
            Some(&known) => known,
            None => log(visits as f32),
        }
    }
}

// Never inlined, or the compiler works them out beforehand in case the tables end.
#[cold]
#[inline(never)]
fn inverse(visits: f32) -> f32 {
    1.0 / visits.sqrt()
}

#[cold]
#[inline(never)]
fn log(visits: f32) -> f32 {
    visits.ln().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_go_on_where_they_end() {
        let roots = Roots::get();
        for visits in [1, 2, 30, 65_535, 65_536, 65_537, 1_000_000] {
            let exact = f64::from(visits);
            assert!((f64::from(roots.inverse(visits)) * exact.sqrt() - 1.0).abs() < 1e-6);
            assert!((f64::from(roots.log(visits)).powi(2) - exact.ln()).abs() < 1e-5);
        }
    }
}
