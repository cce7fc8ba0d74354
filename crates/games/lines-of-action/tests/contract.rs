//! Checks of the rules, the engine and the features by `testkit`, perft counts and special rules.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use gamekit::{perft, perft_by_playing, Outcome, Player, Position as _};
use lines_of_action::{BotEngine, Engine, Features, Move, Position};

/// Length of the longest possible game, in plies.
const LONGEST: usize = Position::LONGEST_GAME as usize;

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn moves(pos: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv.to_string()));
    moves
}

#[track_caller]
fn check_play(text: &str, mv: &str, expected: &str, outcome: Option<Outcome>) {
    let mut pos = position(text);
    pos.play(mv.parse().unwrap()).unwrap();
    assert_eq!(pos.to_string(), expected);
    assert_eq!(pos.outcome(), outcome);
}

#[test]
fn the_rules_keep_their_contract() {
    testkit::check_rules::<Position>(40, LONGEST, 1);
}

#[test]
fn the_engine_keeps_its_contract() {
    testkit::check_engine::<Position, _>(&BotEngine::default(), 200, LONGEST, 2);
}

#[test]
fn a_principal_variation_is_legal_and_begins_with_the_best_move() {
    testkit::check_pv::<Position, _>(BotEngine::default());
}

#[test]
fn the_features_keep_their_contract() {
    testkit::check_features::<Position, Features>(400, LONGEST, 4);
}

#[test]
fn the_engine_keeps_its_contract_with_a_network() {
    testkit::check_net::<Position, Features, _>(Engine::new, 30, LONGEST, 5);
}

#[test]
fn perft_from_the_initial_position_is_right() {
    let start = Position::initial();
    for (depth, expected) in [(1, 36), (2, 1_244), (3, 44_952), (4, 1_563_208)] {
        assert_eq!(perft(&start, depth), expected);
    }
    assert_eq!(perft_by_playing(&start, 4), 1_563_208);
}

#[test]
fn moves_are_listed_in_the_order_of_their_text() {
    testkit::random_games::<Position>(20, LONGEST, 3, |step| {
        let found = moves(&step.before);
        let mut sorted = found.clone();
        sorted.sort();
        assert_eq!(found, sorted, "{}", step.before);
    });
}

#[test]
fn a_checker_goes_as_far_as_its_line_holds_checkers_and_jumps_only_its_own() {
    // The checker on d4 shares its rank with an own one on f4, over which it may jump, its file
    // with an enemy on d6, and its rising diagonal with three others.
    let pos = position("8/8/3w1b2/8/3b1b2/8/1w6/w6b b 10");
    let of_d4: Vec<String> = moves(&pos).into_iter().filter(|mv| mv.starts_with("d4")).collect();
    assert_eq!(of_d4, ["d4b4", "d4c5", "d4d2", "d4d6", "d4e3", "d4h8"]);
}

#[test]
fn the_player_who_moves_wins_even_if_both_are_connected() {
    let black = Some(Outcome::Win(Player::First));
    check_play("8/8/8/8/b7/8/1b3w2/7w b 20", "a4a3", "8/8/8/8/8/b7/1b3w2/7w w 21", black);
    // White, left with one checker, is connected as well.
    check_play("7w/8/8/8/8/1b6/8/bw6 b 30", "b3b1", "7w/8/8/8/8/8/8/bb6 w 31", black);
}

#[test]
fn a_capture_may_connect_the_opponent_who_wins() {
    // White is left with one checker.
    check_play(
        "8/8/8/8/8/8/b4w2/b2w3b b 30",
        "a1d1",
        "8/8/8/8/8/8/b4w2/3b3b w 31",
        Some(Outcome::Win(Player::Second)),
    );
}

#[test]
fn the_last_ply_may_win_and_draws_otherwise() {
    let text = "8/8/8/8/b7/8/1b3w2/7w b 149";
    check_play(text, "a4a3", "8/8/8/8/8/b7/1b3w2/7w w 150", Some(Outcome::Win(Player::First)));
    check_play(text, "a4b4", "8/8/8/8/1b6/8/1b3w2/7w w 150", Some(Outcome::Draw));
}

#[test]
fn a_player_without_a_move_passes() {
    let stuck = "6wb/5w1w/5w2/8/w7/3w4/wwww1w2/1bw5";
    let pos = position(&format!("{stuck} b 46"));
    assert_eq!(moves(&pos), ["pass"]);
    check_play(&pos.to_string(), "pass", &format!("{stuck} w 47"), None);
    assert!(!Position::initial().is_legal(Move::PASS));
}
