//! Rank estimates of the Stratego baselines: probabilities of hidden ranks, and expected material
//! of attacks.

use gamekit::Player;
use stratego::{Rank, Square, Survivor, View, squares};

/// Probability of each rank for one piece, from 0 to 1.
pub(super) type Odds = [f32; Rank::COUNT];

/// Value of a piece in points; a scout is 10.
pub(super) const fn worth(rank: Rank) -> f32 {
    match rank {
        Rank::Flag => 1000.0,
        Rank::Marshal => 400.0,
        Rank::General => 220.0,
        Rank::Colonel => 110.0,
        Rank::Major => 70.0,
        Rank::Captain => 45.0,
        Rank::Spy => 40.0,
        Rank::Miner => 32.0,
        Rank::Lieutenant => 28.0,
        Rank::Bomb => 25.0,
        Rank::Sergeant => 18.0,
        Rank::Scout => 10.0,
    }
}

/// Weights of the flag and of bombs by row, from the back row to the front: how much more often
/// than elsewhere they stand there.
const FLAG_ROW_WEIGHTS: [f32; 4] = [8.0, 1.0, 0.1, 0.1];
const BOMB_ROW_WEIGHTS: [f32; 4] = [1.6, 1.2, 0.6, 0.6];

/// Number of plies after which a piece that can move is only half as likely not to have moved yet.
const HALF_WEIGHT_PLIES: f32 = 150.0;

/// Rank probabilities of all enemy pieces.
pub(super) struct RankEstimates {
    odds: [Option<Odds>; Square::COUNT],
}

impl RankEstimates {
    /// Estimates from the facts in `view`: the number of hidden pieces of each rank, the pieces
    /// that have moved, and the rows where flags and bombs usually stand.
    pub(super) fn new(view: &View) -> RankEstimates {
        let mut odds = [None; Square::COUNT];
        for sq in squares(view.enemies()) {
            odds[sq.index()] = Some(match view.rank_at(sq) {
                Some(rank) => Rank::ALL.map(|other| f32::from(u8::from(other == rank))),
                None => hidden_odds(view, sq),
            });
        }
        RankEstimates { odds }
    }

    /// Returns the rank probabilities of the enemy piece on a square, if there is one.
    pub(super) fn at(&self, sq: Square) -> Option<&Odds> {
        self.odds[sq.index()].as_ref()
    }
}

fn hidden_odds(view: &View, sq: Square) -> Odds {
    let rows_ahead = match view.player() {
        Player::First => 9 - sq.y(),
        Player::Second => sq.y(),
    };
    let row = usize::from(rows_ahead).min(FLAG_ROW_WEIGHTS.len() - 1);
    let has_moved = view.moved() & sq.bit() != 0;
    let stays = HALF_WEIGHT_PLIES / (HALF_WEIGHT_PLIES + f32::from(view.plies()));
    let weight = |rank: Rank| match rank {
        Rank::Flag | Rank::Bomb if has_moved => 0.0,
        Rank::Flag => FLAG_ROW_WEIGHTS[row],
        Rank::Bomb => BOMB_ROW_WEIGHTS[row],
        _ if has_moved => 1.0,
        _ => stays,
    };
    let weights = Rank::ALL.map(|rank| f32::from(view.hidden(rank)) * weight(rank));
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum.max(f32::MIN_POSITIVE))
}

/// Returns the probabilities of the survivors of an attack: attacker, defender, nobody.
pub(super) fn survivors(attacker: Rank, odds: &Odds) -> [f32; 3] {
    let mut chances = [0.0; 3];
    for (rank, chance) in Rank::ALL.into_iter().zip(odds) {
        chances[match attacker.against(rank) {
            Survivor::Attacker => 0,
            Survivor::Defender => 1,
            Survivor::Nobody => 2,
        }] += chance;
    }
    chances
}

/// Returns the expected points of an attack.
pub(super) fn gain(attacker: Rank, odds: &Odds) -> f32 {
    let of_rank = |(rank, chance): (Rank, &f32)| {
        let gain = match attacker.against(rank) {
            Survivor::Attacker => worth(rank),
            Survivor::Defender => -worth(attacker),
            Survivor::Nobody => worth(rank) - worth(attacker),
        };
        chance * gain
    };
    Rank::ALL.into_iter().zip(odds).map(of_rank).sum()
}

/// Returns the expected loss in points of a piece beside an enemy with these rank probabilities.
/// The enemy is assumed not to attack a piece that beats it.
pub(super) fn threat(defender: Rank, odds: &Odds) -> f32 {
    let of_rank = |(rank, chance): (Rank, &f32)| {
        let loss = match rank.against(defender) {
            _ if !rank.is_movable() => 0.0,
            Survivor::Attacker => worth(defender),
            Survivor::Defender => 0.0,
            Survivor::Nobody => (worth(defender) - worth(rank)).max(0.0),
        };
        chance * loss
    };
    Rank::ALL.into_iter().zip(odds).map(of_rank).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surely(rank: Rank) -> Odds {
        Rank::ALL.map(|other| f32::from(u8::from(other == rank)))
    }

    #[test]
    fn an_attack_is_worth_what_is_taken_less_what_is_lost() {
        let check = |attacker, defender, expected: f32| {
            assert_eq!(gain(attacker, &surely(defender)), expected);
        };
        check(Rank::Marshal, Rank::Scout, 10.0);
        check(Rank::Scout, Rank::Marshal, -10.0);
        check(Rank::Captain, Rank::Captain, 0.0);
        check(Rank::Spy, Rank::Marshal, 400.0);
        check(Rank::Miner, Rank::Bomb, 25.0);
        check(Rank::General, Rank::Bomb, -220.0);
    }

    #[test]
    fn nothing_is_threatened_by_what_it_beats_or_by_what_cannot_move() {
        let check = |defender, attacker, expected: f32| {
            assert_eq!(threat(defender, &surely(attacker)), expected);
        };
        check(Rank::Marshal, Rank::General, 0.0);
        check(Rank::Marshal, Rank::Spy, 400.0);
        check(Rank::Marshal, Rank::Bomb, 0.0);
        check(Rank::Miner, Rank::Scout, 0.0);
        check(Rank::Miner, Rank::Sergeant, 32.0);
        check(Rank::Flag, Rank::Scout, 1000.0);
    }
}
