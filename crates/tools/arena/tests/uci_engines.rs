//! The dialogue with UCI engines.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::read_to_string;
use std::time::Duration;

use arena::{CommandLine, Contestant, Match, Termination};
use support::{breakthrough, one_pair, random};

/// An engine that writes down what it is told, in a file for each game, and always answers the
/// same move.
fn mock_engine(variants: &str, mv: &str, notes: &str, limit: Limit) -> Contestant {
    let body = format!(
        r#"while read -r line; do
            echo "$line" >> {notes}$1
            case $line in
                uci) echo id name mock; echo option name UCI_Variant type combo {variants}; echo uciok ;;
                isready) echo readyok ;;
                go*) echo info depth 1 score cp 0; echo bestmove {mv} ponder a1a2 ;;
            esac
        done"#
    );
    let command = CommandLine::parse(&format!("sh -c '{body}' mock {{seed}}")).unwrap();
    let (nodes, time) = match limit {
        Limit::Nodes(nodes) => (Some(nodes), None),
        Limit::Time(ms) => (None, Some(Duration::from_millis(ms))),
    };
    Contestant::uci(command, breakthrough(), nodes, time).unwrap()
}

#[derive(Clone, Copy)]
enum Limit {
    Nodes(u64),
    Time(u64),
}

/// Plays one pair and returns what the engine was told in the game in which it moved first.
fn told(engine: impl Fn(&str) -> Contestant, opening_plies: usize) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("told");
    let engine = engine(notes.to_str().unwrap());
    let pair = Match { opening_plies, ..one_pair(engine, random()) };
    let games = pair.play(|_| ()).unwrap();
    assert_eq!(games[0].termination, Termination::Illegal, "{games:?}");
    let moves = pair.record(&games[0]).plies.into_iter().map(|ply| ply.mv).collect();
    let files = std::fs::read_dir(folder.path()).unwrap();
    let mut texts = files.map(|file| read_to_string(file.unwrap().path()).unwrap());
    let is_first = |text: &String| text.contains("startpos\n") || opening_plies > 0;
    (texts.find(is_first).unwrap(), moves)
}

#[test]
fn an_engine_is_told_the_variant_and_then_the_game() {
    let (text, moves) =
        told(|notes| mock_engine("var chess var breakthrough", "c2c3", notes, Limit::Nodes(7)), 0);
    let [first, second, third] = &moves[..] else { panic!("{moves:?}") };
    assert_eq!((&**first, &**third), ("c2c3", "c2c3"));
    assert_eq!(
        text,
        format!(
            "uci\nsetoption name UCI_Variant value breakthrough\nucinewgame\nisready\n\
             position startpos\ngo nodes 7\n\
             position startpos moves c2c3 {second}\ngo nodes 7\n"
        )
    );
}

#[test]
fn an_opening_is_played_for_the_engine() {
    let engine = |notes: &str| mock_engine("var breakthrough", "a1a1", notes, Limit::Time(5000));
    let (text, moves) = told(engine, 4);
    assert!(moves.len() >= 5, "{moves:?}");
    let opening = moves[..4].join(" ");
    assert!(text.contains(&format!("isready\nposition startpos moves {opening}")), "{text}");
    assert!(text.ends_with("\ngo movetime 5000\n"), "{text}");
}

#[test]
fn an_engine_without_the_variant_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("told");
    let notes = notes.to_str().unwrap();
    let engine = mock_engine("var chess var break", "c2c3", notes, Limit::Nodes(1));
    let error = one_pair(engine, random()).play(|_| ()).unwrap_err().to_string();
    assert!(error.ends_with("offers no UCI_Variant `breakthrough`"), "{error}");
}
