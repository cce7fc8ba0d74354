use search::{Evaluate, MoveOrder, Proof, Rank, Score, Tactics};

use crate::connection::neighbours;
use crate::evaluation::Totals;
use crate::threats::{is_threatened, proof};
use crate::{Move, Position, Weights};

/// What the bot knows of Lines of Action.
#[derive(Clone, Default, Debug)]
pub struct Engine {
    /// What things are worth.
    pub weights: Weights,
}

impl Evaluate<Position> for Engine {
    type State = Totals;

    fn refresh(&self, pos: &Position) -> Totals {
        self.weights.totals(pos)
    }

    #[inline]
    fn update(&self, totals: &Totals, before: &Position, mv: Move, after: &Position) -> Totals {
        self.weights.totals_after(totals, before, mv, after)
    }

    #[inline]
    fn evaluate(&self, pos: &Position, totals: &Totals) -> Score {
        self.weights.evaluate(pos, totals)
    }
}

/// Ordering values, from moves to try first to moves to try last.
mod value {
    /// A capture.
    pub(super) const CAPTURE: i32 = 30_000;
    /// Landing next to an own checker.
    pub(super) const NEXT_TO_OWN: i32 = 4_000;
    /// Each unit that the square entered is worth more than the one left.
    pub(super) const SQUARE: i32 = 40;
}

impl MoveOrder<Position> for Engine {
    /// The target square, and whether the file and the rank grow, stay or shrink.
    const SLOTS: usize = 64 * 9;

    #[inline]
    fn rank(&self, pos: &Position, mv: Move) -> Rank {
        let (from, to) = (mv.from(), mv.to());
        let slot = to as usize * 9 + grows(from / 8, to / 8) * 3 + grows(from % 8, to % 8);
        let others = pos.own() & !(1 << from);
        let is_noisy = pos.opponent() >> to & 1 != 0;
        let mut value = value::SQUARE * (self.weights.on(to) - self.weights.on(from));
        if is_noisy {
            value += value::CAPTURE;
        }
        if neighbours(others) >> to & 1 != 0 {
            value += value::NEXT_TO_OWN;
        }
        Rank { slot, value, is_noisy }
    }
}

/// Returns 0 if the second is smaller, 1 if both are the same, 2 if it is larger.
#[inline]
const fn grows(from: u32, to: u32) -> usize {
    1 + (from < to) as usize - (from > to) as usize
}

/// Plies before the drawn end from which on their number is part of a position's key, exactly.
const EXACT_CLOCK: u8 = 30;
/// Plies that share a key before that.
const COARSE_STEP: u8 = 6;
/// How many such steps there are; earlier positions share a key whatever the clock says.
const COARSE_STEPS: u8 = 4;

impl Tactics<Position> for Engine {
    #[inline]
    fn proof(&self, pos: &Position) -> Option<Proof> {
        proof(pos)
    }

    #[inline]
    fn is_threatened(&self, pos: &Position) -> bool {
        is_threatened(pos)
    }

    #[inline]
    fn candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        pos.visit_moves(visit);
    }

    #[inline]
    fn noisy_candidates(&self, _: &Position, _: impl FnMut(Move)) {}

    /// A move is rarely worse than none: it takes two checkers to have something to move and
    /// something to keep.
    #[inline]
    fn null_move(&self, pos: &Position) -> Option<Position> {
        (pos.own().count_ones() > 3).then(|| pos.passed())
    }

    /// The plies left do not matter while they are many.
    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let left = Position::LONGEST_GAME - pos.plies();
        let beyond = left.saturating_sub(EXACT_CLOCK).div_ceil(COARSE_STEP);
        pos.hash_with(left.min(EXACT_CLOCK) + beyond.min(COARSE_STEPS))
    }

    #[inline]
    fn recurrence(&self, pos: &Position) -> Option<u64> {
        Some(pos.hash_with(0))
    }
}
