//! Quantised NNUE network and its accumulator: refresh, incremental update, evaluation.

use gamekit::{Player, Position};
use search::Score;

use crate::avx2::{Avx2, Work};
use crate::changes::Changes;
use crate::features::Features;
use crate::lanes::Lanes;
use crate::scales::Scales;
use crate::shape::Shape;
use crate::UNITS_PER_LOGIT;

/// Accumulator: sums of the hidden layer from both perspectives, before the activation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator<const HIDDEN: usize>([Lanes<HIDDEN>; 2]);

/// Network quantised to integers, with up to `HIDDEN` hidden neurons per perspective; a narrower
/// network is padded with zeros. `HIDDEN` is a multiple of 16.
///
/// - The first layer has weights of 8 bits, stored in 16, and sums of 16 bits.
/// - The activation of a hidden neuron is SCReLU: clipped to 0..=1 and squared, in 15 bits.
/// - The heads, one per output bucket, have weights of 16 bits and sums of 32.
///
/// No sum overflows for any set of inputs: `quantise` makes only such networks. With the feature
/// `host`, `decode` refuses others; in a bot it trusts the bot's own text.
#[derive(Clone, Debug)]
pub struct Network<const HIDDEN: usize> {
    pub(crate) shape: Shape,
    pub(crate) scales: Scales,
    /// The weights of each input, and a column of zeros for no input.
    pub(crate) columns: Vec<Lanes<HIDDEN>>,
    pub(crate) biases: Lanes<HIDDEN>,
    /// One per output bucket.
    pub(crate) heads: Vec<Head<HIDDEN>>,
    /// Score in centi-pieces per integer step of the output.
    score_per_output: f64,
    avx2: Option<Avx2>,
}

/// Output head: its weights for the hidden neurons of the side to move and of the opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<const HIDDEN: usize> {
    pub(crate) weights: [Lanes<HIDDEN>; 2],
    pub(crate) bias: i32,
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Returns a network of this shape with all numbers zero.
    pub(crate) fn zeros(shape: Shape, scales: Scales) -> Network<HIDDEN> {
        const {
            assert!(HIDDEN > 0 && HIDDEN % 16 == 0, "the hidden layer is a multiple of 16 wide");
        }
        Network {
            shape,
            scales,
            columns: vec![Lanes::ZERO; shape.inputs + 1],
            biases: Lanes::ZERO,
            heads: vec![Head { weights: [Lanes::ZERO; 2], bias: 0 }; shape.buckets],
            score_per_output: f64::from(UNITS_PER_LOGIT) / f64::from(scales.sum_one()),
            avx2: Avx2::detect(),
        }
    }

    /// Returns the sizes of the layers before padding.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns whether the network uses AVX2. The results are the same without it.
    #[cfg(any(test, feature = "host"))]
    #[must_use]
    pub const fn has_avx2(&self) -> bool {
        self.avx2.is_some()
    }

    /// Returns the network as it runs on a processor without AVX2.
    #[cfg(any(test, feature = "host"))]
    #[must_use]
    pub fn without_avx2(&self) -> Network<HIDDEN> {
        Network { avx2: None, ..self.clone() }
    }

    /// Computes the accumulator of `pos` from scratch.
    #[must_use]
    pub fn refresh<P: Position, F: Features<P>>(&self, pos: &P) -> Accumulator<HIDDEN> {
        Accumulator(Player::BOTH.map(|side| {
            let mut sums = self.biases;
            F::active(pos, side, |input| sums.add(&self.columns[input]));
            sums
        }))
    }

    /// Computes the accumulator of `after`, the position to which `mv` leads from `before`.
    #[inline]
    #[must_use]
    pub fn update<P: Position, F: Features<P>>(
        &self,
        accumulator: &Accumulator<HIDDEN>,
        before: &P,
        mv: P::Move,
        after: &P,
    ) -> Accumulator<HIDDEN> {
        let mut changes = Changes::new(self.shape.inputs);
        F::changes(before, mv, after, |change| changes.push(change));
        self.changed(accumulator, &changes)
    }

    #[inline]
    fn changed(&self, before: &Accumulator<HIDDEN>, changes: &Changes) -> Accumulator<HIDDEN> {
        self.run(Update { before, columns: &self.columns, changes })
    }

    /// Does work compiled for AVX2 if the processor has it.
    #[inline]
    fn run<W: Work>(&self, work: W) -> W::Output {
        match self.avx2 {
            Some(avx2) => avx2.run(work),
            None => work.run(),
        }
    }

    /// Returns the score of the position for `mover`, who is to move: 200 times the logit of the
    /// expected points.
    #[inline]
    #[must_use]
    pub fn evaluate(
        &self,
        accumulator: &Accumulator<HIDDEN>,
        mover: Player,
        bucket: usize,
    ) -> Score {
        let value = f64::from(self.output(accumulator, mover, bucket)) * self.score_per_output;
        (value + 0.5_f64.copysign(value)) as Score
    }

    /// Returns the logit of a position with these active inputs of the side to move and of the
    /// opponent: the integer version of [`Parameters::logit`](crate::Parameters::logit).
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
        f64::from(self.output(&accumulator, Player::First, bucket)) * self.score_per_output
            / f64::from(UNITS_PER_LOGIT)
    }

    /// Returns the output of the bucket's head, in integer steps.
    #[inline]
    fn output(&self, sums: &Accumulator<HIDDEN>, mover: Player, bucket: usize) -> i32 {
        let sums = [mover, mover.opponent()].map(|side| &sums.0[side.index()]);
        self.run(Output { sums, head: &self.heads[bucket], one: self.scales.first as i16 })
    }
}

/// Update of the accumulator by the changes of a move.
struct Update<'a, const HIDDEN: usize> {
    before: &'a Accumulator<HIDDEN>,
    columns: &'a [Lanes<HIDDEN>],
    changes: &'a Changes,
}

impl<const HIDDEN: usize> Work for Update<'_, HIDDEN> {
    type Output = Accumulator<HIDDEN>;

    #[inline(always)]
    fn run(self) -> Accumulator<HIDDEN> {
        let Update { before: Accumulator([first, second]), columns, changes } = self;
        let first = first.changed(columns, changes.rounds(0));
        Accumulator([first, second.changed(columns, changes.rounds(1))])
    }
}

/// Output of a head, in integer steps.
struct Output<'a, const HIDDEN: usize> {
    /// Accumulators of the side to move and of the opponent.
    sums: [&'a Lanes<HIDDEN>; 2],
    head: &'a Head<HIDDEN>,
    /// Sum at which the activation is 1.
    one: i16,
}

impl<const HIDDEN: usize> Work for Output<'_, HIDDEN> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Output { sums: [mover, other], head: Head { weights, bias }, one } = self;
        bias + mover.weighted(&weights[0], one) + other.weighted(&weights[1], one)
    }
}

#[cfg(test)]
mod tests;
