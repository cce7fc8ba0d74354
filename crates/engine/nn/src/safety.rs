//! Overflow check of a quantised network.

use crate::network::Network;
use crate::network::Neuron;

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Returns whether no sum can overflow for any set of inputs.
    pub(crate) fn is_safe(&self) -> bool {
        let lanes = (0..HIDDEN).all(|lane| {
            let weights = || self.columns.iter().map(|column| i64::from(column.0[lane]));
            let bias = i64::from(self.biases.0[lane]);
            let most = bias + weights().map(|weight| weight.max(0)).sum::<i64>();
            let least = bias + weights().map(|weight| weight.min(0)).sum::<i64>();
            most <= i64::from(i16::MAX) && least >= i64::from(i16::MIN)
        });
        let most = |weights: &[i16], value: i32, bias: i32| {
            let weights = weights.iter().map(|&weight| i64::from(weight).abs());
            weights.sum::<i64>() * i64::from(value) + i64::from(bias).abs()
        };
        let hidden_one = self.scales.hidden_one();
        let second_one = self.scales.sum_one() >> self.scales.second_shift();
        let neurons = self.neurons.iter().all(|Neuron { weights: [mover, other], bias }| {
            let sum = most(&mover.0, hidden_one, *bias) + most(&other.0, hidden_one, 0);
            sum <= i64::from(i32::MAX)
        });
        let outputs = self.output_biases.iter().enumerate().all(|(bucket, &bias)| {
            let second = self.shape.second;
            let weights = &self.output_weights[bucket * second..][..second];
            most(weights, second_one, bias) <= i64::from(i32::MAX)
        });
        lanes && neurons && outputs
    }
}
