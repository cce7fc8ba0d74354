//! Sequential probability ratio test (SPRT) with Wald's bounds on the log likelihood ratio (LLR).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::elo::{Elo, NormalizedElo};
use crate::likelihood::EmpiricalDistribution;
use crate::pairs::PairScores;

/// Sequential probability ratio test (SPRT; Wald, 1945) of two hypotheses: the first player of a
/// match is `elo1` stronger than the second, or only `elo0`. It ends as soon as the pairs decide
/// it.
///
/// The log likelihood ratio (LLR) is Van den Bergh's generalised one over the five scores of a
/// pair, which fishtest and fastchess compute too: each hypothesis is represented by its most
/// likely distribution.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Parameters", into = "Parameters")]
pub struct Sprt(Parameters);

/// Parameters of a test, not validated yet.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Unit of the two Elo differences of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Standard deviations of a game's score ([`NormalizedElo`]): a test takes as many games in a
    /// game with many draws as in one with few.
    Normalized,
    /// The expected score ([`Elo`]).
    Logistic,
}

/// Hypothesis that a test has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hypothesis {
    /// H0: the difference is `elo0` rather than `elo1`; the test has failed.
    Elo0,
    /// H1: the difference is `elo1` rather than `elo0`; the test has passed.
    Elo1,
}

/// Error: invalid parameters of a test.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// A difference is not a number, or too large to be measured by counting pairs.
    #[error(
        "an SPRT between {0} and {1} Elo is not possible: give two numbers from -{max} to {max}",
        max = Sprt::MAX_ELO
    )]
    Elo(f64, f64),
    /// The hypotheses are equal or in the wrong order.
    #[error("an SPRT between {0} and {1} Elo decides nothing: elo0 has to be less than elo1")]
    Order(f64, f64),
    /// An error rate is out of range.
    #[error(
        "{name} is a probability of error: it has to lie above 0 and below 0.5, not at {value}"
    )]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The given value.
        value: f64,
    },
}

/// Error: the text does not name an [`EloModel`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no Elo model is called `{0}`; the models are: normalized, logistic")]
pub struct UnknownEloModel(String);

impl Sprt {
    /// The largest absolute difference of a hypothesis.
    pub const MAX_ELO: f64 = 300.0;

    /// Returns the test of `elo1` against `elo0` that passes with probability `alpha` if `elo0` is
    /// true (type I error), and fails with probability `beta` if `elo1` is true (type II error).
    ///
    /// # Errors
    ///
    /// A difference beyond ±[`Sprt::MAX_ELO`], `elo0` not below `elo1`, or an error rate that is
    /// not between 0 and 0.5.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Sprt, SprtError> {
        Parameters { elo0, elo1, alpha, beta, model }.try_into()
    }

    /// Returns the Elo difference under H0.
    #[must_use]
    pub fn elo0(&self) -> f64 {
        self.0.elo0
    }

    /// Returns the Elo difference under H1.
    #[must_use]
    pub fn elo1(&self) -> f64 {
        self.0.elo1
    }

    /// Returns the probability of passing at `elo0` (type I error rate).
    #[must_use]
    pub fn alpha(&self) -> f64 {
        self.0.alpha
    }

    /// Returns the probability of failing at `elo1` (type II error rate).
    #[must_use]
    pub fn beta(&self) -> f64 {
        self.0.beta
    }

    /// Returns the unit of the differences.
    #[must_use]
    pub fn model(&self) -> EloModel {
        self.0.model
    }

    /// Returns the log likelihood ratios (LLR) at which the test fails and passes: Wald's bounds.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let Parameters { alpha, beta, .. } = self.0;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Returns the log likelihood ratio (LLR): the natural logarithm of the likelihood of the pairs
    /// at `elo1`, divided by their likelihood at `elo0`.
    #[must_use]
    pub fn llr(&self, pairs: &PairScores) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let shares = EmpiricalDistribution::new(pairs);
        let likelihood = |elo: f64| match self.0.model {
            EloModel::Normalized => shares.likelihood_with_t(NormalizedElo(elo).deviations()),
            EloModel::Logistic => shares.likelihood_with_mean(Elo(elo).score()),
        };
        shares.pairs * (likelihood(self.0.elo1) - likelihood(self.0.elo0))
    }

    /// Returns the decision of the test, or `None` if it goes on.
    #[must_use]
    pub fn decide(&self, pairs: &PairScores) -> Option<Hypothesis> {
        let (llr, (lower, upper)) = (self.llr(pairs), self.bounds());
        if llr >= upper {
            Some(Hypothesis::Elo1)
        } else if llr <= lower {
            Some(Hypothesis::Elo0)
        } else {
            None
        }
    }
}

impl TryFrom<Parameters> for Sprt {
    type Error = SprtError;

    fn try_from(parameters: Parameters) -> Result<Sprt, SprtError> {
        let Parameters { elo0, elo1, alpha, beta, .. } = parameters;
        let possible = -Sprt::MAX_ELO..=Sprt::MAX_ELO;
        if !possible.contains(&elo0) || !possible.contains(&elo1) {
            return Err(SprtError::Elo(elo0, elo1));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        Ok(Sprt(parameters))
    }
}

impl From<Sprt> for Parameters {
    fn from(sprt: Sprt) -> Parameters {
        sprt.0
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        })
    }
}

impl FromStr for EloModel {
    type Err = UnknownEloModel;

    fn from_str(text: &str) -> Result<EloModel, UnknownEloModel> {
        match text {
            "normalized" => Ok(EloModel::Normalized),
            "logistic" => Ok(EloModel::Logistic),
            _ => Err(UnknownEloModel(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use EloModel::{Logistic, Normalized};
    use serde_json::json;

    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    #[track_caller]
    fn check_llr(
        counts: [u32; 5],
        (elo0, elo1): (f64, f64),
        model: EloModel,
        expected: f64,
        error: f64,
    ) {
        let llr = sprt(elo0, elo1, model).llr(&PairScores { counts });
        assert!((llr - expected).abs() <= error, "{counts:?}, {model}: {llr}, not {expected}");
    }

    /// Counts and ratios of fastchess's own test of its SPRT (`app/tests/sprt_test.cpp`), and
    /// before them those that fastchess printed for a real match of 60 games; all as quoted in the
    /// tests of the package `mache` 0.7.1 (PyPI, MIT).
    #[test]
    fn the_logistic_ratio_is_what_fastchess_prints() {
        let check = |counts, elos, expected| check_llr(counts, elos, Logistic, expected, 0.005);
        check([2, 3, 14, 3, 8], (0.0, 10.0), 0.44);
        check([223, 9863, 21279, 10037, 246], (0.5, 2.5), -3.07);
        check([871, 26175, 55983, 26678, 821], (0.0, 2.0), -4.98);
    }

    /// Values that fastchess computes with all digits, from the same source.
    #[test]
    fn the_normalized_ratio_is_what_fastchess_computes() {
        let check = |counts, elos, expected| check_llr(counts, elos, Normalized, expected, 1e-7);
        check([2, 3, 14, 3, 8], (0.0, 5.0), 0.194_344_971);
        check([223, 9863, 21279, 10037, 246], (0.0, 2.0), 1.096_834_254);
        check([871, 26175, 55983, 26678, 821], (0.0, 2.0), 0.804_451_473);
        check([2, 9, 36, 19, 9], (-1.0, 3.0), 0.391_779_344);
        check([100, 400, 1000, 450, 120], (0.0, 5.0), 1.574_910_820);
    }

    /// One-sided matches, for which fastchess's iteration does not converge. The ratios were
    /// computed with fifty digits by mpmath and stand in the same source.
    #[test]
    fn the_normalized_ratio_of_a_one_sided_match_is_right_as_well() {
        let check = |counts, elos, expected| check_llr(counts, elos, Normalized, expected, 1e-6);
        check([0, 0, 0, 1000, 0], (0.0, 5.0), 14.183_969_310_935_9);
        check([0, 0, 0, 0, 30000], (0.0, 5.0), 604.311_066_589_889);
        check([0, 0, 0, 30000, 1000], (0.0, 5.0), 446.864_225_024_732);
        check([30000, 1000, 0, 0, 0], (-5.0, 0.0), -619.359_770_540_342);
    }

    /// Matches in which nearly all pairs have the same score, with hypotheses that are far away:
    /// then the likelihood has several local maxima. Computed with fifty digits by mpmath 1.3: for
    /// each of 160 deviations, dense at both ends, Newton's method for the two multipliers, and a
    /// golden section search around every local maximum.
    #[test]
    fn the_highest_of_several_local_maxima_counts() {
        let check = |counts, elos, expected| check_llr(counts, elos, Normalized, expected, 1e-6);
        check([0, 0, 50000, 3, 1], (-5.0, 2.0), 24.404_717_965_232);
        check([0, 0, 3000, 0, 3], (50.0, 60.0), -51.005_222_765_817);
        check([10, 0, 50000, 3, 0], (-30.0, -20.0), 401.826_857_075_93);
        check([3, 0, 50000, 3000, 0], (-300.0, -290.0), 2_122.417_259_875);
        check([50000, 1, 1, 0, 0], (-30.0, -25.0), -898.810_450_636_43);
        check([50000, 0, 0, 0, 0], (0.0, 5.0), -1_027.891_357_336_2);
    }

    /// Comparison with a general optimiser that does not use multipliers: SciPy 1.17.1's
    /// `minimize(method="SLSQP", ftol=1e-15)` over the logarithms of the five shares, with the
    /// hypothesis as an equality constraint, zeros at 1e-3, the best of 40 random starts.
    #[test]
    fn both_ratios_are_those_of_a_general_optimiser() {
        let check = |counts, elos, logistic, normalized| {
            check_llr(counts, elos, Logistic, logistic, 2e-6);
            check_llr(counts, elos, Normalized, normalized, 2e-6);
        };
        check([10, 40, 100, 55, 12], (0.0, 5.0), 0.539_091, 0.374_501);
        check([3, 11, 42, 17, 7], (-2.0, 8.0), 0.858_469, 0.578_475);
        check([0, 3, 200, 9, 0], (0.0, 10.0), 0.214_792, 0.860_003);
        check([40, 60, 30, 90, 120], (0.0, 20.0), 8.551_347, 9.065_989);
        check([7, 0, 0, 0, 15], (-10.0, 30.0), 0.848_323, 1.155_487);
        check([500, 2000, 6000, 2100, 520], (-3.0, 1.0), 6.380_340, 3.394_378);
    }

    /// Approximation for many pairs and small differences: half the number of pairs times the
    /// difference of the squared distances, in standard deviations.
    #[test]
    fn long_matches_follow_the_normal_approximation() {
        let counts = [2000, 9000, 20000, 9300, 2100];
        let pairs = PairScores { counts };
        let deviation = pairs.variance().unwrap().sqrt();
        let check = |model, t: &dyn Fn(f64) -> f64| {
            let distance = |elo: f64| ((pairs.score() - 0.5) / deviation - t(elo)).powi(2);
            let expected = f64::from(pairs.pairs()) / 2.0 * (distance(0.0) - distance(4.0));
            check_llr(counts, (0.0, 4.0), model, expected, 0.02 * expected.abs());
        };
        check(Normalized, &|elo| NormalizedElo(elo).deviations());
        check(Logistic, &|elo| (Elo(elo).score() - 0.5) / deviation);
    }

    #[test]
    fn the_same_match_seen_from_the_other_side_has_the_opposite_ratio() {
        for model in [Normalized, Logistic] {
            for counts in [[3, 11, 42, 17, 7], [0, 0, 9, 4, 30], [0, 1, 800, 2, 0]] {
                let mut turned = counts;
                turned.reverse();
                let (forward, backward) = (sprt(-2.0, 7.0, model), sprt(-7.0, 2.0, model));
                let forward = forward.llr(&PairScores { counts });
                let backward = backward.llr(&PairScores { counts: turned });
                assert!((forward + backward).abs() < 1e-8, "{counts:?}: {forward} {backward}");
            }
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        let bounds = |alpha, beta| Sprt::new(0.0, 5.0, alpha, beta, Normalized).unwrap().bounds();
        let check = |(low, high): (f64, f64), expected: (f64, f64)| {
            assert!((low - expected.0).abs() < 1e-12 && (high - expected.1).abs() < 1e-12);
        };
        // ln 19 = 2.944, which every page of an engine's SPRT shows.
        check(bounds(0.05, 0.05), (-2.944_438_979_166_44, 2.944_438_979_166_44));
        check(bounds(0.1, 0.2), (-(4.5_f64.ln()), 8.0_f64.ln()));
    }

    #[test]
    fn a_test_is_decided_when_the_ratio_reaches_a_bound() {
        let decide = |counts| sprt(0.0, 10.0, Normalized).decide(&PairScores { counts });
        assert_eq!(decide([0; 5]), None);
        assert_eq!(decide([10, 40, 100, 55, 12]), None);
        assert_eq!(decide([40, 60, 30, 90, 120]), Some(Hypothesis::Elo1));
        assert_eq!(decide([120, 90, 30, 60, 40]), Some(Hypothesis::Elo0));
    }

    #[test]
    fn a_test_with_invalid_parameters_is_refused() {
        let check = |elo0, elo1, alpha, beta, expected: &str| {
            let error = Sprt::new(elo0, elo1, alpha, beta, Normalized).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(5.0, 0.0, 0.05, 0.05, "between 5 and 0 Elo decides nothing");
        check(5.0, 5.0, 0.05, 0.05, "elo0 has to be less than elo1");
        check(0.0, 301.0, 0.05, 0.05, "from -300 to 300");
        check(f64::NAN, 5.0, 0.05, 0.05, "give two numbers");
        check(0.0, 5.0, 0.0, 0.05, "alpha is a probability of error");
        check(0.0, 5.0, 0.05, 0.5, "beta is a probability of error");
        check(0.0, 5.0, 0.05, f64::NAN, "not at NaN");
    }

    #[test]
    fn a_test_survives_json_and_is_validated_when_it_is_read() {
        let test = Sprt::new(-1.5, 3.5, 0.05, 0.1, Logistic).unwrap();
        let text = json!({
            "elo0": -1.5, "elo1": 3.5, "alpha": 0.05, "beta": 0.1, "model": "logistic"
        });
        assert_eq!(serde_json::to_value(test).unwrap(), text);
        assert_eq!(serde_json::from_value::<Sprt>(text.clone()).unwrap(), test);
        let mut wrong = text;
        wrong["elo1"] = json!(-3);
        let error = serde_json::from_value::<Sprt>(wrong).unwrap_err().to_string();
        assert!(error.contains("decides nothing"), "{error}");
    }

    #[test]
    fn a_model_survives_its_text() {
        for model in [Normalized, Logistic] {
            assert_eq!(model.to_string().parse(), Ok(model));
        }
        let error = "bayes".parse::<EloModel>().unwrap_err().to_string();
        assert!(error.contains("the models are: normalized, logistic"));
    }
}
