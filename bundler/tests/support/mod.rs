//! What the tests of the bundler share: fixture workspaces, and compiling and running what comes out.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use bundler::{Bundle, BundleError, Compiler, Judge, Request, Unused, bundle};

/// Where the tests of this package may write; cargo keeps it between runs.
pub(crate) fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

pub(crate) fn cache_dir() -> PathBuf {
    scratch().join("judge-crates")
}

pub(crate) fn manifest(fixture: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture).join("Cargo.toml")
}

/// A request for the package `<fixture>-bot` of a fixture, for all of it.
pub(crate) fn request(fixture: &str) -> Request {
    let package = Some(format!("{fixture}-bot"));
    Request { package, unused: Unused::Kept, ..Request::new(manifest(fixture)) }
}

pub(crate) fn try_bundle(fixture: &str) -> Result<Bundle, BundleError> {
    bundle(&request(fixture))
}

pub(crate) fn bundle_of(fixture: &str) -> Bundle {
    try_bundle(fixture).unwrap_or_else(|error| panic!("{fixture}: {error}"))
}

/// The bundle without what the binary does not use.
pub(crate) fn pruned(fixture: &str) -> Bundle {
    let request = Request { unused: Unused::LeftOut, ..request(fixture) };
    bundle(&request).unwrap_or_else(|error| panic!("{fixture}: {error}"))
}

/// The bundle for a judge who takes so many units.
pub(crate) fn bundle_within(fixture: &str, units: usize) -> Bundle {
    let mut request = request(fixture);
    request.judge.source_limit = units;
    bundle(&request).unwrap_or_else(|error| panic!("{fixture}: {error}"))
}

/// The bundle for a judge who takes next to nothing: without what the binary does not use, packed, with short names.
pub(crate) fn shortest(fixture: &str) -> Bundle {
    let mut request = Request { unused: Unused::LeftOut, ..request(fixture) };
    request.judge.source_limit = 1;
    bundle(&request).unwrap_or_else(|error| panic!("{fixture}: {error}"))
}

/// The compiler of this workspace, with the judge's crates kept between runs.
pub(crate) fn compiler() -> Compiler {
    Compiler::workspace(&cache_dir()).unwrap_or_else(|error| panic!("{error}"))
}

/// What a fixture's own build prints.
pub(crate) fn output_of_workspace(fixture: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args([
            "run",
            "--quiet",
            "--offline",
            "--package",
            &format!("{fixture}-bot"),
            "--manifest-path",
        ])
        .arg(manifest(fixture))
        .env("CARGO_TARGET_DIR", scratch().join("fixtures"))
        .output()
        .expect("cargo runs the tests, so it runs");
    printed(&output)
}

/// What a bundle prints when it is compiled as a bare file in one edition.
pub(crate) fn output_of_bundle(bundle: &Bundle, edition: bundler::Edition) -> String {
    let folder = tempfile::tempdir().unwrap();
    let executable = folder.path().join("bot");
    compiler()
        .build(&bundle.source, edition, &Judge::codingame(), &executable)
        .unwrap_or_else(|error| panic!("{error}\n{}", bundle.source));
    printed(&Command::new(executable).output().unwrap())
}

/// Standard output of a process that has to succeed.
pub(crate) fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The command, with its build output away from the fixtures.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bundler"));
    command.env("CARGO_TARGET_DIR", scratch());
    command
}

/// Copies a folder with all it holds.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Writes files below a folder. Every package without a `[workspace]` above it gets one.
pub(crate) fn write_files(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let is_root = *name == "Cargo.toml" && !text.contains("[workspace]");
        fs::write(path, format!("{}{text}", if is_root { "[workspace]\n" } else { "" })).unwrap();
    }
}

/// The names of what is in a folder, in order.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
