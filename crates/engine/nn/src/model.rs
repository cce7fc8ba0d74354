//! Probability model of a network's numbers for the range coder.

use crate::coder::{Coder, Counts};
use crate::numbers::BITS;

/// Style of the encoded numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// All bits of each number, with equal probabilities.
    Plain,
    /// Adaptive probabilities: numbers of about the size of earlier ones of the same hidden neuron
    /// take less text.
    Adaptive,
}

/// Number of sizes: bits of a number's magnitude.
const SIZES: usize = 32;

/// Number of contexts of the bits below the leading one, by the bits before them.
const LEADING: usize = 8;

/// Context of the numbers of a layer that have the same expected size: counts of their bits.
#[derive(Clone)]
struct Context {
    /// Counts of the bit that says that a number has more bits than the index.
    is_longer: [Counts; SIZES],
    /// Counts of the sign, by the number before in the same lane: zero, positive, negative.
    is_negative: [Counts; 3],
    /// Counts of the bits below the leading one, by size and the bits before them.
    leading: [[Counts; LEADING]; SIZES],
}

const NEW: Context = Context {
    is_longer: [Counts::EVEN; SIZES],
    is_negative: [Counts::EVEN; 3],
    leading: [[Counts::EVEN; LEADING]; SIZES],
};

/// Coder of all numbers of a network, for an encoder and for a decoder: both use the same sequence
/// of contexts.
pub(crate) struct Model<C> {
    pub(crate) coder: C,
    style: Style,
    layer: usize,
    /// Contexts by the number of bits of the expected size.
    contexts: Vec<Context>,
    /// By index in a row: the expected size, in sixteenths, and the last number.
    lanes: Vec<(u32, i32)>,
}

impl<C: Coder> Model<C> {
    pub(crate) fn new(coder: C, style: Style) -> Model<C> {
        Model { coder, style, layer: BITS.len(), contexts: Vec::new(), lanes: Vec::new() }
    }

    /// Encodes or decodes a number of a layer, at this index in its row.
    pub(crate) fn code(&mut self, layer: usize, lane: usize, number: i32) -> i32 {
        if self.layer != layer {
            self.layer = layer;
            self.contexts = vec![NEW; 33];
            self.lanes.clear();
        }
        match self.style {
            Style::Adaptive => self.adaptive(number, lane),
            Style::Plain => {
                let unused = 32 - BITS[layer];
                (self.plain(number as u32, BITS[layer]) << unused) as i32 >> unused
            }
        }
    }

    /// Encodes or decodes the low `count` bits of `number`, the highest first.
    fn plain(&mut self, number: u32, count: u32) -> u32 {
        (0..count).rev().fold(0, |bits, bit| {
            let is_set = self.coder.code(&mut { Counts::EVEN }, number >> bit & 1 == 1);
            bits << 1 | u32::from(is_set)
        })
    }

    fn adaptive(&mut self, number: i32, lane: usize) -> i32 {
        if self.lanes.len() <= lane {
            self.lanes.push((16, 0));
        }
        let (expected, last) = self.lanes[lane];
        let context = &mut self.contexts[(32 - expected.leading_zeros()) as usize];
        let size = number.unsigned_abs();
        let mut bits = 0;
        while bits < SIZES - 1 && self.coder.code(&mut context.is_longer[bits], size >> bits != 0) {
            bits += 1;
        }
        let mut read = 0;
        if bits > 0 {
            let sign = &mut context.is_negative[(last.signum() + 3) as usize % 3];
            let is_negative = self.coder.code(sign, number < 0);
            let (leading, rest) = ((bits - 1).min(3), (bits - 1).saturating_sub(3));
            let mut prefix = 1;
            for bit in (0..leading).rev() {
                let counts = &mut context.leading[bits][prefix];
                let is_set = self.coder.code(counts, size >> (bit + rest) & 1 == 1);
                prefix = prefix << 1 | usize::from(is_set);
            }
            let size = (prefix as u32) << rest | self.plain(size, rest as u32);
            read = if is_negative { -(size as i32) } else { size as i32 };
        }
        let size = 16 * read.unsigned_abs().min(1 << 20);
        self.lanes[lane] = (expected - expected / 8 + size / 8, read);
        read
    }
}
