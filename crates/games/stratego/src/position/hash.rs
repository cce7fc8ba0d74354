//! Hashes of a position, by multiplication: of the board, of the board as a player sees it, and of
//! the whole position.

use gamekit::Player;

use super::Position;
use crate::two_squares::{RecentSteps, Step};

impl Position {
    /// Returns a hash of the pieces, of the public knowledge about them, and of the side to move,
    /// without the ply counts and the memory of the two-squares rule.
    #[must_use]
    pub fn board_hash(&self) -> u64 {
        let [red, blue] = self.occupied;
        let [p0, p1, p2, p3] = self.planes;
        let words = [red, blue, p0, p1, p2, p3, self.moved, self.revealed];
        // The products do not depend on each other, so the processor computes them together.
        (1..).zip(words).fold(self.side.index() as u64, |hash, (number, word)| {
            let salt = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number);
            hash ^ folded(word as u64 ^ salt, (word >> 64) as u64)
        })
    }

    /// Returns a hash of the pieces as `player` sees them, and of the side to move.
    #[must_use]
    pub(crate) fn hash_seen_by(&self, player: Player) -> u64 {
        let mut seen = *self;
        seen.hide(self.occupied(player.opponent()) & !self.revealed);
        seen.board_hash()
    }

    /// Returns a hash of the whole position, with the ply counts and the memory of the two-squares
    /// rule.
    pub(super) fn full_hash(&self) -> u64 {
        let counts =
            u64::from(self.plies) << 16 | u64::from(self.quiet_plies) << 8 | u64::from(self.placed);
        let recent_steps = Player::BOTH.map(|player| {
            let steps = self.recent_steps(player).into_iter().flat_map(RecentSteps::steps);
            steps.fold(u64::from(self.has_two_squares()), |steps, Step { from, to }| {
                steps << 16 | (from.index() << 8 | to.index()) as u64
            })
        });
        folded(folded(self.board_hash(), counts), folded(recent_steps[0], recent_steps[1]))
    }
}

/// Mixes two words by a folded 128-bit multiplication, as in wyhash (Wang Yi, 2019).
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0xa076_1d64_78bd_642f) * u128::from(b ^ 0xe703_7ed1_a0b4_28db);
    (product >> 64) as u64 ^ product as u64
}
