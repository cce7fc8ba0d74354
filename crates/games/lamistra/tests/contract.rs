//! The promises that every game keeps, and what is particular to the rules.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use lamistra::{Engine, Position};

/// Steps and, after those that attack, two names.
const LONGEST: usize = 3 * Position::MAX_PLIES as usize;

#[test]
fn the_rules_keep_their_promises() {
    testkit::check_rules::<Position>(100, LONGEST, 1);
}

#[test]
fn the_engine_keeps_its_promises() {
    testkit::check_engine::<Position, _>(&Engine::default(), 100, LONGEST, 2);
}
