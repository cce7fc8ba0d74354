/// What integers stand for 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scales {
    /// In the weights and sums of the first layer.
    pub(crate) first: i32,
    /// In the weights that hidden units are multiplied by.
    pub(crate) head: i32,
    /// In the weights that a second layer is multiplied by.
    pub(crate) output: i32,
}

impl Scales {
    /// The most that 1 can be in the first layer: its square has 15 bits.
    pub(crate) const MAX_FIRST: i32 = 181;
    /// The most that 1 can be in the other layers. Finer weights would change nothing.
    pub(crate) const MAX_HEAD: i32 = 256;

    /// Returns the value of a hidden unit that is fully on.
    pub(crate) const fn hidden_one(self) -> i32 {
        self.first * self.first
    }

    /// Returns what stands for 1 in the sums that hidden units feed.
    pub(crate) const fn sum_one(self) -> i32 {
        self.hidden_one() * self.head
    }

    /// Returns by how many bits the units of a second layer are shortened, which leaves 14 at most.
    pub(crate) const fn second_shift(self) -> u32 {
        18_u32.saturating_sub(self.sum_one().leading_zeros())
    }

    /// Returns what stands for 1 in the outputs that a second layer feeds.
    pub(crate) fn output_one(self) -> f64 {
        f64::from(self.sum_one()) / f64::from(1 << self.second_shift()) * f64::from(self.output)
    }
}
