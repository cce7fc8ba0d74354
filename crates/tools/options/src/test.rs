//! Options for the tests of the workspace.

use std::ffi::OsString;

const EXAMPLES: &str = "\
Examples:
  cargo cg test
  cargo cg test --again
  cargo cg test -p breakthrough
  cargo cg test -p tests --test bundles

Installs first what the tests need beside the workspace's own Rust: Rust 1.90.0 by rustup (Debian's
1.85.0 where rustup cannot), and Chromium with its driver by apt-get, as root or by sudo without a
password. What it may not install it names before anything is compiled, with the line to type.
A program of tests that has passed is not run again until it, or a file that it reads, changes.
Exit code 1: a test failed.";

/// Set up what the tests need, and run them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Run also what has passed and not changed since
    #[arg(long, exclusive = true)]
    pub again: bool,
    /// Arguments for `cargo test` [default: all tests of the workspace]
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<OsString>,
}
