//! Hand-crafted evaluation: lines that only one side can still complete.

use search::{Evaluate, Score};

use crate::lines::count_lines;
use crate::moves::Move;
use crate::position::Position;
use crate::weights::Weights;

impl Evaluate<Position> for Weights {
    type State = ();

    fn refresh(&self, _: &Position) {}

    fn update(&self, (): &(), _: &Position, _: Move, _: &Position) {}

    fn evaluate(&self, pos: &Position, (): &()) -> Score {
        let (own, other) = (pos.side().index(), pos.side().opponent().index());
        let mut score = self.tempo;
        let value = |count: usize| self.line.get(count - 1).copied().unwrap_or(0);
        count_lines(pos, |counts| match (counts[own], counts[other]) {
            (count, 0) if count > 0 => score += value(count),
            (0, count) if count > 0 => score -= value(count),
            _ => {}
        });
        score
    }
}
