use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

use cargo_metadata::Message;

use crate::root;

/// Returns a game's bot, built for release as for matches.
///
/// # Panics
///
/// If it does not build.
#[must_use]
pub fn bot(package: &str) -> PathBuf {
    build(package, "release")
}

/// Returns a tool, built as `cargo cg` builds it.
///
/// # Panics
///
/// If it does not build.
#[must_use]
pub fn tool(package: &str) -> PathBuf {
    build(package, "tools")
}

/// Asks cargo for a package's program; cargo does nothing if it is up to date, and lets other
/// processes that ask for the same wait.
fn build(package: &str, profile: &str) -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--package", package, "--profile", profile])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root())
        .output()
        .expect("cargo runs these tests");
    assert!(output.status.success(), "{package}: {}", text(&output.stderr));
    let programs = Message::parse_stream(&output.stdout[..]).filter_map(|message| match message {
        Ok(Message::CompilerArtifact(artifact)) => artifact.executable,
        _ => None,
    });
    programs.last().expect("a package that is asked for has a program").into()
}

/// Runs `command` on `input` to its end.
///
/// # Panics
///
/// If it cannot be started.
pub fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("it was asked to be piped");
    thread::scope(|scope| {
        // A program that ends early is judged by its output. Dropping its input ends it.
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        child.wait_with_output().expect("a child process can be waited for")
    })
}

/// Returns what a program has printed.
///
/// # Panics
///
/// If it is not UTF-8.
#[must_use]
pub fn text(printed: &[u8]) -> &str {
    str::from_utf8(printed).expect("our programs print UTF-8")
}
