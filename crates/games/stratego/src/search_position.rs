//! Position for the search under hidden information: assumed ranks for the rules, mean values for
//! attacks.

use std::rc::Rc;

use gamekit::{Outcome, Player, Position as _};

use crate::battle::Survivor;
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
        let mut search_pos =
            SearchPosition { pos, piece_ids, balance: 0, is_flag_in_doubt: false, estimate };
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
        if self.pos.side_to_move() == self.estimate.us() {
            self.balance
        } else {
            -self.balance
        }
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

    /// Returns the material value of the piece on a square for the player of the estimate.
    fn material(&self, sq: Square) -> i32 {
        let Some(rank) = self.pos.rank_at(sq) else { return 0 };
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
        let Some(rank) = self.pos.rank_at(sq) else { return 0 };
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
        let [Some(attacker), Some(defender)] = [from, to].map(|sq| self.pos.rank_at(sq)) else {
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

    /// Visits the attacks of the side to move.
    #[inline]
    pub(crate) fn attacks(&self, visit: impl FnMut(Move)) {
        if !self.is_flag_in_doubt {
            self.pos.attacks(visit);
        }
    }

    /// Returns the probability in percent that the enemy piece on `from` can take our flag: it may
    /// be a bomb, and it may be no miner although it came through a bomb.
    fn flag_capture_percent(&self, from: Square) -> i32 {
        let id = usize::from(self.piece_ids[from.index()]);
        let Some(hidden_piece) = self.estimate.hidden_pieces().get(id) else { return 100 };
        match self.pos.rank_at(from) {
            _ if self.hidden_piece(from).is_some() => hidden_piece.beats[Rank::Flag.index()],
            Some(Rank::Miner) => hidden_piece.beats[Rank::Bomb.index()],
            _ => 100,
        }
    }

    /// Moves the assumed flag to another hidden piece if the piece on `sq` has it and may be no
    /// flag.
    fn move_assumed_flag(&mut self, sq: Square) {
        if self.pos.rank_at(sq) != Some(Rank::Flag) || self.is_ours(sq) {
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
        if let Some((other, rank)) = other.and_then(|other| Some((other, self.pos.rank_at(other)?)))
        {
            self.pos.hide(sq.bit() | other.bit());
            self.pos.set_rank(sq, rank);
            self.pos.set_rank(other, Rank::Flag);
        }
    }

    /// Returns whether the enemy has lost for want of a step only by assumed ranks.
    fn is_stuck_by_guess(&self) -> bool {
        let us = self.estimate.us();
        let them = us.opponent();
        if self.pos.outcome() != Some(Outcome::Win(us)) || self.pos.of_rank(them, Rank::Flag) == 0 {
            return false;
        }
        let guessed = self.pos.occupied(them) & !self.pos.revealed();
        squares(guessed)
            .any(|sq| self.hidden_piece(sq).is_some_and(|hidden_piece| hidden_piece.may_step))
    }

    /// Returns the search position with the other side to move.
    #[must_use]
    pub(crate) fn passed(&self) -> SearchPosition {
        let mut search_pos = self.clone();
        search_pos.pos.pass();
        search_pos
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
            let is_our_flag = self.is_ours(to) && self.pos.rank_at(to) == Some(Rank::Flag);
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
        let mover = self.pos.side_to_move();
        self.pos.play_unchecked(mv);
        if self.pos.occupied(mover) & to.bit() != 0 {
            self.piece_ids[to.index()] = self.piece_ids[from.index()];
        }
        self.piece_ids[from.index()] = NO_ID;
        self.balance += self.standing(to);
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.pos.board_hash()
            ^ (self.balance as u64 ^ self.estimate.salt()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Observe as _;

    use super::*;
    use crate::belief::Odds;
    use crate::view::View;
    use crate::weights::Weights;

    /// Returns Red's search position, in which the hidden pieces have the ranks of `pos` and these
    /// probabilities.
    fn search_position_of(pos: &str, odds_of: impl Fn(Square) -> Odds) -> SearchPosition {
        let pos: Position = pos.parse().unwrap();
        let view: View = pos.view(Player::First);
        let odds: Vec<_> = squares(view.hidden_squares()).map(|sq| (sq, odds_of(sq))).collect();
        SearchPosition::new(
            pos,
            Rc::new(Estimate::new(&view, &odds, &[], true, &Weights::default())),
        )
    }

    fn odds(shares: &[(Rank, f32)]) -> Odds {
        let mut odds = Odds::default();
        shares.iter().for_each(|&(rank, share)| odds[rank.index()] = share);
        odds
    }

    fn step(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// A red captain next to a hidden piece, another red piece, and both flags.
    const DUEL: [&str; 2] = [
        "FE8/10/10/10/10/4P~5/4b5/10/10/f5l~3 r 40 0",
        "FE8/10/10/10/10/4P~5/4s5/10/10/f5l~3 r 40 0",
    ];

    #[test]
    fn the_value_of_an_attack_does_not_depend_on_the_assumed_rank() {
        let shares = odds(&[(Rank::Bomb, 0.5), (Rank::Spy, 0.5)]);
        let [bomb, spy] = DUEL.map(|pos| {
            let mut search_pos = search_position_of(pos, |_| shares);
            let before = search_pos.value();
            search_pos.play_unchecked(step("4 5 DOWN"));
            // The attacker's positional value depends on its survival; the gain does not.
            -search_pos.value() - search_pos.standing(Square::new(64)) - before
        });
        assert_eq!(bomb, spy);
    }

    #[test]
    fn quiet_steps_keep_the_value_of_a_new_search_position() {
        let shares = odds(&[(Rank::Bomb, 0.3), (Rank::Lieutenant, 0.7)]);
        let mut search_pos = search_position_of(DUEL[0], |_| shares);
        for text in ["4 5 UP", "6 9 UP", "4 4 UP", "6 8 LEFT"] {
            search_pos.play_unchecked(step(text));
            let pieces = squares(search_pos.pos.all());
            let fresh: i32 =
                pieces.map(|sq| search_pos.material(sq) + search_pos.standing(sq)).sum();
            assert_eq!(search_pos.balance, fresh, "after {text}");
        }
    }

    #[test]
    fn an_assumed_flag_moves_on_and_a_certain_one_is_captured() {
        let pos = "FE8/10/10/10/10/4P~5/4f5/10/10/b5l~3 r 40 0";
        let likely = search_position_of(pos, |_| odds(&[(Rank::Flag, 0.5), (Rank::Bomb, 0.5)]));
        let certain = search_position_of(pos, |sq| match sq.index() {
            64 => odds(&[(Rank::Flag, 1.0)]),
            _ => odds(&[(Rank::Bomb, 1.0)]),
        });
        let after = |mut search_pos: SearchPosition| {
            search_pos.play_unchecked(step("4 5 DOWN"));
            search_pos.outcome()
        };
        assert_eq!(after(likely), None);
        assert_eq!(after(certain), Some(Outcome::Win(Player::First)));
    }

    #[test]
    fn a_flag_that_may_be_taken_through_a_bomb_is_not_lost_for_certain() {
        let pos = "FB8/B9/i~9/10/10/10/10/10/10/f5P~3 b 41 0";
        let after_raid = |miner: f32| {
            let mut search_pos = search_position_of(pos, |sq| match sq.index() {
                20 => odds(&[(Rank::Miner, miner), (Rank::Sergeant, 1.0 - miner)]),
                _ => odds(&[(Rank::Flag, 1.0)]),
            });
            for text in ["0 2 UP", "6 9 UP", "0 1 UP"] {
                search_pos.play_unchecked(step(text));
            }
            search_pos
        };
        assert_eq!(after_raid(1.0).outcome(), Some(Outcome::Win(Player::Second)));
        let [unlikely, likely] = [after_raid(0.2), after_raid(0.6)];
        assert_eq!([unlikely.outcome(), likely.outcome()], [None, None]);
        assert!(unlikely.value() - likely.value() >= Weights::default().flag_in_doubt * 39 / 100);
        let mut moves = Vec::new();
        likely.legal_moves(|mv| moves.push(mv));
        assert_eq!(moves, [PASS]);
    }

    #[test]
    fn an_enemy_that_has_no_step_only_by_assumed_ranks_passes() {
        // The lieutenant in the corner is assumed behind bombs, but any of them may be the
        // lieutenant.
        let pos = "F9/10/10/4P~5/10/10/10/10/b9/lbf7 b 41 0";
        let shares = odds(&[(Rank::Bomb, 0.5), (Rank::Lieutenant, 0.25), (Rank::Flag, 0.25)]);
        let mut search_pos = search_position_of(pos, |_| shares);
        assert_eq!(search_pos.outcome(), None);
        let mut moves = Vec::new();
        search_pos.legal_moves(|mv| moves.push(mv));
        assert_eq!(moves, [PASS]);
        search_pos.play_unchecked(PASS);
        assert_eq!(search_pos.side_to_move(), Player::First);
    }
}
