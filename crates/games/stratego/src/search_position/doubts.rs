//! Assumed ranks in doubt: the flag, pieces that take our flag, and pieces without a step.

use gamekit::{Outcome, Position as _};

use super::SearchPosition;
use crate::rank::Rank;
use crate::square::{squares, Square};

impl SearchPosition {
    /// Returns the probability in percent that the enemy piece on `from` can take our flag: it may
    /// be a bomb, and it may be no miner although it came through a bomb.
    pub(super) fn flag_capture_percent(&self, from: Square) -> i32 {
        let id = usize::from(self.piece_ids[from.index()]);
        let Some(hidden_piece) = self.estimate.hidden_pieces().get(id) else { return 100 };
        match self.rank_at(from) {
            _ if self.hidden_piece(from).is_some() => hidden_piece.beats[Rank::Flag.index()],
            Some(Rank::Miner) => hidden_piece.beats[Rank::Bomb.index()],
            _ => 100,
        }
    }

    /// Moves the assumed flag to another hidden piece if the piece on `sq` has it and may be no
    /// flag.
    pub(super) fn move_assumed_flag(&mut self, sq: Square) {
        if self.rank_at(sq) != Some(Rank::Flag) || self.is_ours(sq) {
            return;
        }
        let here = usize::from(self.piece_ids[sq.index()]);
        let is_free = |other: &Square| {
            let id = usize::from(self.piece_ids[other.index()]);
            id != here
                && self
                    .estimate
                    .hidden_pieces()
                    .get(id)
                    .is_some_and(|hidden_piece| hidden_piece.flag > 0)
        };
        let hidden = self.pos.occupied(self.estimate.us().opponent())
            & !self.pos.revealed()
            & !self.pos.moved();
        let other = squares(hidden).find(is_free);
        if let Some((other, rank)) = other.and_then(|other| Some((other, self.rank_at(other)?))) {
            self.pos.hide(sq.bit() | other.bit());
            self.pos.set_rank(sq, rank);
            self.pos.set_rank(other, Rank::Flag);
            self.ranks[sq.index()] = Some(rank);
            self.ranks[other.index()] = Some(Rank::Flag);
        }
    }

    /// Returns whether the enemy has lost for want of a step only by assumed ranks.
    pub(super) fn is_stuck_by_guess(&self) -> bool {
        let us = self.estimate.us();
        let them = us.opponent();
        if self.pos.outcome() != Some(Outcome::Win(us)) || self.pos.of_rank(them, Rank::Flag) == 0 {
            return false;
        }
        let guessed = self.pos.occupied(them) & !self.pos.revealed();
        squares(guessed)
            .any(|sq| self.hidden_piece(sq).is_some_and(|hidden_piece| hidden_piece.may_step))
    }
}
