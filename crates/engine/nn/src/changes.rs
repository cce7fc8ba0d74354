//! Changes of the active inputs by a move, batched for the accumulator update.

use crate::features::Change;

/// Maximum number of inputs that a move activates for one perspective, and half the maximum number
/// that it deactivates.
const MOST: usize = 16;

/// Inputs that a move activates and deactivates for one perspective, in rounds of one activated and
/// two deactivated inputs. Nearly every move is a single round.
pub(crate) struct Changes {
    rounds: [[u16; 3]; MOST],
    on: usize,
    off: usize,
}

impl Changes {
    /// Returns no changes. `none` fills the places of missing inputs in a round.
    #[inline]
    pub(crate) fn new(none: usize) -> Changes {
        Changes { rounds: [[none as u16; 3]; MOST], on: 0, off: 0 }
    }

    /// Adds one change.
    ///
    /// # Panics
    ///
    /// At the 17th activated input, or the 33rd deactivated one.
    #[inline]
    pub(crate) fn push(&mut self, change: Change) {
        match change {
            Change::On(input) => {
                self.rounds[self.on][0] = input as u16;
                self.on += 1;
            }
            Change::Off(input) => {
                self.rounds[self.off / 2][1 + self.off % 2] = input as u16;
                self.off += 1;
            }
        }
    }

    /// Returns all rounds: an activated input and two deactivated ones each.
    #[inline]
    pub(crate) fn rounds(&self) -> &[[u16; 3]] {
        &self.rounds[..self.on.max(self.off.div_ceil(2))]
    }
}
