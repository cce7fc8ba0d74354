use crate::square::Square;

/// A step, attacking or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

/// The latest steps of a player, as far as the two-squares rule looks back.
///
/// A step is barred if it and the player's last three steps were made by one piece and all crossed
/// the border between the same two neighbouring squares. So a piece may go there, back and there
/// again, and then has to do something else, or another piece. A scout crosses all borders on its
/// way (International Stratego Federation, the rules on the two squares).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Shuttle {
    /// The newest first, and only as long as all of them cross a common border.
    steps: [Option<Step>; Shuttle::LONGEST],
}

impl Shuttle {
    /// Turns in a row in which a piece may cross the same border.
    pub(crate) const LONGEST: usize = 3;

    /// Returns the steps that matter, the oldest first.
    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        self.steps.iter().rev().filter_map(|&step| step)
    }

    /// Adds a step of the player, whose piece has survived it.
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

    /// Forgets the steps of the piece on `sq`, which was taken.
    #[inline]
    pub(crate) fn forget(&mut self, sq: Square) {
        if self.steps[0].is_some_and(|newest| newest.to == sq) {
            *self = Shuttle::default();
        }
    }

    /// Tells whether this rule can bar any step now.
    #[inline]
    pub(crate) const fn is_full(&self) -> bool {
        self.steps[Shuttle::LONGEST - 1].is_some()
    }

    /// Tells whether this rule bars the step.
    #[inline]
    pub(crate) fn bars(&self, step: Step) -> bool {
        let [Some(newest), Some(older), Some(oldest)] = self.steps else {
            return false;
        };
        newest.to == step.from && share_a_border(&[step, newest, older, oldest])
    }
}

/// Tells whether steps, each of which begins where another ends, cross a common border between two
/// squares.
fn share_a_border(steps: &[Step]) -> bool {
    let is_along_row = |step: &Step| step.from.y() == step.to.y();
    let first = steps.iter().map(|step| step.from.min(step.to)).max();
    let last = steps.iter().map(|step| step.from.max(step.to)).min();
    first < last && steps.windows(2).all(|pair| is_along_row(&pair[0]) == is_along_row(&pair[1]))
}
