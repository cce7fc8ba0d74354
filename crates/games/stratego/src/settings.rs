//! Settings of the bot: time per step, transposition table (TT) size and search parameters.

use std::time::Duration;

use search::Params;

/// Search settings of the bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search time per step, out of the 150 ms that the evaluator allows. The rest is for pauses of
    /// a busy machine, which cost a game, while an eighth of the time costs little strength.
    pub turn: Duration,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Tunable parameters of the search.
    pub params: Params,
}

/// The contempt makes the bot avoid repetitions, because a draw counts as a loss for the evaluator.
pub const SETTINGS: Settings = Settings {
    turn: Duration::from_millis(105),
    table_bytes: 8 << 20,
    params: Params { contempt: 1000, ..Params::DEFAULT },
};
