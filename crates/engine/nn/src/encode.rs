//! Encoding of a network as text.

use crate::coder::Encoder;
use crate::digits::character;
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
        digits.push(checksum(&digits));
        digits.into_iter().map(character).collect()
    }
}
