//! Hashes of texts and positions.

/// The hash of a text (FNV-1a), for the rules of a game.
pub(super) fn of_text(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The hash of a few numbers.
pub(super) fn of_numbers(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers
        .into_iter()
        .fold(0x243f_6a88_85a3_08d3, |hash, number| (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31))
}
