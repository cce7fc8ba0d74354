//! How far pieces are from what they go for.

use gamekit::Player;

use crate::square::LAKES;
use crate::{squares, Direction, Position, Square, BOARD};

/// The distance of a square from which there is no way.
pub(crate) const UNREACHABLE: u8 = u8::MAX;
/// Steps that a piece of one's own in the way costs, and an enemy.
const OWN_IN_THE_WAY: usize = 1;
const ENEMY_IN_THE_WAY: usize = 2;

/// Returns the squares beside a square.
pub(crate) fn neighbours(sq: Square) -> impl Iterator<Item = Square> {
    Direction::ALL.into_iter().filter_map(move |direction| sq.towards(direction, 1))
}

/// Returns from every square how many steps a piece of `player` needs to attack `target`: pieces in
/// the way cost some more.
pub(crate) fn distances(pos: &Position, player: Player, target: Square) -> [u8; Square::COUNT] {
    let walls = LAKES | pos.occupied(player) & !pos.movable(player);
    let (own, enemies) = (pos.movable(player), pos.occupied(player.opponent()));
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
        let (own_here, enemies_here) = (new & own & !target, new & enemies & !target);
        // Who comes from a square has left it: what stands there is in the way of those behind.
        let ways = [
            (new & !own_here & !enemies_here, 1),
            (own_here, 1 + OWN_IN_THE_WAY),
            (enemies_here, 1 + ENEMY_IN_THE_WAY),
        ];
        for (set, cost) in ways {
            let beside = Direction::ALL.into_iter().fold(0, |all, way| all | way.shift(set));
            waiting[(distance + cost) % 4] |= beside & BOARD & !walls & !reached;
        }
        distance += 1;
    }
    distances
}
