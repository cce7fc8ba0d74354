//! Solution of a simultaneous move: its Nash equilibrium, and random choices from it.

use std::time::Duration;

use crate::matrix::{Equilibrium, Matrix, MOST_CHOICES};
use crate::root::SearchResult;
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
    /// True if the player for whom it was solved, the side to move at the root, chooses a row.
    pub is_row: bool,
    /// The point between 0 and 1 at which the mixed strategy of this player is sampled.
    pub point: f64,
}

/// Probability below which a choice is treated as noise of the search and never sampled.
const NOISE: f64 = 0.03;

impl<M: Copy> Solution<M> {
    /// Returns the probabilities with which [`Solution::draw`] chooses, of the row player or of the
    /// column player; 0 beyond the choices.
    #[must_use]
    pub fn strategy(&self, is_row: bool) -> [f64; MOST_CHOICES] {
        let Equilibrium { rows, columns, .. } = self.equilibrium;
        let mix = if is_row { rows } else { columns };
        let kept = mix.map(|chance| if chance < NOISE { 0.0 } else { chance });
        let sum: f64 = kept.iter().sum();
        kept.map(|chance| chance / sum)
    }

    /// Returns the result of the search for the player for whom it was solved, who chooses `best`.
    #[must_use]
    pub fn result(&self, best: M) -> SearchResult<M> {
        SearchResult {
            best,
            score: if self.is_row { self.score } else { -self.score },
            depth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            line: vec![best],
        }
    }

    /// Samples the mixed strategy of the row player, or of the column player, at a point between 0
    /// and 1. Returns `None` if the player has no choice.
    #[must_use]
    pub fn draw(&self, is_row: bool, point: f64) -> Option<M> {
        self.sample(is_row, &self.strategy(is_row), point)
    }

    /// Samples any other mixed strategy of the row player, or of the column player, as
    /// [`Solution::draw`] does.
    #[must_use]
    pub fn sample(&self, is_row: bool, strategy: &[f64; MOST_CHOICES], point: f64) -> Option<M> {
        let choices = if is_row { &self.rows } else { &self.columns };
        let (mut left, mut drawn) = (point, None);
        for (mv, &chance) in choices.iter().zip(strategy) {
            if chance > 0.0 {
                drawn = Some(mv);
                left -= chance;
            }
            if left < 0.0 {
                break;
            }
        }
        drawn
    }
}
