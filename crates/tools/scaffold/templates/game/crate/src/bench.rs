//! Benchmark positions; their node count is the signature of the engine.

use gamekit::Position as _;
use search::{Limits, Signature};

use crate::network::BotEngine;
use crate::position::Position;
use crate::settings::SETTINGS;

/// Number of positions.
const POSITIONS: usize = 8;

/// Plies between two positions, from the start of the game on.
const PLIES: usize = 2;

/// Depth to which each position is searched, in plies.
const DEPTH: usize = {{bench_depth}};

/// Returns positions from the opening to the endgame, each from a game of its own. Positions of
/// games of the bot are better: replace them when the bot plays well.
fn positions() -> Vec<String> {
    let after = |plies: usize| {
        let mut pos = Position::initial();
        for ply in 0..plies {
            let mut moves = Vec::new();
            pos.legal_moves(|mv| moves.push(mv));
            let mut next = pos;
            next.play_unchecked(moves[(7 * ply + plies) % moves.len()]);
            if next.outcome().is_some() {
                break;
            }
            pos = next;
        }
        pos.to_string()
    };
    (0..POSITIONS).map(|number| after(number * PLIES)).collect()
}

/// Searches fixed positions to a fixed depth. The node count is the engine's signature: the same
/// from the workspace, from a bundle, and on every machine.
#[must_use]
pub fn bench() -> Signature {
    bench_within(Limits::depth(DEPTH))
}

/// Searches the same positions within other limits, for the speed alone.
#[must_use]
pub fn bench_within(limits: Limits) -> Signature {
    let positions = positions();
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    search::bench::<Position, _>(BotEngine::default(), SETTINGS.params, &positions, limits)
}
