//! Expected points of a score: the scale on which moves of all games are compared.

use search::score::{PROVEN, Score};

/// Greatest score of a proven loss.
const LOST: Score = -PROVEN;

/// Conversion of a game's scores into expected points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectation {
    /// Score per logit of expected points.
    units_per_logit: f64,
}

impl Expectation {
    /// Returns the conversion for a game whose scores have this many units per logit.
    #[must_use]
    pub const fn new(units_per_logit: f64) -> Expectation {
        Expectation { units_per_logit }
    }

    /// Returns the expected points of the side to move, 0 to 1: 1 or 0 if the score is proven.
    #[must_use]
    pub fn of(self, score: Score) -> f64 {
        match score {
            PROVEN.. => 1.0,
            ..=LOST => 0.0,
            _ => 1.0 / (1.0 + (-f64::from(score) / self.units_per_logit).exp()),
        }
    }
}

#[cfg(test)]
mod tests {
    use search::score::{loss_in, win_in};

    use super::*;

    #[test]
    fn a_score_of_one_logit_is_worth_73_percent_and_a_proven_result_is_certain() {
        let expectation = Expectation::new(200.0);
        assert_eq!(expectation.of(0), 0.5);
        assert!((expectation.of(200) - 0.731).abs() < 0.001);
        assert!((expectation.of(200) + expectation.of(-200) - 1.0).abs() < 1e-12);
        assert_eq!((expectation.of(win_in(9)), expectation.of(loss_in(8))), (1.0, 0.0));
        assert_eq!((expectation.of(Score::MAX), expectation.of(Score::MIN)), (1.0, 0.0));
    }
}
