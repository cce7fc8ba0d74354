//! Settings of the bot: time limits and the size of the transposition table.

use std::time::Duration;

use search::Params;
use searchbot::Settings;

/// Settings of the bot: its shares of the 1000 ms of the first turn and the 100 ms of later ones.
pub const SETTINGS: Settings = Settings {
    first_turn: Duration::from_millis(850),
    later_turn: Duration::from_millis(80),
    table_bytes: 64 << 20,
    params: Params::DEFAULT,
};
