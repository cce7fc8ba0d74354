//! The whole network in `burn`, with the first layer as a dense matrix product. The product
//! includes the inputs that are off; on a GPU it is faster than a selection of rows. Tests compare
//! the CPU backend with it.

use burn_tensor::{Device, IndexingUpdateOp, Tensor, TensorData};
use nn::Parameters;
use trainer::Batch;

use super::gradients::{Gradients, bucket_masks, targets};
use super::head::{Head, cross_entropies, values};

/// Network as tensors of `burn`.
pub(super) struct Dense {
    /// Weights, `[inputs][hidden]`, and biases, `[1][hidden]`.
    first: [Tensor<2>; 2],
    head: Head,
}

impl Dense {
    /// Returns the network. Its gradients are tracked if the device supports automatic
    /// differentiation.
    pub(super) fn new(network: &Parameters, device: &Device) -> Dense {
        let tensor = |numbers: &[f32], rows: usize| {
            let data = TensorData::new(numbers.to_vec(), [rows, numbers.len() / rows]);
            let tensor = Tensor::<2>::from_data(data, device);
            if device.is_autodiff() { tensor.require_grad() } else { tensor }
        };
        let first = [
            tensor(&network.first_weights, network.shape.inputs),
            tensor(&network.first_biases, 1),
        ];
        Dense { first, head: Head::new(network, device) }
    }

    /// Returns the logits of the batch's positions, `[positions][1]`.
    pub(super) fn logits(&self, batch: &Batch) -> Tensor<2> {
        let [weights, biases] = &self.first;
        let [inputs, hidden] = weights.dims();
        let inputs = one_hot(batch, inputs, &weights.device());
        let sums = inputs.matmul(weights.clone()) + biases.clone();
        let activations = sums.clamp(0.0, 1.0).square();
        let activations = activations.reshape([batch.targets.len(), 2 * hidden]);
        self.head.logits(activations, bucket_masks(batch, self.head.buckets(), &weights.device()))
    }

    /// Returns the summed cross entropy of the batch's positions, in nats.
    pub(super) fn loss(&self, batch: &Batch) -> Tensor<1> {
        let logits = self.logits(batch);
        let targets = targets(batch, &logits.device());
        cross_entropies(logits, targets).sum()
    }
}

/// Returns the loss of a batch and its gradients.
pub(super) fn gradients(batch: &Batch, network: &Parameters, device: &Device) -> Gradients {
    let dense = Dense::new(network, device);
    let loss = dense.loss(batch);
    let mut found = loss.backward();
    let mut gradients = dense.head.gradients(&mut found);
    let mut take = |tensor: &Tensor<2>| {
        values(tensor.grad_remove(&mut found).expect("the loss depends on the first layer"))
    };
    let [weights, biases] = &dense.first;
    (gradients.first_weights, gradients.first_biases) = (take(weights), take(biases));
    Gradients { loss: f64::from(loss.into_scalar::<f32>()), gradients }
}

/// Returns `[2 * positions][inputs]`, with 1 for each input that is on and 0 elsewhere. Only the
/// indices of the inputs that are on are copied to the device.
fn one_hot(batch: &Batch, inputs: usize, device: &Device) -> Tensor<2> {
    let rows = batch.rows.len();
    let on = |(row, inputs_on): (usize, &[u16])| {
        let start = row * inputs;
        inputs_on.iter().map(move |&input| (start + usize::from(input)) as i32).collect::<Vec<_>>()
    };
    let indices: Vec<i32> = batch.rows.rows().enumerate().flat_map(on).collect();
    let count = indices.len();
    let zeros = Tensor::<1>::zeros([rows * inputs], device);
    if count == 0 {
        return zeros.reshape([rows, inputs]);
    }
    let indices = Tensor::from_data(TensorData::new(indices, [count]), device);
    let ones = Tensor::ones([count], device);
    zeros.scatter(0, indices, ones, IndexingUpdateOp::Add).reshape([rows, inputs])
}
