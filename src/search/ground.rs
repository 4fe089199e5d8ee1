//! What a board tells about a player at the end of a play-out, for qualitative bonuses: pieces that have reached the others' side,
//! and the longest row that may still grow.
//!
//! Both are read from what a game draws, so that they mean the same in every game that draws itself: where each owner's pieces stood
//! at the start, and which sites stand in line at equal steps.

use crate::game::{Drawing, Game, Mark, Seat};

/// Sites of a row that wins in the games which this is for.
const ROW: usize = 5;
/// How much longer than the shortest a step between neighbours may be.
const STEP_SLACK: f32 = 1.05;
/// How far from its place, in steps, a site may stand in a row.
const PLACE_SLACK: f32 = 0.1;

/// What is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Pieces on sites where pieces of other players stood at the start.
    Home,
    /// Length of the longest row of own pieces that may still grow to five.
    Row,
}

/// A board, ready to be looked at.
#[derive(Debug)]
pub(crate) struct Ground {
    feature: Feature,
    /// The owner of what stood on each site at the start.
    owners: Vec<Option<Seat>>,
    /// Every five sites in a row.
    rows: Vec<[u32; ROW]>,
}

impl Ground {
    /// The board of a game; `None` where it has nothing to look at.
    pub(crate) fn new<G: Game>(game: &G, feature: Feature) -> Option<Self> {
        let drawing = game.drawing()?;
        let mut owners = vec![None; drawing.sites.len()];
        let mut rows = Vec::new();
        match feature {
            Feature::Home => {
                let start = game.start(&mut game.workspace(), &mut crate::game::random_from_seed(0));
                for mark in game.contents(&start) {
                    if let Some(place) = owners.get_mut(mark.site as usize) {
                        *place = mark.owner;
                    }
                }
                owners.iter().flatten().next()?;
            }
            Feature::Row => {
                rows = rows_of(&drawing);
                rows.first()?;
            }
        }
        Some(Self { feature, owners, rows })
    }

    /// What the owner of a colour has of it.
    pub(crate) fn count(&self, contents: &[Mark], colour: Seat) -> f32 {
        match self.feature {
            Feature::Home => {
                let arrived = |mark: &&Mark| {
                    let before = self.owners.get(mark.site as usize).copied().flatten();
                    mark.owner == Some(colour) && before.is_some_and(|owner| owner != colour)
                };
                contents.iter().filter(arrived).count() as f32
            }
            Feature::Row => self.longest(contents, colour) as f32,
        }
    }

    fn longest(&self, contents: &[Mark], colour: Seat) -> usize {
        let mut held = vec![None; self.owners.len()];
        for mark in contents {
            if let Some(place) = held.get_mut(mark.site as usize) {
                *place = Some(mark.owner == Some(colour));
            }
        }
        let mut longest = 0;
        for row in &self.rows {
            let mut run = 0;
            let mut best = 0;
            let open = row.iter().all(|&site| match held[site as usize] {
                Some(false) => false,
                Some(true) => {
                    run += 1;
                    best = best.max(run);
                    true
                }
                None => {
                    run = 0;
                    true
                }
            });
            if open {
                longest = longest.max(best);
            }
        }
        longest
    }
}

/// All rows of five sites in line, at equal steps as short as any on the board.
fn rows_of(drawing: &Drawing) -> Vec<[u32; ROW]> {
    let centres: Vec<(f32, f32)> = drawing.sites.iter().map(|site| site.centre).collect();
    let distance = |(x, y): (f32, f32), (u, v): (f32, f32)| (x - u).hypot(y - v);
    let mut shortest = f32::INFINITY;
    for (index, &one) in centres.iter().enumerate() {
        for &other in &centres[index + 1..] {
            shortest = shortest.min(distance(one, other));
        }
    }
    let mut rows = Vec::new();
    for (first, &from) in centres.iter().enumerate() {
        for (second, &to) in centres.iter().enumerate() {
            // Each row once: it begins at the end with the smaller number.
            if second <= first || distance(from, to) > STEP_SLACK * shortest {
                continue;
            }
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let mut row = [first as u32; ROW];
            let complete = (1..ROW).all(|step| {
                let wanted = (from.0 + step as f32 * dx, from.1 + step as f32 * dy);
                let found = centres.iter().position(|&centre| distance(centre, wanted) < PLACE_SLACK * shortest);
                row[step] = found.unwrap_or_default() as u32;
                found.is_some()
            });
            if complete {
                rows.push(row);
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::yardstick::Breakthrough;

    #[test]
    fn pieces_that_have_arrived_are_counted() {
        let game = Breakthrough::new(6);
        let ground = Ground::new(&game, Feature::Home).unwrap();
        let position = game.position("a5 b4 c3", "c2 f1 f5", Seat(0)).unwrap();
        let contents = game.contents(&position);
        assert_eq!((ground.count(&contents, Seat(0)), ground.count(&contents, Seat(1))), (1.0, 2.0));
    }

    #[test]
    fn rows_grow_where_nobody_stands_in_the_way() {
        let drawing = Drawing::squares(6, 6);
        let rows = rows_of(&drawing);
        // Two in each of six lines of both directions; diagonal steps are longer than the shortest.
        assert_eq!(rows.len(), 24);
        let ground = Ground { feature: Feature::Row, owners: vec![None; 36], rows };
        let marks = |own: &[u32], others: &[u32]| -> Vec<Mark> {
            let mark = |seat: u8| move |&site: &u32| Mark { site, owner: Some(Seat(seat)), glyph: String::new() };
            own.iter().map(mark(0)).chain(others.iter().map(mark(1))).collect()
        };
        assert_eq!(ground.count(&marks(&[0, 1, 2], &[]), Seat(0)), 3.0);
        assert_eq!(ground.count(&marks(&[0, 1, 3], &[]), Seat(0)), 2.0);
        // Four squares are left of the row, and none of the column beside it has more than one.
        assert_eq!(ground.count(&marks(&[0, 1, 2], &[4]), Seat(0)), 1.0);
    }
}
