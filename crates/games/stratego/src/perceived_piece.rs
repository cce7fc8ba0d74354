use crate::belief::Odds;
use crate::rank::Rank;
use crate::square::Square;
use crate::values::{ByRank, Values};

/// A piece of ours whose rank the enemy does not know, as he sees it.
#[derive(Clone, Debug)]
pub(crate) struct PerceivedPiece {
    /// Where it stands at the start of the turn.
    pub(crate) square: Square,
    /// What he thinks that he wins by attacking it, by the rank of his piece; nothing with what cannot
    /// attack.
    pub(crate) lures: ByRank,
}

impl PerceivedPiece {
    /// Returns the guise of a piece to which the enemy gives these odds.
    pub(crate) fn new(square: Square, odds: &Odds, values: &Values) -> PerceivedPiece {
        let lure = |rank: Rank| {
            let gain = |own: Rank| odds[own.index()] * values.of_their_attack(rank, own) as f32;
            let possible = Rank::ALL.into_iter().filter(|own| odds[own.index()] > 0.0);
            possible.map(gain).sum::<f32>() as i32
        };
        let lures = Rank::ALL.map(|rank| if rank.is_movable() { lure(rank) } else { 0 });
        PerceivedPiece { square, lures }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enemy_is_lured_by_what_he_believes() {
        let values = Values::new(&Rank::ARMY, &Rank::ARMY);
        let mut odds = Odds::default();
        odds[Rank::Bomb.index()] = 0.1;
        odds[Rank::Lieutenant.index()] = 0.9;
        let perceived = PerceivedPiece::new(Square::new(0), &odds, &values);
        let lure = |rank: Rank| perceived.lures[rank.index()];
        assert!(lure(Rank::Captain) > 0, "a captain beats a lieutenant");
        assert!(lure(Rank::Sergeant) < 0, "a sergeant does not");
        assert_eq!(lure(Rank::Bomb), 0, "a bomb does not attack");
    }
}
