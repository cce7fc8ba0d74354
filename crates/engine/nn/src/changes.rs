use crate::features::Change;

/// How many inputs a move may switch on for one perspective, and half of those that it may switch
/// off.
const MOST: usize = 16;

/// The inputs that a move switches on and off for one perspective, in rounds of one that goes on and
/// two that go off: what nearly every move does is a single round.
pub(crate) struct Changes {
    rounds: [[u16; 3]; MOST],
    on: usize,
    off: usize,
}

impl Changes {
    /// Returns no changes. A round that lacks an input has `none` in its place.
    #[inline]
    pub(crate) fn new(none: usize) -> Changes {
        Changes { rounds: [[none as u16; 3]; MOST], on: 0, off: 0 }
    }

    /// Notes one change.
    ///
    /// # Panics
    ///
    /// At the 17th input that goes on, or the 33rd that goes off.
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

    /// Returns all rounds: an input to switch on, and two to switch off.
    #[inline]
    pub(crate) fn rounds(&self) -> &[[u16; 3]] {
        &self.rounds[..self.on.max(self.off.div_ceil(2))]
    }
}
