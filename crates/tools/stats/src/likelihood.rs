//! Maximum likelihood of the observed pairs under a hypothesis about the expected score.
//!
//! The likelihood is exact: it is that of the most likely distribution among all distributions over
//! the five scores of a pair that fulfil the hypothesis, as Van den Bergh proposes ("The
//! generalized maximum likelihood ratio for the expectation value of a distribution", 2019, and
//! "Normalized Elo", 2020). A moment condition is the empirical likelihood of Owen (1988), whose
//! dual is a convex problem in one multiplier for each condition.

use std::iter::successors;

use crate::pairs::{PairScores, SCORES};

/// Replacement for a count of zero, as in fishtest: no score is impossible.
const REGULARISED_ZERO: f64 = 1e-3;

/// Number of halvings of an interval, after which it is as small as the numbers allow.
const HALVINGS: usize = 60;

/// Maximum number of Newton steps; thirty suffice for the most one-sided matches.
const NEWTON_STEPS: usize = 100;

/// Share of the predicted gain of a Newton step that it must reach, or else it is halved (Armijo).
const GAIN_EXPECTED: f64 = 0.1;

/// Improvement of the likelihood per pair below which the iteration ends.
const TOLERANCE: f64 = 1e-15;

/// The smallest part of a Newton step that is tried.
const SMALLEST_PART: f64 = 1e-12;

/// Number of deviations that are tried before the interval is narrowed. They are spaced evenly by
/// the log odds of their place between the smallest and the largest, from -9 to 9.
const DEVIATIONS_TRIED: usize = 60;
const LOG_ODDS_STEP: f64 = 0.3;

/// Maximum number of narrowings of the interval around the best of them; a dozen is common.
const NARROWINGS: usize = 100;

/// Observed pairs as shares of their number, without a share of zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmpiricalDistribution {
    /// Share of each score; their sum is 1.
    pub(crate) of: [f64; 5],
    /// Number of pairs.
    pub(crate) pairs: f64,
}

impl EmpiricalDistribution {
    pub(crate) fn new(observed: &PairScores) -> EmpiricalDistribution {
        let counts = observed.counts.map(|count| f64::from(count).max(REGULARISED_ZERO));
        let pairs = counts.iter().sum();
        EmpiricalDistribution { of: counts.map(|count| count / pairs), pairs }
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum(|score| score)
    }

    pub(crate) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.sum(|score| (score - mean).powi(2))
    }

    /// Returns the log likelihood of the pairs, per pair, under the most likely distribution with
    /// this mean, from 0 to 1 exclusive, minus that under the observed distribution: 0 or less.
    ///
    /// The most likely shares are p / (1 + x (score - mean)), where p are the observed ones and the
    /// multiplier x is chosen so that the mean is right.
    pub(crate) fn likelihood_with_mean(&self, mean: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..HALVINGS {
            let x = f64::midpoint(low, high);
            let off = self.sum(|score| (score - mean) / (1.0 + x * (score - mean)));
            *(if off > 0.0 { &mut low } else { &mut high }) = x;
        }
        -self.sum(|score| (1.0 + low * (score - mean)).ln())
    }

    /// Returns the same for the most likely distribution whose mean lies `t` of its own standard
    /// deviations above 1/2.
    ///
    /// With a given deviation the condition is one about mean and variance, and the problem is
    /// convex. The best deviation is searched along a line, on which there may be several local
    /// maxima. A maximum that is narrower than the steps of the search may be missed if nearly all
    /// pairs have the same score and the hypothesis is a hundred normalized Elo or more away. Of
    /// 450 hypotheses about random and one-sided counts, that happened to 3, and changed the
    /// likelihood by 1.5 % or less.
    pub(crate) fn likelihood_with_t(&self, t: f64) -> f64 {
        if t == 0.0 {
            return self.likelihood_with_mean(0.5);
        }
        // The mean deviates from 1/2, which is a score, by t s, and the next score is 1/4 away: no
        // distribution has a variance s² below t s (1/4 - t s), nor one above mean (1 - mean).
        let smallest = 0.25 * t.abs() / (1.0 + t * t);
        let largest = 0.5 / (1.0 + t * t).sqrt();
        // Dense towards both ends, where some score becomes impossible and maxima are narrow.
        let deviation = |index: usize| match index {
            0 => smallest,
            DEVIATIONS_TRIED => largest,
            _ => {
                let log_odds = LOG_ODDS_STEP * (index as f64 - DEVIATIONS_TRIED as f64 / 2.0);
                smallest + (largest - smallest) / (1.0 + (-log_odds).exp())
            }
        };
        let moments =
            |deviation: f64| Moments { mean: 0.5 + t * deviation, variance: deviation * deviation };
        let (mut best, mut best_index) =
            (Fit { value: f64::NEG_INFINITY, multipliers: [0.0; 2] }, 1);
        for index in 1..DEVIATIONS_TRIED {
            let fit = self.fit_moments(moments(deviation(index)), [0.0; 2], best.value);
            if fit.value > best.value {
                (best, best_index) = (fit, index);
            }
        }
        let (mut low, mut high) = (
            IntervalEnd::at(deviation(best_index - 1)),
            IntervalEnd::at(deviation(best_index + 1)),
        );
        for _ in 0..NARROWINGS {
            let between = low.towards(high);
            let fit = self.fit_moments(moments(between), best.multipliers, f64::NEG_INFINITY);
            if fit.value > best.value {
                best = fit;
            }
            // Derivative of the likelihood by the deviation at fixed multipliers, which are already
            // optimal.
            let slope = fit.multipliers[0] * t + 2.0 * fit.multipliers[1] * between;
            if (slope * (high.deviation - low.deviation)).abs() < TOLERANCE {
                break;
            }
            let (moved, kept) =
                if slope > 0.0 { (&mut low, &mut high) } else { (&mut high, &mut low) };
            moved.replace(between, slope, kept);
        }
        best.value
    }

    /// Fits the most likely distribution with these moments, starting from the multipliers of a
    /// similar one. The likelihood is minus infinity if no distribution has the moments, and some
    /// value below `floor` if it is less than that.
    fn fit_moments(&self, moments: Moments, multipliers: [f64; 2], floor: f64) -> Fit {
        if !moments.are_possible() {
            return Fit { value: f64::NEG_INFINITY, multipliers };
        }
        let off = SCORES.map(|score| {
            let distance = score - moments.mean;
            [distance, distance * distance - moments.variance]
        });
        // The dual is convex; its minimum is the likelihood.
        let dual = |[x, y]: [f64; 2]| -> f64 {
            let tilts = off.map(|[first, second]| 1.0 + x * first + y * second);
            match tilts.iter().all(|&tilt| tilt > 0.0) {
                true => {
                    -tilts.iter().zip(self.of).map(|(tilt, share)| share * tilt.ln()).sum::<f64>()
                }
                false => f64::INFINITY,
            }
        };
        let mut fit = Fit { value: dual(multipliers), multipliers };
        if fit.value == f64::INFINITY {
            fit = Fit { value: 0.0, multipliers: [0.0; 2] };
        }
        for _ in 0..NEWTON_STEPS {
            let ([x, y], gain) = self.newton_step(&off, fit.multipliers);
            if gain < TOLERANCE || fit.value < floor {
                break;
            }
            let parts = successors(Some(1.0), |part| Some(part / 2.0));
            let lower = parts.take_while(|&part| part > SMALLEST_PART).find_map(|part| {
                let multipliers = [fit.multipliers[0] + part * x, fit.multipliers[1] + part * y];
                let value = dual(multipliers);
                (value <= fit.value - part * gain * GAIN_EXPECTED)
                    .then_some(Fit { value, multipliers })
            });
            match lower {
                Some(lower) => fit = lower,
                // As low as rounding permits.
                None => break,
            }
        }
        fit
    }

    /// Returns the Newton step of the dual, and twice the gain that it would have if the dual were
    /// a parabola.
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

/// Distribution, given by the multipliers of its two conditions.
#[derive(Clone, Copy, Debug)]
struct Fit {
    /// Log likelihood per pair.
    value: f64,
    multipliers: [f64; 2],
}

/// Mean and variance of a pair's score.
#[derive(Clone, Copy, Debug)]
struct Moments {
    mean: f64,
    variance: f64,
}

impl Moments {
    /// Returns whether a distribution with these moments exists in which every score is possible:
    /// the variance lies above that of the two scores around the mean, and below that of 0 and 1.
    fn are_possible(self) -> bool {
        let Moments { mean, variance } = self;
        let below = (4.0 * mean).floor() / 4.0;
        let least = (mean - below) * (below + 0.25 - mean);
        least < variance && variance < mean * (1.0 - mean)
    }
}

/// End of the interval that contains the most likely deviation.
#[derive(Clone, Copy, Debug)]
struct IntervalEnd {
    deviation: f64,
    /// Derivative of the likelihood there: positive at the lower end, negative at the upper.
    slope: Option<f64>,
    /// True if the last narrowing moved this end.
    has_moved: bool,
}

impl IntervalEnd {
    fn at(deviation: f64) -> IntervalEnd {
        IntervalEnd { deviation, slope: None, has_moved: false }
    }

    /// Returns the zero of a straight line through both slopes, or the middle.
    fn towards(self, other: IntervalEnd) -> f64 {
        match (self.slope, other.slope) {
            (Some(rising), Some(falling)) => {
                (self.deviation * falling - other.deviation * rising) / (falling - rising)
            }
            _ => f64::midpoint(self.deviation, other.deviation),
        }
    }

    /// Moves this end. If the other end stays for the second time, its slope is halved: otherwise
    /// it might never move (the Illinois rule).
    fn replace(&mut self, deviation: f64, slope: f64, other: &mut IntervalEnd) {
        if self.has_moved {
            other.slope = other.slope.map(|slope| slope / 2.0);
        }
        *self = IntervalEnd { deviation, slope: Some(slope), has_moved: true };
        other.has_moved = false;
    }
}
