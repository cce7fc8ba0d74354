//! The same network in `burn` from end to end, for tests to compare with.

use burn_tensor::{Device, Tensor, TensorData};
use nn::Parameters;
use trainer::Batch;

use super::head::{Head, cross_entropies, values};
use super::lesson::phases;
use super::tensors::tensors;

/// Returns the logits of the batch's positions, the summed loss, and the gradients of the first
/// weights and biases, by products of matrices in which every input counts.
pub(super) fn learn_densely(
    batch: &Batch,
    network: &Parameters,
    device: &Device,
) -> (Vec<f32>, f32, [Vec<f32>; 2]) {
    let device = device.clone().autodiff();
    let shape = network.shape;
    let positions = batch.targets.len();
    let leaf = |numbers: &[f32], rows: usize| {
        let data = TensorData::new(numbers.to_vec(), [rows, numbers.len() / rows]);
        Tensor::<2>::from_data(data, &device).require_grad()
    };
    let [weights, biases, ..] = tensors(network);
    let (weights, biases) = (leaf(weights, shape.inputs), leaf(biases, 1));
    let mut ones = vec![0.0_f32; 2 * positions * shape.inputs];
    for (row, ones) in batch.rows.rows().zip(ones.chunks_exact_mut(shape.inputs)) {
        row.iter().for_each(|&input| ones[usize::from(input)] = 1.0);
    }
    let ones = TensorData::new(ones, [2 * positions, shape.inputs]);
    let ones = Tensor::<2>::from_data(ones, &device);
    let sums = ones.matmul(weights.clone()) + biases.clone();
    let activations = sums.clamp(0.0, 1.0).square().reshape([positions, 2 * shape.hidden]);
    let head = Head::new(network, &device);
    let logits = head.logits(activations, phases(batch, shape.buckets, &device));
    let targets = TensorData::new(batch.targets.clone(), [positions, 1]);
    let loss = cross_entropies(logits.clone(), Tensor::from_data(targets, &device)).sum();
    let mut gradients = loss.backward();
    let found = [weights, biases]
        .map(|leaf| values(leaf.grad_remove(&mut gradients).expect("the loss depends on it")));
    (values(logits), loss.into_scalar::<f32>(), found)
}
