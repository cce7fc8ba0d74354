//! Files and packages of the workspace.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::{Metadata, MetadataCommand};

/// Returns the root of the workspace: the folder with its `Cargo.toml`.
///
/// # Panics
///
/// Never panics: this package is in that folder.
#[must_use]
pub fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    folder.expect("this package is in the folder of the workspace").to_owned()
}

/// Returns the metadata of the workspace's packages, without their dependencies.
///
/// # Panics
///
/// Panics if cargo cannot read the workspace.
#[must_use]
pub fn metadata() -> Metadata {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec();
    metadata.expect("cargo can read the workspace whose tests it runs")
}

/// Returns the files that git tracks, relative to [`root`].
///
/// # Panics
///
/// Panics if git is missing, or if the workspace is not a git checkout.
#[must_use]
pub fn tracked_files() -> Vec<PathBuf> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let output = output.expect("the tests run on a machine with git");
    assert!(output.status.success(), "{output:?}");
    let names = String::from_utf8(output.stdout).expect("file names are UTF-8");
    names.split_terminator('\0').map(PathBuf::from).collect()
}

/// Copies the tracked files that cargo needs from the working tree of the workspace. The copies
/// have the modification times of the originals: with a copy of the build output, cargo compiles
/// nothing again.
///
/// # Panics
///
/// Panics if git is missing, if the workspace is not a git checkout, or if a file cannot be copied.
pub fn copy_workspace(to: &Path) {
    let needed = ["crates", "bundler", "tests", "Cargo.toml", "Cargo.lock"];
    for file in tracked_files() {
        if needed.iter().any(|name| file.starts_with(name)) {
            copy_all(&root().join(&file), &to.join(&file));
        }
    }
}

/// Copies a file, or a folder with all that is in it, with the modification times.
///
/// # Panics
///
/// Panics if a file cannot be copied.
pub fn copy_all(from: &Path, to: &Path) {
    let cannot = |error| -> ! { panic!("{}: {error}", from.display()) };
    if !from.is_dir() {
        let folder = to.parent().expect("a copy has a name");
        fs::create_dir_all(folder).unwrap_or_else(|error| cannot(error));
        fs::copy(from, to).unwrap_or_else(|error| cannot(error));
        let modified = fs::metadata(from).and_then(|metadata| metadata.modified());
        let set = |time| File::options().write(true).open(to)?.set_modified(time);
        return modified.and_then(set).unwrap_or_else(|error| cannot(error));
    }
    fs::create_dir_all(to).unwrap_or_else(|error| cannot(error));
    for entry in fs::read_dir(from).unwrap_or_else(|error| cannot(error)) {
        let name = entry.unwrap_or_else(|error| cannot(error)).file_name();
        copy_all(&from.join(&name), &to.join(&name));
    }
}
