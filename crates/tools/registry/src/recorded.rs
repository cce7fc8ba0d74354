//! Recorded games, as the commands that replay them read them.

use crate::text_moves::BadMove;

/// Recorded game of which the moves or pieces of one or both sides are examined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// Place of the record, for messages.
    pub place: String,
    /// The answers of the players. The last one may be no move, but a fault or a resignation.
    pub answers: Vec<String>,
    /// True for each player, the first and the second, who is examined.
    pub is_examined: [bool; 2],
}

/// Recorded game that cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {why}: check the file by `cargo cg verify`")]
pub struct ReplayError {
    /// Place of the record.
    pub place: String,
    /// The move, and the reason.
    pub why: BadMove,
}
