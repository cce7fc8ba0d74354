//! Position for the search under hidden information: assumed ranks for the rules, mean values for
//! attacks.

mod attack_values;
mod doubts;

use std::rc::Rc;

use gamekit::{Outcome, Player, Position as _};

use crate::estimate::Estimate;
use crate::hidden_piece::HiddenPiece;
use crate::moves::Move;
use crate::position::Position;
use crate::rank::Rank;
use crate::square::{squares, Square};

/// Search position: the game from one player's information set.
///
/// The enemy's hidden pieces have assumed ranks here, because the rules need ranks to resolve an
/// attack. But the value of an attack comes from the player's knowledge: it is the mean over all
/// ranks that the piece may have. So the search cannot exploit the assumed ranks, and cannot avoid
/// a strong piece just because of the rank that was assumed for it.
#[derive(Clone, Debug)]
pub(crate) struct SearchPosition {
    pos: Position,
    /// Mailbox: the rank on each square, faster to read than the bit planes of `pos`.
    ranks: [Option<Rank>; Square::COUNT],
    /// Index of the estimate's hidden or perceived piece on each square, or [`NO_ID`].
    piece_ids: [u8; Square::COUNT],
    /// Material and positional value for the player of the estimate.
    balance: i32,
    /// True if our flag was taken by a piece that may be unable to take it.
    is_flag_in_doubt: bool,
    estimate: Rc<Estimate>,
}

/// Pass: the move of an enemy that seems to have no step, and the only move after our flag may have
/// been taken. Search positions have no placements, so the code of a placement is free.
const PASS: Move = Move::Place(Rank::Flag);

/// Index of a square that had no hidden or perceived piece when the search began.
const NO_ID: u8 = u8::MAX;

impl PartialEq for SearchPosition {
    fn eq(&self, other: &SearchPosition) -> bool {
        self.pos == other.pos && self.balance == other.balance
    }
}

impl Eq for SearchPosition {}

impl SearchPosition {
    /// Returns the root position, in which `pos` has assumed ranks for the hidden pieces of the
    /// estimate.
    #[must_use]
    pub(crate) fn new(pos: Position, estimate: Rc<Estimate>) -> SearchPosition {
        let mut piece_ids = [NO_ID; Square::COUNT];
        for (id, hidden_piece) in (0..).zip(estimate.hidden_pieces()) {
            piece_ids[hidden_piece.square.index()] = id;
        }
        for (id, perceived) in (0..).zip(estimate.perceived()) {
            piece_ids[perceived.square.index()] = id;
        }
        let mut ranks = [None; Square::COUNT];
        squares(pos.all()).for_each(|sq| ranks[sq.index()] = pos.rank_at(sq));
        let mut search_pos =
            SearchPosition { pos, ranks, piece_ids, balance: 0, is_flag_in_doubt: false, estimate };
        let all = squares(pos.all());
        search_pos.balance = all.map(|sq| search_pos.material(sq) + search_pos.standing(sq)).sum();
        search_pos
    }

    /// Returns the position with the assumed ranks.
    #[must_use]
    pub(crate) const fn position(&self) -> &Position {
        &self.pos
    }

    /// Returns the value for the side to move.
    #[inline]
    #[must_use]
    pub(crate) fn value(&self) -> i32 {
        let value = self.balance - self.estimate.progress().quiet_cost(self.pos.quiet_plies());
        if self.pos.side_to_move() == self.estimate.us() {
            value
        } else {
            -value
        }
    }

    /// Returns the rank of the piece on a square, assumed if it is hidden.
    #[inline]
    pub(crate) const fn rank_at(&self, sq: Square) -> Option<Rank> {
        self.ranks[sq.index()]
    }

    /// Returns the hidden piece on a square, unless its rank has been revealed.
    #[inline]
    fn hidden_piece(&self, sq: Square) -> Option<&HiddenPiece> {
        let is_hidden = self.pos.revealed() & sq.bit() == 0;
        self.estimate
            .hidden_pieces()
            .get(usize::from(self.piece_ids[sq.index()]))
            .filter(|_| is_hidden)
    }

    /// Returns the material value of the piece on a square for the player of the estimate.
    fn material(&self, sq: Square) -> i32 {
        let Some(rank) = self.rank_at(sq) else { return 0 };
        let values = self.estimate.values();
        if self.is_ours(sq) {
            return values.ours[rank.index()] + self.estimate.guard_bonus(sq);
        }
        -self
            .hidden_piece(sq)
            .map_or(values.theirs[rank.index()], |hidden_piece| hidden_piece.worth)
    }

    /// Returns the positional value of the piece on a square for the player of the estimate.
    #[inline]
    fn standing(&self, sq: Square) -> i32 {
        let Some(rank) = self.rank_at(sq) else { return 0 };
        if self.is_ours(sq) {
            return self.estimate.our_standing(rank, sq);
        }
        match self.hidden_piece(sq) {
            Some(hidden_piece) => -i32::from(hidden_piece.standing[sq.index()]),
            None => -self.estimate.their_standing(rank, sq),
        }
    }

    #[inline]
    fn is_ours(&self, sq: Square) -> bool {
        self.pos.occupied(self.estimate.us()) & sq.bit() != 0
    }

    /// Visits the attacks of the side to move.
    #[inline]
    pub(crate) fn attacks(&self, visit: impl FnMut(Move)) {
        if !self.is_flag_in_doubt {
            self.pos.attacks(visit);
        }
    }

    /// Returns the search position with the other side to move.
    #[must_use]
    pub(crate) fn passed(&self) -> SearchPosition {
        let mut search_pos = self.clone();
        search_pos.pos.pass();
        search_pos
    }

    /// Returns the cost of repeating this position for the player of the estimate.
    #[inline]
    #[must_use]
    pub(crate) fn repetition_cost(&self) -> i32 {
        self.estimate.progress().repetition_cost(self.pos.quiet_plies())
    }

    /// Returns the repetition key: a hash of everything that can repeat; `None` if the game may be
    /// over.
    #[must_use]
    pub(crate) fn repetition_key(&self) -> Option<u64> {
        let hash = self.pos.hash_seen_by(self.estimate.us());
        (!self.is_flag_in_doubt).then_some(hash)
    }
}

impl gamekit::Position for SearchPosition {
    type Move = Move;

    fn initial() -> SearchPosition {
        SearchPosition::new(Position::initial(), Rc::new(Estimate::blank(Player::First)))
    }

    #[inline]
    fn side_to_move(&self) -> Player {
        self.pos.side_to_move()
    }

    /// Ignores an enemy without a step if that follows from assumed ranks, and the capture of our
    /// flag by a piece that may be unable to take it.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.pos.outcome().filter(|_| !self.is_flag_in_doubt && !self.is_stuck_by_guess())
    }

    /// Visits the legal steps; an enemy that has no step only by assumed ranks passes.
    #[inline]
    fn legal_moves(&self, mut visit: impl FnMut(Move)) {
        if self.is_flag_in_doubt {
            return visit(PASS);
        }
        let is_stuck_by_guess = self.is_stuck_by_guess();
        if is_stuck_by_guess && self.pos.side_to_move() != self.estimate.us() {
            visit(PASS);
        } else if is_stuck_by_guess || self.pos.outcome().is_none() {
            self.pos.steps(visit);
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let Move::Step { from, to } = mv else {
            self.pos.pass();
            return;
        };
        if self.pos.all() & to.bit() != 0 {
            let is_our_flag = self.is_ours(to) && self.rank_at(to) == Some(Rank::Flag);
            let percent = if is_our_flag { self.flag_capture_percent(from) } else { 100 };
            if percent < 100 {
                self.is_flag_in_doubt = true;
                self.balance -= self.estimate.weights().flag_in_doubt * percent / 100;
            } else {
                self.balance += self.exchange(from, to);
            }
            self.move_assumed_flag(to);
        }
        self.balance -= self.standing(from) + self.standing(to);
        if self.is_ours(from) && self.pos.moved() & from.bit() == 0 {
            if let Some(rank) = self.rank_at(from) {
                self.balance -= self.estimate.weights().stillness[rank.index()];
            }
        }
        let mover = self.pos.side_to_move();
        self.pos.play_unchecked(mv);
        if self.pos.occupied(mover) & to.bit() != 0 {
            self.piece_ids[to.index()] = self.piece_ids[from.index()];
            self.ranks[to.index()] = self.ranks[from.index()];
        } else if self.pos.all() & to.bit() == 0 {
            self.ranks[to.index()] = None;
        }
        self.piece_ids[from.index()] = NO_ID;
        self.ranks[from.index()] = None;
        self.balance += self.standing(to);
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.pos.board_hash()
            ^ (self.balance as u64 ^ self.estimate.salt()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[cfg(test)]
mod tests;
