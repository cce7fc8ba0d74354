//! Network in floats, as training produces it, and its exact inference.

use crate::shape::Shape;

/// Network in floats, for training. All matrices are row-major.
///
/// For each perspective the hidden layer is `screlu(first_biases + sum of the rows of the active
/// inputs)`, with the squared clipped ReLU (SCReLU) `screlu(x) = clamp(x, 0, 1)²`. The values of
/// the side to move, then those of the opponent, feed the head of the output bucket, whose output
/// is the logit of the expected points of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    /// The sizes of the layers.
    pub shape: Shape,
    /// `[inputs][hidden]`
    pub first_weights: Vec<f32>,
    /// `[hidden]`
    pub first_biases: Vec<f32>,
    /// `[buckets][2 * hidden]`
    pub output_weights: Vec<f32>,
    /// `[buckets]`
    pub output_biases: Vec<f32>,
}

impl Parameters {
    /// Returns a network of this shape with all numbers zero.
    #[must_use]
    pub fn zeros(shape: Shape) -> Parameters {
        let Shape { inputs, hidden, buckets } = shape;
        Parameters {
            shape,
            first_weights: vec![0.0; inputs * hidden],
            first_biases: vec![0.0; hidden],
            output_weights: vec![0.0; buckets * 2 * hidden],
            output_biases: vec![0.0; buckets],
        }
    }

    /// Returns a random network of this shape, drawn from `uniform`, which returns numbers from -1
    /// to 1. About half of its hidden neurons are active, and its logits are about as large as
    /// those of a game.
    #[must_use]
    pub fn random(shape: Shape, mut uniform: impl FnMut() -> f32) -> Parameters {
        let mut network = Parameters::zeros(shape);
        let mut fill = |layer: &mut [f32], largest: f32| {
            layer.fill_with(|| uniform() * largest);
        };
        fill(&mut network.first_weights, 0.4);
        fill(&mut network.first_biases, 0.5);
        fill(&mut network.output_weights, 4.0 / (2.0 * shape.hidden as f32).sqrt());
        fill(&mut network.output_biases, 0.5);
        network
    }

    /// Returns the logit of a position with these active inputs of the side to move and of the
    /// opponent. Slow, and exact to the precision of a float: the reference for the integers.
    ///
    /// # Panics
    ///
    /// If an input or the bucket is beyond the shape.
    #[must_use]
    pub fn logit(&self, mover: &[usize], other: &[usize], bucket: usize) -> f32 {
        let mut values = self.hidden(mover);
        values.extend(self.hidden(other));
        let weights = part(&self.output_weights, bucket, values.len()).iter();
        let products = weights.zip(values).map(|(weight, value)| weight * value);
        self.output_biases[bucket] + products.sum::<f32>()
    }

    /// Multiplies every output by `factor`, for a game with that many times
    /// [`UNITS_PER_LOGIT`](crate::UNITS_PER_LOGIT) centi-pieces per logit.
    pub fn scale_output(&mut self, factor: f32) {
        for weight in self.output_weights.iter_mut().chain(&mut self.output_biases) {
            *weight *= factor;
        }
    }

    /// Returns the hidden layer of one perspective.
    fn hidden(&self, active: &[usize]) -> Vec<f32> {
        let mut sums = self.first_biases.clone();
        for &input in active {
            let row = part(&self.first_weights, input, sums.len());
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        sums.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2)).collect()
    }
}

/// Returns the part with this index of values that are split into parts of this length.
fn part(values: &[f32], number: usize, length: usize) -> &[f32] {
    &values[number * length..][..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_adds_up_squared_clipped_neurons() {
        let shape = Shape { inputs: 2, hidden: 2, buckets: 2 };
        let net = Parameters {
            first_weights: vec![0.5, -1.0, 0.25, 3.0],
            first_biases: vec![0.0, 0.5],
            output_weights: vec![1.0, 2.0, 3.0, 4.0, -1.0, -2.0, -3.0, -4.0],
            output_biases: vec![0.0, 10.0],
            ..Parameters::zeros(shape)
        };
        // The mover's sums are 0.75 and 2.5, the other's 0.5 and -0.5.
        assert_eq!(net.logit(&[0, 1], &[0], 0), 0.5625 + 2.0 + 0.75);
        assert_eq!(net.logit(&[0, 1], &[0], 1), 10.0 - 0.5625 - 2.0 - 0.75);
    }
}
