//! Training of the belief network by gradient descent.

use rayon::iter::ParallelIterator as _;
use rayon::slice::ParallelSlice as _;
use stratego::{Network, Odds, PieceInputs, Rank};

/// Passes over all pieces.
const EPOCHS: usize = 6;
/// Number of pieces per step, and of pieces whose gradient one core computes at a time.
const BATCH: usize = 1024;
const PART: usize = 256;
/// Learning rate of the first step; it falls to 0 in a straight line.
const RATE: f32 = 0.002;
/// Weight decay of AdamW.
const DECAY: f32 = 0.001;
/// Decay rates of AdamW's moments.
const BETAS: [f32; 2] = [0.9, 0.999];
/// Largest absolute values of the weights of a new network: those of the inputs, and all others.
const FIRST_SPREAD: f32 = 0.25;
const SPREAD: f32 = 0.1;

const HIDDEN: usize = Network::HIDDEN;
/// First bias of the hidden neurons, and first output weight.
const BIASES: usize = Network::INPUTS * HIDDEN;
const OUTPUTS: usize = BIASES + HIDDEN;
/// Number of output weights of a style, and of a rank.
const RANK_WEIGHTS: usize = HIDDEN + 1;
const STYLE_WEIGHTS: usize = Rank::COUNT * RANK_WEIGHTS;

/// Gradient of a loss for each weight of a network.
type Gradient = [f32; Network::SIZE];

/// Hidden piece with its true rank.
pub(crate) struct Sample {
    pub(crate) piece: PieceInputs,
    pub(crate) truth: Rank,
    /// Style of play of its owner.
    pub(crate) style: usize,
}

impl Sample {
    /// Adds the gradient of the log loss of this piece alone, in bits, and returns that loss.
    ///
    /// The other pieces do not count, except that a rank is weighted by the number of hidden pieces
    /// that have it.
    fn add_gradient(&self, network: &Network, gradient: &mut Gradient) -> f32 {
        let hidden = network.hidden(&self.piece.inputs);
        let odds = self.odds(&network.evidence(&hidden, self.style));
        let weights = network.weights();
        let mut back = [0.0; HIDDEN];
        for rank in Rank::ALL {
            let delta = odds[rank.index()] - f32::from(u8::from(rank == self.truth));
            let first = self.first_output(rank);
            for (neuron, value) in hidden.iter().enumerate() {
                gradient[first + neuron] += delta * value;
                back[neuron] += delta * weights[first + neuron];
            }
            gradient[first + HIDDEN] += delta;
        }
        let active = back.iter_mut().zip(hidden);
        active.filter(|(_, value)| *value == 0.0).for_each(|(back, _)| *back = 0.0);
        let mut add = |first: usize, value: f32| {
            let row = &mut gradient[first..first + HIDDEN];
            row.iter_mut().zip(&back).for_each(|(sum, back)| *sum += value * back);
        };
        add(BIASES, 1.0);
        for &(input, value) in &self.piece.inputs {
            add(usize::from(input) * HIDDEN, value);
        }
        -odds[self.truth.index()].max(f32::MIN_POSITIVE).log2()
    }

    /// Returns the probabilities of the ranks by their log-likelihoods in bits.
    fn odds(&self, evidence: &Odds) -> Odds {
        let prior = self.piece.prior;
        let possible = Rank::ALL.into_iter().filter(|rank| prior[rank.index()] > 0.0);
        let best = possible.map(|rank| evidence[rank.index()]).fold(f32::MIN, f32::max);
        let shares: Odds = std::array::from_fn(|rank| {
            if prior[rank] > 0.0 { prior[rank] * (evidence[rank] - best).exp2() } else { 0.0 }
        });
        let sum: f32 = shares.iter().sum();
        shares.map(|share| share / sum)
    }

    /// Returns the index of the first output weight of a rank.
    fn first_output(&self, rank: Rank) -> usize {
        OUTPUTS + self.style * STYLE_WEIGHTS + rank.index() * RANK_WEIGHTS
    }
}

/// Trains a new network with AdamW (Loshchilov and Hutter, 2019), and writes the log loss of each
/// pass to standard error.
pub(crate) fn train(samples: &[Sample], seed: u64) -> Network {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut network = Network::new(std::array::from_fn(|index| {
        let spread = if index < BIASES { FIRST_SPREAD } else { SPREAD };
        spread * (2.0 * rng.f32() - 1.0)
    }));
    let mut moments = [[0.0; 2]; Network::SIZE];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let steps = EPOCHS * samples.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 1..=EPOCHS {
        rng.shuffle(&mut order);
        let mut bits = 0.0;
        for batch in order.chunks(BATCH) {
            let (loss, gradient) = gradient(&network, samples, batch);
            bits += f64::from(loss);
            let rate = RATE * (1.0 - step as f32 / steps as f32);
            step += 1;
            // Bias correction: both moments start at 0.
            let corrections = BETAS.map(|beta| 1.0 - beta.powf(step as f32));
            for ((weight, gradient), [mean, square]) in
                network.weights_mut().iter_mut().zip(gradient).zip(&mut moments)
            {
                let gradient = gradient / batch.len() as f32;
                *mean += (1.0 - BETAS[0]) * (gradient - *mean);
                *square += (1.0 - BETAS[1]) * (gradient * gradient - *square);
                let size = (*square / corrections[1]).sqrt() + 1e-8;
                *weight -= rate * (*mean / corrections[0] / size + DECAY * *weight);
            }
        }
        eprintln!("pass {epoch}: {:.4} bits per piece", bits / samples.len().max(1) as f64);
    }
    network
}

/// Returns the log loss of a batch in bits, and its gradient, summed in the order of the samples.
fn gradient(network: &Network, samples: &[Sample], batch: &[usize]) -> (f32, Gradient) {
    let parts = batch.par_chunks(PART).map(|part| {
        let mut gradient = [0.0; Network::SIZE];
        let losses = part.iter().map(|&index| samples[index].add_gradient(network, &mut gradient));
        (losses.sum::<f32>(), gradient)
    });
    let parts: Vec<(f32, Gradient)> = parts.collect();
    let mut total = (0.0, [0.0; Network::SIZE]);
    for (loss, gradient) in parts {
        total.0 += loss;
        total.1.iter_mut().zip(gradient).for_each(|(sum, part)| *sum += part);
    }
    total
}
