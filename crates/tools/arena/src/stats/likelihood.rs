//! How much likelihood a hypothesis about the expected score costs.
//!
//! Of all distributions over the five scores of a pair that fulfil the hypothesis, the one that
//! makes the observed pairs likeliest is found exactly, as Van den Bergh proposes ("The
//! generalized maximum likelihood ratio for the expectation value of a distribution", 2019, and
//! "Normalized Elo", 2020): a moment condition is the empirical likelihood of Owen (1988), whose
//! dual is a convex problem in one multiplier for each condition.

use super::pairs::{PairScores, SCORES};

/// Takes the place of a count of zero, as in fishtest: no score is impossible.
const REGULARISED_ZERO: f64 = 1e-3;

/// Halvings of an interval, after which it is as small as numbers allow.
const HALVINGS: usize = 60;

/// Newton steps after which the multipliers are taken as they are. Mostly three to ten suffice.
const NEWTON_STEPS: usize = 400;

/// An improvement of the likelihood per pair that is not worth another step.
const TOLERANCE: f64 = 1e-15;

/// The smallest part of a Newton step that is tried.
const SMALLEST_STEP: f64 = 1e-12;

/// Deviations that are tried before the search narrows, by the log odds of their place between the
/// smallest and the largest, from about -9 to 9.
const DEVIATIONS_TRIED: usize = 24;
const LOG_ODDS_STEP: f64 = 0.75;

/// Steps of the golden section from such a deviation to the best one.
const SECTIONS: usize = 24;

/// Observed pairs as shares of their number, no share zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    /// The share of each score; together 1.
    pub(super) of: [f64; 5],
    /// The number of pairs.
    pub(super) pairs: f64,
}

impl Shares {
    pub(super) fn new(observed: &PairScores) -> Shares {
        let counts = observed.counts.map(|count| f64::from(count).max(REGULARISED_ZERO));
        let pairs = counts.iter().sum();
        Shares { of: counts.map(|count| count / pairs), pairs }
    }

    pub(super) fn mean(&self) -> f64 {
        self.sum(|score| score)
    }

    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.sum(|score| (score - mean).powi(2))
    }

    /// Returns the log likelihood of the pairs, per pair, under the likeliest distribution with
    /// that mean, from 0 to 1 exclusive, less that under the distribution observed: 0 or less.
    ///
    /// The likeliest shares are p / (1 + x (score - mean)) of the observed ones p; the multiplier x
    /// makes their mean right.
    pub(super) fn likelihood_with_mean(&self, mean: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..HALVINGS {
            let x = f64::midpoint(low, high);
            let off = self.sum(|score| (score - mean) / (1.0 + x * (score - mean)));
            *(if off > 0.0 { &mut low } else { &mut high }) = x;
        }
        -self.sum(|score| (1.0 + low * (score - mean)).ln())
    }

    /// Returns the same for the likeliest distribution whose mean lies `t` of its own standard
    /// deviations above 1/2.
    ///
    /// With a given deviation the condition is one about mean and variance, and the problem convex.
    /// The best deviation is searched along a line, on which there may be more than one summit.
    pub(super) fn likelihood_with_t(&self, t: f64) -> f64 {
        if t == 0.0 {
            return self.likelihood_with_mean(0.5);
        }
        let mut multipliers = [0.0; 2];
        let mut likelihood = |deviation: f64| {
            let moments = Moments { mean: 0.5 + t * deviation, variance: deviation * deviation };
            self.likelihood_with_moments(moments, &mut multipliers)
        };
        // The mean deviates from 1/2, which is a score, by t s, and the next score is 1/4 away: no
        // distribution has a variance s² below t s (1/4 - t s), nor one above mean (1 - mean).
        let smallest = 0.25 * t.abs() / (1.0 + t * t);
        let largest = 0.5 / (1.0 + t * t).sqrt();
        // Dense towards both ends, where some score becomes impossible and summits are steep.
        let deviation = |index: usize| {
            let way = LOG_ODDS_STEP * (index as f64 - DEVIATIONS_TRIED as f64 / 2.0);
            smallest + (largest - smallest) / (1.0 + (-way).exp())
        };
        let (mut best, mut summit) = (f64::NEG_INFINITY, 1);
        for index in 1..DEVIATIONS_TRIED {
            let value = likelihood(deviation(index));
            if value > best {
                (best, summit) = (value, index);
            }
        }
        highest(deviation(summit - 1), deviation(summit + 1), likelihood).max(best)
    }

    /// Returns the same for the likeliest distribution with these moments; minus infinity where no
    /// distribution has them. `multipliers` are those of a similar problem, and then those of this.
    fn likelihood_with_moments(&self, moments: Moments, multipliers: &mut [f64; 2]) -> f64 {
        if !moments.are_possible() {
            return f64::NEG_INFINITY;
        }
        let off = SCORES.map(|score| {
            let distance = score - moments.mean;
            [distance, distance * distance - moments.variance]
        });
        // Convex; its lowest point over the multipliers is the likelihood.
        let dual = |[x, y]: [f64; 2]| -> f64 {
            let tilts = off.map(|[first, second]| 1.0 + x * first + y * second);
            match tilts.iter().all(|&tilt| tilt > 0.0) {
                true => {
                    -tilts.iter().zip(self.of).map(|(tilt, share)| share * tilt.ln()).sum::<f64>()
                }
                false => f64::INFINITY,
            }
        };
        let mut at = *multipliers;
        let mut value = dual(at);
        if value == f64::INFINITY {
            (at, value) = ([0.0; 2], 0.0);
        }
        for _ in 0..NEWTON_STEPS {
            let (step, gain) = self.newton_step(&off, at);
            let mut scale = 1.0;
            let (next, lower) = loop {
                let next = [at[0] + scale * step[0], at[1] + scale * step[1]];
                let there = dual(next);
                if there <= value || scale < SMALLEST_STEP {
                    break (next, there);
                }
                scale /= 2.0;
            };
            if lower > value {
                break;
            }
            (at, value) = (next, lower);
            if gain < TOLERANCE {
                break;
            }
        }
        *multipliers = at;
        value
    }

    /// Returns Newton's step of the dual and twice what it would gain were the dual a parabola.
    fn newton_step(&self, off: &[[f64; 2]; 5], at: [f64; 2]) -> ([f64; 2], f64) {
        let (mut slope, mut curve) = ([0.0; 2], [0.0; 3]);
        for (&[first, second], share) in off.iter().zip(self.of) {
            let tilt = 1.0 + at[0] * first + at[1] * second;
            let (likely, curved) = (share / tilt, share / (tilt * tilt));
            slope[0] -= likely * first;
            slope[1] -= likely * second;
            curve[0] += curved * first * first;
            curve[1] += curved * first * second;
            curve[2] += curved * second * second;
        }
        let determinant = curve[0] * curve[2] - curve[1] * curve[1];
        let step = [
            (curve[1] * slope[1] - curve[2] * slope[0]) / determinant,
            (curve[1] * slope[0] - curve[0] * slope[1]) / determinant,
        ];
        (step, -(step[0] * slope[0] + step[1] * slope[1]))
    }

    fn sum(&self, of_score: impl Fn(f64) -> f64) -> f64 {
        SCORES.into_iter().zip(self.of).map(|(score, share)| share * of_score(score)).sum()
    }
}

/// Mean and variance of a pair's score.
#[derive(Clone, Copy, Debug)]
struct Moments {
    mean: f64,
    variance: f64,
}

impl Moments {
    /// Tells whether a distribution has them in which every score is possible: the variance lies
    /// above that of the two scores around the mean, and below that of 0 and 1.
    fn are_possible(self) -> bool {
        let Moments { mean, variance } = self;
        let below = (4.0 * mean).floor() / 4.0;
        let least = (mean - below) * (below + 0.25 - mean);
        least < variance && variance < mean * (1.0 - mean)
    }
}

/// Returns the largest value of a function with one summit between `low` and `high`, by the golden
/// section.
fn highest(mut low: f64, mut high: f64, mut function: impl FnMut(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_8;
    let (mut left, mut right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_left, mut at_right) = (function(left), function(right));
    for _ in 0..SECTIONS {
        if at_left > at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - GOLDEN * (high - low);
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + GOLDEN * (high - low);
            at_right = function(right);
        }
    }
    at_left.max(at_right)
}
#[cfg(test)]
mod temporary {
    use super::*;
    use crate::{EloModel, Sprt};
    #[test]
    fn compare() {
        let text = std::fs::read_to_string("/tmp/stats-scratch/ref.txt").unwrap();
        let mut bad = 0;
        for line in text.lines() {
            let w: Vec<f64> = line.split(' ').map(|x| x.parse().unwrap()).collect();
            let counts = [w[0], w[1], w[2], w[3], w[4]].map(|x| x as u32);
            let s = Sprt::new(w[5], w[6], 0.05, 0.05, EloModel::Normalized).unwrap();
            let l = s.llr(&PairScores { counts });
            if (l - w[7]).abs() > 1e-6 * w[7].abs().max(1.0) {
                bad += 1;
                println!("{line}: {l}");
                let sh = Shares::new(&PairScores { counts });
                for e in [w[5], w[6]] {
                    println!(
                        "   {e} {}",
                        sh.likelihood_with_t(crate::NormalizedElo(e).deviations())
                    );
                }
            }
        }
        println!("bad {bad}");
        let sh = Shares::new(&PairScores { counts: [10, 40, 100, 55, 12] });
        let t0 = std::time::Instant::now();
        let mut x = 0.0;
        for i in 0..2000 {
            x += sh.likelihood_with_t(0.02 + 1e-6 * i as f64);
        }
        println!("{x} {:?} each", t0.elapsed() / 2000);
        let sh = Shares::new(&PairScores { counts: [0, 0, 0, 0, 30000] });
        let t = crate::NormalizedElo(5.0).deviations();
        let mut m = [0.0; 2];
        for k in 0..40 {
            let d = 0.5 / (1.0 + t * t).sqrt() * (1.0 - 0.0005 * k as f64 - 1e-9);
            println!(
                "{d} {} {m:?}",
                sh.likelihood_with_moments(Moments { mean: 0.5 + t * d, variance: d * d }, &mut m)
            );
        }
    }
}
