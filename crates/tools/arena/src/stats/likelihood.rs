//! How much likelihood a hypothesis about the expected score costs.
//!
//! Of all distributions over the five scores of a pair that fulfil the hypothesis, the one that
//! makes the observed pairs likeliest is found exactly, as Van den Bergh proposes ("The
//! generalized maximum likelihood ratio for the expectation value of a distribution", 2019, and
//! "Normalized Elo", 2020): a moment condition is the empirical likelihood of Owen (1988), whose
//! dual is a convex problem in one multiplier for each condition.

use std::iter::successors;

use super::pairs::{PairScores, SCORES};

/// Takes the place of a count of zero, as in fishtest: no score is impossible.
const REGULARISED_ZERO: f64 = 1e-3;

/// Halvings of an interval, after which it is as small as numbers allow.
const HALVINGS: usize = 60;

/// Newton steps after which the multipliers are taken as they are; thirty suffice for the most
/// lopsided matches.
const NEWTON_STEPS: usize = 100;

/// The share of what a Newton step promises that it has to gain, or else it is halved (Armijo).
const GAIN_EXPECTED: f64 = 0.1;

/// An improvement of the likelihood per pair that is not worth another step.
const TOLERANCE: f64 = 1e-15;

/// The smallest part of a Newton step that is tried.
const SMALLEST_PART: f64 = 1e-12;

/// Deviations that are tried before the search narrows, by the log odds of their place between the
/// smallest and the largest, from -9 to 9.
const DEVIATIONS_TRIED: usize = 60;
const LOG_ODDS_STEP: f64 = 0.3;

/// Narrowings of the interval around the best of them; a dozen is common.
const NARROWINGS: usize = 100;

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
    /// The best deviation is searched along a line, on which there may be more than one summit. One
    /// that is narrower than the steps of the search may be missed where nearly all pairs are alike
    /// and the hypothesis is a hundred normalized Elo or more away; of 450 hypotheses about random
    /// and lopsided counts that happened to 3, and moved the likelihood by 1.5 % or less.
    pub(super) fn likelihood_with_t(&self, t: f64) -> f64 {
        if t == 0.0 {
            return self.likelihood_with_mean(0.5);
        }
        // The mean deviates from 1/2, which is a score, by t s, and the next score is 1/4 away: no
        // distribution has a variance s² below t s (1/4 - t s), nor one above mean (1 - mean).
        let smallest = 0.25 * t.abs() / (1.0 + t * t);
        let largest = 0.5 / (1.0 + t * t).sqrt();
        // Dense towards both ends, where some score becomes impossible and summits are steep.
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
        let (mut best, mut summit) = (Fit { value: f64::NEG_INFINITY, multipliers: [0.0; 2] }, 1);
        for index in 1..DEVIATIONS_TRIED {
            let fit = self.fit_moments(moments(deviation(index)), [0.0; 2], best.value);
            if fit.value > best.value {
                (best, summit) = (fit, index);
            }
        }
        let (mut low, mut high) = (End::at(deviation(summit - 1)), End::at(deviation(summit + 1)));
        for _ in 0..NARROWINGS {
            let between = low.towards(high);
            let fit = self.fit_moments(moments(between), best.multipliers, f64::NEG_INFINITY);
            if fit.value > best.value {
                best = fit;
            }
            // How the likelihood changes with the deviation, at fixed multipliers, which are the
            // best ones already.
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

    /// Fits the likeliest distribution with these moments, beginning at the multipliers of a
    /// similar one. The likelihood is minus infinity where no distribution has the moments, and
    /// somewhere below `floor` where it is less than that.
    fn fit_moments(&self, moments: Moments, multipliers: [f64; 2], floor: f64) -> Fit {
        if !moments.are_possible() {
            return Fit { value: f64::NEG_INFINITY, multipliers };
        }
        let off = SCORES.map(|score| {
            let distance = score - moments.mean;
            [distance, distance * distance - moments.variance]
        });
        // Convex; its lowest value is the likelihood.
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
                // As low as rounding lets it come.
                None => break,
            }
        }
        fit
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

/// A distribution by the multipliers of its two conditions.
#[derive(Clone, Copy, Debug)]
struct Fit {
    /// Its likelihood.
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
    /// Tells whether a distribution has them in which every score is possible: the variance lies
    /// above that of the two scores around the mean, and below that of 0 and 1.
    fn are_possible(self) -> bool {
        let Moments { mean, variance } = self;
        let below = (4.0 * mean).floor() / 4.0;
        let least = (mean - below) * (below + 0.25 - mean);
        least < variance && variance < mean * (1.0 - mean)
    }
}

/// An end of the interval in which the likeliest deviation lies.
#[derive(Clone, Copy, Debug)]
struct End {
    deviation: f64,
    /// How the likelihood changes there: rising at the lower end, falling at the upper.
    slope: Option<f64>,
    /// Whether the last narrowing moved it.
    has_moved: bool,
}

impl End {
    fn at(deviation: f64) -> End {
        End { deviation, slope: None, has_moved: false }
    }

    /// Returns where a straight line through both slopes is level, or the middle.
    fn towards(self, other: End) -> f64 {
        match (self.slope, other.slope) {
            (Some(rising), Some(falling)) => {
                (self.deviation * falling - other.deviation * rising) / (falling - rising)
            }
            _ => f64::midpoint(self.deviation, other.deviation),
        }
    }

    /// Moves this end. The other one's slope counts half when it stays for the second time, or it
    /// might stay for ever (the Illinois rule).
    fn replace(&mut self, deviation: f64, slope: f64, other: &mut End) {
        if self.has_moved {
            other.slope = other.slope.map(|slope| slope / 2.0);
        }
        *self = End { deviation, slope: Some(slope), has_moved: true };
        other.has_moved = false;
    }
}
