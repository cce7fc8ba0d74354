//! Where pieces would like to be: near what they gain by attacking.

use crate::paths::UNREACHABLE;
use crate::rank::Rank;
use crate::square::Square;
use crate::values::ByRank;

/// How well a piece stands, by square.
pub(crate) type Field = [i16; Square::COUNT];

/// Of what a target is worth at one distance, how much it is worth a step further away.
const FADING: f32 = 0.87;

/// Fields of the pieces of one side, by rank.
#[derive(Clone, Debug)]
pub(crate) struct Fields([Field; Rank::COUNT]);

impl Default for Fields {
    fn default() -> Fields {
        Fields([[0; Square::COUNT]; Rank::COUNT])
    }
}

impl Fields {
    /// Returns how well a piece stands.
    #[inline]
    pub(crate) fn at(&self, rank: Rank, sq: Square) -> i32 {
        i32::from(self.0[rank.index()][sq.index()])
    }

    /// Lets a target draw pieces: to a rank that gains `gains` by attacking it, a square beside it is
    /// worth `share` of that. What draws a piece more already stays.
    pub(crate) fn draw(&mut self, gains: &ByRank, share: f32, distances: &[u8; Square::COUNT]) {
        let mut fading = [0.0; Square::COUNT];
        let mut left = share / FADING;
        for value in &mut fading {
            *value = left;
            left *= FADING;
        }
        for (field, &gain) in self.0.iter_mut().zip(gains).filter(|(_, gain)| **gain > 0) {
            let reachable = |(_, distance): &(_, &u8)| **distance != UNREACHABLE;
            for (value, &distance) in field.iter_mut().zip(distances).filter(reachable) {
                let pull = gain as f32 * fading[usize::from(distance).min(Square::COUNT - 1)];
                *value = (*value).max(pull as i16);
            }
        }
    }

    /// Returns the mean field of a piece that has each rank with the given odds.
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
