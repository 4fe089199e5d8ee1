//! Counts of move sequences in compiled games, against counts that are known.

use assert_cmd::Command;
use std::path::PathBuf;

/// The column of leaves of `halfling perft`, after a check that the counts by move add up to the last of them.
fn leaves(game: &str, depth: usize) -> Vec<u64> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halfling"));
    let output = command.args(["perft", game, "--depth", &depth.to_string()]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{game}: {}", String::from_utf8_lossy(&output.stderr));
    let mut lines = text.lines().skip(1);
    let leaves: Vec<u64> =
        lines.by_ref().take(depth).map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect();
    let by_move: u64 = lines.skip(1).map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(Some(&by_move), leaves.last(), "{game}");
    leaves
}

#[test]
fn tic_tac_toe_has_its_known_sequences() {
    assert_eq!(leaves("Tic-Tac-Toe", 6), [9, 72, 504, 3024, 15120, 54720]);
}

#[test]
fn compiled_breakthrough_counts_as_the_one_written_by_hand() {
    let compiled = leaves("Breakthrough", 3);
    assert_eq!(compiled, [22, 484, 11132]);
    assert_eq!(compiled, leaves("breakthrough", 3));
}

#[test]
fn othello_has_its_known_sequences() {
    assert_eq!(leaves("Othello", 6), [4, 12, 56, 244, 1396, 8200]);
}

#[test]
fn chess_has_its_known_sequences() {
    let Some(reference) = std::env::var_os("HALFLING_LUDII_REFERENCE").map(PathBuf::from) else {
        println!("skipped: HALFLING_LUDII_REFERENCE is not set");
        return;
    };
    let description = reference.join("lud/board/war/replacement/checkmate/chess/Chess.lud");
    assert_eq!(leaves(&description.to_string_lossy(), 3), [20, 400, 8902]);
}
