//! SPSA (simultaneous perturbation stochastic approximation) by self-play: tunes weights of the
//! evaluation or parameters of the search.

use std::ops::{ControlFlow, Range};

use fastrand::Rng;
use rayon::prelude::*;
use search::{Params, Tunable, TunableError, Weights};
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// Run of SPSA. One that was ended early is resumed with the results of the pairs that it has
/// played, and then has the same result as without an interruption.
pub struct SpsaRun<'a> {
    /// Options.
    pub plan: Spsa,
    /// Results of the pairs that have been played before, as `progress` gets them.
    pub played: &'a [u8],
    /// Watcher of the run.
    pub progress: &'a Progress<'a>,
    /// Player of the pairs.
    pub pairs: Pairs<'a>,
}

/// Player of the pairs that have not been played before.
#[derive(Clone, Copy)]
pub enum Pairs<'a> {
    /// All pairs are played in this process, on all cores.
    Here,
    /// This pair is played, and the others of its update count as even. So another machine plays a
    /// pair, with the results of all pairs before the update as those played before.
    Only(u32),
    /// Results of the pairs of an update come from other machines.
    Elsewhere(&'a Elsewhere<'a>),
}

/// Source of results: gets the pairs of an update and the results of all pairs before, and returns
/// one result for each pair, or `None` to end the run.
pub type Elsewhere<'a> = dyn Fn(Range<u32>, &[u8]) -> Option<Vec<u8>> + Sync + 'a;

/// Watcher of a run: gets the results of all pairs so far, and tells whether the run goes on. The
/// result of a pair is the number of half points of the changed parameters, from 0 to 4.
pub type Progress<'a> = dyn Fn(&[u8]) -> ControlFlow<()> + Sync + 'a;

/// Result of SPSA.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaResult {
    /// Values at the start, in the order of declaration.
    pub before: Vec<Named>,
    /// Tuned values: the means over the second half of the run, rounded, in the order of
    /// declaration.
    pub values: Vec<Named>,
    /// Values at the start and after each update ([`Spsa::PAIRS_PER_UPDATE`]), before rounding, in
    /// the order of declaration.
    pub course: Vec<Vec<f64>>,
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

/// Result of a pair that neither side has won, in half points.
const EVEN: u8 = 2;

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

/// Plays a game pair between two sets of values: one opening, with colours swapped in the second
/// game. Returns the points of the first set, from 0 to 2.
pub type PlayPair<'a> = dyn Fn([Vec<i32>; 2], &mut Rng) -> f64 + Sync + 'a;

/// Tunes the weights of the hand-crafted evaluation.
pub(crate) fn weights<G: GameWithWeights>(run: &SpsaRun<'_>) -> SpsaResult {
    let mut engine = G::Engine::default();
    let parameters = Parameter::weights(G::weights(&mut engine));
    let make = move |values: Vec<i32>| -> BoxedPlayer<G::Position> {
        let mut engine = engine.clone();
        write::<G>(&mut engine, values);
        Box::new(player::<G>(&engine))
    };
    run.play(parameters, &pairs_of::<G>(&run.plan, make))
}

/// Tunes search parameters for players with this evaluator.
pub(crate) fn search<G: GameWithWeights>(
    run: &SpsaRun<'_>,
    evaluator: &Evaluator,
    names: &[String],
) -> Result<SpsaResult, SpsaError> {
    let table_bytes = Effort::Nodes(run.plan.self_play.nodes).table_bytes();
    let new_player = (G::PLAYERS)(evaluator, table_bytes)?;
    let parameters = Parameter::tunables(names, &G::PARAMS)?;
    let make = |values| new_player(with_tunables(G::PARAMS, names, values));
    Ok(run.play(parameters, &pairs_of::<G>(&run.plan, make)))
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
    /// Game pairs per update of the parameters. It is fixed, so that the result does not depend on
    /// the number of cores.
    pub const PAIRS_PER_UPDATE: u32 = 16;

    /// Returns the size of the change (perturbation) of a parameter with this value.
    #[must_use]
    pub fn change(&self, value: f64) -> f64 {
        (value.abs() * self.relative_change).max(self.smallest_change)
    }
}

impl SpsaRun<'_> {
    /// Tunes these parameters by the results of game pairs, until all are played or the watcher
    /// ends the run.
    #[must_use]
    pub fn play(&self, mut parameters: Vec<Parameter>, play_pair: &PlayPair<'_>) -> SpsaResult {
        let Spsa { pairs: all, gain: (first, last), .. } = self.plan;
        let values = |parameters: &[Parameter]| -> Vec<f64> {
            parameters.iter().map(|parameter| parameter.value).collect()
        };
        let mut course = vec![values(&parameters)];
        let mut results: Vec<u8> = Vec::new();
        for start in (0..all).step_by(Spsa::PAIRS_PER_UPDATE as usize) {
            let pairs = start..(start + Spsa::PAIRS_PER_UPDATE).min(all);
            let gain = first + f64::from(start) / f64::from(all) * (last - first);
            let Some(known) = self.known(pairs.clone(), &results) else { break };
            let play = |pair: u32| {
                self.play_changes(&parameters, play_pair, pair, known[(pair - start) as usize])
            };
            let steps: Vec<(u8, Vec<f64>)> = pairs.into_par_iter().map(play).collect();
            for (result, change) in steps {
                results.push(result);
                let score = f64::from(result) / 2.0 - 1.0;
                for (parameter, change) in parameters.iter_mut().zip(change) {
                    let moved = parameter.value + gain * score * change;
                    parameter.value = moved.clamp(parameter.min, parameter.max);
                }
            }
            course.push(values(&parameters));
            if results.len() > self.played.len() && (self.progress)(&results).is_break() {
                break;
            }
        }
        let half = &course[course.len() - (course.len() / 2).max(1)..];
        let mean =
            |place: usize| half.iter().map(|values| values[place]).sum::<f64>() / half.len() as f64;
        let named = |value: &dyn Fn(usize) -> f64| -> Vec<Named> {
            let names = parameters.iter().map(|parameter| parameter.name.clone());
            names.enumerate().map(|(place, name)| (name, value(place).round() as i32)).collect()
        };
        let (before, values) = (named(&|place| course[0][place]), named(&mean));
        let decided = results.iter().filter(|&&result| result != EVEN).count();
        SpsaResult {
            before,
            values,
            course,
            pairs: results.len() as u32,
            decided: decided as f64 / results.len().max(1) as f64,
        }
    }

    /// Returns the results of the pairs of an update that are not played here; `None` if the run
    /// ends. `results` are those of all pairs before.
    fn known(&self, pairs: Range<u32>, results: &[u8]) -> Option<Vec<Option<u8>>> {
        let is_played = pairs.end as usize <= self.played.len();
        if let Pairs::Elsewhere(elsewhere) = self.pairs
            && !is_played
        {
            let found = elsewhere(pairs.clone(), results)?;
            return (found.len() == pairs.len()).then(|| found.into_iter().map(Some).collect());
        }
        let known = pairs.map(|pair| match (self.played.get(pair as usize), self.pairs) {
            (Some(&result), _) => Some(result),
            (None, Pairs::Only(only)) if only != pair => Some(EVEN),
            (None, _) => None,
        });
        Some(known.collect())
    }

    /// Plays a game pair, unless its result is known. Returns its result and the change.
    fn play_changes(
        &self,
        parameters: &[Parameter],
        play_pair: &PlayPair<'_>,
        pair: u32,
        known: Option<u8>,
    ) -> (u8, Vec<f64>) {
        let mut rng = SelfPlay::rng(self.plan.seed, pair);
        let mut change = |parameter: &Parameter| {
            let size = self.plan.change(parameter.value);
            if rng.bool() { size } else { -size }
        };
        let changes: Vec<f64> = parameters.iter().map(&mut change).collect();
        if let Some(result) = known {
            return (result, changes);
        }
        let mut changed = |sign: f64| {
            // Stochastic rounding, so that changes below 1 count on average.
            let value = |(parameter, change): (&Parameter, &f64)| {
                let value = (parameter.value + sign * change).clamp(parameter.min, parameter.max);
                (value + rng.f64()).floor().min(parameter.max) as i32
            };
            parameters.iter().zip(&changes).map(value).collect()
        };
        let values = [changed(1.0), changed(-1.0)];
        ((2.0 * play_pair(values, &mut rng)) as u8, changes)
    }
}
