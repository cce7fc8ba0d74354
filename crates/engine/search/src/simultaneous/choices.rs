use gamekit::Position;

use crate::matrix::MOST_CHOICES;

/// A position in which both players choose at once: the rows are the choices of the player who is
/// to move in `pos`, the columns those of the other, who does not know the row. Once both are
/// played, the row first, the other player is to move.
#[derive(Clone, Debug)]
pub struct SimultaneousMove<P: Position> {
    /// The position before either choice.
    pub pos: P,
    /// What the player to move may choose.
    pub rows: Choices<P::Move>,
    /// What his opponent may choose.
    pub columns: Choices<P::Move>,
}

/// Up to eight moves.
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
    /// Adds a move; beyond eight, it is left out.
    pub fn push(&mut self, mv: M) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = Some(mv);
            self.count += 1;
        }
    }

    /// Returns how many moves there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Tells whether there is no move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the moves in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = M> + '_ {
        self.moves.iter().flatten().copied()
    }
}

impl<P: Position> SimultaneousMove<P> {
    /// Returns the position after both choices, given by their places.
    pub(super) fn cell(&self, row: usize, column: usize) -> P {
        let mut cell = self.pos.clone();
        if let (Some(row), Some(column)) = (self.rows.moves[row], self.columns.moves[column]) {
            cell.play_unchecked(row);
            cell.play_unchecked(column);
        }
        cell
    }
}
