//! Pentanomial pair scores: score, confidence interval and likelihood of superiority.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

/// Half the width of the middle 95 % of a normal distribution, in standard deviations.
pub(crate) const Z_95: f64 = 1.959_964;

/// Possible scores of a pair, as shares of its two points.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Pentanomial pair scores: the number of game pairs by the points of the match's first player.
///
/// The spread of the pairs gives an interval that takes into account the correlation of the two
/// games of a pair. It is usually narrower than the interval from single games.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PairScores {
    /// Number of pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub counts: [u32; 5],
}

impl PairScores {
    /// Adds a pair with `points` of 2.
    ///
    /// # Panics
    ///
    /// Panics if `points` is below 0 or above 2.
    pub fn add(&mut self, points: f64) {
        self.counts[(2.0 * points).round() as usize] += 1;
    }

    /// Adds other pairs.
    pub fn merge(&mut self, other: PairScores) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// Returns the same pairs from the side of the second player.
    #[must_use]
    pub fn swapped(self) -> PairScores {
        let mut counts = self.counts;
        counts.reverse();
        PairScores { counts }
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Returns the mean score of a game, from 0 to 1; 1/2 if there are no pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 { 0.5 } else { self.mean_over_pairs(|score| score) }
    }

    /// Returns the sample variance of a pair's score, which lies from 0 to 1; `None` if there are
    /// no pairs or all have the same score.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let pairs = f64::from(self.pairs());
        Some(self.spread()? * pairs / (pairs - 1.0))
    }

    /// Returns the 95 % confidence interval of the expected score, by the normal approximation over
    /// pairs.
    ///
    /// If all pairs have the same score, the rule of three applies: with 95 % confidence the share
    /// of pairs with another score is at most three divided by the number of pairs.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let score = self.score();
        let Some(error) = self.standard_error() else {
            let pairs = f64::from(self.pairs());
            let others = if pairs == 0.0 { 1.0 } else { (3.0 / pairs).min(1.0) };
            return (score - score * others, score + (1.0 - score) * others);
        };
        let margin = Z_95 * error;
        ((score - margin).max(0.0), (score + margin).min(1.0))
    }

    /// Returns the likelihood of superiority (LOS): the probability, from 0 to 1, that the first
    /// player is the stronger one, without prior knowledge. By the normal approximation over pairs.
    ///
    /// If all pairs have the same score, the probability of pairs with another score follows
    /// Laplace's rule of succession, and all such pairs are taken to be won by the other player.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> f64 {
        let score = self.score();
        let Some(error) = self.standard_error() else {
            let lead = score.max(1.0 - score);
            // With `pairs` equal scores, a share of others below x has the probability
            // 1 - (1-x)^(pairs+1). Up to the share 1 - 1/2 / lead the leader stays ahead.
            let leads = 1.0 - (0.5 / lead).powf(f64::from(self.pairs()) + 1.0);
            let likelihood = if lead == 0.5 { 0.5 } else { leads };
            return if score < 0.5 { 1.0 - likelihood } else { likelihood };
        };
        Normal::standard().cdf((score - 0.5) / error)
    }

    /// Returns the mean square distance of a pair's score from the mean score; `None` if there are
    /// no pairs or all have the same score.
    pub(crate) fn spread(&self) -> Option<f64> {
        let kinds = self.counts.iter().filter(|&&count| count > 0).count();
        (kinds >= 2).then(|| self.central_moment(2))
    }

    /// Returns the mean of a power of the distance between a pair's score and the mean score.
    pub(crate) fn central_moment(&self, power: i32) -> f64 {
        let mean = self.score();
        self.mean_over_pairs(|score| (score - mean).powi(power))
    }

    fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / f64::from(self.pairs())).sqrt())
    }

    fn mean_over_pairs(&self, of_score: impl Fn(f64) -> f64) -> f64 {
        let counted = SCORES.into_iter().zip(self.counts);
        let sum: f64 = counted.map(|(score, count)| of_score(score) * f64::from(count)).sum();
        sum / f64::from(self.pairs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_interval(counts: [u32; 5], expected: (f64, f64)) {
        let (low, high) = PairScores { counts }.interval();
        let close = |a: f64, b: f64| (a - b).abs() < 1e-4;
        assert!(close(low, expected.0) && close(high, expected.1), "{low} .. {high}");
    }

    #[test]
    fn the_score_is_the_mean_of_all_games() {
        let mut scores = PairScores::default();
        for points in [0.0, 1.0, 1.5, 2.0] {
            scores.add(points);
        }
        assert_eq!(scores.counts, [1, 0, 1, 1, 1]);
        assert_eq!(scores.score(), 4.5 / 8.0);
    }

    #[test]
    fn the_interval_is_that_of_the_pairs_mean() {
        // Scores 0, 1/2, 1: mean 1/2, variance 1/4, variance of the mean 1/12.
        check_interval([1, 0, 1, 0, 1], (0.0, 1.0));
        // 100 pairs, half at 1/4 and half at 3/4: standard error 0.25 / sqrt(99).
        check_interval([0, 50, 0, 50, 0], (0.45075, 0.54925));
    }

    #[test]
    fn pairs_with_equal_scores_have_an_interval_too() {
        check_interval([0, 0, 0, 0, 0], (0.0, 1.0));
        check_interval([0, 0, 0, 0, 1], (0.0, 1.0));
        check_interval([0, 0, 0, 0, 100], (0.97, 1.0));
        check_interval([0, 0, 300, 0, 0], (0.495, 0.505));
    }

    #[test]
    fn the_variance_is_that_of_a_pairs_score() {
        let check = |counts, expected| assert_eq!(PairScores { counts }.variance(), expected);
        check([1, 0, 1, 0, 1], Some(0.25));
        check([0, 1, 0, 1, 0], Some(0.125));
        check([0, 0, 9, 0, 0], None);
        check([0; 5], None);
    }

    #[track_caller]
    fn check_superiority(counts: [u32; 5], expected: f64) {
        let likelihood = PairScores { counts }.likelihood_of_superiority();
        assert!((likelihood - expected).abs() < 5e-4, "{counts:?}: {likelihood}");
    }

    #[test]
    fn superiority_is_the_normal_distribution_of_the_lead_in_standard_errors() {
        check_superiority([10, 20, 30, 20, 10], 0.5);
        // Mean 0.525, variance (0.25² - 0.025²) * 100/99 = 0.25²: one standard error ahead.
        check_superiority([0, 45, 0, 55, 0], 0.8413);
        check_superiority([0, 55, 0, 45, 0], 0.1587);
        // 5.7 standard errors.
        check_superiority([0, 0, 75, 0, 25], 1.0);
    }

    #[test]
    fn superiority_of_pairs_with_equal_scores_grows_with_their_number() {
        check_superiority([0, 0, 0, 0, 0], 0.5);
        check_superiority([0, 0, 70, 0, 0], 0.5);
        // Laplace: a coin that fell on one side once falls on the same side again with probability
        // 2/3. Here the question is whether it favours that side, which is true with probability
        // 3/4.
        check_superiority([0, 0, 0, 0, 1], 0.75);
        check_superiority([1, 0, 0, 0, 0], 0.25);
        check_superiority([0, 0, 0, 1, 0], 1.0 - 4.0 / 9.0);
        check_superiority([0, 0, 0, 0, 20], 1.0);
    }
}
