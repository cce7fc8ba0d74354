//! Two-ply player of Lamistra that responds to the bot's mixed strategy.

use std::time::Duration;

use gamekit::Position as _;
use lamistra::{Move, Position};
use search::{Limits, Task};

use super::best_response::{best_response, searcher};
use crate::agent::Choose;

/// Search depth of steps and names in plies.
const DEPTH: usize = 2;

/// Player that steps by a search of two plies with the bot's evaluation, and names the best
/// response to the mixed strategy that the bot would draw from after a search of the same depth.
///
/// It shows whether a player who knows how the bot mixes can exploit that.
pub(super) struct TwoPly;

impl TwoPly {
    fn step(pos: &Position) -> Option<Move> {
        let mut moves = Vec::new();
        pos.legal_moves(|mv| moves.push(mv));
        let task = Task { root: pos, moves: &moves, past: &[] };
        Some(searcher().search(&task, Limits::depth(DEPTH), |_| ())?.best)
    }
}

impl Choose<Position> for TwoPly {
    fn choose(&mut self, pos: &Position, _: Duration) -> Option<Move> {
        match pos.attack() {
            None => TwoPly::step(pos),
            Some(_) => best_response(pos, DEPTH).map(Move::Name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reply_is_seen() {
        // The general may take the colonel, but the rider would then take the flag.
        let pos: Position = "6u/7/7/7/7/rGo4/U6 r 10000000 - 10000000 - 0 -".parse().unwrap();
        assert_eq!(TwoPly.choose(&pos, Duration::ZERO).unwrap().to_string(), "b2-a2");
    }
}
