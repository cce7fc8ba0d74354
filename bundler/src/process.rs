//! Child processes with the user's settings, but without the variables of the cargo that started
//! this program.

use std::{
    env,
    ffi::OsStr,
    path::{self, Path},
    process::Command,
};

/// Variables that cargo sets for the programs it runs, or that belong to another build.
const FOREIGN: [&str; 6] = [
    "CARGO",
    "CARGO_CRATE_NAME",
    "CARGO_MAKEFLAGS",
    "CARGO_PRIMARY_PACKAGE",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
];
/// Prefixes of the names of further such variables.
const FOREIGN_PREFIXES: [&str; 5] =
    ["CARGO_BIN_", "CARGO_CFG_", "CARGO_FEATURE_", "CARGO_MANIFEST_", "CARGO_PKG_"];
/// Prefixes of variables with settings for the builds of the user's workspace.
const SETTINGS: [&str; 5] =
    ["CARGO_BUILD_", "CARGO_ENCODED_", "CARGO_PROFILE_", "CARGO_TARGET_", "RUSTFLAGS"];

/// Returns cargo for a subcommand about the workspace of a manifest, with the user's settings for
/// its builds: from variables and, because it runs in the folder of the manifest, from cargo's
/// configuration there.
pub(crate) fn workspace_cargo(subcommand: &str, manifest: &Path) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = without_variables(cargo, is_foreign);
    command.arg(subcommand).current_dir(folder_of(manifest));
    // An empty path has no absolute one; cargo reports it.
    let manifest = path::absolute(manifest).unwrap_or_else(|_| manifest.to_owned());
    command.arg("--manifest-path").arg(manifest);
    command
}

/// Returns the folder of a manifest.
pub(crate) fn folder_of(manifest: &Path) -> &Path {
    let folder = manifest.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Returns a command without the variables that belong to another build.
pub(crate) fn isolated(program: impl AsRef<OsStr>) -> Command {
    let is_setting = |name: &str| SETTINGS.iter().any(|prefix| name.starts_with(prefix));
    without_variables(program, |name| is_foreign(name) || is_setting(name))
}

/// Returns true for a variable that belongs to another build.
pub(crate) fn is_foreign(name: &str) -> bool {
    FOREIGN.contains(&name) || FOREIGN_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

fn without_variables(program: impl AsRef<OsStr>, is_removed: impl Fn(&str) -> bool) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(&is_removed) {
            command.env_remove(&name);
        }
    }
    command
}
