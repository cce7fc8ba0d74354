use gamekit::Player as Side;
use rayon::prelude::*;

use crate::SelfPlay;
use crate::self_play::player;
use crate::student::{Game, Named, read, write};

/// How weights climb: every pair of games plays all weights changed a little, each up or down at
/// random, against the opposite change, and moves the weights a little towards the winner.
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
    /// The smallest change of a weight, in its units; weights of eight times that and more are
    /// changed by an eighth.
    pub smallest_change: f64,
    /// Which share of its change a weight moves when one side wins both games of a pair: at the
    /// start, and at the end.
    pub gain: (f64, f64),
}

/// Where the climb has led.
#[derive(Clone, PartialEq, Debug)]
pub struct Climbed {
    /// The weights: the mean over the second half of the climb, rounded, in the order of
    /// declaration.
    pub weights: Vec<Named>,
    /// The share of pairs that were no tie: where it is small, changes or games are too few.
    pub decided: f64,
}

/// Pairs played with the same weights before the weights move: the same on any number of cores.
const BATCH: u32 = 16;

pub(crate) fn run<G: Game>(plan: &Climb, progress: &(dyn Fn(f64) + Sync)) -> Climbed {
    let mut engine = G::Engine::default();
    let named = read::<G>(&mut engine);
    let mut weights: Vec<f64> = named.iter().map(|&(_, value)| f64::from(value)).collect();
    let mut mean = vec![0.0; weights.len()];
    let (mut averaged, mut decided) = (0.0, 0);
    for batch in 0..plan.pairs.div_ceil(BATCH) {
        let pairs = batch * BATCH..((batch + 1) * BATCH).min(plan.pairs);
        let done = f64::from(pairs.start) / f64::from(plan.pairs);
        let gain = plan.gain.0 + done * (plan.gain.1 - plan.gain.0);
        let play = |pair| play_pair::<G>(plan, &engine, &weights, pair);
        let steps: Vec<(f64, Vec<f64>)> = pairs.into_par_iter().map(play).collect();
        for (score, change) in steps {
            decided += u32::from(score != 0.0);
            for (weight, change) in weights.iter_mut().zip(change) {
                *weight += gain * score * change;
            }
        }
        if done >= 0.5 {
            averaged += 1.0;
            for (mean, weight) in mean.iter_mut().zip(&weights) {
                *mean += (weight - *mean) / averaged;
            }
        }
        progress(done);
    }
    let last = if averaged > 0.0 { mean } else { weights };
    let names = named.into_iter().map(|(name, _)| name);
    Climbed {
        weights: names.zip(last.into_iter().map(|weight| weight.round() as i32)).collect(),
        decided: f64::from(decided) / f64::from(plan.pairs.max(1)),
    }
}

/// Plays one opening with colours swapped. Returns how the changed weights did against the opposite
/// change, from -1 to 1, and the change.
fn play_pair<G: Game>(
    plan: &Climb,
    engine: &G::Engine,
    weights: &[f64],
    pair: u32,
) -> (f64, Vec<f64>) {
    let mut rng = SelfPlay::rng(plan.seed, pair);
    let size = |weight: &f64| (weight.abs() / 8.0).max(plan.smallest_change);
    let change: Vec<f64> = weights
        .iter()
        .map(|weight| if rng.bool() { size(weight) } else { -size(weight) })
        .collect();
    let mut changed = |sign: f64| {
        let mut engine = engine.clone();
        // Rounded at random, so that small changes count on average.
        let values = weights.iter().zip(&change).map(|(weight, change)| weight + sign * change);
        let values: Vec<i32> = values.map(|value| (value + rng.f64()).floor() as i32).collect();
        write::<G>(&mut engine, values);
        player::<G>(&engine)
    };
    let (mut up, mut down) = (changed(1.0), changed(-1.0));
    let opening = plan.self_play.opening::<G::Position>(&mut rng);
    let mut points = 0.0;
    for side in Side::BOTH {
        let players = match side {
            Side::First => [&mut up, &mut down],
            Side::Second => [&mut down, &mut up],
        };
        let outcome = plan.self_play.play::<G>(opening.clone(), players, &mut rng, |_, _| ());
        points += outcome.score(side);
    }
    (points - 1.0, change)
}
