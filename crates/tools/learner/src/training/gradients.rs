//! Loss of a batch and its gradients, on the CPU and on a GPU.

use burn_tensor::{Device, Tensor, TensorData};
use nn::Parameters;
use rayon::prelude::*;
use trainer::Batch;

use super::dense;
use super::device::{DeviceError, TrainingDevice};
use super::first_layer::{FirstLayer, activate, activate_backward, add};
use super::head::{Head, cross_entropies, values};
use super::tensors::{tensors, tensors_mut};

/// Loss of a batch and its gradients.
pub(crate) struct Gradients {
    /// Summed cross entropy of the positions, in nats.
    pub(crate) loss: f64,
    /// Gradient of `loss`, in the shape of the parameters.
    pub(crate) gradients: Parameters,
}

/// Implementation of the forward and backward pass.
pub(crate) enum Backend {
    /// Processes pieces in parallel on all cores, with a sparse first layer.
    Cpu(Device),
    /// Processes several pieces at once on a GPU, with a dense first layer.
    Gpu(Device),
}

/// Number of pieces that a GPU processes at once. It limits the memory use.
const GPU_PIECES: usize = 16;

impl Backend {
    /// Returns the backend for a device.
    ///
    /// # Errors
    ///
    /// The device does not exist, or its feature is disabled.
    pub(crate) fn on(device: TrainingDevice) -> Result<Backend, DeviceError> {
        let opened = device.open()?;
        Ok(if device == TrainingDevice::Cpu { Backend::Cpu(opened) } else { Backend::Gpu(opened) })
    }

    /// Returns the loss of a batch and its gradients, summed over the pieces of the batch. Returns
    /// `None` if there are no pieces.
    pub(crate) fn gradients(&self, pieces: &[Batch], network: &Parameters) -> Option<Gradients> {
        let parts: Vec<Gradients> = match self {
            Backend::Cpu(device) => {
                let device = device.clone().autodiff();
                pieces.par_iter().map(|piece| piece_gradients(piece, network, &device)).collect()
            }
            Backend::Gpu(device) => {
                let device = device.clone().autodiff();
                let batches = pieces.chunks(GPU_PIECES).map(Batch::join);
                batches.map(|batch| dense::gradients(&batch, network, &device)).collect()
            }
        };
        parts.into_iter().reduce(|mut sum, part| {
            sum.loss += part.loss;
            let more = tensors(&part.gradients);
            for (sum, more) in tensors_mut(&mut sum.gradients).into_iter().zip(more) {
                add(sum, more);
            }
            sum
        })
    }

    /// Returns the summed cross entropy of the positions of all pieces, in nats.
    pub(crate) fn loss(&self, pieces: &[Batch], network: &Parameters) -> f64 {
        let losses: Vec<f32> = match self {
            Backend::Cpu(device) => {
                let loss = |piece: &Batch| {
                    let (_, activations) = first_layer(piece, network, device);
                    loss_of(piece, &Head::new(network, device), activations).into_scalar()
                };
                pieces.par_iter().map(loss).collect()
            }
            Backend::Gpu(device) => {
                let dense = dense::Dense::new(network, device);
                let batches = pieces.chunks(GPU_PIECES).map(Batch::join);
                batches.map(|batch| dense.loss(&batch).into_scalar()).collect()
            }
        };
        losses.into_iter().map(f64::from).sum()
    }
}

/// Returns the loss of a piece and its gradients, on the CPU.
fn piece_gradients(piece: &Batch, network: &Parameters, device: &Device) -> Gradients {
    let (sums, activations) = first_layer(piece, network, device);
    let activations = activations.require_grad();
    let head = Head::new(network, device);
    let loss = loss_of(piece, &head, activations.clone());
    let mut found = loss.backward();
    let of_activations = activations.grad_remove(&mut found);
    let mut of_sums = values(of_activations.expect("the loss depends on the first layer"));
    activate_backward(&mut of_sums, &sums);
    let mut gradients = head.gradients(&mut found);
    FirstLayer::add_gradients(
        &piece.rows,
        &of_sums,
        &mut gradients.first_weights,
        &mut gradients.first_biases,
    );
    Gradients { loss: f64::from(loss.into_scalar::<f32>()), gradients }
}

/// Returns the sums of the first layer and its activations.
fn first_layer(piece: &Batch, network: &Parameters, device: &Device) -> (Vec<f32>, Tensor<2>) {
    let layer = FirstLayer { weights: &network.first_weights, biases: &network.first_biases };
    let sums = layer.sums(&piece.rows);
    let shape = [piece.targets.len(), 2 * network.shape.hidden];
    let activations = Tensor::from_data(TensorData::new(activate(&sums), shape), device);
    (sums, activations)
}

/// Returns the summed loss as a scalar, given the first layer's activations.
fn loss_of(piece: &Batch, head: &Head, activations: Tensor<2>) -> Tensor<1> {
    let device = activations.device();
    let masks = bucket_masks(piece, head.buckets(), &device);
    cross_entropies(head.logits(activations, masks), targets(piece, &device)).sum()
}

/// Returns the targets, `[positions][1]`.
pub(super) fn targets(batch: &Batch, device: &Device) -> Tensor<2> {
    let shape = [batch.targets.len(), 1];
    Tensor::from_data(TensorData::new(batch.targets.clone(), shape), device)
}

/// Returns the one-hot buckets, `[positions][buckets]`: 1 for the position's bucket and 0
/// elsewhere.
pub(super) fn bucket_masks(piece: &Batch, buckets: usize, device: &Device) -> Tensor<2> {
    let mut masks = vec![0.0_f32; piece.targets.len() * buckets];
    for (mask, &bucket) in masks.chunks_exact_mut(buckets).zip(&piece.buckets) {
        mask[usize::from(bucket)] = 1.0;
    }
    Tensor::from_data(TensorData::new(masks, [piece.targets.len(), buckets]), device)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use nn::{Network, Shape};
    use trainer::Sparse;

    use super::*;

    const SHAPE: Shape = Shape { inputs: 40, hidden: 16, buckets: 3 };

    fn network() -> Parameters {
        let mut rng = Rng::with_seed(1);
        Parameters::random(SHAPE, || 2.0 * rng.f32() - 1.0)
    }

    /// Draws random positions with a few inputs on.
    fn batch(positions: usize) -> Batch {
        let mut rng = Rng::with_seed(2);
        let mut batch = Batch::default();
        for _ in 0..positions {
            for _ in 0..2 {
                let inputs: Vec<u16> = (0..SHAPE.inputs as u16).collect();
                let count = rng.usize(0..12);
                batch.rows.push(rng.choose_multiple(inputs, count));
            }
            batch.buckets.push(rng.u8(..SHAPE.buckets as u8));
            batch.targets.push(rng.f32());
        }
        batch
    }

    #[track_caller]
    fn check_close(found: &[f32], expected: &[f32], tolerance: f32) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < tolerance, "{found}, {expected}");
        }
    }

    /// Compares gradients with a tolerance for another order of summation.
    #[track_caller]
    fn check_same(found: &Gradients, expected: &Gradients) {
        assert!((found.loss - expected.loss).abs() < 1e-2, "{} {}", found.loss, expected.loss);
        let expected = tensors(&expected.gradients);
        for (found, expected) in tensors(&found.gradients).into_iter().zip(expected) {
            check_close(found, expected, 1e-3);
        }
    }

    /// Returns both backends, each on the CPU.
    fn backends() -> [Backend; 2] {
        [Backend::Cpu(Device::flex()), Backend::Gpu(Device::flex())]
    }

    #[test]
    fn sparse_and_dense_first_layers_have_the_same_gradients() {
        let network = network();
        // One piece more than a GPU processes at once. Its position has no input on.
        let mut pieces = vec![batch(50); GPU_PIECES];
        pieces.push(Batch { rows: Sparse::default(), ..batch(1) });
        (0..2).for_each(|_| pieces[GPU_PIECES].rows.push([]));
        let [sparse, dense] = backends();
        let [found, expected] =
            [&sparse, &dense].map(|backend| backend.gradients(&pieces, &network).unwrap());
        check_same(&found, &expected);
        assert!(expected.gradients.first_weights.iter().any(|&weight| weight.abs() > 1.0));
        for backend in [sparse, dense] {
            let loss = backend.loss(&pieces, &network);
            assert!((loss - expected.loss).abs() < 1e-2, "{loss} {}", expected.loss);
            assert!(backend.gradients(&[], &network).is_none());
        }
    }

    /// Needs a GPU, or a driver that emulates one on the CPU. Therefore it is compiled only with
    /// the feature `wgpu`.
    #[cfg(feature = "wgpu")]
    #[test]
    fn gpu_and_cpu_have_the_same_gradients() {
        let [gpu, cpu] =
            [TrainingDevice::Wgpu, TrainingDevice::Cpu].map(|device| Backend::on(device).unwrap());
        let (network, pieces) = (network(), [batch(50)]);
        let [found, expected] =
            [&gpu, &cpu].map(|backend| backend.gradients(&pieces, &network).unwrap());
        check_same(&found, &expected);
        let loss = gpu.loss(&pieces, &network);
        assert!((loss - expected.loss).abs() < 1e-2, "{loss} {}", expected.loss);
    }

    #[test]
    fn burn_floats_and_integers_agree() {
        let (network, batch) = (network(), batch(50));
        let logits = values(dense::Dense::new(&network, &Device::flex()).logits(&batch));
        let rounded = Network::<16>::quantise(&network).unwrap();
        let rounded = Network::<16>::decode(&rounded.encode()).unwrap();
        for (position, logit) in logits.into_iter().enumerate() {
            let inputs = |row: usize| -> Vec<usize> {
                batch.rows.row(row).iter().map(|&input| input.into()).collect()
            };
            let (mover, other) = (inputs(2 * position), inputs(2 * position + 1));
            let bucket = batch.buckets[position].into();
            let float = network.logit(&mover, &other, bucket);
            assert!((float - logit).abs() < 1e-4, "{float}, {logit}");
            // Quantisation to steps of 1/181 and 1/256 changes a logit by a few hundredths.
            let integer = rounded.logit(&mover, &other, bucket) as f32;
            assert!((float - integer).abs() < 0.1, "{float}, {integer}");
        }
    }

    #[test]
    fn gradients_of_pieces_add_up_to_those_of_the_batch() {
        let [backend, _] = backends();
        let network = network();
        let pieces = [batch(20), batch(30)];
        let both = backend.gradients(&pieces, &network).unwrap();
        let each = pieces.clone().map(|piece| backend.gradients(&[piece], &network).unwrap());
        assert_eq!(both.loss, each[0].loss + each[1].loss);
        for (number, sum) in tensors(&both.gradients).into_iter().enumerate() {
            let parts = each.each_ref().map(|part| tensors(&part.gradients)[number]);
            let added: Vec<f32> = parts[0].iter().zip(parts[1]).map(|(a, b)| a + b).collect();
            check_close(sum, &added, 1e-6);
        }
        let loss = backend.loss(&pieces, &network);
        assert!((loss - both.loss).abs() < 1e-3, "{loss}, {}", both.loss);
    }
}
