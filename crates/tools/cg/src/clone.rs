//! Launcher in a folder of installed programs (`cargo install --path crates/tools/cg`): runs the
//! `cargo cg` of the workspace around the current folder, whichever clone it is.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::execute::execute;

/// Name of the folder into which cargo installs programs. No folder of a build has it.
const INSTALLED: &str = "bin";

/// File of a workspace that makes `cargo cg` its launcher, and the beginning of that line.
const CONFIGURATION: &str = ".cargo/config.toml";
const ALIAS: &str = "cg = ";

/// Returns whether this program has been installed.
pub(crate) fn is_installed() -> bool {
    let program = env::current_exe().unwrap_or_default();
    program.parent().and_then(Path::file_name) == Some(OsStr::new(INSTALLED))
}

/// Executes `cargo cg` in the workspace around the current folder. Returns only on an error, with
/// its message.
pub(crate) fn exec(arguments: &[OsString]) -> String {
    let is_around = env::current_dir().is_ok_and(|folder| folder.ancestors().any(has_alias));
    if !is_around {
        return "there is no clone of the repository around this folder, and no workspace of \
                `cargo cg new --outside`: change to one"
            .to_owned();
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let error = execute(Command::new(cargo).arg("cg").args(arguments));
    format!("cargo cannot be started: {error}: install Rust from https://rustup.rs")
}

/// Returns whether cargo's configuration in a folder has the launcher.
fn has_alias(folder: &Path) -> bool {
    let text = fs::read_to_string(folder.join(CONFIGURATION)).unwrap_or_default();
    text.lines().any(|line| line.starts_with(ALIAS))
}
