//! Tests of players that are executable files.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use support::{check_cannot_run, in_folder, json_of};

/// Script that answers with the first legal move of the list.
const FIRST_MOVE: &str = "\
#!/bin/sh
while read -r last && read -r count; do
    first=
    while [ \"$count\" -gt 0 ]; do
        read -r move
        first=${first:-$move}
        count=$((count - 1))
    done
    echo \"$first\"
done
";

fn write(path: &Path, mode: u32) {
    fs::write(path, FIRST_MOVE).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_script_plays_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let (path, script) = in_folder(&folder, "first-move");
    write(&path, 0o755);
    let line = ["match", "breakthrough", "--p1", &script, "--p2", "random", "--games", "2"];
    let (_, store) = in_folder(&folder, "games.db");
    let more = ["--margin", "60000", "--store", &store, "--json"];
    let played = json_of(&[&line[..], &more].concat());
    assert_eq!(played["games"], 2, "{played}");
    let reasons = played["terminations"].to_string();
    assert!(!reasons.contains("illegal") && !reasons.contains("crash"), "{played}");
}

#[test]
fn a_file_that_cannot_play_is_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let (path, script) = in_folder(&folder, "first-move");
    let (_, store) = in_folder(&folder, "games.db");
    let refused = |p1: &str, expected: &str| {
        let line = ["match", "breakthrough", "--p1", p1, "--p2", "random", "--games", "2"];
        check_cannot_run(&[&line[..], &["--store", &store]].concat(), expected);
    };
    refused(&script, "neither a file nor a git revision");
    write(&path, 0o644);
    refused(&script, "is not executable: allow it by `chmod +x`");
}
