//! Fields of attraction: positional values of squares near the targets that a piece gains by
//! attacking.

use crate::paths::UNREACHABLE;
use crate::rank::Rank;
use crate::square::Square;
use crate::values::ByRank;

/// Positional value of a piece, by square.
pub(crate) type Field = [i16; Square::COUNT];

/// Attraction of a target: the fraction of the gain that counts on a square, by distance.
#[derive(Clone, Debug)]
pub(crate) struct Attraction([f32; Square::COUNT]);

impl Attraction {
    /// Returns the attraction that counts `percent` next to the target, of which `decay` percent
    /// are left after each further step.
    pub(crate) fn new(percent: i32, decay: i32) -> Attraction {
        let [share, decay] = [percent, decay].map(|percent| percent as f32 / 100.0);
        let mut left = share / decay;
        Attraction([(); Square::COUNT].map(|()| {
            let fraction = left;
            left *= decay;
            fraction
        }))
    }

    #[inline]
    fn at(&self, distance: u8) -> f32 {
        self.0[usize::from(distance).min(Square::COUNT - 1)]
    }
}

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

    /// Adds a target. A rank that gains `gains` by attacking it gets the fraction of the gain that
    /// `attraction` has at its distance. Each square keeps the maximum over all targets.
    pub(crate) fn add_target(
        &mut self,
        gains: &ByRank,
        attraction: &Attraction,
        distances: &[u8; Square::COUNT],
    ) {
        for (field, &gain) in self.0.iter_mut().zip(gains).filter(|(_, gain)| **gain > 0) {
            let reachable = |(_, distance): &(_, &u8)| **distance != UNREACHABLE;
            for (value, &distance) in field.iter_mut().zip(distances).filter(reachable) {
                let attracted = gain as f32 * attraction.at(distance);
                *value = (*value).max(attracted as i16);
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
