//! The bot as its judge sees it: a process with three streams.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use breakthrough::{Move, Position};
use gamekit::{Notation, Position as _};

/// Runs the bot on `input` until it ends.
fn run(args: &[&str], input: &[u8]) -> Output {
    let mut bot = Command::new(env!("CARGO_BIN_EXE_breakthrough"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The bot may have refused its arguments and be gone already.
    let _ = bot.stdin.take().unwrap().write_all(input);
    bot.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The lines that the referee sends in `pos` after `last`.
fn turn(pos: &Position, last: &str) -> String {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv.to_string()));
    format!("{last}\n{}\n{}\n", moves.len(), moves.join("\n"))
}

fn position(moves: &str) -> Position {
    let mut pos = Position::initial();
    for text in moves.split_whitespace() {
        let mv = pos.parse_move(text).unwrap();
        pos.play(mv).unwrap();
    }
    pos
}

fn first_word(line: &str) -> Move {
    line.split_whitespace().next().unwrap().parse().unwrap()
}

const NODES: [&str; 4] = ["--nodes", "2000", "--seed", "1"];

/// Answers one turn and returns the reply and the standard error.
fn answer(input: &[u8]) -> (Move, String) {
    let output = run(&NODES, input);
    assert!(output.status.success(), "{output:?}");
    let replies = text(&output.stdout);
    assert_eq!(replies.lines().count(), 1, "{replies}");
    (first_word(&replies), text(&output.stderr))
}

#[test]
fn the_reply_is_a_legal_move_and_a_short_message() {
    let output = run(&NODES, turn(&Position::initial(), "None").as_bytes());
    let reply = text(&output.stdout);
    let (mv, message) = reply.trim_end_matches('\n').split_once(' ').unwrap();
    assert!(Position::initial().is_legal(mv.parse().unwrap()), "{reply}");
    let words: Vec<&str> = message.split(' ').collect();
    assert!(words[0].starts_with('d') && words[2].ends_with('n'), "{reply}");
    assert!(message.len() <= 30, "{reply}");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn the_first_line_tells_the_colour() {
    let (mv, complaint) = answer(turn(&position("c2c3"), "c2c3").as_bytes());
    assert!(position("c2c3").is_legal(mv), "{mv}");
    assert_eq!(complaint, "");
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let output = run(&[], b"");
    assert!(output.status.success());
    assert_eq!((text(&output.stdout), text(&output.stderr)), (String::new(), String::new()));
}

#[test]
fn the_same_seed_and_nodes_give_the_same_game() {
    let input = turn(&Position::initial(), "None");
    assert_eq!(run(&NODES, input.as_bytes()), run(&NODES, input.as_bytes()));
}

#[test]
fn an_opening_is_played_without_thinking() {
    let input = turn(&Position::initial(), "None") + &turn(&position("c2c3 e7e6"), "e7e6");
    let output = run(&["--opening", "c2c3;e7e6;c3c4", "--nodes", "500"], input.as_bytes());
    assert_eq!(text(&output.stdout), "c2c3 opening\nc3c4 opening\n");
}

#[test]
fn rubbish_in_a_turn_is_reported_in_one_line_and_answered_legally() {
    let start = turn(&Position::initial(), "None");
    let cut_after_a_line = &start[..start.find("c2c3").unwrap()];
    let check = |input: &[u8], expected: &str| {
        let (mv, complaint) = answer(input);
        assert!(Position::initial().is_legal(mv), "{mv}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert!(complaint.contains(expected), "{complaint}");
    };
    check(b"None", "no number of legal moves");
    check(b"None\n22\na2b", "expected a move");
    check(b"None\n-1\n", "\"-1\" is no number");
    check(b"None\n99999999999999999999\n", "is no number");
    check(cut_after_a_line.as_bytes(), "ends within a turn");
    check(start.replace("c2c3", "\u{7}c2c9").as_bytes(), "expected a move");
    check(&[b"None\n22\n".as_slice(), &[0xff; 100_000]].concat(), "expected a move");
}

#[test]
fn the_referees_list_wins_over_the_position() {
    let (mv, complaint) = answer(b"None\n2\nh2h3\nc7c6\n");
    assert_eq!(mv.to_string(), "h2h3");
    assert!(complaint.contains("unknown here [c7c6]"), "{complaint}");
    let (mv, complaint) = answer(b"None\n1\nc7c6\n");
    assert_eq!(mv.to_string(), "c7c6");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
}

#[test]
fn a_last_move_that_makes_no_sense_is_reported_and_the_game_goes_on() {
    for last in ["\u{fffd}", "c2c9", "h8h1", "None at all"] {
        let (mv, complaint) = answer(turn(&position("c2c3"), last).as_bytes());
        assert!(position("c2c3").is_legal(mv), "{mv}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
}

#[test]
fn a_bad_argument_is_refused() {
    let output = run(&["--sede", "1"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    let complaint = text(&output.stderr);
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
}
