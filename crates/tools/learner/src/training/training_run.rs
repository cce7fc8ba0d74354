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
use super::optimizer::Optimizer;
use super::tensors::tensors_mut;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Units of the first layer, for each perspective.
    pub hidden: usize,
    /// Units of the second layer, 0 for none.
    pub second: usize,
    /// How often each position is seen.
    pub epochs: u32,
    /// Positions a step.
    pub batch: usize,
    /// The learning rate at the start; it falls to a hundredth along a cosine.
    pub learning_rate: f64,
    /// The share of each number that a learning rate of 1 would take away.
    pub weight_decay: f32,
    /// The source of all randomness.
    pub seed: u64,
}

/// A moment of a training.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// How often all positions have been seen.
    pub epochs: f32,
    /// The mean cross entropy since the last point, in nats.
    pub loss: f32,
    /// That of the positions to check with, at the end of an epoch.
    pub checked: Option<f32>,
}

/// A trained network.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The network, in the units of those whose games it learned from.
    pub network: Parameters,
    /// How the loss went.
    pub course: Vec<Point>,
}

/// Who looks on while a network is trained.
#[derive(Clone, Copy)]
pub struct TrainingWatch<'a> {
    /// Tells whether to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
    /// Hears after each step how many steps are done, how many there are, and the last point.
    pub on_step: &'a dyn Fn(u64, u64, Option<&Point>),
}

/// A training that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// Its checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// What it was to run on.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The loss is no number.
    #[error("the loss is no number after step {0}: take a smaller learning rate")]
    Diverged(u64),
}

/// Points of the course in each epoch.
const POINTS: u64 = 20;
/// The last learning rate, as a share of the first.
const LAST_RATE: f64 = 0.01;
/// How often a checkpoint is written.
const KEEP_EVERY: Duration = Duration::from_secs(30);

/// Trains a network on the samples, or goes on where `checkpoint` was written. `None` if `watch` has
/// it stop; the checkpoint is written then. It may go on on another device.
///
/// # Errors
///
/// No such device; a checkpoint of other data or another training, or one that cannot be read or
/// written; a loss that is no number.
pub fn train(
    samples: &Samples,
    training: &Training,
    device: TrainingDevice,
    checkpoint: &Path,
    watch: &TrainingWatch<'_>,
) -> Result<Option<Trained>, TrainError> {
    let backend = Backend::on(device)?;
    let mut run = TrainingRun::begin(samples, training, checkpoint)?;
    let (mut order, mut kept) = (Order::default(), Instant::now());
    let (checks, began) = (samples.check(), run.state.step);
    while run.state.step < run.steps() {
        if (watch.is_stopped)() {
            run.keep(checkpoint)?;
            return Ok(None);
        }
        let epoch = run.state.step / run.steps_per_epoch;
        let numbers = order.of(epoch, samples, training.seed);
        let start = (run.state.step % run.steps_per_epoch) as usize * training.batch;
        let end = numbers.len().min(start + training.batch);
        let batch = samples.lesson(&numbers[start..end], run.seed_of_step());
        run.step(&backend, &batch, &checks)?;
        (watch.on_step)(run.state.step, run.steps(), run.state.course.last());
        if kept.elapsed() >= KEEP_EVERY {
            run.keep(checkpoint)?;
            kept = Instant::now();
        }
    }
    if run.state.step > began {
        run.keep(checkpoint)?;
    }
    let mut network = run.optimizer.network;
    network.scale_output(run.factor);
    Ok(Some(Trained { network, course: run.state.course }))
}

/// A training on its way.
struct TrainingRun {
    state: State,
    optimizer: Optimizer,
    steps_per_epoch: u64,
    checks: usize,
    /// By what the output is multiplied in the end, which is trained to be a logit: a network tells
    /// units, as those do whose games it learned from.
    factor: f32,
}

impl TrainingRun {
    fn begin(
        samples: &Samples,
        training: &Training,
        checkpoint: &Path,
    ) -> Result<TrainingRun, TrainError> {
        let [lessons, checks] = samples.counts();
        let steps_per_epoch = lessons.div_ceil(training.batch) as u64;
        let factor = samples.units_per_logit / UNITS_PER_LOGIT as f32;
        let fingerprint = samples.fingerprint();
        if let Some(found) = Checkpoint::read(checkpoint, training, fingerprint)? {
            let Checkpoint { state, optimizer } = found;
            return Ok(TrainingRun { state, optimizer, steps_per_epoch, checks, factor });
        }
        let shape = Shape {
            inputs: samples.inputs,
            hidden: training.hidden,
            second: training.second,
            buckets: samples.buckets,
        };
        let state = State {
            training: *training,
            samples: fingerprint,
            step: 0,
            course: Vec::new(),
            loss_bits: 0,
            positions: 0,
        };
        let optimizer = Optimizer::new(begin(shape, training.seed));
        Ok(TrainingRun { state, optimizer, steps_per_epoch, checks, factor })
    }

    fn steps(&self) -> u64 {
        self.steps_per_epoch * u64::from(self.state.training.epochs)
    }

    /// Returns the seed of what is random in the next step.
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

    fn step(
        &mut self,
        backend: &Backend,
        batch: &[Batch],
        checks: &[Batch],
    ) -> Result<(), TrainError> {
        let positions: usize = batch.iter().map(|piece| piece.targets.len()).sum();
        let Some(mut lesson) = backend.learn(batch, &self.optimizer.network) else {
            return Ok(());
        };
        for number in tensors_mut(&mut lesson.gradients).into_iter().flatten() {
            *number /= positions as f32;
        }
        let decay = self.state.training.weight_decay;
        let rate = self.learning_rate();
        self.optimizer.step(&lesson.gradients, self.state.step, rate, decay, self.factor);
        let loss_before = f64::from_bits(self.state.loss_bits);
        self.state.loss_bits = (loss_before + lesson.loss).to_bits();
        self.state.positions += positions as u64;
        self.state.step += 1;
        if !lesson.loss.is_finite() {
            return Err(TrainError::Diverged(self.state.step));
        }
        let in_epoch = self.state.step % self.steps_per_epoch;
        if in_epoch == 0 || in_epoch.is_multiple_of(self.steps_per_epoch.div_ceil(POINTS)) {
            let checked = (in_epoch == 0).then(|| {
                let loss = backend.loss(checks, &self.optimizer.network);
                (loss / self.checks as f64) as f32
            });
            let loss = f64::from_bits(self.state.loss_bits) / self.state.positions as f64;
            let epochs = self.state.step as f32 / self.steps_per_epoch as f32;
            self.state.course.push(Point { epochs, loss: loss as f32, checked });
            (self.state.loss_bits, self.state.positions) = (0, 0);
        }
        Ok(())
    }

    fn keep(&self, path: &Path) -> Result<(), TrainError> {
        let (state, optimizer) = (self.state.clone(), self.optimizer.clone());
        Ok(Checkpoint { state, optimizer }.write(path)?)
    }
}

/// The order in which an epoch sees the positions.
#[derive(Default)]
struct Order {
    epoch: Option<u64>,
    numbers: Vec<u32>,
}

impl Order {
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

/// How many inputs are about on at once, for the size of the first weights.
const TYPICALLY_ON: f32 = 64.0;
/// The first biases, from which most units begin within their range.
const FIRST_BIAS: f32 = 0.3;

/// Draws the network that a training begins with.
fn begin(shape: Shape, seed: u64) -> Parameters {
    let mut rng = Rng::with_seed(seed);
    let mut draw = |numbers: &mut Vec<f32>, fed_by: f32| {
        let bound = fed_by.sqrt().recip();
        numbers.iter_mut().for_each(|number| *number = bound * (2.0 * rng.f32() - 1.0));
    };
    let mut network = Parameters::zeros(shape);
    draw(&mut network.first_weights, TYPICALLY_ON);
    draw(&mut network.second_weights, 2.0 * shape.hidden as f32);
    draw(&mut network.output_weights, shape.last() as f32);
    network.first_biases.fill(FIRST_BIAS);
    network.second_biases.fill(FIRST_BIAS);
    network
}
