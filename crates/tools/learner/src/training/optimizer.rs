use nn::{MAX_BIAS, MAX_HEAD_WEIGHT, Parameters};

use super::tensors::{tensors, tensors_mut};

/// The largest weight of the first layer, and the negative of the smallest: within it a network is
/// quantised in its finest steps.
const MAX_FIRST_WEIGHT: f32 = 127.0 / 181.0;

/// Returns the bounds of all numbers, in the order of [`tensors`], for a network whose output will be
/// multiplied by `factor`.
fn bounds(factor: f32) -> [f32; 6] {
    // Rounding must not bring the product beyond what quantising takes.
    let [weights, biases] = [MAX_HEAD_WEIGHT, MAX_BIAS].map(|bound| (bound / factor).next_down());
    [MAX_FIRST_WEIGHT, MAX_BIAS, MAX_HEAD_WEIGHT, MAX_BIAS, weights, biases]
}

/// How slowly the means of gradients and of their squares forget.
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
/// What keeps a division by a vanishing second moment harmless.
const EPSILON: f32 = 1e-8;

/// Changes a network step by step: AdamW (Loshchilov and Hutter, 2019), and after each step all
/// numbers are clipped to what quantising can keep.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Optimizer {
    /// The network as it is now.
    pub(super) network: Parameters,
    /// The means of the gradients.
    pub(super) means: Parameters,
    /// The means of their squares.
    pub(super) squares: Parameters,
}

impl Optimizer {
    /// Starts at a network.
    pub(super) fn new(network: Parameters) -> Optimizer {
        let zeros = || Parameters::zeros(network.shape);
        Optimizer { means: zeros(), squares: zeros(), network }
    }

    /// Makes a step against a gradient, after `before` others. `decay` is the share of each number
    /// that a learning rate of 1 would take away; the network's output will be multiplied by
    /// `factor`.
    pub(super) fn step(
        &mut self,
        gradient: &Parameters,
        before: u64,
        rate: f64,
        decay: f32,
        factor: f32,
    ) {
        let steps = (before + 1) as f64;
        // Both means begin at 0, and are as much too small as these say.
        let of_means = (1.0 - f64::from(MEAN).powf(steps)) as f32;
        let of_squares = (1.0 - f64::from(SQUARE).powf(steps)) as f32;
        let rate = rate as f32;
        let parts = tensors_mut(&mut self.network).into_iter().zip(tensors(gradient));
        let memory = tensors_mut(&mut self.means).into_iter().zip(tensors_mut(&mut self.squares));
        for (((numbers, gradients), (means, squares)), bound) in
            parts.zip(memory).zip(bounds(factor))
        {
            let moments = means.iter_mut().zip(squares);
            for ((number, gradient), (mean, square)) in
                numbers.iter_mut().zip(gradients).zip(moments)
            {
                *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
                *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
                let step = (*mean / of_means) / ((*square / of_squares).sqrt() + EPSILON);
                let kept = *number * (1.0 - rate * decay);
                *number = (kept - rate * step).clamp(-bound, bound);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nn::Shape;

    use super::*;

    const SHAPE: Shape = Shape { inputs: 3, hidden: 2, second: 0, buckets: 1 };

    fn all(value: f32) -> Parameters {
        let mut network = Parameters::zeros(SHAPE);
        tensors_mut(&mut network).into_iter().flatten().for_each(|number| *number = value);
        network
    }

    #[track_caller]
    fn check_all(network: &Parameters, expected: f32) {
        for number in tensors(network).into_iter().flatten() {
            assert!((number - expected).abs() < 1e-5, "{number}, {expected}");
        }
    }

    #[test]
    fn a_step_goes_against_the_gradient_and_stays_within_bounds() {
        let mut optimizer = Optimizer::new(all(0.0));
        // The first step of Adam is the learning rate, whatever the gradient's size.
        optimizer.step(&all(2.0), 0, 0.1, 0.0, 1.0);
        check_all(&optimizer.network, -0.1);
        (1..10).for_each(|before| optimizer.step(&all(2.0), before, 3.0, 0.0, 1.0));
        assert_eq!(optimizer.network.first_weights, [-MAX_FIRST_WEIGHT; 6]);
        assert_eq!(optimizer.network.first_biases, [-MAX_BIAS; 2]);
        // The output stays within them when it is multiplied in the end.
        for factor in [0.3, 1.0, 1.7, 3.2, 3.3, 500.0] {
            (10..20).for_each(|before| optimizer.step(&all(2.0), before, 30.0, 0.0, factor));
            let mut network = optimizer.network.clone();
            network.scale_output(factor);
            for &number in network.output_weights.iter().chain(&network.output_biases) {
                assert!((-8.0..-7.9999).contains(&number), "{number}");
            }
        }
    }

    #[test]
    fn the_second_step_is_the_ratio_of_the_means() {
        let mut optimizer = Optimizer::new(all(0.0));
        optimizer.step(&all(1.0), 0, 0.1, 0.0, 1.0);
        optimizer.step(&all(-1.0), 1, 0.1, 0.0, 1.0);
        // (0.9 * 0.1 - 0.1) / (1 - 0.9^2), by the root of (0.999 * 0.001 + 0.001) / (1 - 0.999^2) = 1.
        check_all(&optimizer.network, -0.1 + 0.1 * 0.01 / 0.19);
    }

    #[test]
    fn decay_takes_a_share_away() {
        let mut optimizer = Optimizer::new(all(0.5));
        optimizer.step(&all(0.0), 0, 0.1, 0.2, 1.0);
        check_all(&optimizer.network, 0.5 * 0.98);
    }
}
