//! Sparse input matrix: the active features of many positions.

/// Sparse rows of binary inputs: each row lists the inputs that are on. A position has two rows:
/// the inputs from the perspective of the side to move, then those of the other side.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Sparse {
    inputs: Vec<u16>,
    /// End of each row in `inputs`.
    ends: Vec<usize>,
}

impl Sparse {
    /// Appends a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = u16>) {
        self.inputs.extend(row);
        self.ends.push(self.inputs.len());
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the inputs that are on in a row.
    ///
    /// # Panics
    ///
    /// Panics if there is no row `number`.
    #[must_use]
    pub fn row(&self, number: usize) -> &[u16] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.inputs[start..self.ends[number]]
    }

    /// Returns all rows in order.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        (0..self.len()).map(|number| self.row(number))
    }
}
