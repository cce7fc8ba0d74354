//! Engine of {{title}} for the search.

use gamekit::{Outcome, Position as _};
use search::{Evaluate, MoveOrder, MoveScore, Proof, Score, Tactics};

use crate::moves::Move;
use crate::ordering;
use crate::position::Position;
use crate::weights::Weights;

/// Engine of {{title}} with the evaluation `V`: weights by hand, or a network.
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

impl<V> MoveOrder<Position> for Engine<V> {
    const SLOTS: usize = ordering::SLOTS;

    #[inline]
    fn score_move(&self, pos: &Position, mv: Move) -> MoveScore {
        ordering::score_move(pos, mv)
    }
}

/// The least that the search needs: the end of the game, and all moves.
impl<V> Tactics<Position> for Engine<V> {
    fn proof(&self, pos: &Position) -> Option<Proof> {
        Some(match pos.outcome()? {
            Outcome::Win(winner) if winner == pos.side() => Proof::Win { plies: 0 },
            Outcome::Win(_) => Proof::Loss { plies: 0 },
            Outcome::Draw => Proof::Draw,
        })
    }

    fn is_threatened(&self, _: &Position) -> bool {
        false
    }

    fn candidates(&self, pos: &Position, visit: impl FnMut(Move)) {
        pos.legal_moves(visit);
    }

    fn noisy_candidates(&self, pos: &Position, mut visit: impl FnMut(Move)) {
        pos.legal_moves(|mv| {
            if ordering::is_noisy(pos, mv) {
                visit(mv);
            }
        });
    }

    fn null_move(&self, _: &Position) -> Option<Position> {
        None
    }
}
