//! Forecast of the length of an SPRT: its log likelihood ratio (LLR) is modelled as a Brownian
//! motion between two bounds (Wald, "Sequential Analysis", 1947, in continuous time).

use crate::elo::{Elo, NormalizedElo};
use crate::likelihood::EmpiricalDistribution;
use crate::pairs::PairScores;
use crate::sprt::{EloModel, Hypothesis, Sprt};

/// Variance of a pair's score, as a share of its points, if its two games are independent, between
/// equal players and never drawn. It is assumed as long as there are no pairs to estimate it from.
const VARIANCE_BEFORE_PAIRS: f64 = 0.125;

/// Limit of the product of drift and distance, in units of the variance, below which the formula
/// with drift only loses digits and the drift has no effect.
const NO_DRIFT: f64 = 1e-6;

/// Distribution of the change of the log likelihood ratio (LLR) by one pair.
#[derive(Clone, Copy, Debug)]
struct RandomWalk {
    drift: f64,
    variance: f64,
}

impl Sprt {
    /// Returns the approximate number of further pairs of the test, if the players continue as
    /// before.
    ///
    /// The drift of the ratio is estimated from the pairs so far, with a prior: before the first
    /// pair, a drift as large as that at either hypothesis, up or down, counts as one standard
    /// deviation from none.
    #[must_use]
    pub fn pairs_left(&self, pairs: &PairScores) -> f64 {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        if llr <= lower || llr >= upper {
            return 0.0;
        }
        let variance = self.variance_of_step(pairs);
        let drift = llr / (f64::from(pairs.pairs()) + 4.0 / variance);
        RandomWalk { drift, variance }.steps_between(lower - llr, upper - llr)
    }

    /// Returns the approximate number of pairs of a whole test if one of its hypotheses is exactly
    /// true, for pairs with the same spread as these.
    #[must_use]
    pub fn expected_pairs(&self, truth: Hypothesis, pairs: &PairScores) -> f64 {
        let variance = self.variance_of_step(pairs);
        let drift = match truth {
            Hypothesis::Elo0 => -variance / 2.0,
            Hypothesis::Elo1 => variance / 2.0,
        };
        let (lower, upper) = self.bounds();
        RandomWalk { drift, variance }.steps_between(lower, upper)
    }

    /// Returns the variance of the change of the ratio by one pair: the square of the distance
    /// between the hypotheses, in standard deviations of a pair's score.
    fn variance_of_step(&self, pairs: &PairScores) -> f64 {
        let (elo0, elo1) = (self.elo0(), self.elo1());
        match self.model() {
            EloModel::Normalized => NormalizedElo(elo1 - elo0).deviations().powi(2),
            EloModel::Logistic => {
                let variance = match pairs.spread() {
                    Some(_) => EmpiricalDistribution::new(pairs).variance(),
                    None => VARIANCE_BEFORE_PAIRS,
                };
                (Elo(elo1).score() - Elo(elo0).score()).powi(2) / variance
            }
        }
    }
}

impl RandomWalk {
    /// Returns the expected number of steps from 0 to `lower`, which is negative, or `upper`.
    fn steps_between(self, lower: f64, upper: f64) -> f64 {
        let RandomWalk { drift, variance } = self;
        if (drift * (upper - lower) / variance).abs() < NO_DRIFT {
            return -lower * upper / variance;
        }
        // Optional stopping: exp(-2 drift x / variance) has no drift, so its mean at the end is 1.
        let at = |way: f64| (-2.0 * drift * way / variance).exp();
        let ends_above = (at(lower) - 1.0) / (at(lower) - at(upper));
        (ends_above * upper + (1.0 - ends_above) * lower) / drift
    }
}
