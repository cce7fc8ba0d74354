//! Order of a network's numbers in its text.

use crate::network::Network;

/// Bits of the numbers in the plain style: biases of the first layer, its weights, weights of the
/// heads, their biases.
pub(crate) const BITS: [u32; 4] = [16, 8, 16, 32];

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Replaces every number by the result of `number` for its layer, its index in a row, and its
    /// value, in the order of the text. Padding of the hidden layer stays as it is.
    pub(crate) fn visit_numbers(&mut self, mut number: impl FnMut(usize, usize, i32) -> i32) {
        let hidden = self.shape.hidden;
        let mut visit_row = |layer: usize, row: &mut [i16]| {
            for (lane, value) in row.iter_mut().take(hidden).enumerate() {
                *value = number(layer, lane, i32::from(*value)) as i16;
            }
        };
        visit_row(0, &mut self.biases.0);
        for column in self.columns.iter_mut().take(self.shape.inputs) {
            visit_row(1, &mut column.0);
        }
        for side in self.heads.iter_mut().flat_map(|head| &mut head.weights) {
            visit_row(2, &mut side.0);
        }
        for head in &mut self.heads {
            head.bias = number(3, 0, head.bias);
        }
    }
}
