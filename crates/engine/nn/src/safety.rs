//! Overflow check of a quantised network.

use crate::network::{Head, Network};

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
        let hidden_one = i64::from(self.scales.hidden_one());
        let heads = self.heads.iter().all(|Head { weights, bias }| {
            let weights = weights.iter().flat_map(|side| side.0);
            let most = weights.map(|weight| i64::from(weight).abs()).sum::<i64>() * hidden_one;
            most + i64::from(*bias).abs() <= i64::from(i32::MAX)
        });
        lanes && heads
    }
}
