//! Checks of the rules, the engine and the features by `testkit`, and perft counts.

mod brute_force;

use gamekit::{perft, perft_by_playing, Position as _};

use {{crate}}::{BotEngine, Engine, Features, Position, SQUARES};

/// Length above that of the longest possible game, in plies. Passes count.
const LONGEST: usize = {{longest}};

#[test]
fn the_rules_keep_their_contract() {
    testkit::check_rules::<Position>(40, LONGEST, 1);
}

#[test]
fn the_engine_keeps_its_contract() {
    testkit::check_engine::<Position, _>(&BotEngine::default(), 100, LONGEST, 2);
}

#[test]
fn a_principal_variation_is_legal_and_begins_with_the_best_move() {
    testkit::check_pv::<Position, _>(BotEngine::default());
}

#[test]
fn the_features_keep_their_contract() {
    testkit::check_features::<Position, Features>(500, LONGEST, 3);
}

#[test]
fn the_engine_keeps_its_contract_with_a_network() {
    testkit::check_net::<Position, Features, _>(Engine::new, 10, LONGEST, 4);
}

#[test]
fn perft_counts_as_many_games_as_brute_force() {
    let start = Position::initial();
    for depth in 1..={{perft_depth}} {
        let expected = brute_force::count(&start.to_string(), depth);
        assert_eq!(perft(&start, depth), expected, "depth {depth}");
        assert_eq!(perft_by_playing(&start, depth), expected, "depth {depth}");
    }
}

/// Rules that matter late, such as passes, are compared too.
#[test]
fn perft_counts_as_many_games_as_brute_force_until_the_end_of_a_game() {
    testkit::random_games::<Position>(10, LONGEST, 5, |step| {
        let pos = &step.after;
        let depth = if pos.hash() % 20 == 7 { 2 } else { 1 };
        assert_eq!(perft(pos, depth), brute_force::count(&pos.to_string(), depth), "{pos}");
    });
}
