use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use gamekit::Position;
use rayon::prelude::*;
use search::{MoveOrder, Tactics, score};

use crate::logistic::FitError;
use crate::logistic::{Regression, best_scale, loss, row_loss};
use crate::play_out::play_out;
use crate::rows::{Prober, Row};
use crate::self_play::SelfPlay;
use crate::self_play::{Player, player};
use crate::thinker::Effort;
use crate::tunable_game::{GameWithWeights, Named, read};

/// How weights are fitted to games of the bot against itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// How the games are played.
    pub self_play: SelfPlay,
    /// How many.
    pub games: u32,
    /// The source of all randomness.
    pub seed: u64,
    /// How much of a target is what the search found in the position, from 0 to 1; the rest is how
    /// the game ended.
    pub blend: f64,
    /// Whether to find out what each group of weights is worth.
    pub weigh_groups: bool,
}

/// What a fit found.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights, rounded, in the order of declaration.
    pub weights: Vec<Named>,
    /// Positions that they were fitted to.
    pub positions: usize,
    /// Logits per unit of the evaluation.
    pub scale: f64,
    /// Mean cross entropy, in nats, of positions of other games: with the weights before, and with
    /// the new ones.
    pub loss: [f64; 2],
    /// What each group of weights is worth, if asked for.
    pub worth: Vec<Worth>,
}

/// What a group of weights, declared as one field, is worth to the prediction.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The name of the field.
    pub group: String,
    /// By how much the cross entropy of positions of other games grows, in millionths of a nat,
    /// when these weights are 0 and all others are fitted anew.
    pub loss: f64,
    /// The standard error of that figure, games taken as independent.
    pub error: f64,
}

/// One game in so many is kept from the fit, to check it.
const CHECKED: u32 = 8;

/// Fewer rows than this teach nothing.
const FEWEST: usize = 300;

pub(crate) fn run<G: GameWithWeights>(
    plan: &Fit,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Fitted, FitError> {
    let (rows, checks) = observe::<G>(plan, progress)?;
    let named = read::<G>(&mut G::Engine::default());
    let start: Vec<f64> = named.iter().map(|&(_, value)| f64::from(value)).collect();
    let scale = best_scale(&rows, &start)?;
    let found = Regression::new(&rows, scale, &start).solve()?;
    let rounded: Vec<f64> = found.iter().map(|value| value.round()).collect();
    let loss = [loss(&checks, &start, scale), loss(&checks, &rounded, scale)];
    let worth = match plan.weigh_groups {
        true => weigh_groups(&rows, &checks, scale, &found, &named)?,
        false => Vec::new(),
    };
    let names = named.into_iter().map(|(name, _)| name);
    let weights = names.zip(rounded.iter().map(|&value| value as i32)).collect();
    Ok(Fitted { weights, positions: rows.len(), scale, loss, worth })
}

/// A quiet position of a game.
struct Quiet<P> {
    pos: P,
    game: u32,
    /// What the search found, for the side to move.
    score: f32,
    /// How the game ended, for the side to move.
    points: f32,
}

/// Plays the games and returns what their positions teach, and other positions to check it with.
fn observe<G: GameWithWeights>(
    plan: &Fit,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<(Vec<Row>, Vec<Row>), FitError> {
    let quiet = play_games::<G>(plan, progress);
    if quiet.len() < FEWEST {
        return Err(FitError::TooFew(quiet.len()));
    }
    let judged = quiet.iter().map(|quiet| Row {
        counts: Vec::new(),
        rest: quiet.score,
        target: quiet.points,
        game: quiet.game,
    });
    let scale = best_scale(&judged.collect::<Vec<_>>(), &[])?;
    let prober = Prober::<G>::new();
    let row = |quiet: &Quiet<G::Position>| {
        let judged = 1.0 / (1.0 + (-scale * f64::from(quiet.score)).exp());
        let target = plan.blend * judged + (1.0 - plan.blend) * f64::from(quiet.points);
        prober.row(&quiet.pos, target as f32, quiet.game)
    };
    let rows: Vec<Row> = quiet.par_iter().map(row).collect();
    Ok(rows.into_iter().partition(|row| row.game % CHECKED != 0))
}

/// Plays the games and returns their quiet positions: those that the evaluation is asked about.
fn play_games<G: GameWithWeights>(
    plan: &Fit,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<Quiet<G::Position>> {
    let ended = AtomicU32::new(0);
    let engine = G::Engine::default();
    let players = || (player::<G>(&engine), player::<G>(&engine));
    let play = |(first, second): &mut (Player<G>, Player<G>), game: u32| {
        let mut rng = SelfPlay::rng(plan.seed, game);
        let start = plan.self_play.opening::<G::Position>(&mut rng);
        let mut quiet = Vec::new();
        let effort = Effort::Nodes(plan.self_play.nodes);
        let outcome = play_out(start, [first, second], effort, &mut rng, |pos, found| {
            let is_quiet = !score::is_proven(found.score)
                && engine.proof(pos).is_none()
                && !engine.is_threatened(pos)
                && !engine.score_move(pos, found.best).is_noisy;
            if is_quiet {
                let score = found.score as f32;
                quiet.push(Quiet { pos: pos.clone(), game, score, points: 0.0 });
            }
        });
        for Quiet { pos, points, .. } in &mut quiet {
            *points = outcome.score(pos.side_to_move()) as f32;
        }
        let count = 1 + ended.fetch_add(1, Ordering::Relaxed);
        progress(f64::from(count) / f64::from(plan.games));
        quiet
    };
    (0..plan.games).into_par_iter().map_init(players, play).flatten_iter().collect()
}

/// Finds out what each group of weights is worth: fits all others without it.
fn weigh_groups(
    rows: &[Row],
    checks: &[Row],
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
            let is_gone = |index: usize| group(index) == name;
            let values = full.iter().enumerate();
            let start: Vec<f64> =
                values.map(|(index, &value)| if is_gone(index) { 0.0 } else { value }).collect();
            let without = Regression::new(rows, scale, &start).holding(is_gone).solve()?;
            let (loss, error) = paired_difference(checks, scale, &without, full);
            Ok(Worth { group: name.to_owned(), loss: 1e6 * loss, error: 1e6 * error })
        })
        .collect()
}

/// Returns by how much the mean loss with `one` exceeds that with `other`, and its standard error,
/// positions of one game taken together.
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
