//! Tests of the commands `replay`, `report` and `serve`.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::match_maker::play;
use crate::support::transcript;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_boardroom"));
    program.current_dir(folder).env_remove("CG_DATA").args(arguments).output().unwrap()
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
fn replay_writes_the_games_of_a_stored_match_with_their_details() {
    let folder = tempfile::tempdir().unwrap();
    play(&folder.path().join("arena.db"), &["greedy", "random"], 2);
    play(&folder.path().join("arena.db"), &["random", "greedy"], 1);
    let check = |rest: &[&str], page: &str, sources: &[&str]| {
        let output = run(folder.path(), &[&["replay", "--store", "arena.db"], rest].concat());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{page}\n"));
        let page = fs::read_to_string(folder.path().join(page)).unwrap();
        assert_eq!(page.matches("\"source\":\"").count(), sources.len());
        assert!(sources.iter().all(|source| page.contains(&format!("\"source\":\"{source}\""))));
        assert!(page.contains("\"timeUs\":"));
    };
    check(&[], "match-2.html", &["match 2, pair 1, game 1", "match 2, pair 1, game 2"]);
    check(&["--match", "1", "--game", "3"], "match-1.html", &["match 1, pair 2, game 1"]);
    check(&["--game", "2", "-o", "lost.html"], "lost.html", &["match 2, pair 1, game 2"]);
}

#[test]
fn report_writes_the_page_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    play(&folder.path().join("arena.db"), &["greedy", "random"], 2);
    play(&folder.path().join("arena.db"), &["random", "greedy"], 1);
    let check = |rest: &[&str], id: usize, players: &str| {
        let words = ["report", "--store", "arena.db", "-o", "match.html"];
        let output = run(folder.path(), &[&words, rest].concat());
        let note = String::from_utf8(output.stderr).unwrap();
        assert_eq!(note, format!("report of match {id} written to match.html\n"));
        assert!(output.status.success() && output.stdout.is_empty());
        let page = fs::read_to_string(folder.path().join("match.html")).unwrap();
        assert!(page.contains(&format!("\"players\":{players}")));
    };
    check(&[], 2, "[\"random\",\"greedy\"]");
    check(&["--match", "1"], 1, "[\"greedy\",\"random\"]");
    let names: BTreeSet<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| name == "match.html" || is_store(name)), "{names:?}");
}

/// Returns true for the name of a store and of the files that SQLite keeps beside it.
fn is_store(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with("arena.db")
}

#[test]
fn invalid_arguments_and_files_are_errors_with_a_message() {
    let jungle = transcript("jungle").canonicalize().unwrap();
    let jungle = jungle.to_str().unwrap();
    check_refused(&["replay", "none.jsonl"], "none.jsonl: cannot be read: No such file");
    check_refused(&["replay", "text.jsonl"], "text.jsonl: line 1 is not a game record: ");
    check_refused(&["replay", jungle, "--game", "41"], "has 40 games: `--game` counts from 1");
    check_refused(&["replay", jungle, "--game", "0"], "0 is not in 1..");
    check_refused(&["replay", jungle, "-o", "no/such/folder.html"], "there is no folder no/such");
    let store_folder = tempfile::tempdir().unwrap();
    let store = store_folder.path().join("arena.db");
    play(&store, &["random", "random"], 1);
    let report = |arguments: &[&str], expected: &str| {
        check_refused(&[&["report"], arguments].concat(), expected);
    };
    let store = store.to_str().unwrap();
    check_refused(&["replay"], "there is no store here: name one with --store");
    check_refused(&["replay", "--store", store, "--match", "7"], "holds no match 7");
    check_refused(&["replay", "--store", store, "--game", "3"], "match 1: has 2 games: `--game`");
    check_refused(&["replay", jungle, "--match", "1"], "cannot be used with");
    report(&["--store", store], "--output <FILE.html>");
    report(&["-o", "x.html"], "there is no store here: name one with --store");
    report(&["--store", "none.db", "-o", "x.html"], "none.db: does not exist: no match is stored");
    report(&["--store", store, "--match", "7", "-o", "x.html"], "holds no match 7");
    report(
        &["--store", store, "-o", "no/such/x.html"],
        "no/such/x.html: there is no folder no/such",
    );
    check_refused(&["serve", "none.jsonl"], "none.jsonl: cannot be read: No such file");
    check_refused(&["serve", "--port", "0", "text.jsonl"], "line 1 is not a game record: ");
    check_refused(
        &["serve", "--store", "none.db"],
        "none.db: does not exist: no match is stored there yet",
    );
    check_refused(&["serve", "--host", "somewhere"], "invalid value 'somewhere'");
}
