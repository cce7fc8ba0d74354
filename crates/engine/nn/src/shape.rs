//! Sizes of a network's layers.

/// Sizes of a network's layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Inputs of one perspective.
    pub inputs: usize,
    /// Neurons of the hidden layer, for each of the two perspectives.
    pub hidden: usize,
    /// Output buckets: one head for each phase of the game.
    pub buckets: usize,
}

impl Shape {
    /// Returns the number of parameters of a network of this shape, including biases.
    #[must_use]
    pub const fn parameters(&self) -> usize {
        (self.inputs + 1) * self.hidden + self.buckets * (2 * self.hidden + 1)
    }
}
