//! Scales of quantisation.

/// Scales of quantisation: the integers that represent 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scales {
    /// Scale of the weights and sums of the first layer.
    pub(crate) first: i32,
    /// Scale of the weights that hidden neurons are multiplied by.
    pub(crate) head: i32,
    /// Scale of the weights that a second layer is multiplied by.
    pub(crate) output: i32,
}

impl Scales {
    /// Maximum scale of the first layer: its square has 15 bits.
    pub(crate) const MAX_FIRST: i32 = 181;
    /// Maximum scale of the other layers. Finer weights would change nothing.
    pub(crate) const MAX_HEAD: i32 = 256;

    /// Returns the value of a hidden neuron at its maximum activation, 1.
    pub(crate) const fn hidden_one(self) -> i32 {
        self.first * self.first
    }

    /// Returns the scale of the sums that hidden neurons feed.
    pub(crate) const fn sum_one(self) -> i32 {
        self.hidden_one() * self.head
    }

    /// Returns the right shift of a second layer's neurons, which leaves at most 14 bits.
    pub(crate) const fn second_shift(self) -> u32 {
        18_u32.saturating_sub(self.sum_one().leading_zeros())
    }

    /// Returns the scale of the outputs that a second layer feeds.
    pub(crate) fn output_one(self) -> f64 {
        f64::from(self.sum_one()) / f64::from(1 << self.second_shift()) * f64::from(self.output)
    }
}
