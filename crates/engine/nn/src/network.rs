use gamekit::{Player, Position};
use search::Score;

use crate::avx2::Avx2;
use crate::changes::Changes;
use crate::features::Features;
use crate::lanes::{activate, Lanes};
use crate::scales::Scales;
use crate::shape::Shape;
use crate::UNITS_PER_LOGIT;

/// The sums of the hidden layer as both players see the position, before they are clipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator<const HIDDEN: usize>([Lanes<HIDDEN>; 2]);

/// A network in integers, for up to `HIDDEN` hidden units a perspective; what a narrower one lacks
/// is zero. `HIDDEN` is a multiple of 16.
///
/// - The first layer has weights of 8 bits, held in 16, and sums of 16 bits.
/// - A hidden unit is clipped to 0..=1 and squared, which takes 15 bits.
/// - The heads have weights of 16 bits and sums of 32.
///
/// No sum overflows, whatever inputs are on: `quantise` makes no other networks, and a text is taken
/// for what it wrote.
#[derive(Clone, Debug)]
pub struct Network<const HIDDEN: usize> {
    pub(crate) shape: Shape,
    pub(crate) scales: Scales,
    /// The weights of each input, and zeros for none.
    pub(crate) columns: Vec<Lanes<HIDDEN>>,
    pub(crate) biases: Lanes<HIDDEN>,
    /// `[buckets][second]`; the outputs, `[buckets]`, where there is no second layer.
    pub(crate) units: Vec<Unit<HIDDEN>>,
    /// `[buckets][second]`
    pub(crate) output_weights: Vec<i16>,
    /// `[buckets]`, nothing where there is no second layer.
    pub(crate) output_biases: Vec<i32>,
    units_per_output: f64,
    avx2: Option<Avx2>,
}

/// The weights of a unit that all hidden units feed, the mover's and the other side's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit<const HIDDEN: usize> {
    pub(crate) weights: [Lanes<HIDDEN>; 2],
    pub(crate) bias: i32,
}

impl<const HIDDEN: usize> Unit<HIDDEN> {
    /// Returns the sum over what `value` makes of both sides' lanes.
    #[inline(always)]
    fn sum(&self, sides: [&Lanes<HIDDEN>; 2], value: impl Fn(i16) -> i16) -> i32 {
        let [mover, other] = &self.weights;
        self.bias + sides[0].dot(mover, &value) + sides[1].dot(other, &value)
    }
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Returns a network of this shape with nothing but zeros.
    pub(crate) fn zeros(shape: Shape, scales: Scales) -> Network<HIDDEN> {
        const {
            assert!(HIDDEN > 0 && HIDDEN % 16 == 0, "the hidden layer is a multiple of 16 wide");
        }
        let Shape { inputs, second, buckets, .. } = shape;
        let unit = Unit { weights: [Lanes::ZERO; 2], bias: 0 };
        let one = if second == 0 { f64::from(scales.sum_one()) } else { scales.output_one() };
        Network {
            shape,
            scales,
            columns: vec![Lanes::ZERO; inputs + 1],
            biases: Lanes::ZERO,
            units: vec![unit; buckets * second.max(1)],
            output_weights: vec![0; buckets * second],
            output_biases: vec![0; buckets * second.min(1)],
            units_per_output: f64::from(UNITS_PER_LOGIT) / one,
            avx2: Avx2::detect(),
        }
    }

    /// Returns how large the layers are, as they were before padding.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Tells whether the network uses what only some processors have. The numbers are the same.
    #[cfg(any(test, feature = "host"))]
    #[must_use]
    pub const fn has_avx2(&self) -> bool {
        self.avx2.is_some()
    }

    /// Returns the network as it is where a processor has nothing special.
    #[cfg(any(test, feature = "host"))]
    #[must_use]
    pub fn without_avx2(&self) -> Network<HIDDEN> {
        Network { avx2: None, ..self.clone() }
    }

    /// Computes the sums for `pos` from nothing.
    #[must_use]
    pub fn refresh<P: Position, F: Features<P>>(&self, pos: &P) -> Accumulator<HIDDEN> {
        Accumulator(Player::BOTH.map(|side| {
            let mut sums = self.biases;
            F::active(pos, side, |input| sums.add(&self.columns[input]));
            sums
        }))
    }

    /// Computes the sums for `after`, the position to which `mv` leads from `before`.
    #[inline]
    #[must_use]
    pub fn update<P: Position, F: Features<P>>(
        &self,
        accumulator: &Accumulator<HIDDEN>,
        before: &P,
        mv: P::Move,
        after: &P,
    ) -> Accumulator<HIDDEN> {
        let changes = Player::BOTH.map(|side| {
            let mut changes = Changes::new(self.shape.inputs);
            F::changes(before, mv, after, side, |change| changes.push(change));
            changes
        });
        self.changed(accumulator, &changes)
    }

    #[inline]
    fn changed(
        &self,
        Accumulator([first, second]): &Accumulator<HIDDEN>,
        changes: &[Changes; 2],
    ) -> Accumulator<HIDDEN> {
        self.run(|| {
            let columns = &self.columns;
            let first = first.changed(columns, &changes[0]);
            Accumulator([first, second.changed(columns, &changes[1])])
        })
    }

    /// Does some work as the processor does it best.
    #[inline]
    fn run<R>(&self, work: impl FnOnce() -> R) -> R {
        match self.avx2 {
            Some(avx2) => avx2.run(work),
            None => work(),
        }
    }

    /// Returns what the position is worth to `mover`, whose turn it is: 200 times the logit of the
    /// points that it can expect.
    #[inline]
    #[must_use]
    pub fn evaluate(
        &self,
        accumulator: &Accumulator<HIDDEN>,
        mover: Player,
        bucket: usize,
    ) -> Score {
        let value = f64::from(self.output(accumulator, mover, bucket)) * self.units_per_output;
        (value + 0.5_f64.copysign(value)) as Score
    }

    /// Returns the logit of a position in which these inputs are on, as the player to move and the
    /// other one see it: what [`Parameters::logit`](crate::Parameters::logit) becomes in integers.
    ///
    /// # Panics
    ///
    /// If an input or the bucket is beyond the shape.
    #[cfg(any(test, feature = "host"))]
    #[must_use]
    pub fn logit(&self, mover: &[usize], other: &[usize], bucket: usize) -> f64 {
        let accumulator = Accumulator([mover, other].map(|active| {
            let mut sums = self.biases;
            for &input in active {
                sums.add(&self.columns[input]);
            }
            sums
        }));
        f64::from(self.output(&accumulator, Player::First, bucket)) * self.units_per_output
            / f64::from(UNITS_PER_LOGIT)
    }

    /// Returns the output of the bucket's head.
    #[inline]
    fn output(&self, sums: &Accumulator<HIDDEN>, mover: Player, bucket: usize) -> i32 {
        let sides = [mover, mover.opponent()].map(|side| &sums.0[side.index()]);
        let one = self.scales.first as i16;
        let second = self.shape.second;
        if second == 0 {
            let unit = &self.units[bucket];
            return self.run(|| unit.sum(sides, |sum| activate(sum, one)));
        }
        let (head_one, shift) = (self.scales.sum_one(), self.scales.second_shift());
        let units = &self.units[bucket * second..][..second];
        let weights = &self.output_weights[bucket * second..][..second];
        let [mover, other] = self.run(|| sides.map(|sums| sums.activated(one)));
        let mut output = self.output_biases[bucket];
        for (unit, &weight) in units.iter().zip(weights) {
            let sum = self.run(|| unit.sum([&mover, &other], |value| value));
            output += (sum.clamp(0, head_one) >> shift) * i32::from(weight);
        }
        output
    }
}

#[cfg(test)]
mod tests;
