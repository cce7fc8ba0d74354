//! Settings of a verification.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Default time limit of a program, in seconds.
const TIMEOUT: u64 = 10;

/// Settings of [`verify()`](crate::verify()).
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Depth of the compilers' checks.
    pub depth: Depth,
    /// Input files of the programs, one for each run; without any, no program runs.
    pub inputs: Vec<PathBuf>,
    /// Command-line arguments of the programs.
    pub arguments: Vec<OsString>,
    /// Time limit of a program.
    pub timeout: Duration,
}

impl Default for VerifyOptions {
    /// Builds programs and runs none.
    fn default() -> Self {
        let timeout = Duration::from_secs(TIMEOUT);
        Self { depth: Depth::Programs, inputs: Vec::new(), arguments: Vec::new(), timeout }
    }
}

/// Depth of the compilers' checks of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Type check, which finds all errors except the few that depend on the use of generic code.
    Types,
    /// Build of programs at opt-level 0 and 3.
    Programs,
}
