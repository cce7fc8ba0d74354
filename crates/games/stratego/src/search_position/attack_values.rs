//! Values of attacks, by the player's knowledge of both pieces.

use gamekit::Position as _;

use super::SearchPosition;
use crate::battle::Survivor;
use crate::rank::Rank;
use crate::square::Square;

impl SearchPosition {
    /// Returns the information value of the piece of ours on `sq`: the worth of its hidden rank, 0
    /// if the enemy knows it.
    #[inline]
    fn information_value(&self, sq: Square, rank: Rank) -> i32 {
        let is_known = self.pos.revealed() & sq.bit() != 0;
        if is_known {
            0
        } else {
            self.estimate.values().our_information_values[rank.index()]
        }
    }

    /// Returns the value of the attack for the player of the estimate, by his knowledge of both
    /// pieces.
    #[inline]
    #[must_use]
    pub(crate) fn exchange(&self, from: Square, to: Square) -> i32 {
        let [Some(attacker), Some(defender)] = [from, to].map(|sq| self.rank_at(sq)) else {
            return 0;
        };
        if self.pos.side_to_move() == self.estimate.us() {
            self.our_attack(from, attacker, to, defender)
        } else {
            -self.their_attack(from, attacker, to, defender)
        }
    }

    /// Returns our gain by attacking. Our piece loses its information value if it survives.
    #[inline]
    fn our_attack(&self, from: Square, attacker: Rank, to: Square, defender: Rank) -> i32 {
        let (won, survives) = match self.hidden_piece(to) {
            Some(hidden_piece) => {
                let own = attacker.index();
                (hidden_piece.attacked[own], hidden_piece.beaten[own])
            }
            None => {
                let is_beaten = attacker.against(defender) == Survivor::Attacker;
                let won = self.estimate.values().of_our_attack(attacker, defender);
                (won, if is_beaten { 100 } else { 0 })
            }
        };
        won - self.information_value(from, attacker) * survives / 100
    }

    /// Returns the enemy's gain by attacking: a weighted mean of his perceived and his true gain.
    #[inline]
    fn their_attack(&self, from: Square, attacker: Rank, to: Square, defender: Rank) -> i32 {
        let truth = self.true_attack(from, attacker, to, defender);
        let Some(perceived) = self.perceived(to, defender) else { return truth };
        let seen = match self.hidden_piece(from) {
            Some(hidden_piece) => hidden_piece.perceived_gains[perceived],
            None => self.estimate.perceived()[perceived].attack_gains[attacker.index()],
        };
        truth + (seen - truth) * self.estimate.weights().perceived / 100
    }

    /// Returns the index of the perceived piece of ours on a square, if the enemy does not know its
    /// rank. Our flag and the bombs next to it always count with their true rank, since their loss
    /// is too costly.
    #[inline]
    fn perceived(&self, sq: Square, rank: Rank) -> Option<usize> {
        let is_hidden = self.pos.revealed() & sq.bit() == 0;
        let is_perceived = is_hidden && rank != Rank::Flag && self.estimate.guard_bonus(sq) == 0;
        let id = usize::from(self.piece_ids[sq.index()]);
        Some(id).filter(|&id| is_perceived && id < self.estimate.perceived().len())
    }

    /// Returns the enemy's true gain by attacking. With a hidden piece he attacks only where that
    /// pays.
    #[inline]
    fn true_attack(&self, from: Square, attacker: Rank, to: Square, defender: Rank) -> i32 {
        let guard_bonus = self.estimate.guard_bonus(to);
        if let Some(hidden_piece) = self.hidden_piece(from) {
            let own = defender.index();
            return hidden_piece.attacking[own] + guard_bonus * hidden_piece.beats[own] / 100;
        }
        self.estimate.values().of_their_attack(attacker, defender)
            + match attacker.against(defender) {
                Survivor::Attacker => guard_bonus,
                Survivor::Defender => self.information_value(to, defender),
                Survivor::Nobody => 0,
            }
    }

    /// Returns the value of an attack for the side that makes it.
    #[inline]
    #[must_use]
    pub(crate) fn exchange_for_mover(&self, from: Square, to: Square) -> i32 {
        let value = self.exchange(from, to);
        if self.pos.side_to_move() == self.estimate.us() {
            value
        } else {
            -value
        }
    }
}
