//! Tests of the commands `replay` and `serve`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::transcript;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_boardroom"));
    program.current_dir(folder).args(arguments).output().unwrap()
}

#[track_caller]
fn check_refused(arguments: &[&str], expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("text.jsonl"), "no game\n").unwrap();
    let output = run(folder.path(), arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(expected), "{message}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn replay_writes_one_page_and_no_other_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = transcript("lamistra").canonicalize().unwrap();
    let output = run(folder.path(), &["replay", file.to_str().unwrap(), "--game", "3"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "lamistra.html\n");
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["lamistra.html"]);
    let page = fs::read_to_string(folder.path().join("lamistra.html")).unwrap();
    assert!(page.contains("\"source\":\"lamistra.jsonl.gz, game 3\""));
    let output = run(folder.path(), &["replay", file.to_str().unwrap(), "-o", "all.html"]);
    assert!(output.status.success());
    let all = fs::read_to_string(folder.path().join("all.html")).unwrap();
    assert_eq!(all.matches("\"source\":\"lamistra.jsonl.gz, game ").count(), 60);
}

#[test]
fn invalid_arguments_and_files_are_errors_with_a_message() {
    let jungle = transcript("jungle").canonicalize().unwrap();
    let jungle = jungle.to_str().unwrap();
    check_refused(&["replay", "none.jsonl"], "none.jsonl: cannot be read: No such file");
    check_refused(&["replay", "text.jsonl"], "text.jsonl: line 1 is not a game record: ");
    check_refused(&["replay", jungle, "--game", "41"], "has 40 games: `--game` counts from 1");
    check_refused(&["replay", jungle, "--game", "0"], "0 is not in 1..");
    check_refused(&["replay", jungle, "-o", "no/such/folder.html"], "cannot be written");
    check_refused(&["serve", "none.jsonl"], "none.jsonl: cannot be read: No such file");
    check_refused(&["serve", "--port", "0", "text.jsonl"], "line 1 is not a game record: ");
    check_refused(&["serve", "--host", "somewhere"], "invalid value 'somewhere'");
}
