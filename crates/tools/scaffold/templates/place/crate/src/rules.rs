//! Rules of {{title}}: legal moves, playing a move, and the end of the game.

use gamekit::{Outcome, Player};

use crate::lines::outcome_at;
use crate::moves::Move;
use crate::position::Position;
use crate::square::Square;

impl gamekit::Position for Position {
    type Move = Move;

    fn initial() -> Position {
        Position::empty(Player::First)
    }

    #[inline]
    fn side_to_move(&self) -> Player {
        self.side()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Visits the squares along the ranks from a1.
    fn legal_moves(&self, visit: impl FnMut(Move)) {
        if self.outcome.is_none() {
            let empty = Square::all().filter(|&sq| self.at(sq).is_none());
            empty.map(Move::onto).for_each(visit);
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Some(to) = mv.target(self) {
            self.set(to, Some(self.side()));
            self.outcome = outcome_at(self, to);
        }
        self.pass();
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.hash_value()
    }
}

/// Returns the outcome of a position of which the last move is unknown.
pub(crate) fn outcome_of(pos: &Position) -> Option<Outcome> {
    Square::all().find_map(|sq| outcome_at(pos, sq))
}
