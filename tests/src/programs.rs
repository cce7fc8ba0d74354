//! Programs of the workspace: builds them and runs them.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;

use cargo_metadata::Message;
use unchanged::Records;

use crate::workspace::root;

/// Builds the bot of a game in the release profile, as for matches, and returns its path.
///
/// # Panics
///
/// Panics if the bot does not build.
#[must_use]
pub fn bot(package: &str) -> PathBuf {
    build(&["--release", "--package", package, "--bin", package], package)
}

/// Builds all programs that are not bots in the profile of the tests, unless the runner of the
/// tests has done so, and returns the path of one.
///
/// # Panics
///
/// Panics if a program does not build.
#[must_use]
pub fn tool(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let tests = env::current_exe().expect("the path of a test program is known");
        let folder = tests.ancestors().nth(2).expect("tests are in a folder of the build output");
        let profile = match folder.file_name().and_then(OsStr::to_str) {
            Some("debug") | None => "dev",
            Some(name) => name,
        };
        // The runner of `cargo cg test` has built everything. With all tests of the workspace every
        // crate has the same features as there, so that nothing is compiled twice.
        if Records::of_runner().is_none() {
            cargo_build(&["--profile", profile, "--workspace", "--test", "*"]);
        }
        folder.to_owned()
    });
    folder.join(name)
}

/// Returns the path of the program that runs a command of `cargo cg`.
///
/// # Panics
///
/// Panics if the program does not build.
#[must_use]
pub fn program_of(command: &str) -> PathBuf {
    tool(match command {
        "bundle" => "bundle",
        "new" => "scaffold",
        "train" | "learn" => "learner",
        "serve" | "replay" | "picture" | "report" | "review" | "site" => "boardroom",
        _ => "workshop",
    })
}

/// Returns the path of the program `zoo`, a bot with a selectable fault.
///
/// # Panics
///
/// Panics if the program does not build.
#[must_use]
pub fn zoo() -> PathBuf {
    tool("zoo")
}

/// Builds a program and returns its path. Cargo does nothing if it is up to date, and locks the
/// build directory against other processes.
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

/// Returns the cargo that runs these tests, without the variables of their package.
#[must_use]
pub fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    cg::without_package(&mut cargo);
    cargo
}

/// Runs `cargo build` and returns its messages.
fn cargo_build(arguments: &[&str]) -> Vec<u8> {
    let output = cargo()
        .args(["build", "--quiet", "--message-format=json-render-diagnostics"])
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("cargo runs these tests");
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    output.stdout
}

/// Runs `command` with `input` on its standard input until it exits.
///
/// # Panics
///
/// Panics if the command cannot be started.
pub fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("standard input is piped");
    thread::scope(|scope| {
        // A write error is ignored: a program may exit early, and the test checks its output.
        // Dropping `stdin` ends the input.
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        child.wait_with_output().expect("a child process can be waited for")
    })
}

/// Returns the output of a program as text.
///
/// # Panics
///
/// Panics if the output is not UTF-8.
#[must_use]
pub fn text(printed: &[u8]) -> &str {
    str::from_utf8(printed).expect("the programs of the workspace print UTF-8")
}
