use gamekit::Player;
use stratego::{Rank, Square, Survivor, View, squares};

/// How likely a piece is of each rank, from 0 to 1.
pub(super) type Odds = [f32; Rank::COUNT];

/// Points of a piece; a scout is about ten.
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

/// How much more often than elsewhere the flag and bombs are met on the back row, on the row before
/// it, and so on to the front.
const FLAGS: [f32; 4] = [8.0, 1.0, 0.1, 0.1];
const BOMBS: [f32; 4] = [1.6, 1.2, 0.6, 0.6];

/// After so many plies a piece that might move is half as likely not to have done so.
const PATIENCE: f32 = 150.0;

/// What a player makes of the enemy's pieces.
pub(super) struct Guess {
    odds: [Option<Odds>; Square::COUNT],
}

impl Guess {
    /// Guesses by what `view` shows: how many pieces of each rank are hidden, who has moved, and who
    /// stands where flags and bombs do.
    pub(super) fn new(view: &View) -> Guess {
        let mut odds = [None; Square::COUNT];
        for sq in squares(view.enemies()) {
            odds[sq.index()] = Some(match view.rank_at(sq) {
                Some(rank) => Rank::ALL.map(|other| f32::from(u8::from(other == rank))),
                None => hidden_odds(view, sq),
            });
        }
        Guess { odds }
    }

    /// Returns the odds of the enemy's piece on a square, if there is one.
    pub(super) fn at(&self, sq: Square) -> Option<&Odds> {
        self.odds[sq.index()].as_ref()
    }
}

fn hidden_odds(view: &View, sq: Square) -> Odds {
    let rows_ahead = match view.player() {
        Player::First => 9 - sq.y(),
        Player::Second => sq.y(),
    };
    let row = usize::from(rows_ahead).min(FLAGS.len() - 1);
    let has_moved = view.moved() & sq.bit() != 0;
    let stays = PATIENCE / (PATIENCE + f32::from(view.plies()));
    let weight = |rank: Rank| match rank {
        Rank::Flag | Rank::Bomb if has_moved => 0.0,
        Rank::Flag => FLAGS[row],
        Rank::Bomb => BOMBS[row],
        _ if has_moved => 1.0,
        _ => stays,
    };
    let weights = Rank::ALL.map(|rank| f32::from(view.hidden(rank)) * weight(rank));
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum.max(f32::MIN_POSITIVE))
}

/// Returns how likely each survivor of an attack is, the attacker first, then the defender, then
/// nobody.
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

/// Returns the points that an attack is expected to bring.
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

/// Returns the points that a piece is expected to lose if an enemy with these odds is beside it: one
/// that knows better than to attack what beats it.
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
