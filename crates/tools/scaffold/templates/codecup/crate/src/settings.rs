//! Settings of the bot: time for a move, size of the transposition table, search parameters.

use std::time::Duration;

use search::Params;

/// Settings of the bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Time limit of the search in each turn.
    pub later_turn: Duration,
    /// Size of the transposition table (TT), in bytes.
    pub table_bytes: usize,
    /// Tunable parameters of the search.
    pub params: Params,
}

/// Settings of the bot: equal shares of the time of a game with {{own_turns}} own turns.
pub const SETTINGS: Settings = Settings {
    later_turn: Duration::from_millis({{turn_ms}}),
    table_bytes: 16 << 20,
    params: Params::DEFAULT,
};
