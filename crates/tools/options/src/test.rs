//! Options of `cargo cg test`: the tests of the workspace.

use std::ffi::OsString;

const EXAMPLES: &str = "\
Examples:
  cargo cg test
  cargo cg test --again
  cargo cg test -p breakthrough
  cargo cg test -p tests --test bundles

The command first installs what the tests need besides Rust: Rust 1.90.0 by rustup (Debian's \
1.85.0 if rustup cannot install it), and Chromium with its driver by apt-get, as root or by sudo \
without a password. Missing programs that cannot be installed are an error before anything is \
compiled; the message has the command that installs them.

A test program that has passed runs again only when the program, or a file that it reads, has \
changed.

Exit codes: 0 if all tests passed, 1 if a test failed.";

/// Set up what the tests need, and run them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Run all tests, including those that have passed and have not changed since
    #[arg(long, exclusive = true)]
    pub again: bool,
    /// Arguments for `cargo test` [default: all tests of the workspace]
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<OsString>,
}
