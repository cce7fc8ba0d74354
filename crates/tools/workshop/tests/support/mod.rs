//! Helpers that run the program and check its output.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};

use serde_json::Value;

/// Runs the program outside the workspace.
pub(crate) fn cg(arguments: &[&str]) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_workshop"))
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .output();
    program.unwrap()
}

#[track_caller]
pub(crate) fn stdout_of(arguments: &[&str]) -> String {
    let output = cg(arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
pub(crate) fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout_of(arguments)).unwrap()
}

/// Checks that a command ends with exit code 2 and an error message of one line that contains
/// `expected`.
#[track_caller]
pub(crate) fn check_cannot_run(arguments: &[&str], expected: &str) {
    let output = cg(arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains(expected), "{message}");
    assert!(output.stdout.is_empty());
}

/// Presses Ctrl-C, and checks that the program then ends with exit code 130.
#[track_caller]
pub(crate) fn interrupted(program: Child) -> Output {
    let interrupt = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    output
}

pub(crate) fn recorded() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/data/transcripts/breakthrough.jsonl.gz");
    path.to_str().unwrap().to_owned()
}

pub(crate) fn in_folder(folder: &tempfile::TempDir, name: &str) -> (PathBuf, String) {
    let path = folder.path().join(name);
    let text = path.to_str().unwrap().to_owned();
    (path, text)
}

/// Returns standard error as text.
pub(crate) fn notes_of(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Splits a command line at spaces.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}
