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
/// The other parameters of the search were tuned by SPSA with 6000 nodes per step.
pub const SETTINGS: Settings = Settings {
    turn: Duration::from_millis(105),
    table_bytes: 8 << 20,
    params: Params {
        contempt: 1000,
        aspiration_window: 18,
        reverse_futility_depth: 8,
        reverse_futility_margin: 53,
        razoring_margin: 234,
        null_move_depth: 6,
        null_move_base: 1,
        null_move_divisor: 5,
        futility_depth: 4,
        futility_margin: 63,
        reduction_base: 47,
        reduction_divisor: 181,
        reduction_history: 8722,
        singular_margin: 1,
        history_bonus: 28,
        history_bonus_max: 1562,
        ..Params::DEFAULT
    },
};
