//! What uniformly random games come to: `halfling games --playouts`.

use super::Failure;
use crate::game::{Game, PlayoutLimit, Random, Seat, random_from_seed};
use crate::search::params::DEFAULT_PLAYOUT_CAP;
use crate::stats::{Z95, mean, standard_deviation};
use std::io::Write;

/// Results of many play-outs of one game.
struct Results {
    plies: Vec<f64>,
    /// Play-outs that a seat won, by seat.
    won: Vec<u64>,
    /// Play-outs that ended with no winner.
    drawn: u64,
    /// Play-outs that did not end.
    cut: u64,
}

/// The head of the table.
pub(super) fn head(out: &mut impl Write, playouts: u64, seed: u64) -> Result<(), Failure> {
    writeln!(
        out,
        "{playouts} play-outs of each game from its start, moves drawn uniformly, seed {seed}, at most {DEFAULT_PLAYOUT_CAP} plies. Plies \
         with the 95 % interval of their mean and the standard deviation of one play-out; shares in per cent, those won by seat.\n"
    )?;
    writeln!(out, "| game | plies | deviation | won by | drawn | not ended |")?;
    writeln!(out, "| --- | --- | --- | --- | --- | --- |")?;
    Ok(())
}

/// Plays a game out many times and writes its line.
pub(super) fn line(out: &mut impl Write, game: &impl Game, playouts: u64, seed: u64) -> Result<(), Failure> {
    let Results { plies, won, drawn, cut } = play(game, playouts, &mut random_from_seed(seed));
    let share = |count: u64| format!("{:.1}", 100.0 * count as f64 / playouts as f64);
    let won: Vec<String> = won.into_iter().map(share).collect();
    let deviation = standard_deviation(&plies);
    writeln!(
        out,
        "| {} | {:.1} ± {:.1} | {deviation:.1} | {} | {} | {} |",
        game.info().name,
        mean(&plies),
        Z95 * deviation / (playouts as f64).sqrt(),
        won.join(" / "),
        share(drawn),
        share(cut)
    )?;
    Ok(())
}

fn play<G: Game>(game: &G, playouts: u64, rng: &mut Random) -> Results {
    let seats = game.info().seats;
    let mut workspace = game.workspace();
    let mut results = Results { plies: Vec::new(), won: vec![0; seats], drawn: 0, cut: 0 };
    let mut state = game.start(&mut workspace, rng);
    for _ in 0..playouts {
        // Chance may have its part in the start.
        game.restart(&mut state, &mut workspace, rng);
        let limit = PlayoutLimit { plies: DEFAULT_PLAYOUT_CAP };
        let playout = game.playout(&mut state, limit, &mut workspace, rng, None);
        results.plies.push(f64::from(playout.plies));
        let winner = (0..seats).find(|&seat| playout.utilities[Seat(seat as u8)] == 1.0);
        match (playout.finished, winner) {
            (false, _) => results.cut += 1,
            (true, Some(seat)) => results.won[seat] += 1,
            (true, None) => results.drawn += 1,
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::yardstick::TicTacToe;

    #[test]
    fn random_tic_tac_toe_comes_to_the_known_shares() {
        let Results { plies, won, drawn, cut } = play(&TicTacToe::new(), 20_000, &mut random_from_seed(1));
        // By counting all games: 58.5 %, 28.8 % and 12.7 %.
        for (count, share) in [(won[0], 0.585), (won[1], 0.288), (drawn, 0.127)] {
            assert!((count as f64 / 20_000.0 - share).abs() < 0.015, "{count}");
        }
        assert_eq!(cut, 0);
        assert!((5.0..=9.0).contains(&mean(&plies)));
    }
}
