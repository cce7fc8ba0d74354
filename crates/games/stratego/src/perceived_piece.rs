//! The enemy's expectations about a piece of ours whose rank he does not know.

use crate::belief::Odds;
use crate::rank::Rank;
use crate::square::Square;
use crate::values::{ByRank, Values};

/// Piece of ours whose rank the enemy does not know, as the enemy perceives it.
#[derive(Clone, Debug)]
pub(crate) struct PerceivedPiece {
    /// Its square at the start of the turn.
    pub(crate) square: Square,
    /// The enemy's expected gain by attacking it, by the rank of the attacker; 0 for immovable
    /// ranks.
    pub(crate) attack_gains: ByRank,
}

impl PerceivedPiece {
    /// Returns the perceived piece for the enemy's probabilities of its ranks.
    pub(crate) fn new(square: Square, odds: &Odds, values: &Values) -> PerceivedPiece {
        let attack_gain = |rank: Rank| {
            let gain = |own: Rank| odds[own.index()] * values.of_their_attack(rank, own) as f32;
            let possible = Rank::ALL.into_iter().filter(|own| odds[own.index()] > 0.0);
            possible.map(gain).sum::<f32>() as i32
        };
        let attack_gains =
            Rank::ALL.map(|rank| if rank.is_movable() { attack_gain(rank) } else { 0 });
        PerceivedPiece { square, attack_gains }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Weights;

    #[test]
    fn the_enemy_expects_gains_by_his_belief() {
        let values = Values::new(&Rank::ARMY, &Rank::ARMY, &Weights::default());
        let mut odds = Odds::default();
        odds[Rank::Bomb.index()] = 0.1;
        odds[Rank::Lieutenant.index()] = 0.9;
        let perceived = PerceivedPiece::new(Square::new(0), &odds, &values);
        let attack_gain = |rank: Rank| perceived.attack_gains[rank.index()];
        assert!(attack_gain(Rank::Captain) > 0, "a captain beats a lieutenant");
        assert!(attack_gain(Rank::Sergeant) < 0, "a sergeant does not");
        assert_eq!(attack_gain(Rank::Bomb), 0, "a bomb does not attack");
    }
}
