//! What no file of the project may hold.

use std::fs;
use std::path::{Path, PathBuf};

use tests::{root, tracked_files};

/// How many lines of a source file are too many.
const TOO_LONG: usize = 700;

/// Data that is no text.
const BINARY: [&str; 4] = ["gz", "bin", "png", "woff2"];

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extensions.contains(&extension))
}

/// Returns every tracked file that is still there, with its text.
fn texts() -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(root().join(&path));
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, text)
    };
    let is_text = |path: &PathBuf| !has_extension(path, &BINARY) && root().join(path).exists();
    let texts: Vec<_> = tracked_files().into_iter().filter(is_text).map(read).collect();
    assert!(texts.len() > 100, "only {} tracked files", texts.len());
    texts
}

/// Checks that no line of any of the files holds one of the words.
fn check_absent(words: &[&str], is_checked: impl Fn(&Path) -> bool) {
    let mut found = Vec::new();
    for (path, text) in texts().iter().filter(|(path, _)| is_checked(path)) {
        for (number, line) in (1..).zip(text.lines()) {
            for word in words.iter().filter(|&&word| line.contains(word)) {
                found.push(format!("{}:{number}: {word}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The words are put together here, so that this file does not hold them itself.
#[test]
fn no_file_names_a_folder_of_somebodys_computer() {
    let folders = [
        concat!("/", "home/"),
        concat!("/", "root/"),
        concat!("/", "work/"),
        concat!("/", "Users/"),
    ];
    check_absent(&folders, |_| true);
}

#[test]
fn no_source_is_left_unfinished() {
    let marks = [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("dbg", "!(")];
    check_absent(&marks, |path| has_extension(path, &["rs"]));
}

#[test]
fn no_source_file_is_too_long() {
    let is_source = |path: &Path| {
        has_extension(path, &["rs"])
            && ["crates", "bundler/src"].iter().any(|folder| path.starts_with(folder))
    };
    let mut checked = 0;
    for (path, text) in texts().iter().filter(|(path, _)| is_source(path)) {
        checked += 1;
        let lines = text.lines().count();
        assert!(lines <= TOO_LONG, "{}: {lines} lines", path.display());
    }
    assert!(checked > 50, "only {checked} source files");
}
