//! Scales of quantisation.

/// Scales of quantisation: the integers that represent 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scales {
    /// Scale of the weights and sums of the first layer.
    pub(crate) first: i32,
    /// Scale of the weights that hidden neurons are multiplied by.
    pub(crate) head: i32,
}

impl Scales {
    /// Maximum scale of the first layer: its square has 15 bits.
    pub(crate) const MAX_FIRST: i32 = 181;
    /// Maximum scale of the heads. Finer weights would change nothing.
    pub(crate) const MAX_HEAD: i32 = 256;

    /// Returns the value of a hidden neuron at its maximum activation, 1.
    pub(crate) const fn hidden_one(self) -> i32 {
        self.first * self.first
    }

    /// Returns the scale of the outputs.
    pub(crate) const fn sum_one(self) -> i32 {
        self.hidden_one() * self.head
    }
}
