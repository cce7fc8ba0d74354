use std::time::Duration;

use search::Params;

/// How the bot searches, and what it may use at its judge's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What the search uses of the 150 ms of an answer.
    pub turn: Duration,
    /// Bytes of the transposition table.
    pub table_bytes: usize,
    /// The tunables of the search.
    pub params: Params,
}

/// A draw is as bad as a loss at the judge's, so that lines that repeat are left.
pub const SETTINGS: Settings = Settings {
    turn: Duration::from_millis(120),
    table_bytes: 8 << 20,
    params: Params { contempt: 1000, ..Params::DEFAULT },
};
