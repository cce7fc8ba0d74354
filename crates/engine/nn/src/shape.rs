//! Sizes of a network's layers.

/// Sizes of a network's layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Inputs of one perspective.
    pub inputs: usize,
    /// Neurons of the hidden layer, for each of the two perspectives.
    pub hidden: usize,
    /// Neurons of the second layer; 0 if the hidden layer feeds the output.
    pub second: usize,
    /// Output buckets: heads with their own second layer and output, one for each phase of the
    /// game.
    pub buckets: usize,
}

impl Shape {
    /// Returns the number of values that feed the output of one head.
    #[must_use]
    pub const fn last(&self) -> usize {
        match self.second {
            0 => 2 * self.hidden,
            second => second,
        }
    }

    /// Returns the number of parameters of a network of this shape, including biases.
    #[must_use]
    pub const fn parameters(&self) -> usize {
        let first = (self.inputs + 1) * self.hidden;
        let second = (2 * self.hidden + 1) * self.second;
        first + self.buckets * (second + self.last() + 1)
    }
}
