//! Texel tuning: plays self-play games and fits the weights of the hand-crafted evaluation to their
//! quiet positions by logistic regression.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use fastrand::Rng;
use gamekit::{Player as Side, Position};
use search::{Limits, score};

use crate::all_cores::on_all_cores;
use crate::game_with_weights::{GameWithWeights, Named, read};
use crate::logistic::FitError;
use crate::logistic::{Regression, best_scale, loss, row_loss};
use crate::play_out::play_out;
use crate::quiet::is_quiet;
use crate::rows::{CoefficientProber, Row};
use crate::self_play::SelfPlay;
use crate::self_play::{Player, player};

/// Options of the fit of weights to self-play games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Options of the games.
    pub self_play: SelfPlay,
    /// Number of games.
    pub games: u32,
    /// Seed of the random number generator.
    pub seed: u64,
    /// Weight of the search score in a target, from 0 to 1. The rest is the result of the game.
    pub blend: f64,
    /// Measures the worth of each group of weights ([`Worth`]).
    pub weigh_groups: bool,
}

/// Result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// Weights before the fit, in the order of declaration.
    pub before: Vec<Named>,
    /// Fitted weights, rounded, in the order of declaration.
    pub weights: Vec<Named>,
    /// Number of positions in the training set.
    pub positions: usize,
    /// Logits per point of the evaluation.
    pub scale: f64,
    /// Validation loss before and after the fit: mean cross entropy, in nats, with the previous
    /// weights and with the new ones.
    pub loss: [f64; 2],
    /// Worth of each group of weights. Empty if it was not measured.
    pub worth: Vec<Worth>,
}

/// Worth of a group of weights, declared as one field, for the prediction (ablation).
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// Name of the field.
    pub group: String,
    /// Increase of the validation loss, in millionths of a nat, when the weights of the group are 0
    /// and all others are fitted again.
    pub loss: f64,
    /// Standard error of `loss`, with games as independent observations.
    pub error: f64,
}

/// Divisor of the validation set: one game in this many belongs to it.
const VALIDATION_PERIOD: u32 = 8;

/// Smallest number of quiet positions.
const FEWEST: usize = 300;

/// Number of positions in which the evaluation must be linear in its weights.
const CHECKED: usize = 300;

/// Plays the games and fits the weights.
pub(crate) fn run<G: GameWithWeights>(
    plan: &Fit,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Fitted, FitError> {
    let (rows, validation) = collect_rows::<G>(plan, progress)?;
    let named = read::<G>(&mut G::Engine::default());
    let start: Vec<f64> = named.iter().map(|&(_, value)| f64::from(value)).collect();
    let scale = best_scale(&rows, &start)?;
    let found = Regression::new(&rows, scale, &start).solve()?;
    let rounded: Vec<f64> = found.iter().map(|value| value.round()).collect();
    let loss = [loss(&validation, &start, scale), loss(&validation, &rounded, scale)];
    let worth = match plan.weigh_groups {
        true => weigh_groups(&rows, &validation, scale, &found, &named)?,
        false => Vec::new(),
    };
    let names = named.iter().map(|(name, _)| name.clone());
    let weights = names.zip(rounded.iter().map(|&value| value as i32)).collect();
    Ok(Fitted { before: named, weights, positions: rows.len(), scale, loss, worth })
}

/// Quiet position of a game.
struct QuietPosition<P> {
    pos: P,
    game: u32,
    /// Score of the search, for the side to move.
    score: f32,
    /// Result of the game for the side to move, from 0 to 1.
    points: f32,
}

/// Plays the games and returns the rows of the training set and of the validation set.
fn collect_rows<G: GameWithWeights>(
    plan: &Fit,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<(Vec<Row>, Vec<Row>), FitError> {
    let quiet = play_games::<G>(plan, progress);
    if quiet.len() < FEWEST {
        return Err(FitError::TooFew(quiet.len()));
    }
    let scores = quiet.iter().map(|quiet| Row {
        coefficients: Vec::new(),
        constant: quiet.score,
        target: quiet.points,
        game: quiet.game,
    });
    let scale = best_scale(&scores.collect::<Vec<_>>(), &[])?;
    let prober = CoefficientProber::<G>::new();
    let row = |quiet: &QuietPosition<G::Position>| {
        let expected = 1.0 / (1.0 + (-scale * f64::from(quiet.score)).exp());
        let target = plan.blend * expected + (1.0 - plan.blend) * f64::from(quiet.points);
        prober.row(&quiet.pos, target as f32, quiet.game)
    };
    let rows = on_all_cores(quiet.len(), &|| Box::new(|number| row(&quiet[number])));
    let mut rng = Rng::with_seed(plan.seed);
    for (row, quiet) in rows.iter().zip(&quiet).take(CHECKED) {
        if !prober.is_linear(row, &quiet.pos, &mut rng) {
            return Err(FitError::NotLinear(quiet.pos.to_string()));
        }
    }
    Ok(rows.into_iter().partition(|row| row.game % VALIDATION_PERIOD != 0))
}

/// Plays the games and returns their quiet positions: those that quiescence search evaluates at
/// once.
fn play_games<G: GameWithWeights>(
    plan: &Fit,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<QuietPosition<G::Position>> {
    let ended = AtomicU32::new(0);
    let engine = G::Engine::default();
    let play = |[first, second]: &mut [Player<G>; 2], game: u32| {
        let mut rng = SelfPlay::rng(plan.seed, game);
        let start = plan.self_play.opening::<G::Position>(&mut rng);
        let mut quiet = Vec::new();
        first.new_game();
        second.new_game();
        let outcome = play_out(
            start,
            |moves| rng.shuffle(moves),
            |task| {
                let is_first = task.root.side_to_move() == Side::First;
                let player = if is_first { &mut *first } else { &mut *second };
                let found = player.search(task, Limits::nodes(plan.self_play.nodes), |_| ())?;
                let pos = task.root;
                if !score::is_proven(found.score) && is_quiet(&engine, pos, found.best) {
                    let score = found.score as f32;
                    quiet.push(QuietPosition { pos: pos.clone(), game, score, points: 0.0 });
                }
                Some(found)
            },
        );
        for QuietPosition { pos, points, .. } in &mut quiet {
            *points = outcome.score(pos.side_to_move()) as f32;
        }
        let count = 1 + ended.fetch_add(1, Ordering::Relaxed);
        progress(f64::from(count) / f64::from(plan.games));
        quiet
    };
    let games = on_all_cores(plan.games as usize, &|| {
        let mut players = [player::<G>(&engine), player::<G>(&engine)];
        Box::new(move |game| play(&mut players, game as u32))
    });
    games.into_iter().flatten().collect()
}

/// Measures the worth of each group of weights: sets it to 0 and fits all others again.
fn weigh_groups(
    rows: &[Row],
    validation: &[Row],
    scale: f64,
    full: &[f64],
    named: &[Named],
) -> Result<Vec<Worth>, FitError> {
    let group = |index: usize| named[index].0.split('[').next().unwrap_or_default();
    let mut groups: Vec<&str> = (0..full.len()).map(group).collect();
    groups.dedup();
    groups
        .iter()
        .map(|&name| {
            let is_removed = |index: usize| group(index) == name;
            let values = full.iter().enumerate();
            let start: Vec<f64> =
                values.map(|(index, &value)| if is_removed(index) { 0.0 } else { value }).collect();
            let without = Regression::new(rows, scale, &start).with_fixed(is_removed).solve()?;
            let (loss, error) = paired_difference(validation, scale, &without, full);
            Ok(Worth { group: name.to_owned(), loss: 1e6 * loss, error: 1e6 * error })
        })
        .collect()
}

/// Returns the mean loss with `one` minus the mean loss with `other`, and the standard error of the
/// difference. Each game is one observation.
fn paired_difference(rows: &[Row], scale: f64, one: &[f64], other: &[f64]) -> (f64, f64) {
    let mut games: BTreeMap<u32, f64> = BTreeMap::new();
    for row in rows {
        *games.entry(row.game).or_default() +=
            row_loss(row, one, scale) - row_loss(row, other, scale);
    }
    let (count, total) = (games.len() as f64, rows.len() as f64);
    let mean = games.values().sum::<f64>() / count;
    let variance = games.values().map(|sum| (sum - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean * count / total, (variance * count).sqrt() / total)
}
