/// How large the layers of a network are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Inputs of one perspective.
    pub inputs: usize,
    /// Units of the hidden layer, for each of the two perspectives.
    pub hidden: usize,
    /// Units of the second layer, 0 where the hidden layer feeds the output.
    pub second: usize,
    /// Heads: second layers and outputs, one for each phase of the game.
    pub buckets: usize,
}

impl Shape {
    /// Returns how many values feed the output of one head.
    #[must_use]
    pub const fn last(&self) -> usize {
        match self.second {
            0 => 2 * self.hidden,
            second => second,
        }
    }

    /// Returns how many numbers a network of this shape consists of, biases included.
    #[must_use]
    pub const fn parameters(&self) -> usize {
        let first = (self.inputs + 1) * self.hidden;
        let second = (2 * self.hidden + 1) * self.second;
        first + self.buckets * (second + self.last() + 1)
    }
}
