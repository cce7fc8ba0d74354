use rayon::prelude::*;
use search::{Tunable, TunableError};

use crate::evaluator::{Evaluator, EvaluatorError};
use crate::play_out::play_pair;
use crate::self_play::SelfPlay;
use crate::self_play::player;
use crate::thinker::{Effort, Method};
use crate::thinker::{Make, Thinker};
use crate::tunable_game::{GameWithWeights, Named, read, write};

/// How numbers climb: every pair of games plays all of them changed a little, each up or down at
/// random, against the opposite change, and moves them a little towards the winner.
///
/// Simultaneous perturbation stochastic approximation (Spall, 1992).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Climb {
    /// How the games are played.
    pub self_play: SelfPlay,
    /// How many pairs of games.
    pub pairs: u32,
    /// The source of all randomness.
    pub seed: u64,
    /// The smallest change of a number, in its units.
    pub smallest_change: f64,
    /// The share of itself by which a number is changed where that is more.
    pub relative_change: f64,
    /// Which share of its change a number moves when one side wins both games of a pair: at the
    /// start, and at the end.
    pub gain: (f64, f64),
}

/// Where the climb has led.
#[derive(Clone, PartialEq, Debug)]
pub struct Climbed {
    /// The numbers: their means over the second half of the climb, rounded, in the order in which
    /// they are declared.
    pub values: Vec<Named>,
    /// The share of pairs that were no tie: where it is small, changes or games are too few.
    pub decided: f64,
}

/// Tunables that cannot climb.
#[derive(Debug, thiserror::Error)]
pub enum ClimbError {
    /// Who judges.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// A name that no tunable has.
    #[error(transparent)]
    Tunable(#[from] TunableError),
    /// A tunable that would climb in two places at once.
    #[error("the tunable `{0}` is named twice")]
    NamedTwice(String),
}

/// The tunables of the search that climb unless others are named: margins and sizes, which take
/// many values, and not the depths at which something begins or ends.
pub const CLIMBING_TUNABLES: [&str; 12] = [
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

/// Pairs played with the same numbers before they move: the same on any number of cores.
const BATCH: u32 = 16;

/// A number that climbs.
struct Climber {
    name: String,
    value: f64,
    least: f64,
    most: f64,
}

/// Climbs with the weights of the evaluation by hand.
pub(crate) fn weights<G: GameWithWeights>(
    plan: &Climb,
    progress: &(dyn Fn(f64) + Sync),
) -> Climbed {
    let mut engine = G::Engine::default();
    let climber = |(name, value)| {
        let (least, most) = (f64::from(i32::MIN), f64::from(i32::MAX));
        Climber { name, value: f64::from(value), least, most }
    };
    let climbers = read::<G>(&mut engine).into_iter().map(climber).collect();
    let make = |values: Vec<i32>| -> Thinker<G> {
        let mut engine = engine.clone();
        write::<G>(&mut engine, values);
        Box::new(player::<G>(&engine))
    };
    run::<G>(plan, climbers, &make, progress)
}

/// Climbs with tunables of the search, for whoever judges positions as `evaluator` does.
pub(crate) fn search<G: GameWithWeights>(
    plan: &Climb,
    evaluator: &Evaluator,
    names: &[String],
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Climbed, ClimbError> {
    let table_bytes = Effort::Nodes(plan.self_play.nodes).table_bytes();
    let players = (G::PLAYERS)(evaluator, Make { method: Method::AlphaBeta, table_bytes })?;
    for (place, name) in names.iter().enumerate() {
        if names[..place].contains(name) {
            return Err(ClimbError::NamedTwice(name.clone()));
        }
    }
    let climber = |name: &String| {
        let Tunable { min, max, .. } = Tunable::find(name)?;
        let [value, least, most] = [G::PARAMS.get(name)?, min, max].map(f64::from);
        Ok(Climber { name: name.clone(), value, least, most })
    };
    let climbers = names.iter().map(climber).collect::<Result<Vec<_>, TunableError>>()?;
    let make = |values: Vec<i32>| {
        let mut params = G::PARAMS;
        for (name, value) in names.iter().zip(values) {
            params.set(name, value).expect("a climber keeps to the range of its tunable");
        }
        players(params)
    };
    Ok(run::<G>(plan, climbers, &make, progress))
}

fn run<G: GameWithWeights>(
    plan: &Climb,
    mut climbers: Vec<Climber>,
    make: &(dyn Fn(Vec<i32>) -> Thinker<G> + Sync),
    progress: &(dyn Fn(f64) + Sync),
) -> Climbed {
    let mut mean = vec![0.0; climbers.len()];
    let (mut averaged, mut decided) = (0.0, 0);
    for batch in 0..plan.pairs.div_ceil(BATCH) {
        let pairs = batch * BATCH..((batch + 1) * BATCH).min(plan.pairs);
        let done = f64::from(pairs.start) / f64::from(plan.pairs);
        let gain = plan.gain.0 + done * (plan.gain.1 - plan.gain.0);
        let play = |pair| play_changes::<G>(plan, &climbers, make, pair);
        let steps: Vec<(f64, Vec<f64>)> = pairs.into_par_iter().map(play).collect();
        for (score, change) in steps {
            decided += u32::from(score != 0.0);
            for (climber, change) in climbers.iter_mut().zip(change) {
                let moved = climber.value + gain * score * change;
                climber.value = moved.clamp(climber.least, climber.most);
            }
        }
        if done >= 0.5 {
            averaged += 1.0;
            for (mean, climber) in mean.iter_mut().zip(&climbers) {
                *mean += (climber.value - *mean) / averaged;
            }
        }
        progress(done);
    }
    if averaged == 0.0 {
        mean = climbers.iter().map(|climber| climber.value).collect();
    }
    let names = climbers.into_iter().map(|climber| climber.name);
    Climbed {
        values: names.zip(mean.into_iter().map(|value| value.round() as i32)).collect(),
        decided: f64::from(decided) / f64::from(plan.pairs.max(1)),
    }
}

/// Plays one opening with colours swapped. Returns how the changed numbers did against the opposite
/// change, from -1 to 1, and the change.
fn play_changes<G: GameWithWeights>(
    plan: &Climb,
    climbers: &[Climber],
    make: &(dyn Fn(Vec<i32>) -> Thinker<G> + Sync),
    pair: u32,
) -> (f64, Vec<f64>) {
    let mut rng = SelfPlay::rng(plan.seed, pair);
    let mut change = |climber: &Climber| {
        let size = (climber.value.abs() * plan.relative_change).max(plan.smallest_change);
        if rng.bool() { size } else { -size }
    };
    let changes: Vec<f64> = climbers.iter().map(&mut change).collect();
    let mut changed = |sign: f64| {
        // Rounded at random, so that small changes count on average.
        let value = |(climber, change): (&Climber, &f64)| {
            let value = (climber.value + sign * change).clamp(climber.least, climber.most);
            (value + rng.f64()).floor().min(climber.most) as i32
        };
        make(climbers.iter().zip(&changes).map(value).collect())
    };
    let (mut up, mut down) = (changed(1.0), changed(-1.0));
    let opening = plan.self_play.opening::<G::Position>(&mut rng);
    let effort = Effort::Nodes(plan.self_play.nodes);
    let points = play_pair(&opening, [&mut *up, &mut *down], effort, &mut rng);
    (points - 1.0, changes)
}
