use std::collections::VecDeque;
use std::fmt;

use gamekit::Player;
use search::Proof;

use crate::board::{den, BOARD, WATER};
use crate::proof::{sides, threats};
use crate::{Animal, Position, Square};

/// The result of every position with one animal a side, for the side to move, with an unlimited
/// number of plies.
///
/// Made by retrograde analysis: from the positions that are decided at once, backwards through the
/// moves that lead there.
#[derive(Clone)]
pub struct Tables {
    /// One more than the plies to the end: odd numbers of plies win, even ones lose. 0 is a draw.
    ends: Vec<u8>,
}

/// Bits of a square in the index of an entry.
const SQUARE_BITS: usize = 6;

impl Default for Tables {
    fn default() -> Tables {
        Tables::new()
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// Computes all entries.
    #[must_use]
    pub fn new() -> Tables {
        let mut tables = Tables { ends: vec![0; 64 << (2 * SQUARE_BITS)] };
        // Moves of the side to move that are not known to lose.
        let mut moves_left = vec![0_u8; tables.ends.len()];
        let (mut lost, mut won) = (VecDeque::new(), Vec::new());
        for_all_positions(|pos| {
            let entry = index(&pos);
            if wins_at_once(&pos) {
                tables.ends[entry] = 1 + 1;
                won.push(pos);
            } else {
                moves_left[entry] = pos.count_moves() as u8;
                if moves_left[entry] == 0 {
                    tables.ends[entry] = 1;
                    lost.push_back(pos);
                }
            }
        });
        // In the order of their distances, so that each first result is the nearest one.
        let mut decided = lost;
        decided.extend(won);
        while let Some(pos) = decided.pop_front() {
            let end = tables.ends[index(&pos)];
            for_predecessors(&pos, |before| {
                let entry = index(&before);
                if tables.ends[entry] != 0 {
                    return;
                }
                let is_win = end % 2 == 0;
                moves_left[entry] -= u8::from(is_win);
                if !is_win || moves_left[entry] == 0 {
                    tables.ends[entry] = end + 1;
                    decided.push_back(before);
                }
            });
        }
        tables
    }

    /// Returns the result of `pos` as if the number of plies were not limited; `None` if a side has
    /// not exactly one animal.
    #[inline]
    #[must_use]
    pub fn proof(&self, pos: &Position) -> Option<Proof> {
        let alone = Player::BOTH.iter().all(|&player| pos.occupied(player).count_ones() == 1);
        if !alone {
            return None;
        }
        let plies = |end: u8| usize::from(end) - 1;
        Some(match self.ends[index(pos)] {
            0 => Proof::Draw,
            end if end % 2 == 0 => Proof::Win { plies: plies(end) },
            end => Proof::Loss { plies: plies(end) },
        })
    }
}

/// Returns the one animal of `player`, and its square as `viewer` sees the board.
#[inline]
fn lone_animal(pos: &Position, player: Player, viewer: Player) -> (usize, usize) {
    let sq = Square::new(pos.occupied(player).trailing_zeros() as u8);
    let animal = pos.animal_at(player, sq).map_or(0, Animal::index);
    (animal, sq.seen_by(viewer).index())
}

/// Returns the entry of a position with one animal a side.
#[inline]
fn index(pos: &Position) -> usize {
    let (side, other) = sides(pos);
    let (own, from) = lone_animal(pos, side, side);
    let (enemy, at) = lone_animal(pos, other, side);
    ((own << 3 | enemy) << SQUARE_BITS | from) << SQUARE_BITS | at
}

/// Visits every position with one animal a side and nobody in a den, the first player to move.
fn for_all_positions(mut visit: impl FnMut(Position)) {
    let dens = Player::BOTH.iter().fold(0, |set, &player| set | den(player).bit());
    let squares_of = |animal| match animal {
        Animal::Rat => BOARD & !dens,
        _ => BOARD & !(dens | WATER),
    };
    for own in Animal::ALL {
        for enemy in Animal::ALL {
            for from in crate::squares(squares_of(own)) {
                for at in crate::squares(squares_of(enemy) & !from.bit()) {
                    let mut pos = Position::empty(Player::First, 0);
                    pos.put(Player::First, own, from);
                    pos.put(Player::Second, enemy, at);
                    visit(pos);
                }
            }
        }
    }
}

/// Tells whether the side to move enters the den or captures the last animal.
fn wins_at_once(pos: &Position) -> bool {
    let (side, other) = sides(pos);
    let mut wins = threats(pos, side) != 0;
    pos.moves_onto(pos.occupied(other), |_| wins = true);
    wins
}

/// Visits the positions from which a move that captures nothing leads to `pos`. Such moves can be
/// taken back by the same animal's moves.
fn for_predecessors(pos: &Position, mut visit: impl FnMut(Position)) {
    let before = pos.passed();
    let (mover, other) = sides(&before);
    let quiet = BOARD & !(before.occupied(other) | den(other).bit());
    before.moves_onto(quiet, |back| {
        let mut earlier = before;
        if let Some(animal) = before.animal_at(mover, back.from) {
            earlier.put(mover, animal, back.to);
        }
        visit(earlier);
    });
}

#[cfg(test)]
mod tests {
    use gamekit::{Outcome, Position as _};

    use super::*;

    /// Returns the distance of an entry with the result's sign: wins are positive, and draws `None`.
    fn of_children(tables: &Tables, pos: &Position) -> Proof {
        let (mut nearest_win, mut farthest_loss, mut draws) = (None::<usize>, 0, false);
        let mut count = 0;
        pos.moves_onto(BOARD, |mv| {
            let mut after = *pos;
            after.play_unchecked(mv);
            let result = match after.outcome() {
                Some(Outcome::Win(_)) => Proof::Loss { plies: 0 },
                _ => tables.proof(&after).unwrap(),
            };
            count += 1;
            match result {
                Proof::Loss { plies } => {
                    nearest_win = Some(nearest_win.map_or(plies, |win| win.min(plies)));
                }
                Proof::Win { plies } => farthest_loss = farthest_loss.max(plies),
                Proof::Draw => draws = true,
            }
        });
        match nearest_win {
            Some(plies) => Proof::Win { plies: plies + 1 },
            None if draws => Proof::Draw,
            None if count == 0 => Proof::Loss { plies: 0 },
            None => Proof::Loss { plies: farthest_loss + 1 },
        }
    }

    #[test]
    fn every_entry_follows_from_those_of_its_moves() {
        let tables = Tables::new();
        let (mut wins, mut losses, mut draws, mut longest) = (0, 0, 0, 0);
        for_all_positions(|pos| {
            let proof = tables.proof(&pos).unwrap();
            assert_eq!(proof, of_children(&tables, &pos), "{pos}");
            match proof {
                Proof::Win { plies } => (wins, longest) = (wins + 1, longest.max(plies)),
                Proof::Loss { .. } => losses += 1,
                Proof::Draw => draws += 1,
            }
        });
        assert_eq!((wins, losses, draws, longest), (85_524, 67_053, 7_491, 33));
    }

    #[test]
    fn the_side_to_move_sees_the_same_from_either_end() {
        let tables = Tables::new();
        for (red, blue) in [
            ("7/7/7/7/7/7/3E3/7/r6 r 0", "6R/7/3e3/7/7/7/7/7/7 b 0"),
            ("7/7/4c2/7/7/7/7/2T4/7 r 0", "7/4t2/7/7/7/7/2C4/7/7 b 0"),
        ] {
            let [red, blue] = [red, blue].map(|text| text.parse::<Position>().unwrap());
            assert_eq!(tables.proof(&red), tables.proof(&blue));
        }
    }
}
