//! Fields of attraction: positional values of squares near the targets that a piece gains by
//! attacking.

use crate::paths::UNREACHABLE;
use crate::rank::Rank;
use crate::square::Square;
use crate::values::ByRank;

/// Positional value of a piece, by square.
pub(crate) type Field = [i16; Square::COUNT];

/// Decay of a target's attraction per step of distance.
const DECAY: f32 = 0.87;

/// Fields of the pieces of one side, by rank.
#[derive(Clone, Debug)]
pub(crate) struct Fields([Field; Rank::COUNT]);

impl Default for Fields {
    fn default() -> Fields {
        Fields([[0; Square::COUNT]; Rank::COUNT])
    }
}

impl Fields {
    /// Returns the positional value of a piece.
    #[inline]
    pub(crate) fn at(&self, rank: Rank, sq: Square) -> i32 {
        i32::from(self.0[rank.index()][sq.index()])
    }

    /// Adds a target. A rank that gains `gains` by attacking it gets the fraction `share` of the
    /// gain on a square next to the target, and less with distance. Each square keeps the maximum
    /// over all targets.
    pub(crate) fn add_target(
        &mut self,
        gains: &ByRank,
        share: f32,
        distances: &[u8; Square::COUNT],
    ) {
        let mut decay = [0.0; Square::COUNT];
        let mut left = share / DECAY;
        for value in &mut decay {
            *value = left;
            left *= DECAY;
        }
        for (field, &gain) in self.0.iter_mut().zip(gains).filter(|(_, gain)| **gain > 0) {
            let reachable = |(_, distance): &(_, &u8)| **distance != UNREACHABLE;
            for (value, &distance) in field.iter_mut().zip(distances).filter(reachable) {
                let attraction = gain as f32 * decay[usize::from(distance).min(Square::COUNT - 1)];
                *value = (*value).max(attraction as i16);
            }
        }
    }

    /// Returns the mean field of a piece with these probabilities of its ranks.
    pub(crate) fn mean(&self, odds: &[f32; Rank::COUNT]) -> Field {
        let mut sums = [0.0; Square::COUNT];
        for (field, &share) in self.0.iter().zip(odds).filter(|(_, share)| **share > 0.0) {
            for (sum, &value) in sums.iter_mut().zip(field) {
                *sum += share * f32::from(value);
            }
        }
        sums.map(|sum| sum as i16)
    }
}
