//! Positions that come again and again.

/// Whether the last positions repeat three times over; a period is the square of the number of players.
#[must_use]
pub fn is_cycle(history: &[u64], players: usize) -> bool {
    let period = players * players;
    let Some(first) = history.len().checked_sub(3 * period) else { return false };
    (first..first + 2 * period).all(|index| history[index] == history[index + period])
}

#[cfg(test)]
mod tests {
    use super::is_cycle;

    #[test]
    fn a_cycle_is_three_periods_of_the_same() {
        let round = [1, 2, 3, 4].repeat(3);
        assert!(is_cycle(&round, 2));
        assert!(is_cycle(&[&[9, 9], &round[..]].concat(), 2));
        assert!(!is_cycle(&round[1..], 2));
        assert!(!is_cycle(&[&round[..], &[9]].concat(), 2));
    }
}
