//! Changes of the active inputs by a move, batched for the accumulator update.

use crate::features::Change;

/// Maximum number of inputs that a move activates for either perspective, and half the maximum
/// number that it deactivates.
const MOST: usize = 16;

/// Inputs that a move activates and deactivates, in rounds of one activated and two deactivated
/// inputs. Nearly every move is a single round.
pub(crate) struct Changes {
    /// By perspective.
    rounds: [[[u16; 3]; MOST]; 2],
    on: usize,
    off: usize,
}

impl Changes {
    /// Returns no changes. `none` fills the places of missing inputs in a round.
    #[inline]
    pub(crate) fn new(none: usize) -> Changes {
        Changes { rounds: [[[none as u16; 3]; MOST]; 2], on: 0, off: 0 }
    }

    /// Adds one change.
    ///
    /// # Panics
    ///
    /// At the 17th activated input, or the 33rd deactivated one.
    #[inline]
    pub(crate) fn push(&mut self, change: Change) {
        let (inputs, round, place) = match change {
            Change::On(inputs) => {
                self.on += 1;
                (inputs, self.on - 1, 0)
            }
            Change::Off(inputs) => {
                self.off += 1;
                (inputs, (self.off - 1) / 2, 2 - self.off % 2)
            }
        };
        for (rounds, input) in self.rounds.iter_mut().zip(inputs) {
            rounds[round][place] = input as u16;
        }
    }

    /// Returns all rounds of one perspective: an activated input and two deactivated ones each.
    #[inline]
    pub(crate) fn rounds(&self, perspective: usize) -> &[[u16; 3]] {
        &self.rounds[perspective][..self.on.max(self.off.div_ceil(2))]
    }
}
