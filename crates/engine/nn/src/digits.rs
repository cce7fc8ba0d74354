//! Alphabet of a network's text: each character is one UTF-16 unit and carries a digit of 15 bits.

/// Bits of one character.
pub(crate) const BITS: u32 = 15;

/// Characters of the smaller digits: U+3400 to U+9FFF, ideographs. All these characters are
/// assigned, none changes when text is normalised, and none has a meaning for a compiler.
const IDEOGRAPHS: (u32, u32) = (0x3400, 0x9fff);

/// First character of the larger digits: U+AC00 and following, Korean syllables.
const SYLLABLES: u32 = 0xac00;

/// Digit of the first syllable.
const SMALLER: u32 = IDEOGRAPHS.1 - IDEOGRAPHS.0 + 1;

/// Returns the digit of `character`, or `None` outside of the alphabet.
pub(crate) fn digit(character: char) -> Option<u16> {
    let code = u32::from(character);
    let digit = match code {
        0xac00.. => code - SYLLABLES + SMALLER,
        _ => code.checked_sub(IDEOGRAPHS.0).filter(|&digit| digit < SMALLER)?,
    };
    (digit < 1 << BITS).then_some(digit as u16)
}

/// Returns the character of `digit`, of which only the low 15 bits are used.
#[cfg(any(test, feature = "host"))]
pub(crate) fn character(digit: u16) -> char {
    let digit = u32::from(digit) % (1 << BITS);
    let code = if digit < SMALLER { digit + IDEOGRAPHS.0 } else { digit - SMALLER + SYLLABLES };
    char::from_u32(code).expect("the alphabet has no surrogates")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_one_utf16_unit_and_survives() {
        for number in 0..1 << BITS {
            let character = character(number);
            assert_eq!((digit(character), character.len_utf16()), (Some(number), 1));
        }
    }

    #[test]
    fn no_other_character_is_a_digit() {
        let digits = (0..=char::MAX as u32).filter_map(char::from_u32).filter_map(digit);
        assert_eq!(digits.count(), 1 << BITS);
    }
}
