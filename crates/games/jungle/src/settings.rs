//! Settings of the bot: time limits, size of the transposition table and contempt.

use std::time::Duration;

use search::Params;
use searchbot::Settings;

/// Settings of the bot: its shares of the 1000 ms of the first turn and of the 150 ms of a later
/// one. The transposition table (TT) holds 4 million positions.
///
/// Contempt: a draw scores two animals below an even game. Careful sides keep each other out of
/// their dens for 150 plies unless one of them has to try something else.
pub const SETTINGS: Settings = Settings {
    first_turn: Duration::from_millis(800),
    later_turn: Duration::from_millis(128),
    table_bytes: 64 << 20,
    params: Params { contempt: 200, ..Params::DEFAULT },
};
