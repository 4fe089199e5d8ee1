//! Text on standard output, for people who pipe it into `head`.

use super::Failure;
use std::io::{self, Write as _};

/// Prints a text; a reader that has gone away is no failure.
pub(super) fn print(text: &[u8]) -> Result<(), Failure> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
