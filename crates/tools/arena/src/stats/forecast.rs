//! How long a sequential test goes on: its log likelihood ratio is taken for a Brownian motion
//! between two walls (Wald, "Sequential Analysis", 1947, in continuous time).

use super::likelihood::Shares;
use super::{Elo, EloModel, Hypothesis, NormalizedElo, PairScores, Sprt};

/// Variance of a pair's score, as a share of its points, if its two games are independent, level
/// and never drawn: what is assumed before there are pairs to learn it from.
const VARIANCE_BEFORE_PAIRS: f64 = 0.125;

/// Below this product of drift and way, in units of the variance, the drift does not matter, and
/// its formula only loses digits.
const NO_DRIFT: f64 = 1e-6;

/// What a pair adds to the log likelihood ratio.
#[derive(Clone, Copy, Debug)]
struct Walk {
    drift: f64,
    variance: f64,
}

impl Sprt {
    /// Returns about how many more pairs the test takes, if the players go on as they did.
    ///
    /// The drift of the ratio is what it was so far, with some caution at the beginning: before
    /// the first pair a drift as large as that at either hypothesis, up or down, counts as one
    /// standard deviation from none.
    #[must_use]
    pub fn pairs_left(&self, pairs: &PairScores) -> f64 {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        if llr <= lower || llr >= upper {
            return 0.0;
        }
        let variance = self.variance_of_step(pairs);
        let drift = llr / (f64::from(pairs.pairs()) + 4.0 / variance);
        Walk { drift, variance }.steps_between(lower - llr, upper - llr)
    }

    /// Returns about how many pairs the test takes from its start if one of its hypotheses is
    /// exactly true, for pairs that spread as these do.
    #[must_use]
    pub fn expected_pairs(&self, truth: Hypothesis, pairs: &PairScores) -> f64 {
        let variance = self.variance_of_step(pairs);
        let drift = match truth {
            Hypothesis::Elo0 => -variance / 2.0,
            Hypothesis::Elo1 => variance / 2.0,
        };
        let (lower, upper) = self.bounds();
        Walk { drift, variance }.steps_between(lower, upper)
    }

    /// Returns the variance of what a pair adds to the ratio: the square of how far the hypotheses
    /// lie apart, in standard deviations of a pair's score.
    fn variance_of_step(&self, pairs: &PairScores) -> f64 {
        let (elo0, elo1) = (self.elo0(), self.elo1());
        match self.model() {
            EloModel::Normalized => NormalizedElo(elo1 - elo0).deviations().powi(2),
            EloModel::Logistic => {
                let variance = match pairs.spread() {
                    Some(_) => Shares::new(pairs).variance(),
                    None => VARIANCE_BEFORE_PAIRS,
                };
                (Elo(elo1).score() - Elo(elo0).score()).powi(2) / variance
            }
        }
    }
}

impl Walk {
    /// Returns the expected number of steps from 0 to `lower`, which is negative, or `upper`.
    fn steps_between(self, lower: f64, upper: f64) -> f64 {
        let Walk { drift, variance } = self;
        if (drift * (upper - lower) / variance).abs() < NO_DRIFT {
            return -lower * upper / variance;
        }
        // Optional stopping: exp(-2 drift x / variance) has no drift, so its mean at the end is 1.
        let at = |way: f64| (-2.0 * drift * way / variance).exp();
        let ends_above = (at(lower) - 1.0) / (at(lower) - at(upper));
        (ends_above * upper + (1.0 - ends_above) * lower) / drift
    }
}
