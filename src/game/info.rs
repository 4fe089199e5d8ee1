//! What is known of a game before it starts.

/// Facts about a game that never change. Agents test them and refuse early.
#[derive(Debug, Clone, PartialEq)]
pub struct GameInfo {
    /// The game's name, as people write it.
    pub name: String,
    /// Number of seats, 1 to [`MAX_SEATS`](super::MAX_SEATS).
    pub seats: usize,
    /// Whether the same move may lead to different positions (or the start is random).
    pub stochastic: bool,
    /// Whether some turns are joint.
    pub simultaneous: bool,
    /// Most plies before the rules call the game a draw, where they do.
    pub max_plies: Option<u32>,
    /// The utilities that a finished game can give a seat, ascending, where they are few (for example −1, 0, 1);
    /// empty where they are many or unknown.
    pub outcomes: Vec<f32>,
    /// Names the exact rules: equal hashes, equal rules.
    pub rules_hash: u64,
}
