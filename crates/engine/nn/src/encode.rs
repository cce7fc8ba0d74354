//! Encoding of a network as text.

use crate::coder::Encoder;
use crate::digits::{character, BITS};
use crate::model::{Model, Style};
use crate::network::Network;
use crate::text::{checksum, Header};

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Returns the network as text, in the shorter of two styles. Each character is one UTF-16
    /// unit; a text of 63,475 of them is the longest that rustc accepts as one literal.
    #[must_use]
    pub fn encode(&self) -> String {
        let plain = self.encode_in(Style::Plain);
        let adaptive = self.encode_in(Style::Adaptive);
        // All characters have the same length.
        if plain.len() < adaptive.len() {
            plain
        } else {
            adaptive
        }
    }

    pub(crate) fn encode_in(&self, style: Style) -> String {
        let mut model = Model::new(Encoder::new(), style);
        self.clone().visit_numbers(|layer, lane, number| model.code(layer, lane, number));
        let header = Header { shape: self.shape, scales: self.scales, style };
        let mut digits = header.digits().to_vec();
        digits.extend(model.coder.finish());
        sealed_text(&digits)
    }
}

/// Returns the text of digits of 15 bits and of their checksum, as every text of a network ends.
/// Any digits are accepted: tests write texts of networks that do not exist.
#[must_use]
pub fn sealed_text(digits: &[u16]) -> String {
    let digits: Vec<u16> = digits.iter().map(|digit| digit % (1 << BITS)).collect();
    let checksum = checksum(&digits);
    digits.into_iter().chain([checksum]).map(character).collect()
}
