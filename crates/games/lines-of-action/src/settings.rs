use std::time::Duration;

use search::Params;
use searchbot::Settings;

/// What the bot uses of the 1000 ms of its first turn and the 150 ms of a later one. The table
/// holds 4 million positions, about as many as a game's turns store.
pub const SETTINGS: Settings = Settings {
    first_turn: Duration::from_millis(800),
    later_turn: Duration::from_millis(128),
    table_bytes: 64 << 20,
    params: Params::DEFAULT,
};
