//! Choices of both players in a simultaneous move.

use gamekit::Position;

use crate::matrix::MOST_CHOICES;

/// Simultaneous move: a position in which both players choose at once. The rows are the choices of
/// the side to move in `pos`, the columns those of the opponent, who does not know the row. After
/// both are played, the row first, the opponent is to move.
#[derive(Clone, Debug)]
pub struct SimultaneousMove<P: Position> {
    /// The position before both choices.
    pub pos: P,
    /// The choices of the side to move.
    pub rows: Choices<P::Move>,
    /// The choices of the opponent.
    pub columns: Choices<P::Move>,
}

/// List of up to eight moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices<M> {
    moves: [Option<M>; MOST_CHOICES],
    count: usize,
}

impl<M: Copy> Default for Choices<M> {
    fn default() -> Choices<M> {
        Choices { moves: [None; MOST_CHOICES], count: 0 }
    }
}

impl<M: Copy> Choices<M> {
    /// Adds a move. The list ignores moves beyond the eighth.
    pub fn push(&mut self, mv: M) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = Some(mv);
            self.count += 1;
        }
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the move of an index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<M> {
        *self.moves.get(index)?
    }

    /// Returns the moves in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = M> + '_ {
        self.moves.iter().flatten().copied()
    }
}

impl<P: Position> SimultaneousMove<P> {
    /// Returns the position after both choices, given by their indices.
    pub(super) fn cell(&self, row: usize, column: usize) -> P {
        let mut cell = self.pos.clone();
        if let (Some(row), Some(column)) = (self.rows.moves[row], self.columns.moves[column]) {
            cell.play_unchecked(row);
            cell.play_unchecked(column);
        }
        cell
    }
}
