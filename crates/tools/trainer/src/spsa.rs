//! SPSA (simultaneous perturbation stochastic approximation) by self-play: tunes weights of the
//! evaluation or parameters of the search.

use std::ops::ControlFlow;

use fastrand::Rng;
use rayon::prelude::*;
use search::{Params, Tunable, TunableError, Weights};

use crate::engine_player::{BoxedPlayer, Effort};
use crate::evaluator::{Evaluator, EvaluatorError};
use crate::game_with_weights::{GameWithWeights, Named, named_weights, write};
use crate::play_out::play_pair;
use crate::self_play::SelfPlay;
use crate::self_play::player;

/// Options of SPSA (Spall, 1992).
///
/// Each game pair changes all parameters at once, each up or down at random, and plays the changed
/// parameters against the opposite change. Then it moves them by a share of the change towards the
/// winner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spsa {
    /// Options of the games.
    pub self_play: SelfPlay,
    /// Number of game pairs.
    pub pairs: u32,
    /// Seed of the random number generator.
    pub seed: u64,
    /// Smallest change (perturbation) of a parameter, in the parameter's own scale.
    pub smallest_change: f64,
    /// Change as a share of the parameter's value, where that is more than the smallest change.
    pub relative_change: f64,
    /// Step as a share of the change when one side wins both games of a pair: at the start and at
    /// the end. It is interpolated linearly in between.
    pub gain: (f64, f64),
}

/// Result of SPSA.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaResult {
    /// Tuned values: the means over the second half of the run, rounded, in the order of
    /// declaration.
    pub values: Vec<Named>,
    /// Number of game pairs that were played.
    pub pairs: u32,
    /// Share of the game pairs that were not tied, from 0 to 1. If it is small, the changes are too
    /// small or the games too few.
    pub decided: f64,
}

/// Search parameters that cannot be tuned.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// Evaluator that the game does not support.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// Unknown tunable.
    #[error(transparent)]
    Tunable(#[from] TunableError),
    /// Tunable that is named twice.
    #[error("the tunable `{0}` is named twice")]
    NamedTwice(String),
}

/// Search parameters that are tuned by default: margins and sizes, which have many values. Depth
/// limits are not among them.
pub const SPSA_TUNABLES: [&str; 12] = [
    "aspiration_window",
    "reverse_futility_margin",
    "razoring_margin",
    "null_move_divisor",
    "futility_margin",
    "move_count_base",
    "reduction_base",
    "reduction_divisor",
    "reduction_history",
    "singular_margin",
    "history_bonus",
    "history_bonus_max",
];

/// Game pairs per update of the parameters. It is fixed, so that the result does not depend on the
/// number of cores.
const PAIRS_PER_UPDATE: u32 = 16;

/// Parameter that is tuned.
pub struct Parameter {
    name: String,
    value: f64,
    min: f64,
    max: f64,
}

impl Parameter {
    /// Returns parameters for the weights in this list.
    #[must_use]
    pub fn weights(weights: &mut dyn Weights) -> Vec<Parameter> {
        let named = named_weights(weights);
        let parameter = |(name, value): Named| {
            let range = weights.range(&name);
            let [value, min, max] = [value, *range.start(), *range.end()].map(f64::from);
            Parameter { name, value, min, max }
        };
        named.into_iter().map(parameter).collect()
    }

    /// Returns the search parameters with these names, at the values of `params`.
    ///
    /// # Errors
    ///
    /// A name is unknown or occurs twice.
    pub fn tunables(names: &[String], params: &Params) -> Result<Vec<Parameter>, SpsaError> {
        for (place, name) in names.iter().enumerate() {
            if names[..place].contains(name) {
                return Err(SpsaError::NamedTwice(name.clone()));
            }
        }
        let parameter = |name: &String| {
            let Tunable { min, max, .. } = Tunable::find(name)?;
            let [value, min, max] = [params.get(name)?, min, max].map(f64::from);
            Ok(Parameter { name: name.clone(), value, min, max })
        };
        names.iter().map(parameter).collect()
    }
}

/// Returns `params` with these values of the search parameters with these names.
///
/// # Panics
///
/// Panics if a name is unknown, or a value is out of its range.
#[must_use]
pub fn with_tunables(mut params: Params, names: &[String], values: Vec<i32>) -> Params {
    for (name, value) in names.iter().zip(values) {
        params.set(name, value).expect("values are clamped to the range of their tunable");
    }
    params
}

/// Report of the share of a run that is done, from 0 to 1, after which the run goes on or ends.
pub type Progress<'a> = dyn Fn(f64) -> ControlFlow<()> + Sync + 'a;

/// Plays a game pair between two sets of values: one opening, with colours swapped in the second
/// game. Returns the points of the first set, from 0 to 2.
pub type PlayPair<'a> = dyn Fn([Vec<i32>; 2], &mut Rng) -> f64 + Sync + 'a;

/// Tunes the weights of the hand-crafted evaluation.
pub(crate) fn weights<G: GameWithWeights>(plan: &Spsa, progress: &Progress<'_>) -> SpsaResult {
    let mut engine = G::Engine::default();
    let parameters = Parameter::weights(G::weights(&mut engine));
    let make = move |values: Vec<i32>| -> BoxedPlayer<G::Position> {
        let mut engine = engine.clone();
        write::<G>(&mut engine, values);
        Box::new(player::<G>(&engine))
    };
    plan.run(parameters, &pairs_of::<G>(plan, make), progress)
}

/// Tunes search parameters for players with this evaluator.
pub(crate) fn search<G: GameWithWeights>(
    plan: &Spsa,
    evaluator: &Evaluator,
    names: &[String],
    progress: &Progress<'_>,
) -> Result<SpsaResult, SpsaError> {
    let table_bytes = Effort::Nodes(plan.self_play.nodes).table_bytes();
    let new_player = (G::PLAYERS)(evaluator, table_bytes)?;
    let parameters = Parameter::tunables(names, &G::PARAMS)?;
    let make = |values| new_player(with_tunables(G::PARAMS, names, values));
    Ok(plan.run(parameters, &pairs_of::<G>(plan, make), progress))
}

/// Returns a function that plays game pairs between the players that `make` makes of values.
fn pairs_of<G: GameWithWeights>(
    plan: &Spsa,
    make: impl Fn(Vec<i32>) -> BoxedPlayer<G::Position> + Sync,
) -> impl Fn([Vec<i32>; 2], &mut Rng) -> f64 + Sync {
    move |values, rng| {
        let [mut one, mut other] = values.map(&make);
        let opening = plan.self_play.opening::<G::Position>(rng);
        let effort = Effort::Nodes(plan.self_play.nodes);
        play_pair(&opening, [&mut *one, &mut *other], effort, rng)
    }
}

impl Spsa {
    /// Tunes these parameters by the results of game pairs, until all are played or `progress` ends
    /// the run.
    #[must_use]
    pub fn run(
        &self,
        mut parameters: Vec<Parameter>,
        play_pair: &PlayPair<'_>,
        progress: &Progress<'_>,
    ) -> SpsaResult {
        // Values after each update.
        let mut course: Vec<Vec<f64>> = Vec::new();
        let (mut played, mut decided) = (0, 0);
        for update in 0..self.pairs.div_ceil(PAIRS_PER_UPDATE) {
            let start = update * PAIRS_PER_UPDATE;
            let pairs = start..(start + PAIRS_PER_UPDATE).min(self.pairs);
            let done = f64::from(pairs.start) / f64::from(self.pairs);
            let gain = self.gain.0 + done * (self.gain.1 - self.gain.0);
            played = pairs.end;
            let play = |pair| play_changes(self, &parameters, play_pair, pair);
            let steps: Vec<(f64, Vec<f64>)> = pairs.into_par_iter().map(play).collect();
            for (score, change) in steps {
                decided += u32::from(score != 0.0);
                for (parameter, change) in parameters.iter_mut().zip(change) {
                    let moved = parameter.value + gain * score * change;
                    parameter.value = moved.clamp(parameter.min, parameter.max);
                }
            }
            course.push(parameters.iter().map(|parameter| parameter.value).collect());
            if progress(f64::from(played) / f64::from(self.pairs)).is_break() {
                break;
            }
        }
        let half = &course[course.len() - course.len().div_ceil(2)..];
        let mean = |place: usize| match half {
            [] => parameters[place].value,
            _ => half.iter().map(|values| values[place]).sum::<f64>() / half.len() as f64,
        };
        let values = (0..parameters.len()).map(|place| mean(place).round() as i32);
        SpsaResult {
            values: parameters.iter().map(|parameter| parameter.name.clone()).zip(values).collect(),
            pairs: played,
            decided: f64::from(decided) / f64::from(played.max(1)),
        }
    }
}

/// Plays a game pair. Returns the result of the changed parameters against the opposite change,
/// from -1 to 1, and the change.
fn play_changes(
    plan: &Spsa,
    parameters: &[Parameter],
    play_pair: &PlayPair<'_>,
    pair: u32,
) -> (f64, Vec<f64>) {
    let mut rng = SelfPlay::rng(plan.seed, pair);
    let mut change = |parameter: &Parameter| {
        let size = (parameter.value.abs() * plan.relative_change).max(plan.smallest_change);
        if rng.bool() { size } else { -size }
    };
    let changes: Vec<f64> = parameters.iter().map(&mut change).collect();
    let mut changed = |sign: f64| {
        // Stochastic rounding, so that changes below 1 count on average.
        let value = |(parameter, change): (&Parameter, &f64)| {
            let value = (parameter.value + sign * change).clamp(parameter.min, parameter.max);
            (value + rng.f64()).floor().min(parameter.max) as i32
        };
        parameters.iter().zip(&changes).map(value).collect()
    };
    let values = [changed(1.0), changed(-1.0)];
    (play_pair(values, &mut rng) - 1.0, changes)
}
