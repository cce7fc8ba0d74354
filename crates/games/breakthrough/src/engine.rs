//! Engine of Breakthrough for the search: move ordering, proofs, threats and null moves.

use gamekit::{squares, Square};
use search::{Evaluate, MoveOrder, MoveScore, Proof, Score, Tactics};

use crate::board::{ahead_left, ahead_right, attacks_downwards, attacks_downwards_twice, rank};
use crate::moves::Move;
use crate::position::Position;
use crate::position::Targets;
use crate::threats::{proof, threats};
use crate::weights::Weights;

/// Engine of Breakthrough with the evaluation `V`.
#[derive(Clone, Debug)]
pub struct Engine<V = Weights> {
    /// The evaluation.
    pub weights: V,
}

impl<V> Engine<V> {
    /// Returns an engine with this evaluation.
    #[must_use]
    pub const fn new(weights: V) -> Engine<V> {
        Engine { weights }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(Weights::default())
    }
}

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
        self.weights.evaluate(pos, state)
    }
}

/// Move ordering values.
mod value {
    /// Capture; the advancement of the captured piece is added (most valuable victim first).
    pub(super) const CAPTURE: i32 = 100_000;
    /// Bonus for a capture that wins a piece.
    pub(super) const WINNING: i32 = 50_000;
    /// Bonus for each rank by which the captured piece has advanced.
    pub(super) const PER_RANK: i32 = 10_000;
    /// Step onto the sixth or seventh rank where the piece cannot be captured for nothing.
    pub(super) const BREAKTHROUGH: i32 = 70_000;
    /// Step onto a square where the piece can be captured for nothing.
    pub(super) const HANGING: i32 = -30_000;
}

impl<V> MoveOrder<Position> for Engine<V> {
    /// Slots of the history tables: the target square and the direction of the step.
    const SLOTS: usize = 64 * 3;

    #[inline]
    fn score_move(&self, pos: &Position, mv: Move) -> MoveScore {
        let Move { from, to } = pos.as_written(mv);
        let (own, enemy) = (pos.own(), pos.opponent());
        let direction = to.index().wrapping_sub(from.index()).wrapping_sub(7) % 3;
        let slot = to.index() * 3 + direction;
        let target = to.bit();
        let guards = Coverage::of(ahead_left(own), ahead_right(own));
        let threats = Coverage::of_downwards(enemy);
        if enemy & target != 0 {
            let advancement = 7 - i32::from(to.rank());
            let wins_a_piece = guards.outnumbers(threats) & target != 0;
            let winning = if wins_a_piece { value::WINNING } else { 0 };
            let value = value::CAPTURE + value::PER_RANK * advancement + winning;
            return MoveScore { slot, value, is_noisy: true };
        }
        // A piece that steps diagonally no longer guards the square it enters.
        let is_diagonal = direction != 1;
        let guards = if is_diagonal { guards.less_one() } else { guards };
        let is_hanging = threats.outnumbers(guards) & target != 0;
        let is_breakthrough = target & (rank(6) | rank(7)) != 0 && !is_hanging;
        let value = match (is_hanging, is_breakthrough) {
            (true, _) => value::HANGING,
            (_, true) => value::BREAKTHROUGH,
            _ => 0,
        };
        MoveScore { slot, value, is_noisy: is_breakthrough }
    }
}

/// Squares on which one side can capture with at least one piece, and with two pieces.
#[derive(Clone, Copy)]
struct Coverage {
    once: u64,
    twice: u64,
}

impl Coverage {
    #[inline]
    const fn of(left: u64, right: u64) -> Coverage {
        Coverage { once: left | right, twice: left & right }
    }

    #[inline]
    const fn of_downwards(set: u64) -> Coverage {
        Coverage { once: attacks_downwards(set), twice: attacks_downwards_twice(set) }
    }

    /// Returns the coverage that is left after one of the covering pieces is gone.
    #[inline]
    const fn less_one(self) -> Coverage {
        Coverage { once: self.twice, twice: 0 }
    }

    /// Returns the squares that this side covers with more pieces than the other side.
    #[inline]
    const fn outnumbers(self, other: Coverage) -> u64 {
        self.once & !other.once | self.twice & !other.twice
    }
}

impl<V> Tactics<Position> for Engine<V> {
    fn proof(&self, pos: &Position) -> Option<Proof> {
        proof(pos)
    }

    #[inline]
    fn is_threatened(&self, pos: &Position) -> bool {
        threats(pos) != 0
    }

    /// Visits all moves; against a threat only its capture, since any other move loses at once.
    #[inline]
    fn candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        let wanted = match threats(pos) {
            0 => !0,
            threats => threats,
        };
        visit_targets(pos, pos.targets().within(wanted), visit);
    }

    #[inline]
    fn is_candidate(&self, pos: &Position, mv: Move) -> bool {
        let Move { from, to } = pos.as_written(mv);
        let targets = pos.targets();
        let set = match (to.index() as u8).wrapping_sub(from.index() as u8) {
            Targets::STRAIGHT => targets.straight,
            Targets::LEFT => targets.left,
            Targets::RIGHT => targets.right,
            _ => 0,
        };
        let threats = threats(pos);
        let wanted = if threats == 0 { !0 } else { threats };
        (set & wanted) >> to.index() & 1 == 1
    }

    /// Visits the captures.
    #[inline]
    fn noisy_candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        visit_targets(pos, pos.targets().within(pos.opponent()), visit);
    }

    /// Returns the position after a null move if neither side is near the end of the board and
    /// there are at least six moves onto squares that are not attacked. In other positions the
    /// obligation to move can be a disadvantage (zugzwang).
    #[inline]
    fn null_move(&self, pos: &Position) -> Option<Position> {
        let is_far = pos.own() & rank(6) == 0 && pos.opponent() & rank(3) == 0;
        let harmless = pos.targets().within(!attacks_downwards(pos.opponent()));
        (is_far && harmless.count() >= 6).then(|| pos.passed())
    }
}

/// Visits the moves onto `targets`: steps straight ahead first, then to the left and to the right.
#[inline]
fn visit_targets(pos: &Position, targets: Targets, mut visit: impl FnMut(Move)) {
    for (set, step) in [
        (targets.straight, Targets::STRAIGHT),
        (targets.left, Targets::LEFT),
        (targets.right, Targets::RIGHT),
    ] {
        for to in squares(set) {
            let from = Square::new((to.index() as u8).wrapping_sub(step));
            visit(pos.as_written(Move { from, to }));
        }
    }
}
