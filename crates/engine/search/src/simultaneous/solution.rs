use std::time::Duration;

use super::Choices;
use crate::matrix::{Equilibrium, Matrix};
use crate::score::Score;

/// How a simultaneous move is best played, as of the last finished iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// The choices of the player to move.
    pub rows: Choices<M>,
    /// The choices of his opponent.
    pub columns: Choices<M>,
    /// How likely each choice is to be made; the value is the expected points of the player to move.
    pub equilibrium: Equilibrium,
    /// The expected points of the player to move, by both choices.
    pub matrix: Matrix,
    /// The value for the player to move.
    pub score: Score,
    /// To how many plies the positions that follow were searched.
    pub depth: usize,
    /// Nodes visited.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Probabilities below this are noise of the search, and are dropped from a mix.
const NOISE: f64 = 0.03;

impl<M: Copy> Solution<M> {
    /// Returns the choice at a point between 0 and 1 of the row player's mix, or of the column
    /// player's. `None` if there is none.
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
