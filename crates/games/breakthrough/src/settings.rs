//! Settings of the bot: time limits and the size of the transposition table.

use std::time::Duration;

use search::Params;
use searchbot::Settings;

/// Settings of the bot: its shares of the 1000 ms of the first turn and of the 100 ms of a later
/// one. The transposition table (TT) holds 4 million positions, about as many as the turns of a
/// game store.
///
/// The history counts what a quiet move changes in the evaluation, which helps in no other game.
pub const SETTINGS: Settings = Settings {
    first_turn: Duration::from_millis(850),
    later_turn: Duration::from_millis(80),
    table_bytes: 64 << 20,
    params: Params { evaluation_bonus: 4, ..Params::DEFAULT },
};
