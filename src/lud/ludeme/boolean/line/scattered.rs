//! Lines with gaps: the pieces that count are those on the sites of whole lines, which are counted all at once.

use super::Line;
use crate::lud::compile::Compiler;
use crate::lud::ludeme::boolean::BoolFn;
use crate::lud::play::context::Context;
use crate::lud::play::rules::Rules;

/// The sites of the lines through every site, as bits.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scattered {
    /// How many pieces make a line, with the one on the site that it runs through.
    length: u32,
    /// Whether more than that make none.
    exact: bool,
    /// Words of one line.
    row: usize,
    /// Where the lines through each site begin.
    starts: Vec<u32>,
    /// The sites of each line but the one that it runs through.
    lines: Vec<u64>,
}

impl Scattered {
    /// The lines of a test, where it is one for a fixed number of pieces with or without gaps between them, through one site
    /// of the board, and the owner of a piece tells whether it counts.
    pub fn of(c: &Compiler, line: &Line) -> Option<Self> {
        let rules = &c.rules;
        let length = u32::try_from(line.length.constant()?).ok().filter(|&length| length > 1)?;
        let (BoolFn::Constant(exact), BoolFn::Constant(opposites)) = (&line.exact, &line.opposites) else {
            return None;
        };
        let plain = line.contiguous == BoolFn::Constant(false)
            && line.through_any.is_none()
            && line.what.is_empty()
            && line.condition.is_none()
            && line.kinds.constant() == Some(1)
            && line.kind == rules.default_type()
            && !rules.features.stacking
            && !rules.features.owners_change
            && rules.puzzle.is_none()
            && (line.who.is_some() || has_one_piece_each(rules));
        if !plain {
            return None;
        }
        let row = rules.layout.row;
        let mut scattered = Self { length, exact: *exact, row, starts: vec![0], lines: Vec::new() };
        for pivot in 0..rules.topology.count(line.kind) {
            let radials = rules.topology.radials(line.kind, pivot, line.direction);
            for &index in rules.topology.distinct(line.kind, pivot, line.direction) {
                let radial = &radials[usize::from(index)];
                if radial.opposites.is_empty() || !opposites {
                    scattered.add(&[&radial.sites], pivot)?;
                }
                for opposite in radial.opposites.iter().filter(|_| *opposites) {
                    scattered.add(&[&radial.sites, opposite], pivot)?;
                }
            }
            scattered.starts.push((scattered.lines.len() / row) as u32);
        }
        Some(scattered)
    }

    /// Adds a line through a site, which the arms begin with, unless it comes to a site twice, which would count twice.
    fn add(&mut self, arms: &[&[u16]], pivot: usize) -> Option<()> {
        let start = self.lines.len();
        self.lines.resize(start + self.row, 0);
        for &site in arms.iter().flat_map(|arm| &arm[1..]) {
            let (word, bit) = (start + usize::from(site) / 64, 1 << (site % 64));
            if usize::from(site) == pivot || self.lines[word] & bit != 0 {
                return None;
            }
            self.lines[word] |= bit;
        }
        Some(())
    }

    /// Whether there is a line through a site of the board, on which there is a piece that counts, among some sites.
    fn is_through(&self, pivot: usize, held: &[u64]) -> bool {
        let lines = &self.lines[self.starts[pivot] as usize * self.row..self.starts[pivot + 1] as usize * self.row];
        lines.chunks_exact(self.row).any(|line| {
            let count = 1 + line.iter().zip(held).map(|(line, held)| (line & held).count_ones()).sum::<u32>();
            if self.exact { count == self.length } else { count >= self.length }
        })
    }
}

/// Whether the owner of a piece tells what it is.
fn has_one_piece_each(rules: &Rules) -> bool {
    let mut owners = rules.owners[1..].to_vec();
    owners.sort_unstable();
    owners.windows(2).all(|pair| pair[0] != pair[1])
}

impl Line {
    /// The answer for a line with gaps.
    pub(super) fn by_scattered(&self, scattered: &Scattered, ctx: &mut Context<'_>) -> bool {
        let pivot = self.through.eval(ctx);
        if pivot < 0 || pivot as usize >= ctx.rules.layout.own {
            return false;
        }
        let pivot = pivot as usize;
        let row = match &self.who {
            Some(who) => usize::try_from(who.eval(ctx) + 1).ok().filter(|row| (1..ctx.rules.layout.rows).contains(row)),
            // Empty sites are in a line with other empty ones.
            None => Some(match ctx.state.what(&ctx.rules.layout, pivot) {
                0 => 0,
                here => 1 + usize::from(ctx.rules.owners[here]),
            }),
        };
        let layout = &ctx.rules.layout;
        row.is_some_and(|row| {
            ctx.state.is_in_row(layout, row, pivot) && scattered.is_through(pivot, ctx.state.row(layout, row))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Turn, random_from_seed};
    use crate::lud::play::game::LudGame;
    use crate::lud::source::{Description, Library};
    use crate::lud::{Options, load};
    use std::sync::Arc;

    fn described(lines: &str) -> LudGame {
        let text = format!(
            r#"(game "Scattered"
                (players 2)
                (equipment {{ (board (square 9)) (piece "Disc" Each) (piece "Ball" Neutral) }})
                (rules
                    (start (place "Ball0" (sites {{ 3 17 40 44 }})))
                    (play (move Add (to (sites Empty)) (then (and {{ {lines} }}))))
                    (end (if (is Full) (byScore)))
                )
            )"#
        );
        let defines = Arc::clone(Library::embedded().unwrap().defines());
        let description = Description { path: "Scattered".to_owned(), text, defines };
        LudGame::new(&load(&description, &Options::default()).unwrap().tree, 0).unwrap()
    }

    #[test]
    fn lines_counted_at_once_are_those_found_site_by_site() {
        let tests = [
            ("3 N exact:True", ""),
            ("3", ""),
            ("4 NE exact:True", ""),
            ("4 Diagonal", ""),
            ("2 through:(ahead (last To) E)", ""),
            ("5 Orthogonal through:41", ""),
            ("3 Orthogonal through:(- (last To) 9)", ""),
            ("3 P2", ""),
            ("2 Orthogonal through:40 Neutral exact:True", ""),
            ("2 N exact:True", "useOpposites:False"),
            ("2 through:100", ""),
        ];
        // A condition about every site is asked of one site after the other.
        let scored = |condition: &str| {
            let lines = tests.iter().enumerate().map(|(place, (test, opposites))| {
                format!("(if (is Line {test} contiguous:False {condition} {opposites}) (addScore P1 {}))", 1 << place)
            });
            let game = described(&lines.collect::<Vec<_>>().join("\n"));
            let (mut workspace, mut rng) = (game.workspace(), random_from_seed(5));
            let mut state = game.start(&mut workspace, &mut rng);
            let (mut moves, mut scores) = (Vec::new(), Vec::new());
            while let Turn::Player(seat) = game.turn(&state) {
                moves.clear();
                game.legal_moves(&state, seat, &mut workspace, &mut moves);
                let chosen = moves[scores.len() * 31 % moves.len()];
                game.apply(&mut state, chosen, &mut workspace, &mut rng);
                scores.push(state.score[1]);
            }
            scores
        };
        let scores = scored("");
        assert_eq!(scores, scored("if:(>= (to) 0)"));
        // All tests but the last hold after some moves.
        let gains = |bit: usize| scores.windows(2).filter(|pair| (pair[1] - pair[0]) >> bit & 1 == 1).count();
        assert!((0..tests.len() - 1).all(|bit| gains(bit) > 0));
        assert_eq!(gains(tests.len() - 1), 0);
    }
}
