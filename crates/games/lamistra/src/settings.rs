//! Settings of the bot: the transposition table (TT) size and the search parameters.

use search::Params;

/// Search settings of the bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Tunable parameters of the search.
    pub params: Params,
}

/// The table takes half of the 64 MB that CodeCup gives the whole program.
pub const SETTINGS: Settings = Settings { table_bytes: 32 << 20, params: Params::DEFAULT };
