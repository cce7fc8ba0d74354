//! Checks of the rules, the engine and the features by `testkit`, perft counts and special rules.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use gamekit::{perft, perft_by_playing, Outcome, Player, Position as _};
use jungle::{BotEngine, Engine, Features, Position};

#[test]
fn the_rules_keep_their_contract() {
    testkit::check_rules::<Position>(40, Position::MAX_PLIES.into(), 1);
}

#[test]
fn the_engine_keeps_its_contract() {
    testkit::check_engine::<Position, _>(&BotEngine::default(), 400, Position::MAX_PLIES.into(), 2);
}

#[test]
fn a_principal_variation_is_legal_and_begins_with_the_best_move() {
    testkit::check_pv::<Position, _>(BotEngine::default());
}

#[test]
fn the_features_keep_their_contract() {
    testkit::check_features::<Position, Features>(1_000, Position::MAX_PLIES.into(), 3);
}

#[test]
fn the_engine_keeps_its_contract_with_a_network() {
    let longest = Position::MAX_PLIES.into();
    testkit::check_net::<Position, Features, _>(Engine::new, 30, longest, 4);
}

#[test]
fn perft_from_the_initial_position_is_right() {
    let start = Position::initial();
    for (depth, expected) in [(1, 24), (2, 576), (3, 12_240), (4, 260_099), (5, 5_111_620)] {
        assert_eq!(perft(&start, depth), expected);
    }
    assert_eq!(perft_by_playing(&start, 4), 260_099);
}

#[test]
fn a_game_ends_in_a_den_or_after_the_last_ply_or_without_a_legal_move() {
    let check = |text: &str, expected| {
        let pos: Position = text.parse().unwrap();
        assert_eq!(pos.outcome(), expected, "{text}");
    };
    let (red, blue) = (Some(Outcome::Win(Player::First)), Some(Outcome::Win(Player::Second)));
    check("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0", None);
    check("3C3/7/7/7/7/7/7/7/l6 b 9", red);
    check("7/7/7/7/7/7/7/7/L2r3 r 9", blue);
    check("3C3/7/7/7/7/7/7/7/l6 b 150", red);
    check("7/7/7/7/7/7/7/7/L5r r 150", Some(Outcome::Draw));
    check("7/7/7/7/7/7/7/7/L6 b 149", red);
    check("7/7/7/7/7/7/7/7/L6 b 150", Some(Outcome::Draw));
    check("7/7/7/7/7/7/7/l6/C6 r 10", None);
    check("7/7/7/7/7/7/7/l6/Ct5 r 10", blue);
    check("7/7/7/7/7/7/7/l6/Rt5 r 10", blue);
    check("7/7/7/7/7/7/7/e6/Rt5 r 10", None);
}

#[test]
fn a_pass_gives_the_move_to_the_other_side_a_ply_later() {
    let pos: Position = "7/7/7/7/7/7/7/l6/C6 r 10".parse().unwrap();
    assert_eq!(pos.passed().to_string(), "7/7/7/7/7/7/7/l6/C6 b 11");
}

/// Checks that a side's animal can go to these squares and no others.
fn check_moves(text: &str, from: &str, expected: &[&str]) {
    let pos: Position = text.parse().unwrap();
    let mut found = Vec::new();
    pos.legal_moves(|mv| {
        if mv.from.to_string() == from {
            found.push(mv.to.to_string());
        }
    });
    assert_eq!(found, expected, "{text}");
}

#[test]
fn steps_are_listed_left_right_up_down_and_leaps_behind_them() {
    check_moves("7/7/7/7/7/7/3E3/7/7 r 0", "3 6", &["2 6", "4 6", "3 5", "3 7"]);
    check_moves("7/7/7/3L3/7/7/7/7/7 r 0", "3 3", &["3 2", "3 4", "0 3", "6 3"]);
    check_moves("7/7/7/7/3T3/7/7/7/7 r 0", "3 4", &["3 3", "3 5", "6 4", "0 4"]);
    check_moves("7/7/7/7/7/3T3/7/7/7 r 0", "3 5", &["3 4", "3 6", "6 5", "0 5"]);
    check_moves("7/7/1L5/7/7/7/7/7/7 r 0", "1 2", &["0 2", "2 2", "1 1", "1 6"]);
    check_moves("7/7/7/7/7/7/7/7/L6 r 0", "0 8", &["1 8", "0 7"]);
}

#[test]
fn no_animal_enters_its_own_den_and_only_the_rat_swims() {
    check_moves("7/7/7/7/7/7/7/3E3/7 r 0", "3 7", &["2 7", "4 7", "3 6"]);
    check_moves("7/3E3/7/7/7/7/7/7/7 r 0", "3 1", &["2 1", "4 1", "3 0", "3 2"]);
    check_moves("7/7/7/P6/7/7/7/7/7 r 0", "0 3", &["0 2", "0 4"]);
    check_moves("7/7/7/R6/7/7/7/7/7 r 0", "0 3", &["1 3", "0 2", "0 4"]);
}

#[test]
fn a_swimming_rat_blocks_leaps_of_both_sides_and_a_leap_may_capture() {
    check_moves("7/7/1L3r1/7/1R5/7/7/7/7 r 0", "1 2", &["0 2", "2 2", "1 1"]);
    check_moves("7/7/1L5/7/1r5/7/7/7/7 r 0", "1 2", &["0 2", "2 2", "1 1"]);
    check_moves("7/7/1L5/7/2r4/7/1t5/7/7 r 0", "1 2", &["0 2", "2 2", "1 1", "1 6"]);
    check_moves("7/7/1T5/7/2r4/7/1l5/7/7 r 0", "1 2", &["0 2", "2 2", "1 1"]);
}

#[test]
fn rat_and_elephant_capture_by_their_own_rules() {
    check_moves("7/7/eR5/7/7/7/7/7/7 r 0", "1 2", &["0 2", "2 2", "1 1", "1 3"]);
    check_moves("7/7/rE5/7/7/7/7/7/7 r 0", "1 2", &["2 2", "1 1"]);
    // A rat in water captures in water, but not on land; one on land captures in water.
    check_moves("7/7/1e5/1Rr4/7/7/7/7/7 r 0", "1 3", &["0 3", "2 3", "1 4"]);
    check_moves("7/7/1R5/1r5/7/7/7/7/7 r 0", "1 2", &["0 2", "2 2", "1 1", "1 3"]);
    // The elephant captures a rat in a trap.
    check_moves("1Er4/7/7/7/7/7/7/7/7 r 0", "1 0", &["0 0", "2 0", "1 1"]);
}

#[test]
fn an_animal_in_any_trap_is_prey_to_all_and_captures_with_its_full_strength() {
    check_moves("7/3e3/3C3/7/7/7/7/7/7 r 0", "3 2", &["2 2", "4 2", "3 1", "3 3"]);
    check_moves("7/7/7/7/7/7/3C3/3e3/7 r 0", "3 6", &["2 6", "4 6", "3 5", "3 7"]);
    check_moves("7/2c4/2lT3/7/7/7/7/7/7 r 0", "3 2", &["4 2", "3 1", "3 3"]);
    check_moves("7/2cT3/7/7/7/7/7/7/7 r 0", "3 1", &["2 1", "4 1", "3 0", "3 2"]);
}
