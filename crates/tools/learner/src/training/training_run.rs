//! Training loop: epochs of batches, learning-rate schedule, loss curve and checkpoints.

use std::borrow::Cow;
use std::f64::consts::PI;
use std::path::Path;
use std::time::{Duration, Instant};

use fastrand::Rng;
use nn::{Parameters, Shape, UNITS_PER_LOGIT};
use serde::{Deserialize, Serialize};
use trainer::{Batch, Samples};

use super::checkpoint::{Checkpoint, CheckpointError, State};
use super::device::{DeviceError, TrainingDevice};
use super::gradients::Backend;
use super::no_second_layer::NoSecondLayer;
use super::optimizer::Optimizer;
use super::parameters_file::fingerprint;
use super::quantised::quantised;
use super::tensors::tensors_mut;

/// Options of a training.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Neurons of the hidden layer, for each perspective.
    pub hidden: usize,
    /// Reserved number of the checkpoint.
    pub second: NoSecondLayer,
    /// Number of epochs: passes over the training set.
    pub epochs: u32,
    /// Batch size, in positions.
    pub batch: usize,
    /// Initial learning rate. It decreases to a hundredth along a cosine (cosine decay).
    pub learning_rate: f64,
    /// Weight decay of AdamW: the share by which each parameter shrinks in a step, divided by the
    /// learning rate.
    pub weight_decay: f32,
    /// Seed of the random number generator.
    pub seed: u64,
    /// Quantisation-aware training: steps from 0 to 1 of the first layer that forward and backward
    /// passes see. `None` means that they see floats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<i32>,
}

/// Point of the loss curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Number of epochs so far, with their fraction.
    pub epochs: f32,
    /// Training loss: mean cross entropy since the last point, in nats.
    pub loss: f32,
    /// Validation loss, in nats, at the end of an epoch. `None` within an epoch.
    #[serde(rename = "checked")]
    pub validation_loss: Option<f32>,
}

/// Result of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// Trained network. Its scores have the scale of the scores in the training games.
    pub network: Parameters,
    /// Loss curve of the training.
    pub loss_curve: Vec<Point>,
}

/// Callbacks of a training: progress and stop.
#[derive(Clone, Copy)]
pub struct TrainingWatch<'a> {
    /// Returns `true` if the training has to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
    /// Called after each step with the number of steps so far, the total number of steps, and the
    /// last point of the loss curve.
    pub on_step: &'a dyn Fn(u64, u64, Option<&Point>),
}

/// Training that cannot run.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// Checkpoint that cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Device that cannot be used.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// Network to start from that has another shape than the training.
    #[error(
        "the network to start from has {} neurons, {} inputs and {} heads, but this training has \
         {}, {} and {}: choose its number of neurons by --hidden, or another network",
        .found.hidden, .found.inputs, .found.buckets,
        .expected.hidden, .expected.inputs, .expected.buckets
    )]
    Start {
        /// Shape of the network to start from.
        found: Shape,
        /// Shape of the network that is trained.
        expected: Shape,
    },
    /// Loss that is infinite or not a number.
    #[error("the loss is not a finite number after step {0}: take a smaller learning rate")]
    Diverged(u64),
}

/// Points of the loss curve per epoch.
const POINTS: u64 = 20;
/// Final learning rate as a share of the initial one.
const LAST_RATE: f64 = 0.01;
/// Time between two checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(30);

/// Trains a network on the samples, from the network `start` or a random one, or resumes from the
/// file `checkpoint`. Writes the checkpoint and returns `None` if `watch` requests a stop. A
/// training may be resumed on another device.
///
/// # Errors
///
/// The device does not exist; `start` has another shape; the checkpoint is of other samples,
/// another start or another training, or cannot be read or written; the loss is not a finite
/// number.
pub fn train(
    samples: &Samples,
    training: &Training,
    start: Option<&Parameters>,
    device: TrainingDevice,
    checkpoint: &Path,
    watch: &TrainingWatch<'_>,
) -> Result<Option<Trained>, TrainError> {
    let backend = Backend::on(device)?;
    let mut run = TrainingRun::begin(samples, training, start, checkpoint)?;
    let (mut order, mut saved) = (Order::default(), Instant::now());
    let (validation, first_step) = (samples.validation_batches(), run.state.step);
    while run.state.step < run.steps() {
        if (watch.is_stopped)() {
            run.save(checkpoint)?;
            return Ok(None);
        }
        let epoch = run.state.step / run.steps_per_epoch;
        let numbers = order.of(epoch, samples, training.seed);
        let start = (run.state.step % run.steps_per_epoch) as usize * training.batch;
        let end = numbers.len().min(start + training.batch);
        let batch = samples.batches(&numbers[start..end], run.seed_of_step());
        run.step(&backend, &batch, &validation)?;
        (watch.on_step)(run.state.step, run.steps(), run.state.loss_curve.last());
        if saved.elapsed() >= CHECKPOINT_INTERVAL {
            run.save(checkpoint)?;
            saved = Instant::now();
        }
    }
    if run.state.step > first_step {
        run.save(checkpoint)?;
    }
    let mut network = run.optimizer.network;
    network.scale_output(run.factor);
    Ok(Some(Trained { network, loss_curve: run.state.loss_curve }))
}

/// Training in progress.
struct TrainingRun {
    state: State,
    optimizer: Optimizer,
    steps_per_epoch: u64,
    /// Number of validation samples.
    validation: usize,
    /// Factor by which the output is multiplied at the end. The output is trained to be a logit;
    /// the factor gives it the scale of the scores in the training games.
    factor: f32,
}

impl TrainingRun {
    /// Resumes from the checkpoint. If there is none, begins with the network `start` or a random
    /// one.
    fn begin(
        samples: &Samples,
        training: &Training,
        start: Option<&Parameters>,
        checkpoint: &Path,
    ) -> Result<TrainingRun, TrainError> {
        let [positions, validation] = samples.counts();
        let steps_per_epoch = positions.div_ceil(training.batch) as u64;
        let factor = samples.units_per_logit / UNITS_PER_LOGIT as f32;
        let shape =
            Shape { inputs: samples.inputs, hidden: training.hidden, buckets: samples.buckets };
        if let Some(found) = start.map(|network| network.shape).filter(|&found| found != shape) {
            return Err(TrainError::Start { found, expected: shape });
        }
        let (of_samples, of_start) = (samples.fingerprint(), start.map(fingerprint));
        let found = Checkpoint::read(checkpoint, training, of_samples, of_start)?;
        if let Some(Checkpoint { state, optimizer }) = found {
            return Ok(TrainingRun { state, optimizer, steps_per_epoch, validation, factor });
        }
        let state = State {
            training: *training,
            samples: of_samples,
            start: of_start,
            step: 0,
            loss_curve: Vec::new(),
            loss_bits: 0,
            positions: 0,
        };
        let network = match start {
            Some(start) => {
                let mut network = start.clone();
                network.scale_output(factor.recip());
                network
            }
            None => initial_network(shape, training.seed),
        };
        let optimizer = Optimizer::new(network);
        Ok(TrainingRun { state, optimizer, steps_per_epoch, validation, factor })
    }

    /// Returns the total number of steps.
    fn steps(&self) -> u64 {
        self.steps_per_epoch * u64::from(self.state.training.epochs)
    }

    /// Returns the seed of the next step: it draws the symmetry of each sample.
    fn seed_of_step(&self) -> u64 {
        let mut rng = Rng::with_seed(self.state.training.seed);
        Rng::with_seed(rng.u64(..) ^ self.state.step).u64(..)
    }

    /// Returns the learning rate of the next step.
    fn learning_rate(&self) -> f64 {
        let done = self.state.step as f64 / self.steps() as f64;
        let height = (1.0 + (PI * done).cos()) / 2.0;
        self.state.training.learning_rate * (LAST_RATE + (1.0 - LAST_RATE) * height)
    }

    /// Returns the network that forward and backward passes see.
    fn seen(&self) -> Cow<'_, Parameters> {
        quantised(&self.optimizer.network, self.state.training.steps)
    }

    /// Makes one step, and adds a point to the loss curve where one is due.
    fn step(
        &mut self,
        backend: &Backend,
        batch: &[Batch],
        validation: &[Batch],
    ) -> Result<(), TrainError> {
        let positions: usize = batch.iter().map(|piece| piece.targets.len()).sum();
        let Some(mut sums) = backend.gradients(batch, &self.seen()) else {
            return Ok(());
        };
        for number in tensors_mut(&mut sums.gradients).into_iter().flatten() {
            *number /= positions as f32;
        }
        let decay = self.state.training.weight_decay;
        let rate = self.learning_rate();
        self.optimizer.step(&sums.gradients, self.state.step, rate, decay, self.factor);
        let loss_before = f64::from_bits(self.state.loss_bits);
        self.state.loss_bits = (loss_before + sums.loss).to_bits();
        self.state.positions += positions as u64;
        self.state.step += 1;
        if !sums.loss.is_finite() {
            return Err(TrainError::Diverged(self.state.step));
        }
        let in_epoch = self.state.step % self.steps_per_epoch;
        if in_epoch == 0 || in_epoch.is_multiple_of(self.steps_per_epoch.div_ceil(POINTS)) {
            let validation_loss = (in_epoch == 0).then(|| {
                let loss = backend.loss(validation, &self.seen());
                (loss / self.validation as f64) as f32
            });
            let loss = f64::from_bits(self.state.loss_bits) / self.state.positions as f64;
            let epochs = self.state.step as f32 / self.steps_per_epoch as f32;
            self.state.loss_curve.push(Point { epochs, loss: loss as f32, validation_loss });
            (self.state.loss_bits, self.state.positions) = (0, 0);
        }
        Ok(())
    }

    /// Writes the checkpoint.
    fn save(&self, path: &Path) -> Result<(), TrainError> {
        let (state, optimizer) = (self.state.clone(), self.optimizer.clone());
        Ok(Checkpoint { state, optimizer }.write(path)?)
    }
}

/// Random order of the training samples in an epoch.
#[derive(Default)]
struct Order {
    epoch: Option<u64>,
    numbers: Vec<u32>,
}

impl Order {
    /// Returns the order in an epoch. Shuffles only when the epoch changes.
    fn of(&mut self, epoch: u64, samples: &Samples, seed: u64) -> &[u32] {
        if self.epoch != Some(epoch) {
            self.numbers = (0..samples.counts()[0] as u32).collect();
            let mut rng = Rng::with_seed(seed);
            Rng::with_seed(rng.u64(..).wrapping_add(epoch)).shuffle(&mut self.numbers);
            self.epoch = Some(epoch);
        }
        &self.numbers
    }
}

/// Typical number of active inputs, for the range of the initial weights of the first layer.
const TYPICALLY_ON: f32 = 64.0;
/// Initial bias. With it the sums of most neurons start within the range of the activation.
const INITIAL_BIAS: f32 = 0.3;

/// Draws the initial network of a training.
fn initial_network(shape: Shape, seed: u64) -> Parameters {
    let mut rng = Rng::with_seed(seed);
    let mut draw = |numbers: &mut Vec<f32>, fan_in: f32| {
        let bound = fan_in.sqrt().recip();
        numbers.iter_mut().for_each(|number| *number = bound * (2.0 * rng.f32() - 1.0));
    };
    let mut network = Parameters::zeros(shape);
    draw(&mut network.first_weights, TYPICALLY_ON);
    draw(&mut network.output_weights, 2.0 * shape.hidden as f32);
    network.first_biases.fill(INITIAL_BIAS);
    network
}
