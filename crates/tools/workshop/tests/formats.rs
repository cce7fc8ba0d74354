//! Tests of tables as CSV.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use support::{cg, stdout_of, words};

#[test]
fn a_match_and_the_history_are_tables_in_csv() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let with_store = |line: &str| {
        let args = [&words(line)[..], &["--store", store.to_str().unwrap(), "--csv"]].concat();
        stdout_of(&args)
    };
    let players = with_store("match breakthrough --p1 random --p2 greedy --games 2 --seed 1");
    let lines: Vec<&str> = players.lines().collect();
    assert!(lines[0].starts_with("results.wins,results.draws,results.losses,score,"), "{players}");
    assert!(lines[0].ends_with(",player"), "{players}");
    assert!(lines[1].ends_with(",random") && lines[2].ends_with(",greedy"), "{players}");
    assert_eq!(lines.len(), 3);

    let history = with_store("history");
    let lines: Vec<&str> = history.lines().collect();
    let names = "match,name,created,game,games,games_planned,players.0.player,players.0.score,\
        players.1.player,players.1.score,elo,command";
    assert_eq!(lines[0], names);
    assert!(lines[1].starts_with("1,,") && lines[1].contains(",breakthrough,2,2,random,"));
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_list_within_a_row_is_one_field() {
    let games = stdout_of(&["games", "--csv"]);
    assert!(games.starts_with("game,package,judge,commands\n"), "{games}");
    assert!(games.contains("\nlamistra,lamistra,CodeCup,book selfplay tune "), "{games}");
}

#[test]
fn a_result_has_one_format() {
    let output = cg(&["games", "--json", "--csv"]);
    assert_eq!(output.status.code(), Some(2));
}
