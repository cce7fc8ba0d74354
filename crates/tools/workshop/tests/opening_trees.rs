//! Tests of the command `book --from`.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs;

use registry::OpeningTree;
use support::{cg, check_cannot_run, in_folder, recorded, stdout_of};

/// Returns the text of the recorded games of Breakthrough as an opening tree.
fn tree_of(path: &str, plies: &str) -> String {
    let games = recorded();
    let (nodes, minimum) = ("200", "1");
    let printed = stdout_of(&[
        "book",
        "breakthrough",
        "--from",
        &games,
        "--plies",
        plies,
        "--nodes",
        nodes,
        "--minimum",
        minimum,
        "-o",
        path,
    ]);
    assert!(printed.starts_with("first move"), "{printed}");
    fs::read_to_string(path).unwrap()
}

#[test]
fn an_opening_tree_of_recorded_games_is_made_and_is_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let (_, path) = in_folder(&folder, "tree.jsonl");
    let text = tree_of(&path, "4");
    let tree = OpeningTree::read(text.as_bytes()).unwrap();
    let games = registry::game("breakthrough").unwrap();
    let start = tree.position(&games.referee().position()).unwrap();
    let counted: u32 = start.moves.iter().map(registry::OpeningMove::games).sum();
    assert_eq!((tree.game(), counted), ("breakthrough", tree.games()));
    assert!(start.score.is_some());
    assert!(start.moves.iter().all(|played| tree.score_after(played).is_some()));
    assert_eq!(tree_of(&path, "4"), text);
    assert!(OpeningTree::read(tree_of(&path, "2").as_bytes()).unwrap().len() < tree.len());
}

#[test]
fn without_an_output_file_the_tree_goes_to_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let games = recorded();
    let line = ["book", "breakthrough", "--from", &games, "--plies", "3", "--nodes", "50"];
    let output = cg(&[&["--data", data][..], &line].concat());
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(folder.path().join("openings/breakthrough.jsonl")).unwrap();
    assert!(!OpeningTree::read(text.as_bytes()).unwrap().is_empty());
}

#[test]
fn a_tree_that_cannot_be_made_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let (_, path) = in_folder(&folder, "tree.jsonl");
    let games = recorded();
    let from = |game, more: &[&str], expected| {
        let line = ["book", game, "--from", &games, "-o", &path];
        check_cannot_run(&[&line[..], more].concat(), expected);
    };
    from("jungle", &[], "a game of breakthrough, not of jungle");
    from("stratego", &[], "stratego");
    from("breakthrough", &["--minimum", "100000"], "lower --minimum");
    let random = ["book", "breakthrough", "--from", &games, "--balance", "50"];
    assert_eq!(cg(&random).status.code(), Some(2));
    assert_eq!(cg(&["book", "breakthrough", "--minimum", "3"]).status.code(), Some(2));
    assert!(!fs::exists(&path).unwrap());
}
