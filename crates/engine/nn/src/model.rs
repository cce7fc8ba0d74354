use crate::coder::{Coder, Odds};
use crate::numbers::BITS;

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// All bits of each number.
    Plain,
    /// What is likely takes less: numbers of about the size that others of the same hidden unit had.
    Foreseen,
}

/// Bits that the size of a number may have.
const SIZES: usize = 32;

/// Questions about one size: the first bits of a number below its leading one, by those before.
const LEADING: usize = 8;

/// What is known of the numbers of a layer, for those of one expected size.
#[derive(Clone)]
struct Habit {
    /// Whether a number has more bits than this.
    is_longer: [Odds; SIZES],
    /// Whether it is negative, by the number before in the same lane: none, positive, negative.
    is_negative: [Odds; 3],
    leading: [[Odds; LEADING]; SIZES],
}

const NEW: Habit = Habit {
    is_longer: [Odds::EVEN; SIZES],
    is_negative: [Odds::EVEN; 3],
    leading: [[Odds::EVEN; LEADING]; SIZES],
};

/// Reads all numbers of a network with a reader, or writes them with a writer: what it asks of
/// either is the same.
pub(crate) struct Model<C> {
    pub(crate) coder: C,
    style: Style,
    layer: usize,
    /// By the bits of the size that is expected.
    habits: Vec<Habit>,
    /// By place in a row: the size that is expected, in sixteenths, and the last number.
    lanes: Vec<(u32, i32)>,
}

impl<C: Coder> Model<C> {
    pub(crate) fn new(coder: C, style: Style) -> Model<C> {
        Model { coder, style, layer: BITS.len(), habits: Vec::new(), lanes: Vec::new() }
    }

    /// Codes a number of a layer, at this place in its row.
    pub(crate) fn code(&mut self, layer: usize, lane: usize, number: i32) -> i32 {
        if self.layer != layer {
            self.layer = layer;
            self.habits = vec![NEW; 33];
            self.lanes.clear();
        }
        match self.style {
            Style::Foreseen => self.foreseen(number, lane),
            Style::Plain => {
                let unused = 32 - BITS[layer];
                (self.plain(number as u32, BITS[layer]) << unused) as i32 >> unused
            }
        }
    }

    /// Codes the low `count` bits of `number`, the highest first.
    fn plain(&mut self, number: u32, count: u32) -> u32 {
        (0..count).rev().fold(0, |bits, bit| {
            let answer = self.coder.code(&mut { Odds::EVEN }, number >> bit & 1 == 1);
            bits << 1 | u32::from(answer)
        })
    }

    fn foreseen(&mut self, number: i32, lane: usize) -> i32 {
        if self.lanes.len() <= lane {
            self.lanes.push((16, 0));
        }
        let (expected, last) = self.lanes[lane];
        let habit = &mut self.habits[(32 - expected.leading_zeros()) as usize];
        let size = number.unsigned_abs();
        let mut bits = 0;
        while bits < SIZES - 1 && self.coder.code(&mut habit.is_longer[bits], size >> bits != 0) {
            bits += 1;
        }
        let mut read = 0;
        if bits > 0 {
            let sign = &mut habit.is_negative[(last.signum() + 3) as usize % 3];
            let is_negative = self.coder.code(sign, number < 0);
            let (leading, rest) = ((bits - 1).min(3), (bits - 1).saturating_sub(3));
            let mut known = 1;
            for bit in (0..leading).rev() {
                let odds = &mut habit.leading[bits][known];
                let answer = self.coder.code(odds, size >> (bit + rest) & 1 == 1);
                known = known << 1 | usize::from(answer);
            }
            let size = (known as u32) << rest | self.plain(size, rest as u32);
            read = if is_negative { -(size as i32) } else { size as i32 };
        }
        let size = 16 * read.unsigned_abs().min(1 << 20);
        self.lanes[lane] = (expected - expected / 8 + size / 8, read);
        read
    }
}
