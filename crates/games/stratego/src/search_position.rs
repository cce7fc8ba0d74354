use std::rc::Rc;

use gamekit::{Outcome, Player, Position as _};

use crate::battle::Survivor;
use crate::estimate::Estimate;
use crate::hidden_piece::HiddenPiece;
use crate::moves::Move;
use crate::position::Position;
use crate::rank::Rank;
use crate::square::{squares, Square};

/// The game as one player may think it goes on, for search.
///
/// The enemy's unknown pieces have ranks here, drawn or guessed, since the rules need some to tell
/// what is left after an attack. But what an attack is worth is taken from what the player knows: the
/// mean over all ranks that the piece may have. So a search cannot see through backs, and cannot
/// avoid strong pieces because it happens to have given them their ranks.
#[derive(Clone, Debug)]
pub(crate) struct SearchPosition {
    pos: Position,
    /// Which of the estimate's strangers or guises stands on a square, or [`NOBODY`].
    masked: [u8; Square::COUNT],
    /// What has been won and lost, and how well the pieces stand, for the player who thinks.
    balance: i32,
    /// Whether our flag was taken by a piece that may not be able to do so.
    is_flag_in_doubt: bool,
    estimate: Rc<Estimate>,
}

/// What our flag is worth when an enemy takes it that may not be able to do so.
const FLAG_IN_DOUBT: i32 = 1200;

/// What an enemy does who seems to have no step, and what is left to do when our flag may have fallen; no
/// rank is placed in scenes.
const PASS: Move = Move::Place(Rank::Flag);

/// Percent that counts what an enemy thinks who attacks a hidden piece of ours, the rest being the truth: if
/// all were truth, the search would see him fear our bombs and marshals, and run from him with all else.
const BLUFF: i32 = 65;

/// Stands where no unknown piece was when the search began.
const NOBODY: u8 = u8::MAX;

impl PartialEq for SearchPosition {
    fn eq(&self, other: &SearchPosition) -> bool {
        self.pos == other.pos && self.balance == other.balance
    }
}

impl Eq for SearchPosition {}

impl SearchPosition {
    /// Returns the position at hand, in which `pos` has ranks for the strangers of the estimate.
    #[must_use]
    pub(crate) fn new(pos: Position, estimate: Rc<Estimate>) -> SearchPosition {
        let mut masked = [NOBODY; Square::COUNT];
        for (id, hidden_piece) in (0..).zip(estimate.hidden_pieces()) {
            masked[hidden_piece.square.index()] = id;
        }
        for (id, perceived) in (0..).zip(estimate.perceived()) {
            masked[perceived.square.index()] = id;
        }
        let mut search_pos =
            SearchPosition { pos, masked, balance: 0, is_flag_in_doubt: false, estimate };
        let all = squares(pos.all());
        search_pos.balance = all.map(|sq| search_pos.material(sq) + search_pos.standing(sq)).sum();
        search_pos
    }

    /// Returns the position that the search takes for the true one.
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

    /// Returns the stranger on a square, if what stands there has not shown its rank.
    #[inline]
    fn hidden_piece(&self, sq: Square) -> Option<&HiddenPiece> {
        let is_hidden = self.pos.revealed() & sq.bit() == 0;
        self.estimate
            .hidden_pieces()
            .get(usize::from(self.masked[sq.index()]))
            .filter(|_| is_hidden)
    }

    /// Returns the guise of the piece of ours on a square, if the enemy does not know it. What guards our flag
    /// has none: too much hangs on it.
    #[inline]
    fn perceived(&self, sq: Square, rank: Rank) -> Option<usize> {
        let is_hidden = self.pos.revealed() & sq.bit() == 0;
        let has_guise = is_hidden && rank != Rank::Flag && self.estimate.post(sq) == 0;
        let id = usize::from(self.masked[sq.index()]);
        Some(id).filter(|&id| has_guise && id < self.estimate.perceived().len())
    }

    /// Returns what the piece on a square is worth to the player who thinks.
    fn material(&self, sq: Square) -> i32 {
        let Some(rank) = self.pos.rank_at(sq) else { return 0 };
        let values = self.estimate.values();
        if self.is_ours(sq) {
            return values.ours[rank.index()] + self.estimate.post(sq);
        }
        -self
            .hidden_piece(sq)
            .map_or(values.theirs[rank.index()], |hidden_piece| hidden_piece.worth)
    }

    /// Returns how well the piece on a square stands, for the player who thinks.
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

    /// Returns what it is worth that the piece of ours on `sq` has a secret rank; 0 if it has none.
    #[inline]
    fn secret(&self, sq: Square, rank: Rank) -> i32 {
        let is_known = self.pos.revealed() & sq.bit() != 0;
        if is_known {
            0
        } else {
            self.estimate.values().our_secrets[rank.index()]
        }
    }

    /// Returns what the attack is worth to the player who thinks, by what he knows of both pieces.
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

    /// Returns what we win by attacking. Our piece loses its secret if it survives.
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
        won - self.secret(from, attacker) * survives / 100
    }

    /// Returns what the enemy wins by attacking, by what he knows and by the truth.
    #[inline]
    fn their_attack(&self, from: Square, attacker: Rank, to: Square, defender: Rank) -> i32 {
        let truth = self.true_attack(from, attacker, to, defender);
        let Some(perceived) = self.perceived(to, defender) else { return truth };
        let seen = match self.hidden_piece(from) {
            Some(hidden_piece) => hidden_piece.tempted[perceived],
            None => self.estimate.perceived()[perceived].lures[attacker.index()],
        };
        truth + (seen - truth) * BLUFF / 100
    }

    /// Returns what the enemy wins by attacking, which he does only where it pays if we do not know
    /// what he attacks with.
    #[inline]
    fn true_attack(&self, from: Square, attacker: Rank, to: Square, defender: Rank) -> i32 {
        let post = self.estimate.post(to);
        if let Some(hidden_piece) = self.hidden_piece(from) {
            let own = defender.index();
            return hidden_piece.attacking[own] + post * hidden_piece.beats[own] / 100;
        }
        self.estimate.values().of_their_attack(attacker, defender)
            + match attacker.against(defender) {
                Survivor::Attacker => post,
                Survivor::Defender => self.secret(to, defender),
                Survivor::Nobody => 0,
            }
    }

    /// Returns what an attack is worth to the side that makes it.
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

    /// Returns in how many cases out of 100 the enemy that takes our flag from `from` can do so: it may be
    /// a bomb itself, and no miner if it came through one.
    fn flag_taker(&self, from: Square) -> i32 {
        let id = usize::from(self.masked[from.index()]);
        let Some(hidden_piece) = self.estimate.hidden_pieces().get(id) else { return 100 };
        match self.pos.rank_at(from) {
            _ if self.hidden_piece(from).is_some() => hidden_piece.beats[Rank::Flag.index()],
            Some(Rank::Miner) => hidden_piece.beats[Rank::Bomb.index()],
            _ => 100,
        }
    }

    /// Takes the flag's stand-in elsewhere if the piece on `sq` has it and need not be the flag.
    fn keep_flag_from(&mut self, sq: Square) {
        if self.pos.rank_at(sq) != Some(Rank::Flag) || self.is_ours(sq) {
            return;
        }
        let here = usize::from(self.masked[sq.index()]);
        let is_free = |other: &Square| {
            let id = usize::from(self.masked[other.index()]);
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

    /// Tells whether the enemy seems to have lost for want of a step, but may have one: some of its ranks
    /// are guesses.
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

    /// Returns the scene with the other side to move.
    #[must_use]
    pub(crate) fn passed(&self) -> SearchPosition {
        let mut search_pos = self.clone();
        search_pos.pos.pass();
        search_pos
    }

    /// Returns a hash of all that can come back, unless the game may be over.
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

    /// An enemy without a step may have one all the same if ranks of its pieces are guesses, and one that
    /// takes our flag may have failed on the way.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.pos.outcome().filter(|_| !self.is_flag_in_doubt && !self.is_stuck_by_guess())
    }

    /// As the rules have it; an enemy that is stuck by guess alone passes.
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
            let percent = if is_our_flag { self.flag_taker(from) } else { 100 };
            if percent < 100 {
                self.is_flag_in_doubt = true;
                self.balance -= FLAG_IN_DOUBT * percent / 100;
            } else {
                self.balance += self.exchange(from, to);
            }
            self.keep_flag_from(to);
        }
        self.balance -= self.standing(from) + self.standing(to);
        let mover = self.pos.side_to_move();
        self.pos.play_unchecked(mv);
        if self.pos.occupied(mover) & to.bit() != 0 {
            self.masked[to.index()] = self.masked[from.index()];
        }
        self.masked[from.index()] = NOBODY;
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

    /// Red's view of a position, and Red's scene in which the hidden pieces have the ranks of `pos` and
    /// the given odds.
    fn scene_of(pos: &str, odds_of: impl Fn(Square) -> Odds) -> SearchPosition {
        let pos: Position = pos.parse().unwrap();
        let view: View = pos.view(Player::First);
        let odds: Vec<_> = squares(view.hidden_squares()).map(|sq| (sq, odds_of(sq))).collect();
        SearchPosition::new(pos, Rc::new(Estimate::new(&view, &odds, &[], true)))
    }

    fn odds(shares: &[(Rank, f32)]) -> Odds {
        let mut odds = Odds::default();
        shares.iter().for_each(|&(rank, share)| odds[rank.index()] = share);
        odds
    }

    fn step(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// A red captain before a hidden piece, another red piece, and both flags.
    const DUEL: [&str; 2] = [
        "FE8/10/10/10/10/4P~5/4b5/10/10/f5l~3 r 40 0",
        "FE8/10/10/10/10/4P~5/4s5/10/10/f5l~3 r 40 0",
    ];

    #[test]
    fn what_an_attack_is_worth_does_not_depend_on_the_rank_that_was_dealt() {
        let shares = odds(&[(Rank::Bomb, 0.5), (Rank::Spy, 0.5)]);
        let [bomb, spy] = DUEL.map(|pos| {
            let mut search_pos = scene_of(pos, |_| shares);
            let before = search_pos.value();
            search_pos.play_unchecked(step("4 5 DOWN"));
            // The attacker's standing depends on whether it is there; what is won does not.
            -search_pos.value() - search_pos.standing(Square::new(64)) - before
        });
        assert_eq!(bomb, spy);
    }

    #[test]
    fn quiet_steps_keep_the_value_of_a_new_scene() {
        let shares = odds(&[(Rank::Bomb, 0.3), (Rank::Lieutenant, 0.7)]);
        let mut search_pos = scene_of(DUEL[0], |_| shares);
        for text in ["4 5 UP", "6 9 UP", "4 4 UP", "6 8 LEFT"] {
            search_pos.play_unchecked(step(text));
            let pieces = squares(search_pos.pos.all());
            let fresh: i32 =
                pieces.map(|sq| search_pos.material(sq) + search_pos.standing(sq)).sum();
            assert_eq!(search_pos.balance, fresh, "after {text}");
        }
    }

    #[test]
    fn a_likely_flag_is_not_there_and_a_certain_one_is() {
        let pos = "FE8/10/10/10/10/4P~5/4f5/10/10/b5l~3 r 40 0";
        let likely = scene_of(pos, |_| odds(&[(Rank::Flag, 0.5), (Rank::Bomb, 0.5)]));
        let certain = scene_of(pos, |sq| match sq.index() {
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
            let mut search_pos = scene_of(pos, |sq| match sq.index() {
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
        assert!(unlikely.value() - likely.value() >= FLAG_IN_DOUBT * 39 / 100);
        let mut moves = Vec::new();
        likely.legal_moves(|mv| moves.push(mv));
        assert_eq!(moves, [PASS]);
    }

    #[test]
    fn an_enemy_that_is_stuck_by_guess_alone_passes() {
        // The lieutenant in the corner is dealt behind bombs, but any of them may be the lieutenant.
        let pos = "F9/10/10/4P~5/10/10/10/10/b9/lbf7 b 41 0";
        let shares = odds(&[(Rank::Bomb, 0.5), (Rank::Lieutenant, 0.25), (Rank::Flag, 0.25)]);
        let mut search_pos = scene_of(pos, |_| shares);
        assert_eq!(search_pos.outcome(), None);
        let mut moves = Vec::new();
        search_pos.legal_moves(|mv| moves.push(mv));
        assert_eq!(moves, [PASS]);
        search_pos.play_unchecked(PASS);
        assert_eq!(search_pos.side_to_move(), Player::First);
    }
}
