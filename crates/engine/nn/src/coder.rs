//! Adaptive binary range coder (Martin, 1979), whose probabilities come from the
//! Krichevsky-Trofimov (KT) estimator: likely bits take little text.
//!
//! The text is a number between 0 and 1 in digits of 15 bits. Each bit splits an interval, at first
//! the whole range of numbers, in the ratio of the estimated probabilities of 1 and 0. The share
//! of the coded bit is the next interval.

use crate::digits::BITS;

/// Twice the counts of ones and of bits so far, for one kind of bit.
///
/// They give the probability estimator of Krichevsky and Trofimov (KT): each value starts with a
/// count of one half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    ones: u32,
    total: u32,
}

impl Counts {
    /// Counts before the first bit: 0 and 1 are equally likely.
    pub(crate) const EVEN: Counts = Counts { ones: 1, total: 2 };

    /// Twice the number of bits at which the counts are halved, so that older bits count less.
    const MEMORY: u32 = 1 << 12;

    fn update(&mut self, bit: bool) {
        self.ones += 2 * u32::from(bit);
        self.total += 2;
        if self.total > Counts::MEMORY {
            self.ones = self.ones / 2 + 1;
            self.total = self.total / 2 + 1;
        }
    }

    /// Returns the share of an interval of this length that belongs to 1.
    fn split(self, range: u64) -> u64 {
        range / u64::from(self.total) * u64::from(self.ones)
    }
}

/// Encoder or decoder of bits.
pub(crate) trait Coder {
    /// Encodes `bit` and returns it, or returns the decoded bit.
    fn code(&mut self, counts: &mut Counts, bit: bool) -> bool;
}

/// Number of digits in the length of an interval.
const DIGITS: u32 = 4;

/// Length of the first interval.
const WHOLE: u64 = 1 << (DIGITS * BITS);

/// Length below which an interval is extended by another digit.
const SHORT: u64 = WHOLE >> BITS;

/// Decoder of bits from digits.
pub(crate) struct Decoder<'a> {
    digits: std::slice::Iter<'a, u16>,
    /// Offset of the text within the interval.
    offset: u64,
    range: u64,
    /// Number of digits that were missing at the end.
    pub(crate) missing: usize,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(digits: &'a [u16]) -> Decoder<'a> {
        let mut decoder = Decoder { digits: digits.iter(), offset: 0, range: WHOLE, missing: 0 };
        for _ in 0..DIGITS {
            decoder.take_digit();
        }
        decoder
    }

    /// Returns the number of digits left.
    pub(crate) fn left(&self) -> usize {
        self.digits.len()
    }

    fn take_digit(&mut self) {
        let digit = self.digits.next().copied();
        self.missing += usize::from(digit.is_none());
        self.offset = self.offset << BITS | u64::from(digit.unwrap_or(0));
    }
}

impl Coder for Decoder<'_> {
    fn code(&mut self, counts: &mut Counts, _: bool) -> bool {
        let split = counts.split(self.range);
        let bit = self.offset < split;
        if bit {
            self.range = split;
        } else {
            self.offset -= split;
            self.range -= split;
        }
        counts.update(bit);
        while self.range < SHORT {
            self.range <<= BITS;
            self.take_digit();
        }
        bit
    }
}

/// Encoder of bits as digits.
#[cfg(any(test, feature = "host"))]
pub(crate) struct Encoder {
    digits: Vec<u16>,
    /// Start of the interval, without the digits already written.
    start: u64,
    range: u64,
}

#[cfg(any(test, feature = "host"))]
impl Encoder {
    pub(crate) fn new() -> Encoder {
        Encoder { digits: Vec::new(), start: 0, range: WHOLE }
    }

    /// Returns the digits of a number in the final interval.
    pub(crate) fn finish(mut self) -> Vec<u16> {
        for _ in 0..DIGITS {
            self.put_digit();
        }
        self.digits
    }

    fn put_digit(&mut self) {
        if self.start >= WHOLE {
            // Carry: the sum of the skipped parts has overflowed into earlier digits.
            self.start -= WHOLE;
            for digit in self.digits.iter_mut().rev() {
                *digit = (*digit + 1) % (1 << BITS);
                if *digit != 0 {
                    break;
                }
            }
        }
        self.digits.push((self.start / SHORT) as u16);
        self.start = (self.start % SHORT) << BITS;
    }
}

#[cfg(any(test, feature = "host"))]
impl Coder for Encoder {
    fn code(&mut self, counts: &mut Counts, bit: bool) -> bool {
        let split = counts.split(self.range);
        if bit {
            self.range = split;
        } else {
            self.start += split;
            self.range -= split;
        }
        counts.update(bit);
        while self.range < SHORT {
            self.range <<= BITS;
            self.put_digit();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes bits of which one in `rarity` is 1, decodes them, and returns the number of digits.
    fn check(count: usize, rarity: u32, seed: u64) -> usize {
        let mut rng = fastrand::Rng::with_seed(seed);
        let bits: Vec<bool> = (0..count).map(|_| rng.u32(0..rarity) == 0).collect();
        let (mut encoder, mut counts) = (Encoder::new(), Counts::EVEN);
        for &bit in &bits {
            encoder.code(&mut counts, bit);
        }
        let digits = encoder.finish();
        let (mut decoder, mut counts) = (Decoder::new(&digits), Counts::EVEN);
        for &bit in &bits {
            assert_eq!(decoder.code(&mut counts, false), bit);
        }
        assert_eq!((decoder.left(), decoder.missing), (0, 0));
        digits.len()
    }

    #[test]
    fn bits_survive_and_take_the_expected_length() {
        for seed in 0..200 {
            check(seed as usize, 1 + seed as u32 % 7, seed);
        }
        // 100,000 bits; a bit that is 1 once in 100 carries 0.081 bits of information.
        assert!((6_667..6_700).contains(&check(100_000, 2, 1)));
        assert!((530..560).contains(&check(100_000, 100, 2)));
        assert!(check(100_000, 1, 3) < 8);
    }
}
