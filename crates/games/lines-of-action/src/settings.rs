//! Settings of the bot: time limits and the size of the transposition table.

use std::time::Duration;

use search::Params;
use searchbot::Settings;

/// Settings of the bot: its shares of the 1000 ms of the first turn and of the 150 ms of a later
/// one. The transposition table (TT) holds 4 million positions, about as many as the turns of a
/// game store.
///
/// The parameters of the search were tuned by SPSA with the network and 20,000 nodes per move;
/// `reverse_futility_depth` was chosen by a match with 40,000.
pub const SETTINGS: Settings = Settings {
    first_turn: Duration::from_millis(800),
    later_turn: Duration::from_millis(128),
    table_bytes: 64 << 20,
    params: Params {
        aspiration_window: 18,
        reverse_futility_depth: 9,
        reverse_futility_margin: 29,
        razoring_margin: 290,
        futility_margin: 93,
        reduction_base: 52,
        reduction_divisor: 290,
        reduction_history: 7614,
        history_bonus: 35,
        history_bonus_max: 1283,
        ..Params::DEFAULT
    },
};
