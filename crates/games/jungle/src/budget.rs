use std::time::Duration;

use searchbot::Budget;

/// What the bot uses of the 1000 ms of its first turn and the 150 ms of a later one. The table
/// holds 4 million positions.
pub const BUDGET: Budget = Budget {
    first_turn: Duration::from_millis(850),
    later_turn: Duration::from_millis(128),
    table_bytes: 64 << 20,
};
