//! Evaluation terms of one turn, computed before the search: values, hidden pieces and fields of
//! attraction.

use gamekit::Player;

use crate::battle::Survivor;
use crate::belief::Odds;
use crate::fields::{Attraction, Fields};
use crate::hidden_piece::HiddenPiece;
use crate::paths::{neighbours, Obstacles};
use crate::perceived_piece::PerceivedPiece;
use crate::position::Position;
use crate::progress::Progress;
use crate::rank::Rank;
use crate::square::{squares, Square};
use crate::values::Values;
use crate::view::View;
use crate::weights::Weights;

/// Estimate of all pieces at the start of a player's turn, as numbers that the search adds up.
#[derive(Clone, Debug)]
pub(crate) struct Estimate {
    us: Player,
    weights: Weights,
    values: Values,
    our_fields: Fields,
    their_fields: Fields,
    hidden_pieces: Vec<HiddenPiece>,
    perceived: Vec<PerceivedPiece>,
    /// Bonuses of our pieces beyond their ranks, by square.
    guard_bonuses: [i16; Square::COUNT],
    progress: Progress,
    /// Distinguishes the estimates of different turns in hashes.
    salt: u64,
}

impl Estimate {
    /// Returns an estimate in which all pieces are worth nothing.
    pub(crate) fn blank(us: Player) -> Estimate {
        Estimate {
            us,
            weights: Weights::default(),
            values: Values::default(),
            our_fields: Fields::default(),
            their_fields: Fields::default(),
            hidden_pieces: Vec::new(),
            perceived: Vec::new(),
            guard_bonuses: [0; Square::COUNT],
            progress: Progress::default(),
            salt: 0,
        }
    }

    /// Returns the estimate of a player with this view. `odds` are his marginal probabilities of
    /// the enemy's hidden pieces; `enemy_odds` are the enemy's probabilities of the player's hidden
    /// pieces. Without plans all squares are equal.
    pub(crate) fn new(
        view: &View,
        odds: &[(Square, Odds)],
        enemy_odds: &[(Square, Odds)],
        has_plans: bool,
        weights: &Weights,
    ) -> Estimate {
        let us = view.player();
        let values = Values::new(&view.census(us), &view.census(us.opponent()), weights);
        let mut estimate = Estimate {
            perceived: enemy_odds
                .iter()
                .map(|(sq, odds)| PerceivedPiece::new(*sq, odds, &values))
                .collect(),
            progress: Progress::new(view, &values, weights),
            values,
            guard_bonuses: guard_bonuses(view.known(), us, weights.guard_bonus),
            weights: weights.clone(),
            salt: u64::from(view.plies()),
            ..Estimate::blank(us)
        };
        if has_plans {
            estimate.compute_their_fields(view);
        }
        estimate.hidden_pieces = odds
            .iter()
            .map(|(sq, odds)| {
                let standing = estimate.their_fields.mean(odds);
                HiddenPiece::new(
                    *sq,
                    odds,
                    &estimate.values,
                    standing,
                    &estimate.perceived,
                    weights,
                )
            })
            .collect();
        if has_plans {
            estimate.compute_our_fields(view.known());
        }
        estimate
    }

    /// Computes our fields: every enemy piece attracts those of our pieces that would gain by
    /// attacking it. The attraction increases with the enemy's positional value.
    fn compute_our_fields(&mut self, pos: &Position) {
        let flags = |sq: Square| -> i32 {
            let here = self.hidden_pieces.iter().filter(|hidden_piece| hidden_piece.square == sq);
            here.map(|hidden_piece| hidden_piece.flag).sum()
        };
        let obstacles = Obstacles::new(pos, self.us);
        let weights = &self.weights;
        let attraction = Attraction::new(weights.attraction, weights.decay);
        for target in squares(pos.occupied(self.us.opponent())) {
            // The capture of a piece next to the flag opens the way to the flag.
            let flag: i32 = neighbours(target).map(flags).sum();
            let behind =
                flag * self.values.theirs[Rank::Flag.index()] / 100 * weights.flag_behind / 100;
            let hidden_piece =
                self.hidden_pieces.iter().find(|hidden_piece| hidden_piece.square == target);
            let standing = match (hidden_piece, pos.rank_at(target)) {
                (Some(hidden_piece), _) => i32::from(hidden_piece.standing[target.index()]),
                (None, Some(rank)) => self.their_fields.at(rank, target),
                (None, None) => 0,
            };
            let gains = Rank::ALL.map(|own| {
                let (gain, beaten) = match (hidden_piece, pos.rank_at(target)) {
                    _ if !own.is_movable() => (0, 0),
                    (Some(hidden_piece), _) => {
                        (hidden_piece.attacked[own.index()], hidden_piece.beaten[own.index()])
                    }
                    (None, Some(rank)) => {
                        let is_beaten = own.against(rank) == Survivor::Attacker;
                        (self.values.of_our_attack(own, rank), if is_beaten { 100 } else { 0 })
                    }
                    (None, None) => (0, 0),
                };
                (gain + (behind + standing * weights.standing / 100) * beaten / 100)
                    * weights.field[own.index()]
                    / 100
            });
            self.our_fields.add_target(&gains, &attraction, &obstacles.distances(target));
        }
    }

    /// Computes the enemy's fields: every piece of ours attracts the enemies that would gain by
    /// attacking it, as far as the enemy knows its rank.
    fn compute_their_fields(&mut self, view: &View) {
        let (pos, us) = (view.known(), self.us);
        let obstacles = Obstacles::new(pos, us.opponent());
        let threat = Attraction::new(self.weights.threat, self.weights.decay);
        for target in squares(pos.occupied(us)) {
            let perceived = self.perceived.iter().find(|perceived| perceived.square == target);
            let gains = match (perceived, pos.rank_at(target)) {
                (Some(perceived), _) => perceived.attack_gains,
                (None, Some(own)) => Rank::ALL.map(|rank| self.gain(rank, own)),
                (None, None) => continue,
            };
            self.their_fields.add_target(&gains, &threat, &obstacles.distances(target));
        }
        self.add_our_flag(pos, &threat, &obstacles);
    }

    /// Adds the attraction of our flag for enemies, whether they know its square or not: miners
    /// come through our bombs, all movable pieces come around them.
    fn add_our_flag(&mut self, pos: &Position, threat: &Attraction, obstacles: &Obstacles) {
        let bombs = pos.of_rank(self.us, Rank::Bomb);
        let gains = |can_come: fn(Rank) -> bool| {
            Rank::ALL.map(|rank| i32::from(can_come(rank)) * self.weights.flag_attraction)
        };
        for flag in squares(pos.of_rank(self.us, Rank::Flag)) {
            let around = obstacles.avoiding(bombs).distances(flag);
            self.their_fields.add_target(&gains(Rank::is_movable), threat, &around);
            let through = obstacles.distances(flag);
            self.their_fields.add_target(&gains(|rank| rank == Rank::Miner), threat, &through);
        }
    }

    fn gain(&self, rank: Rank, own: Rank) -> i32 {
        if rank.is_movable() {
            self.values.of_their_attack(rank, own)
        } else {
            0
        }
    }

    /// Returns the player whose estimate this is.
    #[inline]
    pub(crate) const fn us(&self) -> Player {
        self.us
    }

    /// Returns the weights of the bot.
    #[inline]
    pub(crate) const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns the values of pieces.
    #[inline]
    pub(crate) const fn values(&self) -> &Values {
        &self.values
    }

    /// Returns the enemy's hidden pieces.
    #[inline]
    pub(crate) fn hidden_pieces(&self) -> &[HiddenPiece] {
        &self.hidden_pieces
    }

    /// Returns our pieces whose ranks the enemy does not know.
    #[inline]
    pub(crate) fn perceived(&self) -> &[PerceivedPiece] {
        &self.perceived
    }

    /// Returns the positional value of a piece of ours.
    #[inline]
    pub(crate) fn our_standing(&self, rank: Rank, sq: Square) -> i32 {
        self.our_fields.at(rank, sq)
    }

    /// Returns the positional value of a known enemy piece.
    #[inline]
    pub(crate) fn their_standing(&self, rank: Rank, sq: Square) -> i32 {
        self.their_fields.at(rank, sq)
    }

    /// Returns the bonus of a piece of ours on a square beyond its rank.
    #[inline]
    pub(crate) fn guard_bonus(&self, sq: Square) -> i32 {
        i32::from(self.guard_bonuses[sq.index()])
    }

    /// Returns the costs of plies without an attack.
    #[inline]
    pub(crate) const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Returns a number that differs from turn to turn.
    #[inline]
    pub(crate) const fn salt(&self) -> u64 {
        self.salt
    }
}

/// Returns the bonuses of the bombs next to the flag of `us`.
fn guard_bonuses(pos: &Position, us: Player, guard_bonus: i32) -> [i16; Square::COUNT] {
    let mut guard_bonuses = [0; Square::COUNT];
    let bombs = pos.of_rank(us, Rank::Bomb);
    for flag in squares(pos.of_rank(us, Rank::Flag)) {
        for sq in neighbours(flag).filter(|sq| bombs & sq.bit() != 0) {
            guard_bonuses[sq.index()] = guard_bonus as i16;
        }
    }
    guard_bonuses
}
