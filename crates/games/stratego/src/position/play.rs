//! Moves on a position: placements, steps and attacks.

use super::Position;
use crate::battle::{Battle, Survivor};
use crate::moves::Move;
use crate::rank::Rank;
use crate::square::Square;
use crate::two_squares::{RecentSteps, Step};

impl Position {
    /// Returns the two ranks that meet if the legal move `mv` is played; `None` if it is no attack.
    #[inline]
    #[must_use]
    pub fn battle(&self, mv: Move) -> Option<Battle> {
        let Move::Step { from, to } = mv else {
            return None;
        };
        Some(Battle { attacker: self.rank_at(from)?, defender: self.rank_at(to)? })
    }

    /// Returns the square on which the next piece is placed.
    pub(crate) const fn next_home(&self) -> Square {
        /// The first square of Blue's rows.
        const BLUE: usize = 60;
        let placed = self.placed as usize;
        Square::new(if placed < Position::ARMY_SIZE {
            placed
        } else {
            placed - Position::ARMY_SIZE + BLUE
        } as u8)
    }

    pub(super) fn place(&mut self, rank: Rank) {
        let side = self.side;
        if self.is_setting_up(side) {
            self.put(side, self.next_home(), rank);
            self.placed += 1;
            if !self.is_setting_up(side) {
                self.side = side.opponent();
            }
        }
    }

    #[inline]
    pub(super) fn step(&mut self, from: Square, to: Square) {
        let (us, them) = (self.side, self.side.opponent());
        let survivor = if self.occupied(them) & to.bit() == 0 {
            self.quiet_plies = self.quiet_plies.saturating_add(1);
            Survivor::Attacker
        } else {
            self.quiet_plies = 0;
            self.attack(from, to)
        };
        if survivor == Survivor::Attacker {
            self.carry(us, from, to);
        }
        if let Some(recent_steps) = &mut self.recent_steps {
            match survivor {
                Survivor::Attacker => recent_steps[us.index()].push(Step { from, to }),
                Survivor::Defender | Survivor::Nobody => {
                    recent_steps[us.index()] = RecentSteps::default();
                }
            }
            if survivor != Survivor::Defender {
                recent_steps[them.index()].forget(to);
            }
        }
        self.side = them;
        self.plies = self.plies.saturating_add(1);
    }

    /// Removes the pieces that do not survive an attack, and reveals the survivor.
    #[inline]
    fn attack(&mut self, from: Square, to: Square) -> Survivor {
        let (us, them) = (self.side, self.side.opponent());
        // In a view that has not learned the ranks, neither piece is known to survive.
        let survivor = match (self.rank_at(from), self.rank_at(to)) {
            (Some(attacker), Some(defender)) => attacker.against(defender),
            _ => Survivor::Nobody,
        };
        match survivor {
            Survivor::Attacker => {
                self.take_off(them, to);
                self.revealed |= from.bit();
            }
            Survivor::Defender => {
                self.take_off(us, from);
                self.revealed |= to.bit();
            }
            Survivor::Nobody => {
                self.take_off(us, from);
                self.take_off(them, to);
            }
        }
        survivor
    }
}
