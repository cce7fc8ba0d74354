//! The promises that every game keeps.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use stratego::Position;

/// Placements of both armies, and steps.
const LONGEST: usize = 2 * Position::ARMY_SIZE + Position::MAX_PLIES as usize;

#[test]
fn the_rules_keep_their_promises() {
    testkit::check_rules::<Position>(20, LONGEST, 1);
}
