//! Heads of the network in `burn`, and the loss.

use burn_tensor::{Device, Tensor, TensorData};
use nn::{Parameters, Shape};

/// Output heads of all buckets, as tensors of `burn`.
pub(super) struct Head {
    shape: Shape,
    /// `[buckets][2 * hidden]`
    weights: Tensor<2>,
    /// `[buckets][1]`
    biases: Tensor<2>,
}

impl Head {
    /// Returns the head of a network. Its gradients are tracked if the device supports automatic
    /// differentiation.
    pub(super) fn new(parameters: &Parameters, device: &Device) -> Head {
        let shape = parameters.shape;
        let tensor = |values: &[f32], columns: usize| {
            let data = TensorData::new(values.to_vec(), [shape.buckets, columns]);
            let tensor = Tensor::<2>::from_data(data, device);
            if device.is_autodiff() { tensor.require_grad() } else { tensor }
        };
        Head {
            shape,
            weights: tensor(&parameters.output_weights, 2 * shape.hidden),
            biases: tensor(&parameters.output_biases, 1),
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
        let biases = masks.clone().matmul(self.biases.clone());
        let all = activations.matmul(self.weights.clone().transpose());
        (all * masks).sum_dim(1) + biases
    }

    /// Returns the gradients of the head, in the shape of the network's parameters. Those of the
    /// first layer are 0.
    pub(super) fn gradients(&self, gradients: &mut burn_tensor::Gradients) -> Parameters {
        let mut take = |tensor: &Tensor<2>| {
            values(tensor.grad_remove(gradients).expect("the loss depends on every parameter"))
        };
        let mut found = Parameters::zeros(self.shape);
        found.output_weights = take(&self.weights);
        found.output_biases = take(&self.biases);
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
