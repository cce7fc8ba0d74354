//! Tests of the dialogue with UCI engines.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod support;

use std::fs::read_to_string;

use arena::{CommandLine, Contestant, Program};
use registry::Termination;
use support::{one_pair, random};

/// Returns an engine that copies its input to a file, one for each game, and always answers with
/// the same move.
fn mock_engine(variants: &str, mv: &str, notes: &str, limit: Limit) -> Contestant {
    mock_with("{seed}", variants, mv, notes, limit)
}

/// Returns the same engine with another suffix of the file's name.
fn mock_with(suffix: &str, variants: &str, mv: &str, notes: &str, limit: Limit) -> Contestant {
    let body = format!(
        r#"while read -r line; do
            echo "$line" >> {notes}$1
            case $line in
                uci) echo id name mock
                    echo option name UCI_Variant type combo {variants}; echo uciok ;;
                isready) echo readyok ;;
                go*) echo info depth 1 score cp 0; echo bestmove {mv} ponder a1a2 ;;
            esac
        done"#
    );
    let command = CommandLine::parse(&format!("sh -c '{body}' mock {suffix}")).unwrap();
    let (nodes, move_time_ms) = match limit {
        Limit::Nodes(nodes) => (Some(nodes), None),
        Limit::Time(ms) => (None, Some(ms)),
    };
    let program = Program::Uci(command);
    Contestant { name: "engine".to_owned(), program, nodes, move_time_ms }
}

#[derive(Clone, Copy)]
enum Limit {
    Nodes(u64),
    Time(u64),
}

/// Plays one pair and returns the input of the engine in the game in which it moved first, and the
/// moves of that game.
fn told(engine: impl Fn(&str) -> Contestant, has_opening: bool) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("told");
    let engine = engine(notes.to_str().unwrap());
    let pair = one_pair(engine, random());
    let pair = if has_opening { pair.with_opening() } else { pair };
    let [game, _] = pair.play().unwrap();
    assert_eq!(game.summary.fault(), Some(Termination::Illegal), "{:?}", game.summary);
    let moves = game.record.plies.into_iter().map(|ply| ply.mv).collect();
    let files = std::fs::read_dir(folder.path()).unwrap();
    let mut texts = files.map(|file| read_to_string(file.unwrap().path()).unwrap());
    let is_first = |text: &String| text.contains("startpos\n") || has_opening;
    (texts.find(is_first).unwrap(), moves)
}

#[test]
fn an_engine_receives_the_variant_and_then_the_game() {
    let (text, moves) = told(
        |notes| mock_engine("var chess var breakthrough", "c2c3", notes, Limit::Nodes(7)),
        false,
    );
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
    let (text, moves) = told(engine, true);
    assert!(moves.len() >= 5, "{moves:?}");
    let opening = moves[..4].join(" ");
    assert!(text.contains(&format!("isready\nposition startpos moves {opening}")), "{text}");
    assert!(text.ends_with("\ngo movetime 5000\n"), "{text}");
}

#[test]
fn an_engine_whose_command_stays_the_same_is_started_once() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("told");
    let variants = "var breakthrough";
    let engine = mock_with("", variants, "c2c3", notes.to_str().unwrap(), Limit::Nodes(1));
    one_pair(engine, random()).play().unwrap();
    let text = read_to_string(notes).unwrap();
    assert_eq!(text.matches("UCI_Variant").count(), 1, "{text}");
    assert_eq!(text.matches("ucinewgame").count(), 2, "{text}");
}

#[test]
fn an_engine_without_the_variant_ends_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("told");
    let notes = notes.to_str().unwrap();
    let engine = mock_engine("var chess var break", "c2c3", notes, Limit::Nodes(1));
    let error = one_pair(engine, random()).play().unwrap_err().to_string();
    assert!(error.ends_with("offers no UCI_Variant `breakthrough`"), "{error}");
}
