use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use fastrand::Rng;
use gamekit::Position;
use nn::{Features, UNITS_PER_LOGIT};
use rayon::prelude::*;
use search::{MoveOrder, Tactics, score};

use crate::batch::Batch;
use crate::evaluator::Evaluator;
use crate::logistic::FitError;
use crate::logistic::best_scale;
use crate::network_game::GameWithNetwork;
use crate::rows::Row;
use crate::shard::{PlayedGame, ShardError};
use crate::shard::{Ply, read_shard};
use crate::sparse::Sparse;

/// Which positions of the games are learned from. What is proven is never among them: the network
/// will not be asked about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Plies at the start of a game that are left out, its random opening included.
    pub first_plies: usize,
    /// Whether positions stay whose best move is a capture or something else that a search looks
    /// at before it asks for an evaluation, and those under a threat.
    pub keeps_noisy: bool,
    /// Whether a position stays each time it occurs, and not only the first time.
    pub keeps_duplicates: bool,
}

/// Positions to learn from, and others to check it with.
#[derive(Debug)]
pub struct Samples {
    /// Inputs of one perspective.
    pub inputs: usize,
    /// How many phases of the game are told apart.
    pub buckets: usize,
    /// Units of the players' scores for each logit of their expected points: who predicts points can
    /// so say scores that mean what theirs did.
    pub units_per_logit: f32,
    /// What each input is under each symmetry but the first, which is the identity.
    mirrored: Vec<Vec<u16>>,
    lessons: Positions,
    checks: Positions,
    /// What was left out.
    pub left_out: LeftOut,
}

/// How many positions were left out, by the first reason that held.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Too early in the game.
    pub early: usize,
    /// The game was so near to its end that other things count.
    pub untypical: usize,
    /// The result was proven.
    pub proven: usize,
    /// The best move was noisy, or there was a threat.
    pub noisy: usize,
    /// They had occurred before.
    pub duplicates: usize,
}

/// Positions with what is known of them.
#[derive(Clone, Default, Debug)]
struct Positions {
    rows: Sparse,
    buckets: Vec<u8>,
    targets: Vec<f32>,
}

/// Positions that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// A shard that cannot be read.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// Moves that the rules forbid.
    #[error("{0} holds a game that was played by other rules")]
    Rules(PathBuf),
    /// Nothing is left.
    #[error("the games leave {0} positions to learn from: play more of them, or filter less")]
    TooFew(usize),
    /// The curve from scores to points cannot be fitted.
    #[error("the scores do not tell how the games end")]
    Scale(#[from] FitError),
}

/// One game in so many is kept from learning, to check it.
const CHECKED: usize = 16;

/// Fewer positions than this teach nothing, and fewer than this check nothing.
const FEWEST: usize = 100;

/// Positions to which the curve from scores to points is fitted: no more are needed.
const FITTED: usize = 200_000;

/// The positions of a shard that have passed the filter.
#[derive(Default)]
struct Collected {
    evaluator: String,
    positions: Vec<Found>,
    /// Two rows for each position.
    rows: Sparse,
    left_out: LeftOut,
}

/// A position of a game.
struct Found {
    hash: u64,
    bucket: u8,
    score: i16,
    /// The points that the mover has made in the end.
    points: f32,
    is_check: bool,
}

impl Samples {
    /// Reads the positions of shards, in their order. A target is the expected points as the
    /// score tells them, to a share of `lambda`, and the points of the end of the game.
    pub(crate) fn read<G: GameWithNetwork>(
        paths: &[PathBuf],
        filter: &Filter,
        lambda: f32,
    ) -> Result<Samples, SamplesError> {
        let shards = paths.par_iter().map(|path| Collected::read::<G>(path, filter));
        let shards: Vec<Collected> = shards.collect::<Result<_, SamplesError>>()?;
        let mut samples = Samples {
            inputs: G::Features::INPUTS,
            buckets: G::Features::BUCKETS,
            units_per_logit: 0.0,
            mirrored: (1..G::Features::SYMMETRIES).map(mirrors::<G>).collect(),
            lessons: Positions::default(),
            checks: Positions::default(),
            left_out: LeftOut::default(),
        };
        let scales = fit_scales(&shards)?;
        samples.units_per_logit = units_per_logit(&shards, &scales);
        let mut seen = HashSet::new();
        for Collected { evaluator, positions, rows, left_out } in shards {
            samples.left_out.add(left_out);
            let has_opinions = Evaluator::has_opinions(&evaluator);
            let share = if has_opinions { lambda } else { 0.0 };
            let scale = scales[&evaluator];
            for (number, position) in positions.iter().enumerate() {
                if !seen.insert(position.hash) && !filter.keeps_duplicates {
                    samples.left_out.duplicates += 1;
                    continue;
                }
                let expected = 1.0 / (1.0 + (-scale * f32::from(position.score)).exp());
                let target = share * expected + (1.0 - share) * position.points;
                let among =
                    if position.is_check { &mut samples.checks } else { &mut samples.lessons };
                among.push([2 * number, 2 * number + 1].map(|row| rows.row(row)), position, target);
            }
        }
        let fewest = samples.lessons.len().min(samples.checks.len() * (CHECKED - 1));
        if fewest < FEWEST { Err(SamplesError::TooFew(fewest)) } else { Ok(samples) }
    }

    /// Returns how many positions there are to learn from, and how many to check it with.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        [self.lessons.len(), self.checks.len()]
    }

    /// Returns a fingerprint of all positions: another one means other data.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut sum: u64 = 0;
        for positions in [&self.lessons, &self.checks] {
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

    /// Returns the positions to learn from that have these numbers, each as it is or mirrored, as
    /// `seed` decides, in pieces.
    ///
    /// # Panics
    ///
    /// There are fewer positions.
    #[must_use]
    pub fn lesson(&self, numbers: &[u32], seed: u64) -> Vec<Batch> {
        let pieces = (0..).zip(numbers.chunks(Batch::PIECE)).collect::<Vec<(u64, _)>>();
        let pieces = pieces.into_par_iter().map(|(piece, numbers)| {
            let mut rng = Rng::with_seed(seed.wrapping_add(piece));
            let mut batch = Batch::default();
            for &number in numbers {
                let symmetry = rng.usize(..=self.mirrored.len());
                let mirrored = symmetry.checked_sub(1).map(|symmetry| &self.mirrored[symmetry]);
                self.lessons.copy(number as usize, mirrored, &mut batch);
            }
            batch
        });
        pieces.collect()
    }

    /// Returns all positions to check with, in pieces.
    #[must_use]
    pub fn check(&self) -> Vec<Batch> {
        let numbers: Vec<usize> = (0..self.checks.len()).collect();
        let piece = |numbers: &[usize]| {
            let mut batch = Batch::default();
            numbers.iter().for_each(|&number| self.checks.copy(number, None, &mut batch));
            batch
        };
        numbers.chunks(Batch::PIECE).map(piece).collect()
    }
}

impl Positions {
    fn len(&self) -> usize {
        self.targets.len()
    }

    fn push(&mut self, rows: [&[u16]; 2], position: &Found, target: f32) {
        rows.into_iter().for_each(|row| self.rows.push(row.iter().copied()));
        self.buckets.push(position.bucket);
        self.targets.push(target);
    }

    /// Appends a position to a batch, with other inputs in the place of its own if there are any.
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

/// Returns, for each evaluator, the logits per unit with which its scores predict best how the games
/// ended.
fn fit_scales(shards: &[Collected]) -> Result<BTreeMap<String, f32>, FitError> {
    let mut scales = BTreeMap::new();
    for Collected { evaluator, .. } in shards {
        if scales.contains_key(evaluator) {
            continue;
        }
        let judged = shards.iter().filter(|shard| shard.evaluator == *evaluator);
        let positions = judged.flat_map(|shard| &shard.positions).take(FITTED);
        let row = |found: &Found| Row {
            counts: Vec::new(),
            rest: found.score.into(),
            target: found.points,
            game: 0,
        };
        let rows: Vec<Row> = positions.map(row).collect();
        let scale = if rows.is_empty() { 0.0 } else { best_scale(&rows, &[])? as f32 };
        scales.insert(evaluator.clone(), scale);
    }
    Ok(scales)
}

/// Returns the mean units per logit of those who have opinions; the usual ones if nobody has any.
fn units_per_logit(shards: &[Collected], scales: &BTreeMap<String, f32>) -> f32 {
    let (mut units, mut positions) = (0.0, 0);
    for shard in shards.iter().filter(|shard| Evaluator::has_opinions(&shard.evaluator)) {
        units += shard.positions.len() as f64 / f64::from(scales[&shard.evaluator]);
        positions += shard.positions.len();
    }
    if positions == 0 { UNITS_PER_LOGIT as f32 } else { (units / positions as f64) as f32 }
}

impl Collected {
    /// Reads the positions of a shard that pass the filter.
    fn read<G: GameWithNetwork>(path: &Path, filter: &Filter) -> Result<Collected, SamplesError> {
        let (shard, games) = read_shard(path)?;
        if shard.game != G::NAME {
            let path = path.to_owned();
            return Err(ShardError::Game { path, found: shard.game, game: G::NAME }.into());
        }
        let engine = G::Engine::default();
        let mut collected = Collected { evaluator: shard.evaluator, ..Collected::default() };
        for (number, game) in games.iter().enumerate() {
            let is_check = number % CHECKED == 0;
            let replayed = game.replay::<G::Position>(|ply| {
                let left_out = &mut collected.left_out;
                if ply.number < filter.first_plies {
                    left_out.early += 1;
                } else if !(G::IS_TYPICAL)(ply.pos) {
                    left_out.untypical += 1;
                } else if score::is_proven(ply.score) {
                    left_out.proven += 1;
                } else if !filter.keeps_noisy && is_noisy(&engine, &ply) {
                    left_out.noisy += 1;
                } else {
                    collected.push::<G>(&ply, game, is_check);
                }
            });
            replayed.ok_or_else(|| SamplesError::Rules(path.to_owned()))?;
        }
        Ok(collected)
    }

    fn push<G: GameWithNetwork>(
        &mut self,
        ply: &Ply<'_, G::Position>,
        game: &PlayedGame,
        is_check: bool,
    ) {
        let side = ply.pos.side_to_move();
        for side in [side, side.opponent()] {
            let mut inputs = Vec::new();
            G::Features::active(ply.pos, side, |input| inputs.push(input as u16));
            self.rows.push(inputs);
        }
        self.positions.push(Found {
            hash: ply.pos.hash(),
            bucket: G::Features::bucket(ply.pos) as u8,
            score: ply.score as i16,
            points: game.outcome.score(side) as f32,
            is_check,
        });
    }
}

/// Tells whether a search would go on before it asks what the position is worth.
fn is_noisy<P: Position>(engine: &(impl MoveOrder<P> + Tactics<P>), ply: &Ply<'_, P>) -> bool {
    engine.proof(ply.pos).is_some()
        || engine.is_threatened(ply.pos)
        || engine.score_move(ply.pos, ply.best).is_noisy
}
