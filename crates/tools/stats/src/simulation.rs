//! Tests of the statistics with simulated matches, whose true distribution is known.

use fastrand::Rng;

use crate::elo::{Elo, NormalizedElo};
use crate::pairs::{PairScores, SCORES};
use crate::sprt::EloModel::{Logistic, Normalized};
use crate::sprt::{EloModel, Hypothesis, Sprt};

/// Shares of the five scores between equal players: hardly any draws, and many draws.
const SHAPES: [[f64; 5]; 2] = [[0.2, 0.02, 0.56, 0.02, 0.2], [0.03, 0.19, 0.56, 0.19, 0.03]];

/// Pairs between two evaluations of a running test.
const PAIRS_PER_CHECK: u32 = 8;

/// True distribution of pair scores.
#[derive(Clone, Copy, Debug)]
struct TrueDistribution([f64; 5]);

impl TrueDistribution {
    /// Returns `shape`, tilted exponentially towards the first player until the difference is
    /// `elo`.
    fn new(shape: [f64; 5], elo: f64, model: EloModel) -> TrueDistribution {
        let tilted = |tilt: f64| {
            let mut index = 0;
            let shares = shape.map(|share| {
                index += 1;
                share * (tilt * SCORES[index - 1]).exp()
            });
            let sum: f64 = shares.iter().sum();
            TrueDistribution(shares.map(|share| share / sum))
        };
        let (mut low, mut high) = (-20.0, 20.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            *(if tilted(middle).elo(model) < elo { &mut low } else { &mut high }) = middle;
        }
        tilted(low)
    }

    fn elo(&self, model: EloModel) -> f64 {
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            SCORES.iter().zip(self.0).map(|(&score, share)| share * of(score)).sum()
        };
        let mean = sum(&|score| score);
        match model {
            Logistic => -400.0 * (1.0 / mean - 1.0).log10(),
            Normalized => {
                let game_deviation = (2.0 * sum(&|score| (score - mean).powi(2))).sqrt();
                (mean - 0.5) / game_deviation * 800.0 / 10.0_f64.ln()
            }
        }
    }

    fn play(&self, pairs: u32, onto: &mut PairScores, rng: &mut Rng) {
        for _ in 0..pairs {
            let mut rest = rng.f64();
            let drawn = self.0.iter().position(|share| {
                rest -= share;
                rest < 0.0
            });
            onto.counts[drawn.unwrap_or(2)] += 1;
        }
    }

    fn match_of(&self, pairs: u32, rng: &mut Rng) -> PairScores {
        let mut scores = PairScores::default();
        self.play(pairs, &mut scores, rng);
        scores
    }

    /// Plays until the test is decided.
    fn run(&self, test: &Sprt, rng: &mut Rng) -> (Hypothesis, PairScores) {
        let mut scores = PairScores::default();
        loop {
            self.play(PAIRS_PER_CHECK, &mut scores, rng);
            if let Some(found) = test.decide(&scores) {
                return (found, scores);
            }
        }
    }
}

/// Checks that a thousand tests at each bound have the promised error rate: five in a hundred. Of a
/// thousand, 20 to 70 allows for chance (a standard deviation is 7) and for the ratio's overshoot
/// of its bounds, which makes errors rarer. The tests also take about as long as expected.
#[track_caller]
fn check_error_rates(elo0: f64, elo1: f64, model: EloModel) {
    const TESTS: u32 = 1000;
    let test = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
    for (truth, elo) in [(Hypothesis::Elo0, elo0), (Hypothesis::Elo1, elo1)] {
        let (mut errors, mut lengths, mut expected) = (0, 0.0, 0.0);
        for number in 0..TESTS {
            let mut rng = Rng::with_seed(u64::from(number));
            let shape = SHAPES[number as usize % SHAPES.len()];
            let (found, scores) = TrueDistribution::new(shape, elo, model).run(&test, &mut rng);
            errors += u32::from(found != truth);
            lengths += f64::from(scores.pairs());
            let shape = PairScores { counts: shape.map(|share| (1e4 * share) as u32) };
            expected += test.expected_pairs(truth, &shape);
        }
        let ratio = lengths / expected;
        assert!((20..=70).contains(&errors), "{model}, {truth:?}: {errors} errors");
        assert!((0.9..1.2).contains(&ratio), "{model}, {truth:?}: {ratio} times as long");
    }
}

#[test]
fn a_test_in_normalized_elo_errs_as_often_as_it_promises() {
    check_error_rates(0.0, 30.0, Normalized);
}

#[test]
fn a_test_in_logistic_elo_errs_as_often_as_it_promises() {
    check_error_rates(-10.0, 20.0, Logistic);
}

#[test]
fn intervals_hold_the_truth_in_95_of_100_matches() {
    const MATCHES: u32 = 2000;
    for (shape, elo, pairs) in
        [(0, 0.0, 100), (1, 0.0, 60), (0, 30.0, 200), (1, 120.0, 200), (0, 250.0, 400)]
    {
        let truth = TrueDistribution::new(SHAPES[shape], elo, Logistic);
        let normalized = truth.elo(Normalized);
        let (mut held, mut held_normalized) = (0, 0);
        let mut rng = Rng::with_seed(7);
        for _ in 0..MATCHES {
            let scores = truth.match_of(pairs, &mut rng);
            let interval = Elo::of_pairs(&scores);
            held += u32::from((interval.low.0..interval.high.0).contains(&elo));
            let interval = NormalizedElo::of_pairs(&scores).unwrap();
            held_normalized += u32::from((interval.low.0..interval.high.0).contains(&normalized));
        }
        for held in [held, held_normalized] {
            assert!((1860..=1940).contains(&held), "shape {shape}, {elo} Elo: {held} of 2000");
        }
    }
}

#[test]
fn superiority_is_as_likely_as_it_is_said_to_be() {
    const BINS: usize = 10;
    let mut rng = Rng::with_seed(3);
    let (mut matches, mut superior, mut said) = ([0.0; BINS], [0.0; BINS], [0.0; BINS]);
    for number in 0..8000 {
        // All differences are equally likely, over a range far larger than the error of a hundred
        // pairs.
        let elo = 160.0 * rng.f64() - 80.0;
        let truth = TrueDistribution::new(SHAPES[number % SHAPES.len()], elo, Logistic);
        let likelihood = truth.match_of(100, &mut rng).likelihood_of_superiority();
        let bin = ((likelihood * BINS as f64) as usize).min(BINS - 1);
        matches[bin] += 1.0;
        superior[bin] += f64::from(u8::from(elo > 0.0));
        said[bin] += likelihood;
    }
    for bin in 0..BINS {
        let (happened, said) = (superior[bin] / matches[bin], said[bin] / matches[bin]);
        assert!((happened - said).abs() < 0.06, "{happened} of {} cases at {said}", matches[bin]);
    }
}

/// From a test's hundredth pair on, the error of the forecast is on average at most a third.
#[test]
fn the_pairs_left_are_about_as_many_as_forecast() {
    let test = Sprt::new(0.0, 30.0, 0.05, 0.05, Normalized).unwrap();
    for elo in [0.0, 15.0, 30.0] {
        let (mut forecast, mut took) = (0.0, 0.0);
        for number in 0..160 {
            let mut rng = Rng::with_seed(number);
            let truth =
                TrueDistribution::new(SHAPES[number as usize % SHAPES.len()], elo, Normalized);
            let mut scores = truth.match_of(100, &mut rng);
            forecast += test.pairs_left(&scores);
            while test.decide(&scores).is_none() {
                truth.play(PAIRS_PER_CHECK, &mut scores, &mut rng);
                took += f64::from(PAIRS_PER_CHECK);
            }
        }
        assert!((0.67..1.5).contains(&(forecast / took)), "at {elo}: {forecast}, not {took}");
    }
}

#[test]
fn a_decided_test_takes_no_more_pairs() {
    let test = Sprt::new(0.0, 10.0, 0.05, 0.05, Normalized).unwrap();
    assert_eq!(test.pairs_left(&PairScores { counts: [40, 60, 30, 90, 120] }), 0.0);
    let at_the_start = test.pairs_left(&PairScores::default());
    let expected = test.expected_pairs(Hypothesis::Elo1, &PairScores::default());
    assert!(at_the_start > expected && expected > 1000.0, "{at_the_start} {expected}");
}
