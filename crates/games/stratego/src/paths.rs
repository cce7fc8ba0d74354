//! Path distances from pieces to their targets, with obstacles.

use gamekit::Player;

use crate::position::Position;
use crate::rank::Rank;
use crate::square::LAKES;
use crate::square::{squares, Direction, Square, BOARD};

/// Distance of a square that has no path to the target.
pub(crate) const UNREACHABLE: u8 = u8::MAX;
/// Additional cost, in steps, of an own piece and of an enemy piece on the path.
const OWN_IN_THE_WAY: usize = 1;
const ENEMY_IN_THE_WAY: usize = 2;

/// Returns the squares next to a square.
pub(crate) fn neighbours(sq: Square) -> impl Iterator<Item = Square> {
    Direction::ALL.into_iter().filter_map(move |direction| sq.towards(direction, 1))
}

/// Obstacles for the pieces of a player, from public knowledge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacles {
    walls: u128,
    /// Pieces that may leave the path or be taken: the player's own, and enemies.
    own: u128,
    enemies: u128,
}

impl Obstacles {
    /// Returns the obstacles for the pieces of `player`, who can take every enemy piece. His own
    /// immovable pieces are walls, unless their ranks are hidden in `pos`.
    pub(crate) fn new(pos: &Position, player: Player) -> Obstacles {
        let stuck = pos.of_rank(player, Rank::Bomb) | pos.of_rank(player, Rank::Flag);
        Obstacles {
            walls: LAKES | stuck,
            own: pos.occupied(player) & !stuck,
            enemies: pos.occupied(player.opponent()),
        }
    }

    /// Returns the obstacles with `squares` as additional walls.
    pub(crate) fn avoiding(self, squares: u128) -> Obstacles {
        Obstacles { walls: self.walls | squares, ..self }
    }

    /// Returns, for every square, the number of steps that a piece needs to attack `target`; pieces
    /// on the path add to it.
    pub(crate) fn distances(&self, target: Square) -> [u8; Square::COUNT] {
        let mut distances = [UNREACHABLE; Square::COUNT];
        // Squares to be entered, by the number of remaining steps, in a ring buffer.
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
            // A piece that starts on a square leaves it, so the cost of a square counts only for
            // paths through it.
            let groups = [
                (new & !own_here & !enemies_here, 1),
                (own_here, 1 + OWN_IN_THE_WAY),
                (enemies_here, 1 + ENEMY_IN_THE_WAY),
            ];
            for (set, cost) in groups {
                let beside =
                    Direction::ALL.into_iter().fold(0, |all, direction| all | direction.shift(set));
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
        let obstacles = Obstacles::new(&pos, Player::Second);
        let [flag, corner] = [0, 99].map(Square::new);
        let bombs = pos.of_rank(Player::First, Rank::Bomb);
        let through = obstacles.distances(flag)[corner.index()];
        assert_eq!(through, 18 + ENEMY_IN_THE_WAY as u8);
        assert_eq!(obstacles.avoiding(bombs).distances(flag)[corner.index()], UNREACHABLE);
    }

    #[test]
    fn own_pieces_that_cannot_step_are_walls_and_unknown_ones_are_not() {
        let text = "F9/10/10/10/10/10/10/10/b9/fb7p~ b 41 0";
        let pos: Position = text.parse().unwrap();
        let target = Square::new(90);
        let from_there = |pos: &Position| {
            let obstacles = Obstacles::new(pos, Player::Second);
            obstacles.distances(target)[Square::new(0).index()]
        };
        assert_eq!(from_there(&pos), UNREACHABLE);
        let mut hidden = pos;
        hidden.hide(pos.occupied(Player::Second));
        assert_eq!(from_there(&hidden), 9 + OWN_IN_THE_WAY as u8);
    }
}
