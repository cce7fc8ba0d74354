//! The contract that every game fulfils, and cases that are specific to the rules.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use gamekit::{Outcome, Player, Position as _};
use lamistra::{BotEngine, Engine, Features, Position};

/// Longest game in moves: each step can be followed by two names.
const LONGEST: usize = 3 * Position::MAX_PLIES as usize;

#[test]
fn the_rules_keep_their_promises() {
    testkit::check_rules::<Position>(100, LONGEST, 1);
}

#[test]
fn the_engine_keeps_its_promises() {
    testkit::check_engine::<Position, _>(&BotEngine::default(), 100, LONGEST, 2);
}

#[test]
fn the_features_keep_their_contract() {
    testkit::check_features::<Position, Features>(2_000, LONGEST, 3);
}

#[test]
fn the_engine_keeps_its_contract_with_a_network() {
    testkit::check_net::<Position, Features, _>(Engine::new, 30, LONGEST, 4);
}

#[test]
fn a_principal_variation_is_legal_and_begins_with_the_best_move() {
    testkit::check_pv::<Position, _>(BotEngine::default());
}

fn legal(text: &str) -> String {
    let pos: Position = text.parse().unwrap();
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv.to_string()));
    moves.join(" ")
}

fn check_legal(text: &str, expected: &str) {
    assert_eq!(legal(text), expected, "{text}");
}

#[test]
fn steps_lead_to_the_four_cells_beside_but_not_into_lakes_or_own_pieces() {
    let blue = "14123451 - 0 -";
    let start = "uuuuuuu/uuuuuuu/uuuuuuu/7/UUUUUUU/UUUUUUU/UUUUUUU r 14123451 -";
    check_legal(&format!("{start} {blue}"), "a3-a4 c3-c4 d3-d4 e3-e4 g3-g4");
    let blue = "10000000 - 0 -";
    check_legal(&format!("6u/7/7/2R4/7/7/U6 r 10000000 - {blue}"), "c4-c3 c4-d4 c4-c5");
    check_legal(&format!("6u/7/2s4/2R4/7/7/U6 r 10000000 - {blue}"), "c4-c3 c4-d4 c4-c5");
    check_legal(
        &format!("6u/7/2L4/2R4/7/7/UB5 r 10000000 - {blue}"),
        "c4-c3 c4-d4 c5-b5 c5-d5 c5-c6",
    );
}

#[test]
fn a_step_straight_back_is_legal_only_as_an_attack() {
    let rest = "10000000 - 9 -";
    check_legal(&format!("6u/7/7/2R4/7/7/U6 r 10000000 c4-c3 {rest}"), "c4-d4 c4-c5");
    check_legal(&format!("6u/7/7/2R4/2s4/7/U6 r 10000000 c4-c3 {rest}"), "c4-c3 c4-d4 c4-c5");
}

#[test]
fn without_slack_unmoved_pieces_are_flag_or_bombs() {
    // Two unmoved pieces: with a rider in stock one of them may be the rider, and so may move.
    check_legal("6u/7/7/7/7/7/U5U r 10000010 - 10000000 - 0 -", "a1-b1 a1-a2 g1-f1 g1-g2");
    check_legal("6u/7/7/R6/7/7/U5U r 11000000 - 10000000 - 0 -", "a4-a3 a4-a5");
    // The attacked unmoved pieces can only be named flag or bomb, and the last of them is the flag.
    let attacked = |board: &str, stock: &str, attack: &str| {
        legal(&format!("{board} b {stock} - 10000000 - 1 {attack}"))
    };
    assert_eq!(attacked("6u/7/7/7/7/m6/U5U", "11000000", "a2-a1:M"), "V B");
    assert_eq!(attacked("6u/7/7/7/7/m6/U5U", "10000010", "a2-a1:M"), "V R");
    assert_eq!(attacked("6u/7/7/7/7/m6/U5B", "10000000", "a2-a1:M"), "V");
    assert_eq!(attacked("6u/7/7/7/7/m6/W5U", "10000010", "a2-a1:M"), "R");
    assert_eq!(attacked("6u/7/7/7/7/m6/B5U", "10000000", "a2-a1:M"), "B");
}

#[test]
fn an_attacker_names_what_moves_and_is_in_stock() {
    let attack = "r 11010010 - 10000010 - 0 a2-a3";
    check_legal(&format!("6u/7/7/7/w6/U6/U4UU {attack}"), "O R");
    check_legal(&format!("6u/7/7/7/w6/W6/U4UU {attack}"), "O R");
    check_legal("6u/7/7/7/w6/L6/U5U r 11000000 - 10000010 - 0 a2-a3", "L");
}

#[test]
fn a_lost_flag_ends_the_game_and_so_do_200_steps_each_and_a_side_without_a_step() {
    let (red, blue) = (Some(Outcome::Win(Player::First)), Some(Outcome::Win(Player::Second)));
    let check = |text: &str, expected| {
        let pos: Position = text.parse().unwrap();
        assert_eq!(pos.outcome(), expected, "{text}");
    };
    let check_end = |text: &str, expected| {
        let mut pos: Position = text.parse().unwrap();
        pos.play_unchecked("V".parse().unwrap());
        assert_eq!((pos.outcome(), pos.legal_move_count()), (expected, 0), "{text}");
    };
    check("6u/7/7/7/7/7/R5U r 10000000 - 10000000 - 0 -", None);
    check("6u/7/7/7/7/7/U5R b 10000000 - 10000000 - 0 -", red);
    check("6u/7/7/7/7/7/U6 r 10000000 - 10000000 - 0 -", blue);
    // Red is blocked by its own pieces, and by the step straight back, which is illegal.
    check("6u/7/7/7/B6/RB5/BUB4 r 10000000 - 10000000 - 9 -", blue);
    check("6u/7/7/B6/1B5/RB5/UB5 r 10000000 a2-a3 10000000 - 9 -", blue);
    check("6u/7/7/B6/1B5/RB5/UB5 r 10000000 - 10000000 - 9 -", None);
    check("5ru/7/7/7/7/7/R5U r 10000000 - 10000000 - 400 -", Some(Outcome::Draw));
    check("6u/7/7/7/7/7/U6 r 10000000 - 10000000 - 400 -", Some(Outcome::Draw));
    check_end("6u/7/7/7/7/r6/U5R b 10000000 - 10000000 - 399 a2-a1:R", blue);
    check_end("u6/R6/7/7/7/7/U6 r 10000000 - 10000000 - 398 a6-a7:R", red);
}

#[test]
fn invalid_position_text_is_rejected() {
    for text in [
        "",
        "6u/7/7/7/7/7/U6 r 10000000 - 10000000 - 0",
        "6u/7/7/7/7/7/U6 r 10000000 - 10000000 - 401 -",
        "6u/7/7/7/7/7/U6 w 10000000 - 10000000 - 0 -",
        "6u/7/7/7/7/U6 r 10000000 - 10000000 - 0 -",
        "6u/7/7/7/7/7/U7 r 10000000 - 10000000 - 0 -",
        // Rows far beyond the board, with a piece at their end or without.
        "99999999999999999999999999999/7/7/7/7/7/U6 r 10000000 - 10000000 - 0 -",
        "9999999999999999999999999999u/7/7/7/7/7/U6 r 10000000 - 10000000 - 0 -",
        // Roles without pieces, pieces without roles, and more pieces of a role than an army has.
        "6u/7/7/7/7/7/U6 r 10000010 - 10000000 - 0 -",
        "6u/7/7/7/7/7/UU5 r 10000000 - 10000000 - 0 -",
        "6u/7/7/7/7/GG5/U6 r 10000000 - 10000000 - 0 -",
        // A moved piece cannot be the flag; no piece is in a lake or unmoved outside of its home
        // ranks.
        "6u/7/7/7/7/7/W6 r 10000000 - 10000000 - 0 -",
        "6u/7/7/1R5/7/7/U6 r 10000000 - 10000000 - 0 -",
        "6u/U6/7/7/7/7/7 r 10000000 - 10000000 - 0 -",
        "6u/7/7/7/7/7/V6 r 00000000 - 10000000 - 0 -",
        // Attacks that are not legal.
        "6u/7/7/7/7/R6/U6 r 10000000 - 10000000 - 0 a2-a3",
        "6u/7/7/7/r6/R6/U6 b 10000000 - 10000000 - 0 a2-a3",
        "6u/7/7/7/r6/R6/U6 r 10000000 - 10000000 - 0 a2-a3:G",
        "6u/7/7/7/r6/R6/U6 r 10000000 - 10000000 - 400 a2-a3:R",
    ] {
        assert!(text.parse::<Position>().is_err(), "{text:?}");
    }
    assert!("6u/7/7/7/r6/R6/U6 r 10000000 - 10000000 - 0 a2-a3:R".parse::<Position>().is_ok());
}
