//! How far pieces are from what they go for.

use gamekit::Player;

use crate::position::Position;
use crate::rank::Rank;
use crate::square::LAKES;
use crate::square::{squares, Direction, Square, BOARD};

/// The distance of a square from which there is no way.
pub(crate) const UNREACHABLE: u8 = u8::MAX;
/// Steps that a piece of one's own in the way costs, and an enemy.
const OWN_IN_THE_WAY: usize = 1;
const ENEMY_IN_THE_WAY: usize = 2;

/// Returns the squares beside a square.
pub(crate) fn neighbours(sq: Square) -> impl Iterator<Item = Square> {
    Direction::ALL.into_iter().filter_map(move |direction| sq.towards(direction, 1))
}

/// Where pieces of a player can go, for all that is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    walls: u128,
    /// What is in the way, and may leave it or be taken: pieces of one's own, and enemies.
    own: u128,
    enemies: u128,
}

impl Ways {
    /// Returns the ways of the pieces of `player`, who can take whatever enemy is in them. Pieces of his
    /// own that cannot step are walls; those whose ranks `pos` does not have are not.
    pub(crate) fn new(pos: &Position, player: Player) -> Ways {
        let stuck = pos.of_rank(player, Rank::Bomb) | pos.of_rank(player, Rank::Flag);
        Ways {
            walls: LAKES | stuck,
            own: pos.occupied(player) & !stuck,
            enemies: pos.occupied(player.opponent()),
        }
    }

    /// Returns the ways that do not lead over `squares`.
    pub(crate) fn round(self, squares: u128) -> Ways {
        Ways { walls: self.walls | squares, ..self }
    }

    /// Returns from every square how many steps a piece needs to attack `target`: pieces in the way
    /// cost some more.
    pub(crate) fn distances(&self, target: Square) -> [u8; Square::COUNT] {
        let mut distances = [UNREACHABLE; Square::COUNT];
        // Squares to be entered, by the number of steps from now, in a ring.
        let mut waiting = [0u128; 4];
        waiting[0] = target.bit();
        let mut reached = 0u128;
        let mut distance = 0;
        while waiting != [0; 4] {
            let new = waiting[distance % 4] & !reached;
            waiting[distance % 4] = 0;
            reached |= new;
            for sq in squares(new) {
                distances[sq.index()] = distance as u8;
            }
            let target = if distance == 0 { new } else { 0 };
            let (own_here, enemies_here) = (new & self.own & !target, new & self.enemies & !target);
            // Who comes from a square has left it: what stands there is in the way of those behind.
            let ways = [
                (new & !own_here & !enemies_here, 1),
                (own_here, 1 + OWN_IN_THE_WAY),
                (enemies_here, 1 + ENEMY_IN_THE_WAY),
            ];
            for (set, cost) in ways {
                let beside = Direction::ALL.into_iter().fold(0, |all, way| all | way.shift(set));
                waiting[(distance + cost) % 4] |= beside & BOARD & !self.walls & !reached;
            }
            distance += 1;
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bombs_are_walls_for_all_but_miners() {
        let pos: Position = "FB8/B9/10/10/10/10/10/10/10/f5p~3 b 41 0".parse().unwrap();
        let ways = Ways::new(&pos, Player::Second);
        let [flag, corner] = [0, 99].map(Square::new);
        let bombs = pos.of_rank(Player::First, Rank::Bomb);
        let through = ways.distances(flag)[corner.index()];
        assert_eq!(through, 18 + ENEMY_IN_THE_WAY as u8);
        assert_eq!(ways.round(bombs).distances(flag)[corner.index()], UNREACHABLE);
    }

    #[test]
    fn own_pieces_that_cannot_step_are_walls_and_unknown_ones_are_not() {
        let text = "F9/10/10/10/10/10/10/10/b9/fb7p~ b 41 0";
        let pos: Position = text.parse().unwrap();
        let target = Square::new(90);
        let from_there = |pos: &Position| {
            let ways = Ways::new(pos, Player::Second);
            ways.distances(target)[Square::new(0).index()]
        };
        assert_eq!(from_there(&pos), UNREACHABLE);
        let mut hidden = pos;
        hidden.hide(pos.occupied(Player::Second));
        assert_eq!(from_there(&hidden), 9 + OWN_IN_THE_WAY as u8);
    }
}
