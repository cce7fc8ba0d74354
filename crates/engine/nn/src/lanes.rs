//! Vectors with one lane per hidden neuron, written so that the compiler uses SIMD.

/// Vector of one number for each hidden neuron, aligned to a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Lanes<const HIDDEN: usize>(pub(crate) [i16; HIDDEN]);

impl<const HIDDEN: usize> Lanes<HIDDEN> {
    pub(crate) const ZERO: Lanes<HIDDEN> = Lanes([0; HIDDEN]);

    /// Returns the lanes plus the columns of the activated inputs, minus those of the deactivated
    /// ones (accumulator update). The `rounds` are those of `Changes`.
    ///
    /// The arithmetic wraps. Intermediate overflow does not matter, since no set of inputs has a
    /// sum beyond 16 bits.
    #[inline(always)]
    pub(crate) fn changed(&self, columns: &[Lanes<HIDDEN>], rounds: &[[u16; 3]]) -> Lanes<HIDDEN> {
        let mut sums = *self;
        for round in rounds {
            let [on, off, taken] = round.map(|input| &columns[usize::from(input)].0);
            sums = sums.with(|sum, lane| {
                let less = off[lane].wrapping_add(taken[lane]);
                sum.wrapping_add(on[lane]).wrapping_sub(less)
            });
        }
        sums
    }

    /// Adds a column.
    pub(crate) fn add(&mut self, column: &Lanes<HIDDEN>) {
        *self = self.with(|sum, lane| sum.wrapping_add(column.0[lane]));
    }

    /// Returns new lanes, each computed from the old lane and its index.
    #[inline(always)]
    fn with(&self, new: impl Fn(i16, usize) -> i16) -> Lanes<HIDDEN> {
        // A loop over an existing array vectorises. From a closure alone (`array::from_fn`, `map`)
        // the compiler makes no loop, but unrolls everything.
        let mut lanes = Lanes::ZERO;
        for lane in 0..HIDDEN {
            lanes.0[lane] = new(self.0[lane], lane);
        }
        lanes
    }

    /// Returns the dot product of the activations of the lanes with `weights`. The activation is
    /// the squared clipped ReLU (SCReLU): a lane clipped to `0..=one`, and squared.
    #[inline(always)]
    pub(crate) fn weighted(&self, weights: &Lanes<HIDDEN>, one: i16) -> i32 {
        let mut sum = 0;
        for lane in 0..HIDDEN {
            let clipped = self.0[lane].max(0).min(one);
            sum += i32::from(clipped.wrapping_mul(clipped)) * i32::from(weights.0[lane]);
        }
        sum
    }
}
