use trainer::Sparse;

/// The first layer of a network, forward and backward, on inputs most of which are off.
///
/// As a product of matrices it would multiply by zeros most of the time, and as a selection of rows
/// it would write each of them to memory; here a row of weights is added where it is on, and the
/// gradient of a unit goes back to those rows alone.
pub(crate) struct FirstLayer<'a> {
    /// `[inputs][hidden]`
    pub(crate) weights: &'a [f32],
    /// `[hidden]`
    pub(crate) biases: &'a [f32],
}

impl FirstLayer<'_> {
    /// Returns the sums that reach the units, `[rows][hidden]`, before any activation.
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

    /// Adds the gradients of weights and biases, given those of the sums, `[rows][hidden]`.
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

/// Returns `screlu` of each sum: clipped to the range from 0 to 1, and squared.
pub(crate) fn activate(sums: &[f32]) -> Vec<f32> {
    let screlu = |&sum: &f32| {
        let clipped = sum.clamp(0.0, 1.0);
        clipped * clipped
    };
    sums.iter().map(screlu).collect()
}

/// Turns the gradients of activations into those of the sums.
pub(crate) fn deactivate(gradients: &mut [f32], sums: &[f32]) {
    for (gradient, &sum) in gradients.iter_mut().zip(sums) {
        // Where the sum is clipped, the slope is 0.
        let is_clipped = sum <= 0.0 || sum >= 1.0;
        *gradient *= if is_clipped { 0.0 } else { 2.0 * sum };
    }
}

fn part(values: &[f32], input: u16, hidden: usize) -> &[f32] {
    &values[usize::from(input) * hidden..][..hidden]
}

fn part_mut(values: &mut [f32], input: u16, hidden: usize) -> &mut [f32] {
    &mut values[usize::from(input) * hidden..][..hidden]
}

pub(crate) fn add(values: &mut [f32], more: &[f32]) {
    for (value, more) in values.iter_mut().zip(more) {
        *value += more;
    }
}
