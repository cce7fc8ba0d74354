//! Order of a network's numbers in its text.

use crate::network::Network;

/// Bits of the numbers of each layer in the plain style: biases of the first layer, its weights,
/// weights and biases of the neurons that it feeds, weights and biases of the outputs behind a
/// second layer.
pub(crate) const BITS: [u32; 6] = [16, 8, 16, 32, 16, 32];

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
        for side in self.neurons.iter_mut().flat_map(|neuron| &mut neuron.weights) {
            visit_row(2, &mut side.0);
        }
        for neuron in &mut self.neurons {
            neuron.bias = number(3, 0, neuron.bias);
        }
        for weight in &mut self.output_weights {
            *weight = number(4, 0, i32::from(*weight)) as i16;
        }
        for bias in &mut self.output_biases {
            *bias = number(5, 0, *bias);
        }
    }
}
