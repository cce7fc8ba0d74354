use crate::Change;

/// How many inputs a move may switch on, and how many off, for one perspective.
const MOST: usize = 16;

/// The inputs that a move switches on and off for one perspective.
pub(crate) struct Changes {
    on: Switched,
    off: Switched,
}

/// Some inputs, in a list that needs no memory of its own.
struct Switched {
    inputs: [u16; MOST],
    count: usize,
}

impl Changes {
    #[inline]
    pub(crate) fn new() -> Changes {
        Changes { on: Switched::NONE, off: Switched::NONE }
    }

    /// Notes one change.
    ///
    /// # Panics
    ///
    /// At the 17th input that goes on, or off.
    #[inline]
    pub(crate) fn push(&mut self, change: Change) {
        match change {
            Change::On(input) => self.on.push(input),
            Change::Off(input) => self.off.push(input),
        }
    }

    #[inline]
    pub(crate) fn on(&self) -> &[u16] {
        &self.on.inputs[..self.on.count]
    }

    #[inline]
    pub(crate) fn off(&self) -> &[u16] {
        &self.off.inputs[..self.off.count]
    }
}

impl Switched {
    const NONE: Switched = Switched { inputs: [0; MOST], count: 0 };

    #[inline]
    fn push(&mut self, input: usize) {
        self.inputs[self.count] = input as u16;
        self.count += 1;
    }
}
