//! Head of the network in `burn`: the layers after the first one, and the loss.

use burn_tensor::{Device, Tensor, TensorData};
use nn::{Parameters, Shape};

/// Layers after the first one, as tensors of `burn`.
pub(super) struct Head {
    shape: Shape,
    /// Weights, `[buckets * second][2 * hidden]`, and biases, `[1][buckets * second]`, of the
    /// second layer. `None` if the network has no second layer.
    second: Option<(Tensor<2>, Tensor<2>)>,
    /// Weights of the output, `[buckets][second]`, or `[buckets][2 * hidden]` without a second
    /// layer.
    output_weights: Tensor<2>,
    /// Biases of the output, `[buckets][1]`.
    output_biases: Tensor<2>,
}

impl Head {
    /// Returns the head of a network. Its gradients are tracked if the device supports automatic
    /// differentiation.
    pub(super) fn new(parameters: &Parameters, device: &Device) -> Head {
        let shape = parameters.shape;
        let Shape { hidden, second, buckets, .. } = shape;
        let tensor = |values: &[f32], rows: usize| {
            let columns = values.len() / rows;
            let data = TensorData::new(values.to_vec(), [rows, columns]);
            let tensor = Tensor::<2>::from_data(data, device);
            if device.is_autodiff() { tensor.require_grad() } else { tensor }
        };
        debug_assert_eq!(parameters.second_weights.len(), buckets * second * 2 * hidden);
        let second_layer = (second > 0).then(|| {
            let weights = tensor(&parameters.second_weights, buckets * second);
            (weights, tensor(&parameters.second_biases, 1))
        });
        Head {
            shape,
            second: second_layer,
            output_weights: tensor(&parameters.output_weights, buckets),
            output_biases: tensor(&parameters.output_biases, buckets),
        }
    }

    /// Returns the number of buckets.
    pub(super) fn buckets(&self) -> usize {
        self.shape.buckets
    }

    /// Returns the logits, `[positions][1]`, of positions with these `activations` of the first
    /// layer, `[positions][2 * hidden]`. `masks`, `[positions][buckets]`, is 1 for the position's
    /// bucket and 0 elsewhere.
    pub(super) fn logits(&self, activations: Tensor<2>, masks: Tensor<2>) -> Tensor<2> {
        let Shape { second, buckets, .. } = self.shape;
        let biases = masks.clone().matmul(self.output_biases.clone());
        let Some((weights, second_biases)) = &self.second else {
            let all = activations.matmul(self.output_weights.clone().transpose());
            return (all * masks).sum_dim(1) + biases;
        };
        let positions = activations.dims()[0];
        let all = activations.matmul(weights.clone().transpose()) + second_biases.clone();
        let chosen =
            all.reshape([positions, buckets, second]) * masks.clone().unsqueeze_dim::<3>(2);
        let neurons = chosen.sum_dim(1).reshape([positions, second]).clamp(0.0, 1.0);
        (neurons * masks.matmul(self.output_weights.clone())).sum_dim(1) + biases
    }

    /// Returns the gradients of the head, in the shape of the network's parameters. Those of the
    /// first layer are 0.
    pub(super) fn gradients(&self, gradients: &mut burn_tensor::Gradients) -> Parameters {
        let mut take = |tensor: &Tensor<2>| {
            values(tensor.grad_remove(gradients).expect("the loss depends on every parameter"))
        };
        let mut found = Parameters::zeros(self.shape);
        if let Some((weights, biases)) = &self.second {
            found.second_weights = take(weights);
            found.second_biases = take(biases);
        }
        found.output_weights = take(&self.output_weights);
        found.output_biases = take(&self.output_biases);
        found
    }
}

/// Returns the loss of each position, `[positions][1]`: the cross entropy with its target, in nats.
pub(super) fn cross_entropies(logits: Tensor<2>, targets: Tensor<2>) -> Tensor<2> {
    // ln(1 + exp(logit)) without overflow.
    let softplus = logits.clone().clamp_min(0.0) + logits.clone().abs().neg().exp().log1p();
    softplus - targets * logits
}

/// Returns the elements of a tensor, row by row.
pub(super) fn values<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_into_vec().expect("all tensors of the network have elements of type f32")
}
