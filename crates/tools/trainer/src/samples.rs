//! Training samples: filters the positions of self-play shards, computes their targets, and splits
//! them by games into a training set and a validation set.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use fastrand::Rng;
use gamekit::Position;
use nn::{Features, UNITS_PER_LOGIT};
use rayon::prelude::*;
use search::score;
use serde::{Deserialize, Serialize};

use crate::all_cores::{Worker, on_all_cores};
use crate::batch::Batch;
use crate::evaluator::Evaluator;
use crate::game_with_network::GameWithNetwork;
use crate::logistic::FitError;
use crate::logistic::best_scale;
use crate::quiet::is_quiet;
use crate::rows::Row;
use crate::shard::{PlayedGame, Ply, ShardError, check_game, read_shard};
use crate::sparse::Sparse;

/// Filter of the positions that become training samples. Positions with a proven result are always
/// left out: the search never evaluates them by the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// Plies at the start of each game that are left out, the random opening included.
    pub first_plies: usize,
    /// Keeps noisy positions: those with a threat, and those whose best move is one that
    /// quiescence search plays before it evaluates.
    pub keeps_noisy: bool,
    /// Keeps every occurrence of a position, not only the first one.
    pub keeps_duplicates: bool,
}

/// Training set and validation set.
#[derive(Debug)]
pub struct Samples {
    /// Inputs of one perspective.
    pub inputs: usize,
    /// Buckets: output heads of the network, one for each phase of the game.
    pub buckets: usize,
    /// Score per logit of expected points, in the games of the shards. A network that predicts
    /// logits is multiplied by it, so that its scores have the scale of the scores in the games.
    pub units_per_logit: f32,
    /// Image of each input under each symmetry, without the first one, which is the identity.
    mirrored: Vec<Vec<u16>>,
    training: Positions,
    validation: Positions,
    /// Numbers of positions that were left out.
    pub left_out: LeftOut,
}

/// Numbers of positions that were left out, by the first reason that applied.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Within the first plies of the game.
    pub early: usize,
    /// So close to a fixed end of the game that other features decide.
    pub untypical: usize,
    /// With a proven result.
    pub proven: usize,
    /// With a threat, or a best move that quiescence search tries.
    pub noisy: usize,
    /// Seen before.
    pub duplicates: usize,
}

/// Samples in columns: features, buckets and targets.
#[derive(Clone, Default, Debug)]
struct Positions {
    rows: Sparse,
    buckets: Vec<u8>,
    targets: Vec<f32>,
}

/// Samples that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// Shard that cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// Too few samples.
    #[error("the filter leaves {0} training samples, too few: play more games, or filter less")]
    TooFew(usize),
    /// Scale from scores to expected points that cannot be fitted.
    #[error("the scale from scores to results cannot be fitted")]
    Scale(#[from] FitError),
}

/// Divisor of the validation set: one game in this many belongs to it.
const VALIDATION_PERIOD: usize = 16;

/// Smallest number of training samples.
const FEWEST: usize = 100;

/// Largest number of positions for the fit of the scale from scores to expected points.
const MAX_FITTED: usize = 200_000;

/// Positions of one shard that have passed the filter.
#[derive(Default)]
struct FilteredShard {
    /// Identifier of the evaluator of the scores.
    evaluator: String,
    positions: Vec<ScoredPosition>,
    /// Two rows for each position.
    rows: Sparse,
    left_out: LeftOut,
}

/// Position of a game with its score and result.
struct ScoredPosition {
    hash: u64,
    bucket: u8,
    score: i16,
    /// Result of the game for the side to move, from 0 to 1.
    points: f32,
    is_validation: bool,
}

impl Samples {
    /// Reads the positions of shards, in order. A target is the weighted mean of the expected
    /// points that the score predicts, with weight `lambda`, and of the result of the game.
    pub(crate) fn read<G: GameWithNetwork>(
        paths: &[PathBuf],
        filter: &Filter,
        lambda: f32,
    ) -> Result<Samples, SamplesError> {
        let read = || -> Worker<'_, _> {
            Box::new(|number| FilteredShard::read::<G>(&paths[number], filter))
        };
        let shards = on_all_cores(paths.len(), &read).into_iter();
        let shards: Vec<FilteredShard> = shards.collect::<Result<_, SamplesError>>()?;
        let mut samples = Samples {
            inputs: G::Features::INPUTS,
            buckets: G::Features::BUCKETS,
            units_per_logit: 0.0,
            mirrored: (1..G::Features::SYMMETRIES).map(mirrors::<G>).collect(),
            training: Positions::default(),
            validation: Positions::default(),
            left_out: LeftOut::default(),
        };
        let scales = fit_scales(&shards)?;
        samples.units_per_logit = units_per_logit(&shards, &scales);
        let mut seen = HashSet::new();
        for FilteredShard { evaluator, positions, rows, left_out } in shards {
            samples.left_out.add(left_out);
            let has_evaluation = Evaluator::has_evaluation(&evaluator);
            let share = if has_evaluation { lambda } else { 0.0 };
            let scale = scales[&evaluator];
            for (number, position) in positions.iter().enumerate() {
                if !seen.insert(position.hash) && !filter.keeps_duplicates {
                    samples.left_out.duplicates += 1;
                    continue;
                }
                let expected = 1.0 / (1.0 + (-scale * f32::from(position.score)).exp());
                let target = share * expected + (1.0 - share) * position.points;
                let set = match position.is_validation {
                    true => &mut samples.validation,
                    false => &mut samples.training,
                };
                set.push([2 * number, 2 * number + 1].map(|row| rows.row(row)), position, target);
            }
        }
        let validation_share = samples.validation.len() * (VALIDATION_PERIOD - 1);
        let fewest = samples.training.len().min(validation_share);
        if fewest < FEWEST { Err(SamplesError::TooFew(fewest)) } else { Ok(samples) }
    }

    /// Returns the number of training samples and the number of validation samples.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        [self.training.len(), self.validation.len()]
    }

    /// Returns a fingerprint of all samples. Different fingerprints mean different samples.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut sum: u64 = 0;
        for positions in [&self.training, &self.validation] {
            sum = sum.rotate_left(7) ^ positions.len() as u64;
            for (row, target) in positions.rows.rows().step_by(2).zip(&positions.targets) {
                let inputs = row.iter().fold(u64::from(target.to_bits()), |sum, &input| {
                    (sum ^ u64::from(input)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                });
                sum = sum.rotate_left(5) ^ inputs;
            }
        }
        sum
    }

    /// Returns the training samples with these numbers, in pieces. `seed` draws a symmetry of the
    /// board for each sample, the identity included.
    ///
    /// # Panics
    ///
    /// Panics if there is no training sample of one of the numbers.
    #[must_use]
    pub fn batches(&self, numbers: &[u32], seed: u64) -> Vec<Batch> {
        let pieces = (0..).zip(numbers.chunks(Batch::PIECE)).collect::<Vec<(u64, _)>>();
        let pieces = pieces.into_par_iter().map(|(piece, numbers)| {
            let mut rng = Rng::with_seed(seed.wrapping_add(piece));
            let mut batch = Batch::default();
            for &number in numbers {
                let symmetry = rng.usize(..=self.mirrored.len());
                let mirrored = symmetry.checked_sub(1).map(|symmetry| &self.mirrored[symmetry]);
                self.training.copy(number as usize, mirrored, &mut batch);
            }
            batch
        });
        pieces.collect()
    }

    /// Returns the validation set, in pieces.
    #[must_use]
    pub fn validation_batches(&self) -> Vec<Batch> {
        let numbers: Vec<usize> = (0..self.validation.len()).collect();
        let piece = |numbers: &[usize]| {
            let mut batch = Batch::default();
            numbers.iter().for_each(|&number| self.validation.copy(number, None, &mut batch));
            batch
        };
        numbers.chunks(Batch::PIECE).map(piece).collect()
    }
}

impl Positions {
    fn len(&self) -> usize {
        self.targets.len()
    }

    fn push(&mut self, rows: [&[u16]; 2], position: &ScoredPosition, target: f32) {
        rows.into_iter().for_each(|row| self.rows.push(row.iter().copied()));
        self.buckets.push(position.bucket);
        self.targets.push(target);
    }

    /// Appends a position to a batch. `mirrored` replaces each input by its image, if it is given.
    fn copy(&self, number: usize, mirrored: Option<&Vec<u16>>, batch: &mut Batch) {
        for row in [2 * number, 2 * number + 1] {
            let inputs = self.rows.row(row).iter();
            match mirrored {
                None => batch.rows.push(inputs.copied()),
                Some(mirrored) => {
                    batch.rows.push(inputs.map(|&input| mirrored[usize::from(input)]));
                }
            }
        }
        batch.buckets.push(self.buckets[number]);
        batch.targets.push(self.targets[number]);
    }
}

impl LeftOut {
    fn add(&mut self, other: LeftOut) {
        self.early += other.early;
        self.untypical += other.untypical;
        self.proven += other.proven;
        self.noisy += other.noisy;
        self.duplicates += other.duplicates;
    }
}

fn mirrors<G: GameWithNetwork>(symmetry: usize) -> Vec<u16> {
    (0..G::Features::INPUTS).map(|input| G::Features::mirrored(input, symmetry) as u16).collect()
}

/// Fits, for each evaluator, the scale from its scores to logits that predicts the results best.
fn fit_scales(shards: &[FilteredShard]) -> Result<BTreeMap<String, f32>, FitError> {
    let mut scales = BTreeMap::new();
    for FilteredShard { evaluator, .. } in shards {
        if scales.contains_key(evaluator) {
            continue;
        }
        let same = shards.iter().filter(|shard| shard.evaluator == *evaluator);
        let positions = same.flat_map(|shard| &shard.positions).take(MAX_FITTED);
        let row = |position: &ScoredPosition| Row {
            coefficients: Vec::new(),
            constant: position.score.into(),
            target: position.points,
            game: 0,
        };
        let rows: Vec<Row> = positions.map(row).collect();
        let scale = if rows.is_empty() { 0.0 } else { best_scale(&rows, &[])? as f32 };
        scales.insert(evaluator.clone(), scale);
    }
    Ok(scales)
}

/// Returns the mean score per logit, over the positions of all evaluators but `nothing`. Returns
/// the scale of `nn` if there are none.
fn units_per_logit(shards: &[FilteredShard], scales: &BTreeMap<String, f32>) -> f32 {
    let (mut units, mut positions) = (0.0, 0);
    for shard in shards.iter().filter(|shard| Evaluator::has_evaluation(&shard.evaluator)) {
        units += shard.positions.len() as f64 / f64::from(scales[&shard.evaluator]);
        positions += shard.positions.len();
    }
    if positions == 0 { UNITS_PER_LOGIT as f32 } else { (units / positions as f64) as f32 }
}

impl FilteredShard {
    /// Reads the positions of a shard that pass the filter.
    fn read<G: GameWithNetwork>(
        path: &Path,
        filter: &Filter,
    ) -> Result<FilteredShard, SamplesError> {
        let (shard, games) = read_shard(path)?;
        check_game(&shard, path, G::NAME)?;
        let engine = G::Engine::default();
        let evaluator = shard.scored_by().to_owned();
        let mut filtered = FilteredShard { evaluator, ..FilteredShard::default() };
        for (number, game) in games.iter().enumerate() {
            let is_validation = number % VALIDATION_PERIOD == 0;
            let replayed = game.replay::<G::Position>(|ply| {
                let left_out = &mut filtered.left_out;
                if ply.number < filter.first_plies {
                    left_out.early += 1;
                } else if !(G::IS_TYPICAL)(ply.pos) {
                    left_out.untypical += 1;
                } else if score::is_proven(ply.score) {
                    left_out.proven += 1;
                } else if !filter.keeps_noisy && !is_quiet(&engine, ply.pos, ply.best) {
                    left_out.noisy += 1;
                } else {
                    filtered.push::<G>(&ply, game, is_validation);
                }
            });
            replayed.ok_or_else(|| ShardError::Rules(path.to_owned()))?;
        }
        Ok(filtered)
    }

    fn push<G: GameWithNetwork>(
        &mut self,
        ply: &Ply<'_, G::Position>,
        game: &PlayedGame,
        is_validation: bool,
    ) {
        let side = ply.pos.side_to_move();
        for side in [side, side.opponent()] {
            let mut inputs = Vec::new();
            G::Features::active(ply.pos, side, |input| inputs.push(input as u16));
            self.rows.push(inputs);
        }
        self.positions.push(ScoredPosition {
            hash: ply.pos.hash(),
            bucket: G::Features::bucket(ply.pos) as u8,
            score: ply.score as i16,
            points: game.outcome.score(side) as f32,
            is_validation,
        });
    }
}
