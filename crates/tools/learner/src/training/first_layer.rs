//! Sparse first layer of the network on the CPU, with its SCReLU activation.

use trainer::Sparse;

/// First layer of a network, forward and backward, on sparse inputs.
///
/// A matrix product would mostly multiply by zeros, and a selection of rows would write each of
/// them to memory. This implementation adds the rows of weights of the inputs that are on, and adds
/// the gradient of the sums to the gradients of these rows only.
pub(crate) struct FirstLayer<'a> {
    /// Weights, `[inputs][hidden]`.
    pub(crate) weights: &'a [f32],
    /// Biases, `[hidden]`.
    pub(crate) biases: &'a [f32],
}

impl FirstLayer<'_> {
    /// Returns the accumulators, `[rows][hidden]`: the sums before the activation.
    pub(crate) fn sums(&self, rows: &Sparse) -> Vec<f32> {
        let hidden = self.biases.len();
        let mut sums = Vec::with_capacity(rows.len() * hidden);
        for row in rows.rows() {
            let start = sums.len();
            sums.extend_from_slice(self.biases);
            let sum = &mut sums[start..];
            for &input in row {
                add(sum, part(self.weights, input, hidden));
            }
        }
        sums
    }

    /// Adds to the gradients of the weights and biases, given the gradients of the sums,
    /// `[rows][hidden]`.
    pub(crate) fn add_gradients(
        rows: &Sparse,
        of_sums: &[f32],
        of_weights: &mut [f32],
        of_biases: &mut [f32],
    ) {
        let hidden = of_biases.len();
        for (row, of_sum) in rows.rows().zip(of_sums.chunks_exact(hidden)) {
            add(of_biases, of_sum);
            for &input in row {
                add(part_mut(of_weights, input, hidden), of_sum);
            }
        }
    }
}

/// Returns SCReLU (squared clipped ReLU) of each sum: the sum is clipped to the range from 0 to 1
/// and squared.
pub(crate) fn activate(sums: &[f32]) -> Vec<f32> {
    let screlu = |&sum: &f32| {
        let clipped = sum.clamp(0.0, 1.0);
        clipped * clipped
    };
    sums.iter().map(screlu).collect()
}

/// Converts the gradients of the activations into the gradients of the sums, in place.
pub(crate) fn activate_backward(gradients: &mut [f32], sums: &[f32]) {
    for (gradient, &sum) in gradients.iter_mut().zip(sums) {
        // The derivative of a clipped sum is 0.
        let is_clipped = sum <= 0.0 || sum >= 1.0;
        *gradient *= if is_clipped { 0.0 } else { 2.0 * sum };
    }
}

/// Returns the row of weights of an input.
fn part(values: &[f32], input: u16, hidden: usize) -> &[f32] {
    &values[usize::from(input) * hidden..][..hidden]
}

fn part_mut(values: &mut [f32], input: u16, hidden: usize) -> &mut [f32] {
    &mut values[usize::from(input) * hidden..][..hidden]
}

/// Adds `more` to `values`, element by element.
pub(crate) fn add(values: &mut [f32], more: &[f32]) {
    for (value, more) in values.iter_mut().zip(more) {
        *value += more;
    }
}
