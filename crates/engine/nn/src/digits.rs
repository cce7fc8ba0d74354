//! The letters of a network's text. Each is one UTF-16 unit and carries 15 bits.

/// The bits of one letter.
pub(crate) const BITS: u32 = 15;

/// U+3400 to U+9FFF, ideographs, stand for the smaller digits. All these letters are assigned, none
/// changes when text is normalised, and none means anything to a compiler.
const IDEOGRAPHS: (u32, u32) = (0x3400, 0x9fff);

/// U+AC00 and following, Korean syllables, stand for the larger ones.
const SYLLABLES: u32 = 0xac00;

/// The digit of the first syllable.
const SMALLER: u32 = IDEOGRAPHS.1 - IDEOGRAPHS.0 + 1;

/// Returns the digit that `letter` stands for.
pub(crate) fn digit(letter: char) -> Option<u16> {
    let code = u32::from(letter);
    let digit = match code {
        0xac00.. => code - SYLLABLES + SMALLER,
        _ => code.checked_sub(IDEOGRAPHS.0).filter(|&digit| digit < SMALLER)?,
    };
    (digit < 1 << BITS).then_some(digit as u16)
}

/// Returns the letter that stands for `digit`, of which only 15 bits count.
#[cfg(any(test, feature = "host"))]
pub(crate) fn letter(digit: u16) -> char {
    let digit = u32::from(digit) % (1 << BITS);
    let code = if digit < SMALLER { digit + IDEOGRAPHS.0 } else { digit - SMALLER + SYLLABLES };
    char::from_u32(code).expect("the alphabet has no surrogates")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_one_unit_and_survives() {
        for number in 0..1 << BITS {
            let letter = letter(number);
            assert_eq!((digit(letter), letter.len_utf16()), (Some(number), 1));
        }
    }

    #[test]
    fn no_other_letter_is_a_digit() {
        let digits = (0..=char::MAX as u32).filter_map(char::from_u32).filter_map(digit);
        assert_eq!(digits.count(), 1 << BITS);
    }
}
