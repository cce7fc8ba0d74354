use crate::network::Network;

/// Bits of the numbers of each layer where nothing is known of them: biases of the first layer, its
/// weights, weights and biases of what it feeds, weights and biases of what a second layer feeds.
pub(crate) const BITS: [u32; 6] = [16, 8, 16, 32, 16, 32];

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Replaces every number by what `number` makes of its layer, its place in a row, and itself, in
    /// the one order in which they are written. Those that only fill up the hidden layer stay.
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
        for side in self.units.iter_mut().flat_map(|unit| &mut unit.weights) {
            visit_row(2, &mut side.0);
        }
        for unit in &mut self.units {
            unit.bias = number(3, 0, unit.bias);
        }
        for weight in &mut self.output_weights {
            *weight = number(4, 0, i32::from(*weight)) as i16;
        }
        for bias in &mut self.output_biases {
            *bias = number(5, 0, *bias);
        }
    }
}
