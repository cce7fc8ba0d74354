//! Elo differences: logistic and normalized Elo, with confidence intervals.

use std::f64::consts::{LN_10, SQRT_2};

use crate::pairs::{PairScores, Z_95};

/// Difference in strength on the logistic Elo scale: 400 points are odds of ten to one.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Elo(pub f64);

/// Difference in strength in normalized Elo (Van den Bergh, "Normalized Elo", 2020): the distance
/// of the expected score of a game from 1/2, in standard deviations of the score of one game, times
/// 800 / ln 10.
///
/// The number of games that show a difference depends only on this number, and not on the openings
/// or the share of draws. That is not true of [`Elo`]. For players of about the same strength whose
/// games are never drawn the two are equal.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct NormalizedElo(pub f64);

/// Value with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate<T> {
    /// The most likely value.
    pub value: T,
    /// The lower end of the interval.
    pub low: T,
    /// The upper end of the interval.
    pub high: T,
}

impl Elo {
    /// Returns the difference with the expected score `score`, from 0 to 1; infinite at 0 and 1.
    #[must_use]
    pub fn of_score(score: f64) -> Elo {
        Elo(400.0 * (score / (1.0 - score)).log10())
    }

    /// Returns the expected score at this difference.
    #[must_use]
    pub fn score(self) -> f64 {
        1.0 / (1.0 + 10.0_f64.powf(-self.0 / 400.0))
    }

    /// Returns the estimated difference. The interval is that of the expected score, and its ends
    /// are infinite where the score reaches 0 or 1.
    #[must_use]
    pub fn of_pairs(pairs: &PairScores) -> Estimate<Elo> {
        let (low, high) = pairs.interval();
        Estimate {
            value: Elo::of_score(pairs.score()),
            low: Elo::of_score(low),
            high: Elo::of_score(high),
        }
    }
}

impl NormalizedElo {
    /// Normalized Elo per standard deviation of a game's score. It is the slope of the logistic Elo
    /// curve for equal players whose games are never drawn.
    const PER_DEVIATION: f64 = 800.0 / LN_10;

    /// Returns the difference at which the expected score of a pair, from 0 to 1, lies `t` standard
    /// deviations of the pair's score above 1/2.
    ///
    /// Relation between a pair and a game: the score of two independent games has a standard
    /// deviation smaller by the square root of two than that of one game. The deviation of a game
    /// is therefore taken to be that of the pair times the square root of two. (The opening, which
    /// both games of a pair share, is not noise of a single game.)
    #[must_use]
    pub fn of_deviations(t: f64) -> NormalizedElo {
        NormalizedElo(NormalizedElo::PER_DEVIATION * t / SQRT_2)
    }

    /// Returns the argument of [`NormalizedElo::of_deviations`].
    #[must_use]
    pub fn deviations(self) -> f64 {
        self.0 * SQRT_2 / NormalizedElo::PER_DEVIATION
    }

    /// Returns the estimated difference; `None` if there are no pairs or all have the same score.
    ///
    /// The deviation is the maximum likelihood estimate, that of the pairs themselves. The interval
    /// follows from the delta method, which takes into account that the deviation is an estimate as
    /// well: the variance of t is (1 - t skewness + t² (kurtosis - 1) / 4) / pairs.
    #[must_use]
    pub fn of_pairs(pairs: &PairScores) -> Option<Estimate<NormalizedElo>> {
        let deviation = pairs.spread()?.sqrt();
        let t = (pairs.score() - 0.5) / deviation;
        let skewness = pairs.central_moment(3) / deviation.powi(3);
        let kurtosis = pairs.central_moment(4) / deviation.powi(4);
        let variance = 1.0 - t * skewness + t * t * (kurtosis - 1.0) / 4.0;
        let margin = Z_95 * (variance.max(0.0) / f64::from(pairs.pairs())).sqrt();
        Some(Estimate {
            value: NormalizedElo::of_deviations(t),
            low: NormalizedElo::of_deviations(t - margin),
            high: NormalizedElo::of_deviations(t + margin),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_follows_the_logistic_curve() {
        assert_eq!(Elo::of_score(0.5), Elo(0.0));
        assert!((Elo::of_score(0.75).0 - 190.848).abs() < 1e-3);
        assert!((Elo::of_score(0.25).0 + 190.848).abs() < 1e-3);
        assert_eq!(Elo::of_score(1.0), Elo(f64::INFINITY));
        assert_eq!(Elo::of_score(0.0), Elo(f64::NEG_INFINITY));
        for elo in [-300.0, -1.0, 0.0, 42.0] {
            assert!((Elo::of_score(Elo(elo).score()).0 - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn the_interval_of_elo_is_that_of_the_score() {
        let counts = [0, 50, 0, 50, 0];
        let Estimate { value, low, high } = Elo::of_pairs(&PairScores { counts });
        assert_eq!(value, Elo(0.0));
        let margin = 1.959_964 * 0.25 / 99.0_f64.sqrt();
        assert!((high.0 - Elo::of_score(0.5 + margin).0).abs() < 1e-9, "{high:?}");
        assert!((low.0 + high.0).abs() < 1e-9, "{low:?}");
        let certain = Elo::of_pairs(&PairScores { counts: [0, 0, 0, 0, 5] });
        assert_eq!(certain.high, Elo(f64::INFINITY));
        assert!((certain.low.0 - Elo::of_score(0.4).0).abs() < 1e-9);
    }

    /// Values that fastchess prints for these pairs, with all digits, as quoted by the tests of the
    /// package `mache` 0.7.1 (PyPI, MIT). The first is a real match; the second and third are the
    /// counts of fastchess's own test of its SPRT (`app/tests/sprt_test.cpp`).
    ///
    /// The margins of fastchess treat the deviation as known, and ours treat it as estimated. That
    /// matters if the difference in strength is large.
    #[test]
    fn normalized_elo_is_what_fastchess_prints() {
        let check = |counts, expected: f64, margin: f64, difference: f64| {
            let estimate = NormalizedElo::of_pairs(&PairScores { counts }).unwrap();
            let Estimate { value, low, high } = estimate;
            assert!((value.0 - expected).abs() < 1e-6, "{counts:?}: {value:?}");
            assert!((value.0 - low.0 - (high.0 - value.0)).abs() < 1e-9);
            let ratio = (high.0 - value.0) / margin;
            assert!((ratio - 1.0).abs() < difference, "{counts:?}: {ratio}");
        };
        check([2, 3, 14, 3, 8], 83.855_453, 87.911_717, 0.1);
        check([223, 9863, 21279, 10037, 246], 1.794_764, 2.359_447, 1e-4);
        check([871, 26175, 55983, 26678, 821], 1.219_646, 1.448_342, 1e-4);
        check([2, 9, 36, 19, 9], 84.892_025, 55.600_252, 0.1);
    }

    #[test]
    fn normalized_elo_does_not_depend_on_the_share_of_draws() {
        let of = |counts| NormalizedElo::of_pairs(&PairScores { counts }).unwrap();
        let (decisive, drawn) = (of([30, 0, 0, 0, 70]), of([0, 30, 0, 70, 0]));
        assert!((decisive.value.0 - drawn.value.0).abs() < 1e-9);
        assert!((decisive.low.0 - drawn.low.0).abs() < 1e-9);
    }

    #[test]
    fn near_level_and_without_draws_the_two_scales_are_one() {
        // Two independent games with 50.5 % each.
        let (p, q): (f64, f64) = (0.505, 0.495);
        let counts = [q * q, 0.0, 2.0 * p * q, 0.0, p * p].map(|share| (share * 4e6) as u32);
        let pairs = PairScores { counts };
        let normalized = NormalizedElo::of_pairs(&pairs).unwrap().value.0;
        let logistic = Elo::of_pairs(&pairs).value.0;
        assert!((normalized - logistic).abs() < 2e-3, "{normalized} {logistic}");
        assert!((logistic - 3.4744).abs() < 2e-3, "{logistic}");
    }

    #[test]
    fn pairs_that_show_no_spread_have_no_normalized_elo() {
        for counts in [[0; 5], [0, 0, 0, 0, 7]] {
            assert_eq!(NormalizedElo::of_pairs(&PairScores { counts }), None);
        }
    }
}
