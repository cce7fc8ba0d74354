//! Two-squares rule: the latest steps of a player, and the steps that the rule forbids.

use crate::square::Square;

/// A step, with or without an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

/// Latest steps of a player that the two-squares rule remembers.
///
/// A step is forbidden if one piece made it and the player's last three steps, and all four cross
/// the border between the same two adjacent squares. So a piece may go there, back and there again;
/// then it has to do something else, or another piece has to move. A scout crosses all borders on
/// its way (International Stratego Federation, the rules on the two squares).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct RecentSteps {
    /// Newest step first, and only as long as all steps cross a common border.
    steps: [Option<Step>; RecentSteps::LONGEST],
}

impl RecentSteps {
    /// Number of consecutive turns in which a piece may cross the same border.
    pub(crate) const LONGEST: usize = 3;

    /// Returns the remembered steps, the oldest first.
    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        self.steps.iter().rev().filter_map(|&step| step)
    }

    /// Adds a step of the player whose piece survived it.
    #[inline]
    pub(crate) fn push(&mut self, step: Step) {
        let [newest, older, _] = self.steps;
        self.steps = [Some(step), None, None];
        let Some(newest) = newest.filter(|newest| newest.to == step.from) else {
            return;
        };
        if share_a_border(&[step, newest]) {
            self.steps[1] = Some(newest);
            self.steps[2] = older.filter(|&older| share_a_border(&[step, newest, older]));
        }
    }

    /// Removes the steps of the piece on `sq`, which was captured.
    #[inline]
    pub(crate) fn forget(&mut self, sq: Square) {
        if self.steps[0].is_some_and(|newest| newest.to == sq) {
            *self = RecentSteps::default();
        }
    }

    /// Returns whether the rule can forbid a step now.
    #[inline]
    pub(crate) const fn is_full(&self) -> bool {
        self.steps[RecentSteps::LONGEST - 1].is_some()
    }

    /// Returns whether the rule forbids the step.
    #[inline]
    pub(crate) fn forbids(&self, step: Step) -> bool {
        let [Some(newest), Some(older), Some(oldest)] = self.steps else {
            return false;
        };
        newest.to == step.from && share_a_border(&[step, newest, older, oldest])
    }
}

/// Returns whether steps, each of which begins where another ends, cross a common border between
/// two squares.
fn share_a_border(steps: &[Step]) -> bool {
    let is_along_row = |step: &Step| step.from.y() == step.to.y();
    let first = steps.iter().map(|step| step.from.min(step.to)).max();
    let last = steps.iter().map(|step| step.from.max(step.to)).min();
    first < last && steps.windows(2).all(|pair| is_along_row(&pair[0]) == is_along_row(&pair[1]))
}
