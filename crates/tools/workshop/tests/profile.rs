//! Tests of the flame graph of a bot.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::read_to_string;

use support::{cg, check_cannot_run, in_folder};

#[test]
fn a_profile_is_a_picture_of_the_functions_of_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let (path, text) = in_folder(&folder, "jungle.svg");
    let output = cg(&["profile", "jungle", "--seconds", "2", "-o", &text]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let picture = read_to_string(&path).unwrap();
    assert!(picture.starts_with("<?xml"), "{picture}");
    // Names have no paths in a build with line tables.
    let has = |function: &str| {
        [">", "::"].iter().any(|before| picture.contains(&format!("{before}{function} (")))
    };
    assert!(has("bench"), "{picture}");
    assert!(has("search_node"), "{picture}");
    assert!(!has("game_over"), "{picture}");
}

#[test]
fn a_profile_checks_its_game_and_file_first() {
    check_cannot_run(&["profile", "chess"], "no game is called `chess`");
    check_cannot_run(&["profile", "jungle", "-o", "/none/x.svg"], "there is no folder /none");
}
