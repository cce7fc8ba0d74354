//! Checks of the rules, the engine and the features by `testkit`, and perft counts.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use breakthrough::{BotEngine, Engine, Features, Position};
use gamekit::{perft, perft_by_playing, Outcome, Player, Position as _};

/// Length of the longest possible game, in plies (rules: Breakthrough).
const LONGEST: usize = 209;

#[test]
fn the_rules_keep_their_contract() {
    testkit::check_rules::<Position>(40, LONGEST, 1);
}

#[test]
fn the_engine_keeps_its_contract() {
    testkit::check_engine::<Position, _>(&BotEngine::default(), 400, LONGEST, 2);
}

#[test]
fn a_principal_variation_is_legal_and_begins_with_the_best_move() {
    testkit::check_pv::<Position, _>(BotEngine::default());
}

#[test]
fn the_features_keep_their_contract() {
    testkit::check_features::<Position, Features>(1_000, LONGEST, 3);
}

#[test]
fn the_engine_keeps_its_contract_with_a_network() {
    testkit::check_net::<Position, Features, _>(Engine::new, 50, LONGEST, 4);
}

#[test]
fn a_game_ends_on_the_far_rank_or_with_the_last_piece() {
    let check = |text: &str, expected| {
        let pos: Position = text.parse().unwrap();
        assert_eq!(pos.outcome(), expected, "{text}");
    };
    check("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", None);
    check("P7/8/8/7p/8/8/8/8 b", Some(Outcome::Win(Player::First)));
    check("8/8/8/7P/8/8/8/p7 w", Some(Outcome::Win(Player::Second)));
    check("8/8/8/7P/8/8/8/8 b", Some(Outcome::Win(Player::First)));
    check("8/8/8/7p/8/8/8/8 w", Some(Outcome::Win(Player::Second)));
}

#[test]
fn perft_from_the_initial_position_is_right() {
    let start = Position::initial();
    for (depth, expected) in [(1, 22), (2, 484), (3, 11_132), (4, 256_036), (5, 6_182_818)] {
        assert_eq!(perft(&start, depth), expected);
    }
    assert_eq!(perft_by_playing(&start, 4), 256_036);
}
