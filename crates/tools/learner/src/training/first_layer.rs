//! Sparse first layer of the network on the CPU, with its SCReLU activation.

use pulp::{Arch, Simd, WithSimd};
use trainer::Sparse;

/// First layer of a network, forward and backward, on sparse inputs.
///
/// A matrix product would mostly multiply by zeros, and a selection of rows would write each of
/// them to memory. This implementation adds the rows of weights of the inputs that are on, and adds
/// the gradient of the sums to the gradients of these rows only. It uses the widest vectors that
/// the processor has. The results do not depend on them.
pub(crate) struct FirstLayer<'a> {
    /// Weights, `[inputs][hidden]`.
    pub(crate) weights: &'a [f32],
    /// Biases, `[hidden]`.
    pub(crate) biases: &'a [f32],
}

impl FirstLayer<'_> {
    /// Returns the accumulators, `[rows][hidden]`: the sums before the activation.
    pub(crate) fn sums(&self, rows: &Sparse) -> Vec<f32> {
        let mut sums = self.biases.repeat(rows.len());
        let (weights, hidden) = (self.weights, self.biases.len());
        Arch::new().dispatch(Forward { rows, weights, hidden, sums: &mut sums });
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
        Arch::new().dispatch(Backward { rows, of_sums, of_weights, of_biases });
    }
}

/// Work on all neurons, block by block: the sums of a block fit into the registers of a core, and
/// its weights into the fastest cache.
trait ByBlocks {
    /// Returns the number of neurons.
    fn hidden(&self) -> usize;

    /// Does the work of the `N` neurons from `neuron` on.
    fn work<const N: usize>(&mut self, neuron: usize);

    /// Does the work of all neurons. Everything in it must be inlined to be compiled for the
    /// vectors of the processor, which closures are not.
    #[inline(always)]
    fn work_all(&mut self) {
        let mut neuron = 0;
        while neuron < self.hidden() {
            neuron += match self.hidden() - neuron {
                64.. => {
                    self.work::<64>(neuron);
                    64
                }
                16.. => {
                    self.work::<16>(neuron);
                    16
                }
                _ => {
                    self.work::<1>(neuron);
                    1
                }
            };
        }
    }
}

/// Addition of the weights to the sums of a batch.
struct Forward<'a> {
    rows: &'a Sparse,
    weights: &'a [f32],
    hidden: usize,
    sums: &'a mut [f32],
}

impl ByBlocks for Forward<'_> {
    fn hidden(&self) -> usize {
        self.hidden
    }

    #[inline(always)]
    fn work<const N: usize>(&mut self, neuron: usize) {
        let hidden = self.hidden;
        for (row, sums) in self.rows.rows().zip(self.sums.chunks_exact_mut(hidden)) {
            let mut block = [0.0; N];
            block.copy_from_slice(&sums[neuron..][..N]);
            for &input in row {
                add(&mut block, &self.weights[usize::from(input) * hidden + neuron..][..N]);
            }
            sums[neuron..][..N].copy_from_slice(&block);
        }
    }
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        self.work_all();
    }
}

/// Addition of the gradients of the sums of a batch to those of the weights and biases.
struct Backward<'a> {
    rows: &'a Sparse,
    of_sums: &'a [f32],
    of_weights: &'a mut [f32],
    of_biases: &'a mut [f32],
}

impl ByBlocks for Backward<'_> {
    fn hidden(&self) -> usize {
        self.of_biases.len()
    }

    #[inline(always)]
    fn work<const N: usize>(&mut self, neuron: usize) {
        let hidden = self.hidden();
        for (row, of_sums) in self.rows.rows().zip(self.of_sums.chunks_exact(hidden)) {
            let mut block = [0.0; N];
            block.copy_from_slice(&of_sums[neuron..][..N]);
            add(&mut self.of_biases[neuron..][..N], &block);
            for &input in row {
                add(&mut self.of_weights[usize::from(input) * hidden + neuron..][..N], &block);
            }
        }
    }
}

impl WithSimd for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        self.work_all();
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

/// Adds `more` to `values`, element by element.
#[inline(always)]
pub(crate) fn add(values: &mut [f32], more: &[f32]) {
    for (value, more) in values.iter_mut().zip(more) {
        *value += more;
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    const INPUTS: usize = 5;
    /// Blocks of all widths.
    const HIDDEN: usize = 64 + 2 * 16 + 3;

    fn draw(rng: &mut Rng, count: usize) -> Vec<f32> {
        (0..count).map(|_| 2.0 * rng.f32() - 1.0).collect()
    }

    #[test]
    fn blocks_add_in_the_order_of_the_inputs() {
        let mut rng = Rng::with_seed(1);
        let mut rows = Sparse::default();
        let on: [&[u16]; 4] = [&[3, 0, 4], &[], &[1], &[4, 2, 1, 0]];
        on.iter().for_each(|row| rows.push(row.iter().copied()));
        let (weights, biases) = (draw(&mut rng, INPUTS * HIDDEN), draw(&mut rng, HIDDEN));
        let of_sums = draw(&mut rng, on.len() * HIDDEN);
        let layer = FirstLayer { weights: &weights, biases: &biases };
        let sums = layer.sums(&rows);
        let (mut of_weights, mut of_biases) = (vec![0.0; INPUTS * HIDDEN], vec![0.0; HIDDEN]);
        FirstLayer::add_gradients(&rows, &of_sums, &mut of_weights, &mut of_biases);
        for neuron in 0..HIDDEN {
            let mut of_bias = 0.0;
            let mut of_column = [0.0; INPUTS];
            for (number, inputs) in on.iter().enumerate() {
                let weight =
                    |sum, &input: &u16| sum + weights[usize::from(input) * HIDDEN + neuron];
                let place = number * HIDDEN + neuron;
                assert_eq!(sums[place], inputs.iter().fold(biases[neuron], weight));
                of_bias += of_sums[place];
                inputs.iter().for_each(|&input| of_column[usize::from(input)] += of_sums[place]);
            }
            assert_eq!(of_biases[neuron], of_bias);
            let column = (0..INPUTS).map(|input| of_weights[input * HIDDEN + neuron]);
            assert!(column.eq(of_column), "the gradients of neuron {neuron}");
        }
    }
}
