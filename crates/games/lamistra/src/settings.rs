use search::Params;

/// How the bot searches, and what it may use of the judge's memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Bytes of the transposition table.
    pub table_bytes: usize,
    /// The tunables of the search.
    pub params: Params,
}

/// The table takes half of the 64 MB that CodeCup gives the whole program.
pub const SETTINGS: Settings = Settings { table_bytes: 32 << 20, params: Params::DEFAULT };
