//! Distances on the Stratego board.

use stratego::{Direction, LAKES, Square, squares};

/// Number of steps from each square to a target; `None` if the target cannot be reached.
pub(super) struct Distances([Option<u8>; Square::COUNT]);

impl Distances {
    /// Returns the distances to `target` for pieces that move over the squares of `free`.
    pub(super) fn to(target: Square, free: u128) -> Distances {
        let mut distances = [None; Square::COUNT];
        let (mut reached, mut frontier) = (target.bit(), target.bit());
        for distance in 1.. {
            let ways = Direction::ALL.into_iter().map(|direction| direction.shift(frontier));
            let beside = ways.fold(0, |all, way| all | way) & !reached & !LAKES;
            if beside == 0 {
                break;
            }
            squares(beside).for_each(|sq| distances[sq.index()] = Some(distance));
            reached |= beside;
            frontier = beside & free;
        }
        Distances(distances)
    }

    /// Returns the number of steps from a square to the target.
    pub(super) fn of(&self, sq: Square) -> Option<u8> {
        self.0[sq.index()]
    }
}

#[cfg(test)]
mod tests {
    use stratego::BOARD;

    use super::*;

    #[track_caller]
    fn check(from: (u8, u8), free: u128, expected: Option<u8>) {
        let distances = Distances::to(Square::at(2, 3).unwrap(), free);
        assert_eq!(distances.of(Square::at(from.0, from.1).unwrap()), expected);
    }

    #[test]
    fn a_path_leads_around_lakes_and_only_over_free_squares() {
        check((2, 2), BOARD, Some(1));
        check((2, 6), BOARD, Some(5));
        check((2, 4), BOARD, None);
        // A piece beside the target needs no free square in between.
        check((1, 3), 0, Some(1));
        check((0, 3), 0, None);
    }
}
