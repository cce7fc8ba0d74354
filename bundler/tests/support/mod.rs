//! Shared code of the bundler's tests: fixture workspaces, and compiling and running bundles.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

use bundler::{
    Bundle, BundleError, Compiler, Edition, JUDGE_CRATES, Judge, Optimisation, Request, Unused,
    Warning, bundle,
};

/// Returns the folder for files of this package's tests; cargo keeps it between runs.
pub(crate) fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Returns the folder of the judge's crates, in which the tests of the workspace's bots have theirs
/// too.
pub(crate) fn cache_dir() -> PathBuf {
    scratch().with_file_name(JUDGE_CRATES)
}

pub(crate) fn manifest(fixture: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture).join("Cargo.toml")
}

/// Returns a request for the package `<fixture>-bot` of a fixture, with unused items.
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

/// Bundles a fixture without unused items.
pub(crate) fn pruned(fixture: &str) -> Bundle {
    let request = Request { unused: Unused::LeftOut, ..request(fixture) };
    bundle(&request).unwrap_or_else(|error| panic!("{fixture}: {error}"))
}

/// Bundles a fixture for a judge with a limit of so many UTF-16 units.
pub(crate) fn bundle_within(fixture: &str, units: usize) -> Bundle {
    let mut request = request(fixture);
    request.judge.source_limit = units;
    bundle(&request).unwrap_or_else(|error| panic!("{fixture}: {error}"))
}

/// Bundles a fixture for a judge with a limit of one unit: without unused items, packed, with short
/// names.
pub(crate) fn shortest(fixture: &str) -> Bundle {
    let mut request = Request { unused: Unused::LeftOut, ..request(fixture) };
    request.judge.source_limit = 1;
    bundle(&request).unwrap_or_else(|error| panic!("{fixture}: {error}"))
}

/// Returns the compiler of this workspace. The judge's crates stay in its cache between runs.
pub(crate) fn compiler() -> &'static Compiler {
    static COMPILER: LazyLock<Compiler> = LazyLock::new(|| {
        Compiler::workspace(&cache_dir()).unwrap_or_else(|error| panic!("{error}"))
    });
    &COMPILER
}

/// Returns the compiler of CodinGame, or one as old.
pub(crate) fn judges_compiler() -> &'static Compiler {
    static COMPILER: LazyLock<Compiler> = LazyLock::new(|| {
        let compiler = Compiler::judge(&cache_dir()).unwrap_or_else(|error| panic!("{error}"));
        compiler.expect("a compiler as old as the judge's: `rustup toolchain install 1.90.0`")
    });
    &COMPILER
}

/// Returns the output of a fixture's own build.
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
        .expect("cargo runs the tests, so it is available");
    printed(&output)
}

/// Returns the output of a bundle that is compiled as a bare file in one edition, without
/// optimisation, with which it would take more than twice the time.
pub(crate) fn output_of_bundle(bundle: &Bundle, edition: Edition) -> String {
    build_and_run(&bundle.source, Optimisation::None, edition).0
}

/// Returns the output of a bundle like [`output_of_bundle`], and checks that the compiler accepts
/// it without a warning in all editions of a judge. The build is the check in its edition.
#[track_caller]
pub(crate) fn output_without_warnings(bundle: &Bundle, edition: Edition, judge: &Judge) -> String {
    let (output, warnings) = build_and_run(&bundle.source, Optimisation::None, edition);
    assert_eq!(warnings, [], "{}", bundle.source);
    let others = judge.editions.iter().filter(|&&other| other != edition);
    others.for_each(|&other| check_silent(compiler(), bundle, other, judge));
    output
}

/// Checks that a compiler accepts a bundle as a bare file without a warning.
#[track_caller]
pub(crate) fn check_silent(compiler: &Compiler, bundle: &Bundle, edition: Edition, judge: &Judge) {
    let warnings = compiler
        .check(&bundle.source, edition, judge)
        .unwrap_or_else(|error| panic!("{error}\n{}", bundle.source));
    assert_eq!(warnings, [], "{}", bundle.source);
}

/// Compiles a bare file in one edition and runs its program. Returns its output, and the compiler's
/// warnings.
pub(crate) fn build_and_run(
    source: &str,
    optimisation: Optimisation,
    edition: Edition,
) -> (String, Vec<Warning>) {
    let folder = tempfile::tempdir().unwrap();
    let executable = folder.path().join("bot");
    let warnings = compiler()
        .build(source, edition, &Judge::codingame(), optimisation, &executable)
        .unwrap_or_else(|error| panic!("{error}\n{source}"));
    (printed(&Command::new(executable).output().unwrap()), warnings)
}

/// Returns standard output of a process that must succeed.
pub(crate) fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the command with a build folder outside of the fixtures.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bundler"));
    command.env("CARGO_TARGET_DIR", scratch());
    command
}

/// Copies a folder with all its content.
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

/// Writes files below a folder. A root package without a `[workspace]` gets one.
pub(crate) fn write_files(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let is_root = *name == "Cargo.toml" && !text.contains("[workspace]");
        fs::write(path, format!("{}{text}", if is_root { "[workspace]\n" } else { "" })).unwrap();
    }
}

/// Returns the sorted names of all entries of a folder.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
