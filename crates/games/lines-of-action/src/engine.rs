//! Engine of Lines of Action for the search: move ordering, proofs, threats and hash keys.

use std::array;

use search::{Evaluate, MoveOrder, MoveScore, Proof, Score, Tactics};

use crate::connection::neighbours;
use crate::moves::Move;
use crate::position::Position;
use crate::threats::{is_threatened, proof};
use crate::weights::Weights;

/// Engine of Lines of Action with the evaluation `V`.
#[derive(Clone, Debug)]
pub struct Engine<V = Weights> {
    /// The evaluation.
    pub weights: V,
    /// Values of the squares for move ordering.
    squares: [i32; 64],
}

impl<V> Engine<V> {
    /// Returns an engine with this evaluation.
    #[must_use]
    pub fn new(weights: V) -> Engine<V> {
        let by_hand = Weights::default();
        Engine { weights, squares: array::from_fn(|sq| by_hand.on(sq as u32)) }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(Weights::default())
    }
}

/// Plies before the draw within which the evaluation fades to 0.
const DRAW_IS_NEAR: i32 = 30;

impl<V: Evaluate<Position>> Evaluate<Position> for Engine<V> {
    type State = V::State;

    fn refresh(&self, pos: &Position) -> V::State {
        self.weights.refresh(pos)
    }

    #[inline]
    fn update(&self, state: &V::State, before: &Position, mv: Move, after: &Position) -> V::State {
        self.weights.update(state, before, mv, after)
    }

    #[inline]
    fn pass(&self, state: &V::State, passed: &Position) -> V::State {
        self.weights.pass(state, passed)
    }

    #[inline]
    fn evaluate(&self, pos: &Position, state: &V::State) -> Score {
        let plies_left = i32::from(Position::LONGEST_GAME - pos.plies());
        self.weights.evaluate(pos, state) * plies_left.min(DRAW_IS_NEAR) / DRAW_IS_NEAR
    }
}

/// Move ordering values.
mod value {
    /// Capture.
    pub(super) const CAPTURE: i32 = 30_000;
    /// Move next to an own checker.
    pub(super) const NEXT_TO_OWN: i32 = 4_000;
    /// Factor of the value of the square entered minus that of the square left.
    pub(super) const SQUARE: i32 = 40;
}

impl<V> MoveOrder<Position> for Engine<V> {
    /// Slots of the history tables: the target square, and the signs of the changes of file and
    /// rank.
    const SLOTS: usize = 64 * 9;

    #[inline]
    fn score_move(&self, pos: &Position, mv: Move) -> MoveScore {
        let (from, to) = (mv.from(), mv.to());
        let slot = to as usize * 9 + grows(from / 8, to / 8) * 3 + grows(from % 8, to % 8);
        let others = pos.own() & !(1 << from);
        let is_noisy = pos.opponent() >> to & 1 != 0;
        let mut value = value::SQUARE * (self.squares[to as usize] - self.squares[from as usize]);
        if is_noisy {
            value += value::CAPTURE;
        }
        if neighbours(others) >> to & 1 != 0 {
            value += value::NEXT_TO_OWN;
        }
        MoveScore { slot, value, is_noisy }
    }
}

/// Returns 0 if the second number is smaller, 1 if both are equal, 2 if it is larger.
#[inline]
const fn grows(from: u32, to: u32) -> usize {
    1 + (from < to) as usize - (from > to) as usize
}

/// Plies left up to which the hash key contains their exact number.
const EXACT_CLOCK: u8 = 30;
/// Step of the rounding of larger numbers of plies left, in plies.
const COARSE_STEP: u8 = 6;
/// Number of such steps; with more plies left, positions share a key at any ply.
const COARSE_STEPS: u8 = 4;

impl<V> Tactics<Position> for Engine<V> {
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
    fn is_candidate(&self, pos: &Position, mv: Move) -> bool {
        if mv == Move::PASS {
            return gamekit::Position::is_legal(pos, mv);
        }
        pos.own() >> mv.from() & 1 == 1 && pos.targets(mv.from()) >> mv.to() & 1 == 1
    }

    /// Visits no moves: quiescence search only answers threats.
    #[inline]
    fn noisy_candidates(&self, _: &Position, _: impl FnMut(Move)) {}

    /// Returns the position after a null move if the side to move has more than three checkers. A
    /// move is rarely worse than none, unless a side has too few checkers to move one and keep the
    /// others (zugzwang).
    #[inline]
    fn null_move(&self, pos: &Position) -> Option<Position> {
        (pos.own().count_ones() > 3).then(|| pos.passed())
    }

    /// Returns a key in which the plies left are part of the hash only if they matter.
    #[inline]
    fn key(&self, pos: &Position) -> u64 {
        let left = Position::LONGEST_GAME - pos.plies();
        let beyond = left.saturating_sub(EXACT_CLOCK).div_ceil(COARSE_STEP);
        pos.hash_with(left.min(EXACT_CLOCK) + beyond.min(COARSE_STEPS))
    }

    #[inline]
    fn repetition_key(&self, pos: &Position) -> Option<u64> {
        Some(pos.hash_with(0))
    }
}
