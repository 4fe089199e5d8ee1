//! How compiled rules become what play-outs of sowing work with.

use super::board::Holes;
use crate::lud::play::rules::Rules;

/// The rules at hand while they are looked through.
pub(super) struct Lowering<'r> {
    pub rules: &'r Rules,
    pub holes: Holes,
    /// Whether earlier positions are remembered, so that the rules may ask for hashes.
    pub remembers: bool,
}
