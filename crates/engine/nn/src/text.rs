//! Text of a network: a header with its shape and scales, its numbers, and a checksum.

#[cfg(any(test, feature = "host"))]
use std::fmt;

use crate::coder::Decoder;
use crate::digits::{digit, BITS};
use crate::model::{Model, Style};
use crate::network::Network;
use crate::scales::Scales;
use crate::shape::Shape;

/// Error of a text that is not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    /// Character outside of the alphabet.
    Letter(char),
    /// Truncated text.
    Short,
    /// Trailing characters after the end.
    Long,
    /// Corrupt text: invalid header or wrong checksum.
    Damaged,
    /// Network with a second hidden layer, which is no longer supported.
    SecondLayer,
    /// The hidden layer has more neurons than fit.
    Wide {
        /// Neurons of the hidden layer.
        hidden: usize,
        /// Number of neurons that fit.
        room: usize,
    },
}

#[cfg(any(test, feature = "host"))]
impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Letter(character) => {
                write!(f, "invalid character {character:?} in the text of the network")
            }
            TextError::Short => write!(f, "the text of the network is truncated"),
            TextError::Long => write!(f, "the text of the network has trailing characters"),
            TextError::Damaged => write!(f, "the text of the network is corrupt"),
            TextError::SecondLayer => write!(
                f,
                "networks with a second hidden layer are no longer supported: train another \
                 network"
            ),
            TextError::Wide { hidden, room } => {
                write!(f, "the network has {hidden} hidden neurons, but at most {room} fit")
            }
        }
    }
}

#[cfg(any(test, feature = "host"))]
impl std::error::Error for TextError {}

/// Header of a text, before the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) shape: Shape,
    pub(crate) scales: Scales,
    pub(crate) style: Style,
}

/// Number of digits of a header.
const HEADER: usize = 8;

/// Reserved digit of a header: formerly the number of neurons of a second hidden layer.
const NO_SECOND_LAYER: usize = 0;

/// Reserved digit of a header: formerly the scale of the weights behind a second hidden layer.
#[cfg(any(test, feature = "host"))]
const RESERVED_SCALE: usize = 1;

/// Maximum number of numbers in a layer. More would not fit into any text.
const MOST_NUMBERS: usize = 1 << 20;

impl Header {
    #[cfg(any(test, feature = "host"))]
    pub(crate) fn digits(&self) -> [u16; HEADER] {
        let Header { shape, scales, style } = *self;
        let Shape { inputs, hidden, buckets } = shape;
        let [first, head] = [scales.first, scales.head].map(|scale| scale as usize);
        let style = usize::from(style == Style::Adaptive);
        [inputs, hidden, NO_SECOND_LAYER, buckets, first, head, RESERVED_SCALE, style]
            .map(|number| number as u16)
    }

    fn read(digits: &[u16]) -> Result<Header, TextError> {
        let header: &[u16; HEADER] = digits.first_chunk().ok_or(TextError::Short)?;
        let [inputs, hidden, second, buckets, first, head, _, style] = header.map(usize::from);
        let shape = Shape { inputs, hidden, buckets };
        let style = if style == 0 { Style::Plain } else { Style::Adaptive };
        let scales = Scales { first: first as i32, head: head as i32 };
        let is_sane = (1..=Scales::MAX_FIRST).contains(&scales.first)
            && (1..=Scales::MAX_HEAD).contains(&scales.head)
            && shape.is_possible();
        if second != NO_SECOND_LAYER {
            Err(TextError::SecondLayer)
        } else if is_sane {
            Ok(Header { shape, scales, style })
        } else {
            Err(TextError::Damaged)
        }
    }
}

/// Maximum number of numbers in a digit of 15 bits: a number takes at least one bit with a
/// probability below 4095/4096, the largest that the range coder's counts can give.
#[cfg(any(test, feature = "host"))]
const NUMBERS_PER_DIGIT: usize = 42_600;

#[cfg(any(test, feature = "host"))]
impl Header {
    /// Checks that a text of this length can hold all numbers, before memory is allocated for them.
    fn check_length(&self, digits: usize) -> Result<(), TextError> {
        if self.shape.parameters() > digits * NUMBERS_PER_DIGIT {
            return Err(TextError::Short);
        }
        Ok(())
    }
}

impl Shape {
    /// Reads the shape of the network in a text.
    ///
    /// # Errors
    ///
    /// If the text does not begin with a valid header, or is too short for a network of its shape.
    #[cfg(any(test, feature = "host"))]
    pub fn of_text(text: &str) -> Result<Shape, TextError> {
        let digits = digits(text)?;
        let header = Header::read(&digits)?;
        header.check_length(digits.len() - HEADER)?;
        Ok(header.shape)
    }

    /// Returns whether a text can hold a network of this shape.
    pub(crate) fn is_possible(&self) -> bool {
        let Shape { inputs, hidden, buckets } = *self;
        let largest = inputs.max(buckets * 2) * hidden;
        [inputs, hidden, buckets].iter().all(|&size| size > 0) && largest <= MOST_NUMBERS
    }
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Decodes a network from its text. With the feature `host` the text need not be trusted; a bot
    /// reads its own text only.
    ///
    /// # Errors
    ///
    /// If the text is not a network's, or its hidden layer is wider than `HIDDEN`; with the feature
    /// `host` also if a sum of the network could overflow.
    pub fn decode(text: &str) -> Result<Network<HIDDEN>, TextError> {
        let digits = digits(text)?;
        let (last, digits) = digits.split_last().ok_or(TextError::Short)?;
        let header = Header::read(digits)?;
        #[cfg(any(test, feature = "host"))]
        header.check_length(digits.len() - HEADER)?;
        let Header { shape, scales, style } = header;
        if shape.hidden > HIDDEN {
            return Err(TextError::Wide { hidden: shape.hidden, room: HIDDEN });
        }
        let mut network = Network::zeros(shape, scales);
        let mut model = Model::new(Decoder::new(&digits[HEADER..]), style);
        network.visit_numbers(|layer, lane, number| model.code(layer, lane, number));
        match (model.coder.missing, model.coder.left()) {
            (1.., _) => Err(TextError::Short),
            (0, 1..) => Err(TextError::Long),
            _ if *last != checksum(digits) => Err(TextError::Damaged),
            #[cfg(any(test, feature = "host"))]
            _ if !network.is_safe() => Err(TextError::Damaged),
            _ => Ok(network),
        }
    }
}

/// Returns the last digit of a text, the checksum of the digits before it: the change of a single
/// digit always changes it.
pub(crate) fn checksum(digits: &[u16]) -> u16 {
    let sum = digits.iter().fold(0_u16, |sum, &digit| sum.wrapping_mul(31).wrapping_add(digit));
    sum % (1 << BITS)
}

/// Returns the digits of a text.
fn digits(text: &str) -> Result<Vec<u16>, TextError> {
    text.chars().map(|c| digit(c).ok_or(TextError::Letter(c))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits::character;

    #[test]
    fn an_error_names_the_problem() {
        let check = |error: TextError, expected: &str| assert_eq!(error.to_string(), expected);
        check(TextError::Letter('\n'), "invalid character '\\n' in the text of the network");
        check(
            TextError::Wide { hidden: 65, room: 64 },
            "the network has 65 hidden neurons, but at most 64 fit",
        );
    }

    const SCALES: Scales = Scales { first: 181, head: 256 };

    #[test]
    fn a_text_whose_sums_could_overflow_is_rejected() {
        let shape = Shape { inputs: 300, hidden: 1, buckets: 1 };
        let check = |change: fn(&mut Network<16>)| {
            let mut network = Network::<16>::zeros(shape, SCALES);
            change(&mut network);
            assert_eq!(Network::<16>::decode(&network.encode()).err(), Some(TextError::Damaged));
        };
        check(|network| network.columns.iter_mut().for_each(|column| column.0[0] = 127));
        check(|network| {
            network.heads[0].weights[0].0[0] = 1;
            network.heads[0].bias = i32::MAX;
        });
    }

    #[test]
    fn a_header_asks_for_no_more_numbers_than_its_text_can_hold() {
        let check = |inputs, hidden, digits, expected| {
            let shape = Shape { inputs, hidden, buckets: 1 };
            let header = Header { shape, scales: SCALES, style: Style::Adaptive };
            let filler = std::iter::repeat_n(0, digits);
            let text: String = header.digits().into_iter().chain(filler).map(character).collect();
            assert_eq!(Shape::of_text(&text).err(), expected);
            assert!(Network::<32>::decode(&text).is_err());
        };
        check(32_000, 32, 24, Some(TextError::Short));
        check(32_000, 32, 25, None);
        // A network of zeros takes the shortest text of all.
        let shape = Shape { inputs: 32_000, hidden: 32, buckets: 1 };
        let text = Network::<32>::zeros(shape, SCALES).encode();
        assert_eq!(Network::<32>::decode(&text).unwrap().shape(), shape);
    }
}
