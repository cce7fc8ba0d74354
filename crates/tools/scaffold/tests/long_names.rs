//! Games with the longest name that `cargo cg new` accepts.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Name of 30 letters, nearly all of which are in the name of the type too.
const NAME: &str = "game-withaverylongname-indeed3";

/// Longest line of a file, in characters.
const WIDTH: usize = 100;

#[test]
fn the_longest_name_keeps_lines_short_and_formatted() {
    assert_eq!(NAME.len(), 30);
    let folder = tempfile::tempdir().unwrap();
    for moves in ["drop", "step", "place"] {
        for judge in ["codingame", "codecup"] {
            let games = folder.path().join(format!("{moves}-{judge}"));
            write(&games, &["--moves", moves, "--judge", judge]);
            let mut format = Command::new("cargo");
            format.args(["fmt", "--check", "--package", NAME, "--package", "own-registry"]);
            let formatted = format.current_dir(&games).output().unwrap();
            assert!(formatted.status.success(), "{formatted:?}");
            for path in files(&games.join("crates")) {
                let text = fs::read_to_string(&path).unwrap();
                let long = text.lines().find(|line| line.chars().count() > WIDTH);
                assert_eq!(long, None, "{}", path.display());
            }
        }
    }
}

/// Writes a workspace with the game.
fn write(folder: &Path, options: &[&str]) {
    let mut new = Command::new(env!("CARGO_BIN_EXE_scaffold"));
    new.args(["new", NAME, "--no-book", "--outside"]).arg(folder).args(options);
    let written = new.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(written.status.success(), "{written:?}");
}

/// Returns all files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}
