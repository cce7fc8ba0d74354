//! Tests of `cargo cg sample`: the lines that a judge sends until a turn.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use serde_json::Value;

use support::{cg, check_cannot_run, in_folder, stdout_of, words};

#[test]
fn a_sample_is_the_input_of_one_player_until_a_turn() {
    let start = stdout_of(&["sample", "breakthrough"]);
    assert!(start.starts_with("None\n22\na2b3\n"), "{start}");
    let reply = stdout_of(&["sample", "breakthrough", "--moves", "c2c3"]);
    assert!(reply.starts_with("c2c3\n22\n"), "{reply}");
    let second = stdout_of(&["sample", "breakthrough", "--moves", "c2c3;f7e6"]);
    assert_eq!(second.strip_prefix(&start).map(|turn| turn.starts_with("f7e6\n23\n")), Some(true));
    let illegal = ["sample", "breakthrough", "--moves", "c2c3;c2c4"];
    check_cannot_run(&illegal, "move 2, `c2c4`: not a legal move");
    let over = "c2c3;f7e6;c3c4;e6d5;c4d5;a7a6;d5d6;a6a5;d6c7;a5a4;c7b8";
    check_cannot_run(&["sample", "breakthrough", "--moves", over], "the game is over after move");
}

#[test]
fn a_sample_of_a_stored_game_has_the_lines_that_were_sent() {
    let folder = tempfile::tempdir().unwrap();
    let (_, store) = in_folder(&folder, "games.db");
    let line = "match breakthrough --p1 random --p2 random --games 4 --seed 1 --store";
    stdout_of(&words(&format!("{line} {store}")));
    let sample = |turn: &str| format!("sample {turn} --store {store}");
    let records = stdout_of(&words(&format!("export --store {store}")));
    let third: Value = serde_json::from_str(records.lines().nth(2).unwrap()).unwrap();
    let sent: Vec<&str> = [1, 3, 5]
        .into_iter()
        .flat_map(|ply| third["plies"][ply]["input"].as_array().unwrap())
        .map(|line| line.as_str().unwrap())
        .collect();
    let shown = stdout_of(&words(&sample("--match 1 --game 3 --ply 6")));
    assert_eq!(shown.lines().collect::<Vec<_>>(), sent);
    // The same lines as from the moves.
    let moves: Vec<&str> =
        (0..5).map(|ply| third["plies"][ply]["move"].as_str().unwrap()).collect();
    let moves = moves.join(";");
    assert_eq!(stdout_of(&["sample", "breakthrough", "--moves", &moves]), shown);
    check_cannot_run(&words(&sample("--game 5 --ply 6")), "match 1: there is no game 5: it has 4");
    check_cannot_run(&words(&sample("--game 0 --ply 6")), "there is no game 0");
    check_cannot_run(&words(&sample("--game 1 --ply 900")), "game 1 has no ply 900: it has ");
    for wrong in ["sample".to_owned(), sample("breakthrough --game 1 --ply 6")] {
        assert_eq!(cg(&words(&wrong)).status.code(), Some(2), "{wrong}");
    }
}
