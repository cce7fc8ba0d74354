use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::{Metadata, MetadataCommand};

/// Returns the folder with the workspace's `Cargo.toml`.
///
/// # Panics
///
/// Never: this package lies in that folder.
#[must_use]
pub fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    folder.expect("this package lies in the workspace's folder").to_owned()
}

/// Returns what cargo says about the packages of the workspace, and about nothing beyond them.
///
/// # Panics
///
/// If cargo cannot read the workspace.
#[must_use]
pub fn metadata() -> Metadata {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec();
    metadata.expect("cargo reads the workspace whose tests it runs")
}

/// Returns the files that git keeps, relative to [`root`].
///
/// # Panics
///
/// If git is missing, or the workspace is no checkout.
#[must_use]
pub fn tracked_files() -> Vec<PathBuf> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let output = output.expect("these tests need git");
    assert!(output.status.success(), "{output:?}");
    let names = String::from_utf8(output.stdout).expect("file names are UTF-8");
    names.split_terminator('\0').map(PathBuf::from).collect()
}

/// Copies what cargo needs of the workspace, as its files are now.
///
/// # Panics
///
/// If a file cannot be copied.
pub fn copy_workspace(to: &Path) {
    // Folders come first: they make the one around them.
    for name in ["crates", "bundler", "tests", "Cargo.toml", "Cargo.lock"] {
        copy(&root().join(name), &to.join(name));
    }
}

fn copy(from: &Path, to: &Path) {
    let cannot = |error| -> ! { panic!("{}: {error}", from.display()) };
    if !from.is_dir() {
        fs::copy(from, to).unwrap_or_else(|error| cannot(error));
        return;
    }
    fs::create_dir_all(to).unwrap_or_else(|error| cannot(error));
    for entry in fs::read_dir(from).unwrap_or_else(|error| cannot(error)) {
        let name = entry.unwrap_or_else(|error| cannot(error)).file_name();
        copy(&from.join(&name), &to.join(&name));
    }
}
