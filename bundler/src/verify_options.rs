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
    /// Inputs of the programs.
    pub inputs: Inputs,
    /// Command-line arguments of the programs.
    pub arguments: Vec<OsString>,
    /// Time limit of a program.
    pub timeout: Duration,
}

impl Default for VerifyOptions {
    /// Builds programs and runs none.
    fn default() -> Self {
        let timeout = Duration::from_secs(TIMEOUT);
        Self { depth: Depth::Programs, inputs: Inputs::None, arguments: Vec::new(), timeout }
    }
}

/// Inputs of the workspace's program and the bundle's, whose behaviour is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// No program runs.
    None,
    /// These files, one for each run.
    Files(Vec<PathBuf>),
    /// The files that lie beside the program, if it reads standard input and if programs are built:
    /// at most eight of up to 1 MiB, `tests/NAME/*.in` and `tests/NAME/*.txt`, or else
    /// `tests/*.in`; likewise in `test/`, `examples/` and `samples/`. If there are none, or if the
    /// behaviour cannot be compared, a remark says so.
    Found,
}

/// Depth of the compilers' checks of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Type check, which finds all errors except the few that depend on the use of generic code.
    Types,
    /// Build of programs at opt-level 0; at opt-level 3 as well if they run on inputs, or if code
    /// depends on debug assertions.
    Programs,
}
