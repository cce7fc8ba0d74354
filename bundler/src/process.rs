//! Child processes with the user's settings, but without the variables of the cargo that started
//! this program.

use std::{env, ffi::OsStr, process::Command};

/// Variables that cargo sets for the programs it runs, or that belong to another build.
const FOREIGN: [&str; 7] = [
    "CARGO",
    "CARGO_CRATE_NAME",
    "CARGO_MAKEFLAGS",
    "CARGO_PRIMARY_PACKAGE",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTFLAGS",
];
/// Prefixes of the names of further such variables.
const FOREIGN_PREFIXES: [&str; 9] = [
    "CARGO_BIN_",
    "CARGO_BUILD_",
    "CARGO_CFG_",
    "CARGO_ENCODED_",
    "CARGO_FEATURE_",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
];

/// Returns the cargo to call: the one that runs this program, or the one on `PATH`.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Returns a command without the variables that belong to another build.
pub(crate) fn isolated(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        let Some(text) = name.to_str() else { continue };
        if FOREIGN.contains(&text) || FOREIGN_PREFIXES.iter().any(|prefix| text.starts_with(prefix))
        {
            command.env_remove(&name);
        }
    }
    command
}
