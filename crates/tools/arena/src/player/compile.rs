//! Compilation of players that are given as source.

use std::path::PathBuf;

use registry::Game;

/// Compiler of bots that are given as source.
pub trait Compile: Sync {
    /// Returns the path of the program that `source`, one Rust file, compiles to with the settings
    /// of the judge of `game`. The same source may give the same program.
    ///
    /// # Errors
    ///
    /// The output of the compiler, or the reason why it cannot run.
    fn compile(&self, game: &dyn Game, source: &str) -> Result<PathBuf, String>;
}
