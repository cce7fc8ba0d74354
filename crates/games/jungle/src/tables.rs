//! Endgame tables of one animal against one, made by retrograde analysis.

use std::collections::VecDeque;
use std::sync::LazyLock;

use gamekit::Player;
use search::Proof;

use crate::animal::Animal;
use crate::board::{den, BOARD, WATER};
use crate::position::Position;
use crate::square::{squares, Square};

/// Endgame tables: the result of every position with one animal a side, for the side to move, with
/// an unlimited number of plies.
///
/// They are made by retrograde analysis: from the positions that are decided at once, backwards
/// through the moves that lead there. That takes milliseconds, so all engines of a process share
/// them.
#[derive(Clone)]
pub struct Tables {
    /// Plies to the end plus one: odd numbers of plies win, even ones lose. 0 is a draw.
    ends: &'static [u8],
}

impl Default for Tables {
    /// Computes all entries at the first call.
    fn default() -> Tables {
        static ENDS: LazyLock<Vec<u8>> = LazyLock::new(ends);
        Tables { ends: &ENDS }
    }
}

/// Returns the entries of the tables.
fn ends() -> Vec<u8> {
    let mut ends = vec![0; 1 << 18];
    // Number of moves of the side to move that are not known to lose.
    let mut moves_left = ends.clone();
    // Queue in the order of distances, so that the first result of a position is the nearest.
    let mut decided = VecDeque::new();
    for_all_positions(|pos| {
        let (side, other) = pos.sides();
        let (mut count, mut wins) = (0, pos.raiders(side) != 0);
        pos.moves_onto(BOARD, |mv| {
            count += 1;
            wins |= mv.to.bit() == pos.occupied(other);
        });
        moves_left[index(&pos)] = count;
        if wins {
            ends[index(&pos)] = 1 + 1;
            decided.push_back(pos);
        } else if count == 0 {
            ends[index(&pos)] = 1;
            decided.push_front(pos);
        }
    });
    while let Some(pos) = decided.pop_front() {
        let end = ends[index(&pos)];
        // A move that captures nothing can be undone by a move of the same animal.
        let before = pos.passed();
        let (_, other) = before.sides();
        before.moves_onto(!(before.occupied(other) | den(other).bit()), |back| {
            let mut earlier = before;
            earlier.carry(back);
            let entry = index(&earlier);
            let is_win = end % 2 == 0;
            moves_left[entry] -= u8::from(is_win);
            if ends[entry] == 0 && (!is_win || moves_left[entry] == 0) {
                ends[entry] = end + 1;
                decided.push_back(earlier);
            }
        });
    }
    ends
}

impl Tables {
    /// Returns the result of `pos` with an unlimited number of plies; `None` unless each side has
    /// exactly one animal.
    #[must_use]
    pub fn proof(&self, pos: &Position) -> Option<Proof> {
        if Player::BOTH.iter().any(|&player| pos.occupied(player).count_ones() != 1) {
            return None;
        }
        let end = self.ends[index(pos)];
        let plies = usize::from(end).wrapping_sub(1);
        Some(match end {
            0 => Proof::Draw,
            _ if end % 2 == 0 => Proof::Win { plies },
            _ => Proof::Loss { plies },
        })
    }
}

/// Returns the table index of a position with one animal a side: two animals and two squares, those
/// of the side to move first, from its perspective.
fn index(pos: &Position) -> usize {
    let (side, other) = pos.sides();
    [side, other].into_iter().fold(0, |index, player| {
        let sq = Square::new(pos.occupied(player).trailing_zeros() as u8);
        let animal = pos.animal_at(player, sq).map_or(0, Animal::index);
        (index << 3 | animal) << 6 | sq.seen_by(side).index()
    })
}

/// Visits every position with one animal a side, none in a den, the first player to move.
fn for_all_positions(mut visit: impl FnMut(Position)) {
    let land = BOARD & !(WATER | den(Player::First).bit() | den(Player::Second).bit());
    let home = |animal| if animal == Animal::Rat { land | WATER } else { land };
    for (own, enemy) in (0..64).map(|pair| (Animal::ALL[pair / 8], Animal::ALL[pair % 8])) {
        for from in squares(home(own)) {
            for at in squares(home(enemy) & !from.bit()) {
                let mut pos = Position::empty(Player::First, 0);
                pos.put(Player::First, own, from);
                pos.put(Player::Second, enemy, at);
                visit(pos);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::{Outcome, Position as _};

    use super::*;

    /// Returns the result of a position by the entries of the positions after its moves.
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
        let tables = Tables::default();
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
    fn the_result_is_the_same_from_either_end() {
        let tables = Tables::default();
        for (red, blue) in [
            ("7/7/7/7/7/7/3E3/7/r6 r 0", "6R/7/3e3/7/7/7/7/7/7 b 0"),
            ("7/7/4c2/7/7/7/7/2T4/7 r 0", "7/4t2/7/7/7/7/2C4/7/7 b 0"),
        ] {
            let [red, blue] = [red, blue].map(|text| text.parse::<Position>().unwrap());
            assert_eq!(tables.proof(&red), tables.proof(&blue));
        }
    }
}
