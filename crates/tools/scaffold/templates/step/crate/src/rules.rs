//! Rules of {{title}}: legal moves, playing a move, and the end of the game.

use gamekit::{Outcome, Player};

use crate::moves::Move;
use crate::position::Position;
use crate::square::{Square, HEIGHT, WIDTH};

/// Number of ranks with pieces of each side at the start.
const ARMY: usize = 2;

impl gamekit::Position for Position {
    type Move = Move;

    fn initial() -> Position {
        let mut pos = Position::empty(Player::First);
        for sq in Square::all() {
            if sq.rank() < ARMY {
                pos.set(sq, Some(Player::First));
            } else if sq.rank() >= HEIGHT - ARMY {
                pos.set(sq, Some(Player::Second));
            }
        }
        pos
    }

    #[inline]
    fn side_to_move(&self) -> Player {
        self.side()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Visits the pieces along the ranks from a1, and the steps of each from left to right.
    fn legal_moves(&self, visit: impl FnMut(Move)) {
        if self.outcome.is_none() {
            steps(self).for_each(visit);
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.set(mv.from, None);
        self.set(mv.to, Some(self.side()));
        self.pass();
        self.outcome = outcome_of(self);
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.hash_value()
    }
}

/// Returns the steps of the side to move, whether or not the game is over.
fn steps(pos: &Position) -> impl Iterator<Item = Move> + '_ {
    let side = pos.side();
    let ahead = if side == Player::First { 1 } else { -1 };
    let own = Square::all().filter(move |&from| pos.at(from) == Some(side));
    own.flat_map(move |from| {
        [-1, 0, 1].into_iter().filter_map(move |aside| {
            let to = from.offset(aside, ahead)?;
            let may_enter = match pos.at(to) {
                None => true,
                Some(owner) => owner != side && aside != 0,
            };
            may_enter.then_some(Move { from, to })
        })
    })
}

/// Returns the outcome of a position: a piece on the far rank has won, and a side without a move
/// has lost.
pub(crate) fn outcome_of(pos: &Position) -> Option<Outcome> {
    let has_arrived = |player, rank| {
        let mut squares = (0..WIDTH).filter_map(|file| Square::at(file, rank));
        squares.any(|sq| pos.at(sq) == Some(player))
    };
    if has_arrived(Player::First, HEIGHT - 1) {
        return Some(Outcome::Win(Player::First));
    }
    if has_arrived(Player::Second, 0) {
        return Some(Outcome::Win(Player::Second));
    }
    let is_stuck = steps(pos).next().is_none();
    is_stuck.then_some(Outcome::Win(pos.side().opponent()))
}
