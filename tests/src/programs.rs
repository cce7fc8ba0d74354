use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
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
    build(&["--release", "--package", package], package)
}

/// Returns a program of the workspace that is no bot, as the tests build it.
///
/// # Panics
///
/// If it does not build, or there is none.
#[must_use]
pub fn tool(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let tests = env::current_exe().expect("this test is a program");
        let folder = tests.ancestors().nth(2).expect("tests lie in a folder of the build output");
        let profile = match folder.file_name().and_then(OsStr::to_str) {
            Some("debug") | None => "dev",
            Some(name) => name,
        };
        // With all tests at once every crate has the features that it has when they are run, and
        // nothing is compiled twice.
        cargo_build(&["--profile", profile, "--workspace", "--tests"]);
        folder.to_owned()
    });
    folder.join(name)
}

/// Returns the program behind `cargo cg` that has a command.
///
/// # Panics
///
/// If it does not build.
#[must_use]
pub fn program_of(command: &str) -> PathBuf {
    tool(match command {
        "bundle" => "bundle",
        "train" | "learn" => "learner",
        "serve" | "replay" => "boardroom",
        _ => "workshop",
    })
}

/// Returns the program `zoo`, whose bots answer at once, or never.
///
/// # Panics
///
/// If it does not build.
#[must_use]
pub fn zoo() -> PathBuf {
    tool("zoo")
}

/// Builds a program, which does nothing if it is up to date, and lets other processes that ask for the
/// same wait.
fn build(arguments: &[&str], name: &str) -> PathBuf {
    let messages = cargo_build(arguments);
    let program = Message::parse_stream(&messages[..]).find_map(|message| match message {
        Ok(Message::CompilerArtifact(artifact)) if artifact.target.name == name => {
            artifact.executable
        }
        _ => None,
    });
    program.unwrap_or_else(|| panic!("package `{name}` has no program of its name")).into()
}

/// Asks cargo for a build and returns its messages.
fn cargo_build(arguments: &[&str]) -> Vec<u8> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--message-format=json-render-diagnostics"])
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("cargo runs these tests");
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    output.stdout
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
