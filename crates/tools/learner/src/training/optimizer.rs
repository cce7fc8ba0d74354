//! AdamW optimizer, with parameters clipped to the range of the quantised network.

use nn::{MAX_BIAS, MAX_HEAD_WEIGHT, Parameters};

use super::tensors::{tensors, tensors_mut};

/// Largest absolute value of a weight of the first layer. Up to it a network can be quantised with
/// the finest steps.
const MAX_FIRST_WEIGHT: f32 = 127.0 / 181.0;

/// Returns the largest absolute values of the parameters, in the order of [`tensors`], for a
/// network whose output will be multiplied by `factor`.
fn bounds(factor: f32) -> [f32; 4] {
    // `next_down` keeps the rounded product within the range of quantisation.
    let [weights, biases] = [MAX_HEAD_WEIGHT, MAX_BIAS].map(|bound| (bound / factor).next_down());
    [MAX_FIRST_WEIGHT, MAX_BIAS, weights, biases]
}

/// Decay rate of the first moment (beta 1).
const BETA_1: f32 = 0.9;
/// Decay rate of the second moment (beta 2).
const BETA_2: f32 = 0.999;
/// Term that prevents a division by zero.
const EPSILON: f32 = 1e-8;

/// AdamW (Loshchilov and Hutter, 2019). After each step it clips all parameters to the range of
/// quantisation.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Optimizer {
    /// Current network.
    pub(super) network: Parameters,
    /// First moments: moving averages of the gradients.
    pub(super) means: Parameters,
    /// Second moments: moving averages of the squared gradients.
    pub(super) squares: Parameters,
}

impl Optimizer {
    /// Returns an optimizer that starts at a network.
    pub(super) fn new(network: Parameters) -> Optimizer {
        let zeros = || Parameters::zeros(network.shape);
        Optimizer { means: zeros(), squares: zeros(), network }
    }

    /// Makes a step with the learning rate `rate`, after `before` other steps. `decay` is the
    /// weight decay: each parameter shrinks by the share `rate * decay`. `factor` is the factor by
    /// which the network's output will be multiplied.
    pub(super) fn step(
        &mut self,
        gradient: &Parameters,
        before: u64,
        rate: f64,
        decay: f32,
        factor: f32,
    ) {
        let steps = (before + 1) as f64;
        // Bias correction: both moments start at 0.
        let of_means = (1.0 - f64::from(BETA_1).powf(steps)) as f32;
        let of_squares = (1.0 - f64::from(BETA_2).powf(steps)) as f32;
        let rate = rate as f32;
        let parts = tensors_mut(&mut self.network).into_iter().zip(tensors(gradient));
        let moments = tensors_mut(&mut self.means).into_iter().zip(tensors_mut(&mut self.squares));
        for (((numbers, gradients), (means, squares)), bound) in
            parts.zip(moments).zip(bounds(factor))
        {
            let moments = means.iter_mut().zip(squares);
            for ((number, gradient), (mean, square)) in
                numbers.iter_mut().zip(gradients).zip(moments)
            {
                *mean = BETA_1 * *mean + (1.0 - BETA_1) * gradient;
                *square = BETA_2 * *square + (1.0 - BETA_2) * gradient * gradient;
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

    const SHAPE: Shape = Shape { inputs: 3, hidden: 2, buckets: 1 };

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
        // The size of Adam's first step is the learning rate, for any size of the gradient.
        optimizer.step(&all(2.0), 0, 0.1, 0.0, 1.0);
        check_all(&optimizer.network, -0.1);
        (1..10).for_each(|before| optimizer.step(&all(2.0), before, 3.0, 0.0, 1.0));
        assert_eq!(optimizer.network.first_weights, [-MAX_FIRST_WEIGHT; 6]);
        assert_eq!(optimizer.network.first_biases, [-MAX_BIAS; 2]);
        // The output stays within its bounds after the final multiplication.
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
    fn the_second_step_is_the_ratio_of_the_moments() {
        let mut optimizer = Optimizer::new(all(0.0));
        optimizer.step(&all(1.0), 0, 0.1, 0.0, 1.0);
        optimizer.step(&all(-1.0), 1, 0.1, 0.0, 1.0);
        // (0.9 * 0.1 - 0.1) / (1 - 0.9^2), divided by the square root of
        // (0.999 * 0.001 + 0.001) / (1 - 0.999^2) = 1.
        check_all(&optimizer.network, -0.1 + 0.1 * 0.01 / 0.19);
    }

    #[test]
    fn weight_decay_shrinks_the_parameters() {
        let mut optimizer = Optimizer::new(all(0.5));
        optimizer.step(&all(0.0), 0, 0.1, 0.2, 1.0);
        check_all(&optimizer.network, 0.5 * 0.98);
    }
}
