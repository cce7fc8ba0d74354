/// Pairs of games by the points that the first player of the match made in them.
///
/// The two games of a pair share an opening, so they are not independent; pairs are. Their spread
/// gives an interval that is honest about that, and mostly a narrower one than single games give.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PairScores {
    /// How many pairs brought 0, 1/2, 1, 3/2 and 2 points.
    pub counts: [u32; 5],
}

/// A difference in strength on Elo's logistic scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo(pub f64);

impl PairScores {
    /// Half the width of a normal distribution's middle 95 %, in standard deviations.
    const Z_95: f64 = 1.959_964;

    /// Counts one more pair, worth `points` of 2.
    ///
    /// # Panics
    ///
    /// `points` below 0 or above 2.
    pub fn add(&mut self, points: f64) {
        self.counts[(2.0 * points).round() as usize] += 1;
    }

    /// Returns how many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// Returns the mean points of a game, from 0 to 1; 1/2 when there are no pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 { 0.5 } else { self.mean_over_pairs(|score| score) }
    }

    /// Returns the 95 % interval of the expected score, by the normal approximation over pairs.
    ///
    /// Pairs that are all alike show no spread. Then the rule of three speaks: with 95 %
    /// confidence other pairs, whatever they bring, are rarer than three in the number of pairs.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let pairs = f64::from(self.pairs());
        let score = self.score();
        if self.counts.iter().filter(|&&count| count > 0).count() < 2 {
            let others = if pairs == 0.0 { 1.0 } else { (3.0 / pairs).min(1.0) };
            return (score - score * others, score + (1.0 - score) * others);
        }
        let squares = self.mean_over_pairs(|of_pair| (of_pair - score).powi(2));
        let variance = squares * pairs / (pairs - 1.0);
        let margin = PairScores::Z_95 * (variance / pairs).sqrt();
        ((score - margin).max(0.0), (score + margin).min(1.0))
    }

    fn mean_over_pairs(&self, of_score: impl Fn(f64) -> f64) -> f64 {
        let scores = (0..5).map(|half_points| f64::from(half_points) / 4.0);
        let sum: f64 =
            scores.zip(self.counts).map(|(score, n)| of_score(score) * f64::from(n)).sum();
        sum / f64::from(self.pairs())
    }
}

impl Elo {
    /// Returns the difference at which `score`, from 0 to 1, is expected; infinite at the ends.
    #[must_use]
    pub fn of_score(score: f64) -> Elo {
        Elo(400.0 * (score / (1.0 - score)).log10())
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
        // Scores 0, 1/2, 1: mean 1/2, variance 1/4, of the mean 1/12.
        check_interval([1, 0, 1, 0, 1], (0.0, 1.0));
        // 100 pairs, half at 1/4 and half at 3/4: standard error 0.25 / sqrt(99).
        check_interval([0, 50, 0, 50, 0], (0.45075, 0.54925));
    }

    #[test]
    fn pairs_that_are_all_alike_do_not_make_certain() {
        check_interval([0, 0, 0, 0, 0], (0.0, 1.0));
        check_interval([0, 0, 0, 0, 1], (0.0, 1.0));
        check_interval([0, 0, 0, 0, 100], (0.97, 1.0));
        check_interval([0, 0, 300, 0, 0], (0.495, 0.505));
    }

    #[test]
    fn elo_follows_the_logistic_curve() {
        assert_eq!(Elo::of_score(0.5), Elo(0.0));
        assert!((Elo::of_score(0.75).0 - 190.848).abs() < 1e-3);
        assert!((Elo::of_score(0.25).0 + 190.848).abs() < 1e-3);
        assert_eq!(Elo::of_score(1.0), Elo(f64::INFINITY));
        assert_eq!(Elo::of_score(0.0), Elo(f64::NEG_INFINITY));
    }
}
