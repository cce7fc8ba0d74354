/// Which inputs are on in many rows, one behind the other. A position has two rows: the inputs as
/// the mover sees them, and as the other player does.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Sparse {
    inputs: Vec<u16>,
    /// Where each row ends.
    ends: Vec<usize>,
}

impl Sparse {
    /// Appends a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = u16>) {
        self.inputs.extend(row);
        self.ends.push(self.inputs.len());
    }

    /// Returns how many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Tells whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the inputs that are on in a row.
    ///
    /// # Panics
    ///
    /// No row has that number.
    #[must_use]
    pub fn row(&self, number: usize) -> &[u16] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.inputs[start..self.ends[number]]
    }

    /// Returns all rows in their order.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        (0..self.len()).map(|number| self.row(number))
    }
}
