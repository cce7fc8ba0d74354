//! Marks of bad moves, as annotators of games write them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Mark of a bad move, by the expected points that it loses.
///
/// A blunder loses as much as the step from a level position to one that is lost four times out of
/// five; a mistake loses half of that, and an inaccuracy a quarter.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A move that loses a little: `?!`.
    Inaccuracy,
    /// A move that loses a part of a win or a draw: `?`.
    Mistake,
    /// A move that loses most of a win or a draw: `??`.
    Blunder,
}

impl Mark {
    /// All marks, the worst first.
    pub const ALL: [Mark; 3] = [Mark::Blunder, Mark::Mistake, Mark::Inaccuracy];

    /// Returns the least loss of expected points, 0 to 1, of a move with this mark.
    #[must_use]
    pub const fn threshold(self) -> f64 {
        match self {
            Mark::Inaccuracy => 0.07,
            Mark::Mistake => 0.15,
            Mark::Blunder => 0.3,
        }
    }

    /// Returns the mark of a move that loses these expected points.
    #[must_use]
    pub fn of(loss: f64) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| loss >= mark.threshold())
    }

    /// Returns the mark as it is written behind a move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_has_the_worst_mark_whose_threshold_it_reaches() {
        let check = |loss, expected: Option<&str>| {
            assert_eq!(Mark::of(loss).map(Mark::sign), expected, "{loss}");
        };
        check(0.069, None);
        check(0.07, Some("?!"));
        check(0.149, Some("?!"));
        check(0.15, Some("?"));
        check(0.3, Some("??"));
        check(1.0, Some("??"));
    }
}
