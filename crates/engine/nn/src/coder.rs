//! A range coder for one yes or no at a time, which takes the less text the better it is foreseen.
//!
//! The text is a number between 0 and 1 in digits of 15 bits. Each question divides an interval,
//! which is all numbers to begin with, in the ratio of how often its answers occurred before; the
//! interval of the answer is divided further. (Martin, 1979)

use crate::digits::BITS;

/// How often a question was answered with yes, and how often in all, times two.
///
/// The estimate is that of Krichevsky and Trofimov: as if either answer had been heard half a time
/// before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Odds {
    yes: u32,
    all: u32,
}

impl Odds {
    /// Nothing is known.
    pub(crate) const EVEN: Odds = Odds { yes: 1, all: 2 };

    /// Answers that are remembered, times two. Older ones count half.
    const MEMORY: u32 = 1 << 12;

    fn learn(&mut self, answer: bool) {
        self.yes += 2 * u32::from(answer);
        self.all += 2;
        if self.all > Odds::MEMORY {
            self.yes = self.yes / 2 + 1;
            self.all = self.all / 2 + 1;
        }
    }

    /// Returns the part of an interval of this length that is for yes.
    fn part(self, range: u64) -> u64 {
        range / u64::from(self.all) * u64::from(self.yes)
    }
}

/// Writes answers, or reads them.
pub(crate) trait Coder {
    /// Writes `answer` and returns it, or returns the answer that was written.
    fn code(&mut self, odds: &mut Odds, answer: bool) -> bool;
}

/// Digits that an interval's length has.
const DIGITS: u32 = 4;

/// The length of the first interval.
const WHOLE: u64 = 1 << (DIGITS * BITS);

/// An interval that is shorter takes another digit.
const SHORT: u64 = WHOLE >> BITS;

/// Reads answers from digits.
pub(crate) struct Reader<'a> {
    digits: std::slice::Iter<'a, u16>,
    /// Where the text is in the interval.
    offset: u64,
    range: u64,
    /// Digits that were missing.
    pub(crate) missing: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(digits: &'a [u16]) -> Reader<'a> {
        let mut reader = Reader { digits: digits.iter(), offset: 0, range: WHOLE, missing: 0 };
        for _ in 0..DIGITS {
            reader.take_digit();
        }
        reader
    }

    /// Returns how many digits are left.
    pub(crate) fn left(&self) -> usize {
        self.digits.len()
    }

    fn take_digit(&mut self) {
        let digit = self.digits.next().copied();
        self.missing += usize::from(digit.is_none());
        self.offset = self.offset << BITS | u64::from(digit.unwrap_or(0));
    }
}

impl Coder for Reader<'_> {
    fn code(&mut self, odds: &mut Odds, _: bool) -> bool {
        let part = odds.part(self.range);
        let answer = self.offset < part;
        if answer {
            self.range = part;
        } else {
            self.offset -= part;
            self.range -= part;
        }
        odds.learn(answer);
        while self.range < SHORT {
            self.range <<= BITS;
            self.take_digit();
        }
        answer
    }
}

/// Writes answers as digits.
#[cfg(any(test, feature = "host"))]
pub(crate) struct Writer {
    digits: Vec<u16>,
    /// Where the interval starts, below what is written already.
    start: u64,
    range: u64,
}

#[cfg(any(test, feature = "host"))]
impl Writer {
    pub(crate) fn new() -> Writer {
        Writer { digits: Vec::new(), start: 0, range: WHOLE }
    }

    /// Returns the digits of a number in the interval.
    pub(crate) fn finish(mut self) -> Vec<u16> {
        for _ in 0..DIGITS {
            self.put_digit();
        }
        self.digits
    }

    fn put_digit(&mut self) {
        if self.start >= WHOLE {
            // The sum of all parts that were skipped has reached into the digits before.
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
impl Coder for Writer {
    fn code(&mut self, odds: &mut Odds, answer: bool) -> bool {
        let part = odds.part(self.range);
        if answer {
            self.range = part;
        } else {
            self.start += part;
            self.range -= part;
        }
        odds.learn(answer);
        while self.range < SHORT {
            self.range <<= BITS;
            self.put_digit();
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes answers of which one in `rarity` is yes, reads them again, and returns the digits.
    fn check(count: usize, rarity: u32, seed: u64) -> usize {
        let mut rng = fastrand::Rng::with_seed(seed);
        let answers: Vec<bool> = (0..count).map(|_| rng.u32(0..rarity) == 0).collect();
        let (mut writer, mut odds) = (Writer::new(), Odds::EVEN);
        for &answer in &answers {
            writer.code(&mut odds, answer);
        }
        let digits = writer.finish();
        let (mut reader, mut odds) = (Reader::new(&digits), Odds::EVEN);
        for &answer in &answers {
            assert_eq!(reader.code(&mut odds, false), answer);
        }
        assert_eq!((reader.left(), reader.missing), (0, 0));
        digits.len()
    }

    #[test]
    fn answers_survive_and_take_the_text_that_they_must() {
        for seed in 0..200 {
            check(seed as usize, 1 + seed as u32 % 7, seed);
        }
        // 100,000 bits; a yes or no of one in 100 carries 0.081 bits.
        assert!((6_667..6_700).contains(&check(100_000, 2, 1)));
        assert!((530..560).contains(&check(100_000, 100, 2)));
        assert!(check(100_000, 1, 3) < 8);
    }
}
