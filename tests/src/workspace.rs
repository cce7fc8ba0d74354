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
