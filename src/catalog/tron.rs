//! Tron by name: `tron-a`, `tron:my-board.txt`, and `tron-a|no-head-on`.

use super::OpenError;
use crate::arcade::tron::{BOARDS, Board, Tron};

/// What stands before a file's name.
const FILE: &str = "tron:";
/// The option that takes the head-on exception away.
const NO_HEAD_ON: &str = "no-head-on";

/// Whether a name is one of Tron's.
pub(super) fn is_tron(name: &str) -> bool {
    let board = name.split('|').next().unwrap_or(name);
    board.starts_with(FILE) || BOARDS.iter().any(|(known, _)| *known == board)
}

/// Tron on the board that the name names.
pub(super) fn open(name: &str) -> Result<Tron, OpenError> {
    let unplayable = |reason: String| OpenError::Unplayable { name: name.to_owned(), reason };
    let mut parts = name.split('|');
    let board = parts.next().unwrap_or(name);
    let mut head_on = true;
    for option in parts {
        if option != NO_HEAD_ON {
            return Err(unplayable(format!("Tron has the option '{NO_HEAD_ON}', not '{option}'")));
        }
        head_on = false;
    }
    let text = match BOARDS.iter().find(|(known, _)| *known == board) {
        Some((_, text)) => (*text).to_owned(),
        None => {
            let path = board.strip_prefix(FILE).unwrap_or(board);
            std::fs::read_to_string(path).map_err(|error| unplayable(format!("cannot read {path}: {error}")))?
        }
    };
    let board = Board::parse(&text).map_err(|error| unplayable(error.to_string()))?;
    Ok(Tron::new(name, board, head_on))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_come_from_files_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.txt");
        std::fs::write(&path, "1..\n..2\n").unwrap();
        let name = format!("tron:{}", path.display());
        assert!(is_tron(&name) && open(&name).is_ok());
        assert!(open("tron:/nowhere/at-all.txt").unwrap_err().to_string().contains("cannot read"));
        assert!(open("tron-a|head").unwrap_err().to_string().contains("no-head-on"));
        assert!(open("tron-a|no-head-on").is_ok() && !is_tron("tron-x"));
    }
}
