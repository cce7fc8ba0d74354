use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

use cargo_metadata::Message;

use crate::root;

/// Built together, so that they share what they depend on.
const TOOLS: [&str; 2] = ["cg", "bundler"];

/// Returns a game's bot, built for release as for matches.
///
/// # Panics
///
/// If it does not build.
#[must_use]
pub fn bot(package: &str) -> PathBuf {
    build(&[package], package, "release")
}

/// Returns a tool, `cg` or `bundler`, built as `cargo cg` is.
///
/// # Panics
///
/// If it does not build, or is no tool.
#[must_use]
pub fn tool(package: &str) -> PathBuf {
    build(&TOOLS, package, "tools")
}

/// Returns the program `zoo`, whose bots answer at once, or never.
///
/// # Panics
///
/// If it does not build.
#[must_use]
pub fn zoo() -> PathBuf {
    build(&["tests"], "zoo", "tools")
}

/// Asks cargo for one of the programs of some packages. It does nothing if they are up to date, and
/// lets other processes that ask for the same wait.
fn build(packages: &[&str], name: &str, profile: &str) -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--profile", profile])
        .args(packages.iter().flat_map(|package| ["--package", package]))
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root())
        .output()
        .expect("cargo runs these tests");
    assert!(output.status.success(), "{name}: {}", text(&output.stderr));
    let program = Message::parse_stream(&output.stdout[..]).find_map(|message| match message {
        Ok(Message::CompilerArtifact(artifact)) if artifact.target.name == name => {
            artifact.executable
        }
        _ => None,
    });
    program.unwrap_or_else(|| panic!("package `{name}` has no program of its name")).into()
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
