//! How a subcommand fails: misuse (exit code 2) or failure (exit code 1).

use std::fmt;
use std::process::ExitCode;

/// Why a subcommand did not do what was asked. The message says what to do about it.
#[derive(Debug)]
pub enum Failure {
    /// The request itself is wrong: an unknown game, an agent that does not parse, a limit of zero. Exit code 2.
    Misuse(String),
    /// The request was fine, but something went wrong: a file that cannot be written, a game that broke. Exit code 1.
    Failed(String),
}

impl Failure {
    /// A misuse explained by `reason`.
    pub fn misuse(reason: impl fmt::Display) -> Self {
        Self::Misuse(reason.to_string())
    }

    /// A failure explained by `reason`.
    pub fn failed(reason: impl fmt::Display) -> Self {
        Self::Failed(reason.to_string())
    }

    /// The exit code of the process.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Misuse(_) => ExitCode::from(2),
            Self::Failed(_) => ExitCode::FAILURE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Misuse(reason) | Self::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Failure {}

impl From<crate::catalog::OpenError> for Failure {
    fn from(error: crate::catalog::OpenError) -> Self {
        Self::misuse(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::failed(error)
    }
}
