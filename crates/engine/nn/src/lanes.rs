use crate::changes::Changes;

/// One number for each hidden unit, at the start of a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Lanes<const HIDDEN: usize>(pub(crate) [i16; HIDDEN]);

impl<const HIDDEN: usize> Lanes<HIDDEN> {
    pub(crate) const ZERO: Lanes<HIDDEN> = Lanes([0; HIDDEN]);

    /// Returns the sum of the lanes of `self` and the columns switched on, less those switched off.
    ///
    /// The arithmetic wraps: what lies between does not matter, since no set of inputs has a sum
    /// beyond 16 bits.
    #[inline(always)]
    pub(crate) fn changed(&self, columns: &[Lanes<HIDDEN>], changes: &Changes) -> Lanes<HIDDEN> {
        let mut sums = *self;
        for round in changes.rounds() {
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

    /// Returns the squares of the lanes, each clipped to `0..=one` before.
    #[inline(always)]
    pub(crate) fn activated(&self, one: i16) -> Lanes<HIDDEN> {
        self.with(|sum, _| activate(sum, one))
    }

    /// Returns new lanes, each from the old one and its number.
    #[inline(always)]
    fn with(&self, new: impl Fn(i16, usize) -> i16) -> Lanes<HIDDEN> {
        // A loop over an array that is there: from a closure alone (`array::from_fn`, `map`) the
        // compiler makes no loop, but all of it at once.
        let mut lanes = Lanes::ZERO;
        for lane in 0..HIDDEN {
            lanes.0[lane] = new(self.0[lane], lane);
        }
        lanes
    }

    /// Returns the sum of the products of the lanes, those of `self` changed by `value` before.
    #[inline(always)]
    pub(crate) fn dot(&self, weights: &Lanes<HIDDEN>, value: impl Fn(i16) -> i16) -> i32 {
        let mut sum = 0;
        for lane in 0..HIDDEN {
            sum += i32::from(value(self.0[lane])) * i32::from(weights.0[lane]);
        }
        sum
    }
}

/// Returns the square of `sum` clipped to `0..=one`.
#[inline(always)]
pub(crate) fn activate(sum: i16, one: i16) -> i16 {
    let clipped = sum.max(0).min(one);
    clipped.wrapping_mul(clipped)
}
