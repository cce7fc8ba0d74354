//! Solution of a simultaneous move: its Nash equilibrium, and random choices from it.

use std::time::Duration;

use crate::matrix::{Equilibrium, Matrix};
use crate::score::Score;
use crate::simultaneous_move::Choices;

/// Solution of a simultaneous move, as of the last finished iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// The choices of the side to move.
    pub rows: Choices<M>,
    /// The choices of the opponent.
    pub columns: Choices<M>,
    /// The probability of each choice; the value is the expected points of the side to move.
    pub equilibrium: Equilibrium,
    /// The expected points of the side to move, by both choices.
    pub matrix: Matrix,
    /// The score for the side to move.
    pub score: Score,
    /// Depth to which the positions after both choices were searched, in plies.
    pub depth: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Probability below which a choice is treated as noise of the search and never sampled.
const NOISE: f64 = 0.03;

impl<M: Copy> Solution<M> {
    /// Samples the mixed strategy of the row player, or of the column player, at a point between 0
    /// and 1. Returns `None` if the player has no choice.
    #[must_use]
    pub fn draw(&self, is_row: bool, point: f64) -> Option<M> {
        let (choices, mix) = match is_row {
            true => (&self.rows, &self.equilibrium.rows),
            false => (&self.columns, &self.equilibrium.columns),
        };
        let kept = || choices.iter().zip(mix).filter(|(_, chance)| **chance >= NOISE);
        let mut left = point * kept().map(|(_, chance)| chance).sum::<f64>();
        let mut drawn = None;
        for (mv, chance) in kept() {
            drawn = Some(mv);
            left -= chance;
            if left < 0.0 {
                break;
            }
        }
        drawn.or_else(|| choices.iter().next())
    }
}
