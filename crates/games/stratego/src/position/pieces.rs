//! Bitboards of a position: the squares of each player's pieces, four bit planes of ranks, and the
//! pieces that have moved or are revealed.

use gamekit::Player;

use super::Position;
use crate::rank::Rank;
use crate::square::Square;

/// Returns the four-bit code of a rank: 1 and 2 for immovable ranks, 4 and more for movable ranks,
/// so that two planes give the movable pieces.
const fn code(rank: Rank) -> u8 {
    if rank.is_movable() {
        rank.index() as u8 + 2
    } else {
        rank.index() as u8 + 1
    }
}

/// Ranks by their codes.
const RANKS: [Option<Rank>; 16] = {
    let mut ranks = [None; 16];
    let mut index = 0;
    while index < Rank::COUNT {
        ranks[code(Rank::ALL[index]) as usize] = Some(Rank::ALL[index]);
        index += 1;
    }
    ranks
};

impl Position {
    /// Returns the squares on which pieces of `player` stand.
    #[inline]
    #[must_use]
    pub const fn occupied(&self, player: Player) -> u128 {
        self.occupied[player.index()]
    }

    /// Returns all squares with pieces.
    #[inline]
    #[must_use]
    pub const fn all(&self) -> u128 {
        self.occupied[0] | self.occupied[1]
    }

    /// Returns the squares of the pieces that have moved.
    #[inline]
    #[must_use]
    pub const fn moved(&self) -> u128 {
        self.moved
    }

    /// Returns the squares of the pieces whose ranks both players know: they have fought, or have
    /// moved more than one square, as only scouts do.
    #[inline]
    #[must_use]
    pub const fn revealed(&self) -> u128 {
        self.revealed
    }

    /// Returns the squares of the pieces of `player` that are neither flag nor bomb.
    #[inline]
    #[must_use]
    pub const fn movable(&self, player: Player) -> u128 {
        self.occupied(player) & (self.planes[2] | self.planes[3])
    }

    /// Returns the squares of the pieces of `player` that have this rank.
    #[inline]
    #[must_use]
    pub const fn of_rank(&self, player: Player, rank: Rank) -> u128 {
        let (mut set, code) = (self.occupied(player), code(rank));
        let mut bit = 0;
        while bit < self.planes.len() {
            set &= if code >> bit & 1 == 1 { self.planes[bit] } else { !self.planes[bit] };
            bit += 1;
        }
        set
    }

    /// Returns the rank of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn rank_at(&self, sq: Square) -> Option<Rank> {
        let (mut code, mut bit) = (0, 0);
        while bit < self.planes.len() {
            code |= (self.planes[bit] >> sq.index() & 1) << bit;
            bit += 1;
        }
        RANKS[code as usize]
    }

    /// Returns the owner of the piece on a square.
    #[inline]
    #[must_use]
    pub const fn owner_at(&self, sq: Square) -> Option<Player> {
        if self.occupied[0] & sq.bit() != 0 {
            Some(Player::First)
        } else if self.occupied[1] & sq.bit() != 0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, player: Player, sq: Square, rank: Rank) {
        self.occupied[player.index()] |= sq.bit();
        self.set_rank(sq, rank);
    }

    /// Marks the piece on a square as one that has moved, or whose rank both players know.
    pub(crate) fn mark(&mut self, sq: Square, is_moved: bool, is_revealed: bool) {
        self.moved |= if is_moved { sq.bit() } else { 0 };
        self.revealed |= if is_revealed { sq.bit() } else { 0 };
    }

    /// Gives a rank to a piece that has none yet.
    #[inline]
    pub(crate) fn set_rank(&mut self, sq: Square, rank: Rank) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= u128::from(code(rank) >> bit & 1) << sq.index();
        }
    }

    /// Removes the ranks of the pieces of `set`.
    pub(crate) fn hide(&mut self, set: u128) {
        for plane in &mut self.planes {
            *plane &= !set;
        }
    }

    #[inline]
    pub(super) fn take_off(&mut self, player: Player, sq: Square) {
        let rest = !sq.bit();
        self.occupied[player.index()] &= rest;
        self.planes = self.planes.map(|plane| plane & rest);
        self.moved &= rest;
        self.revealed &= rest;
    }

    /// Moves a piece to an empty square.
    #[inline]
    pub(super) fn carry(&mut self, player: Player, from: Square, to: Square) {
        let both = from.bit() | to.bit();
        let carried = |set: u128| set ^ if set & from.bit() != 0 { both } else { 0 };
        self.occupied[player.index()] = carried(self.occupied[player.index()]);
        self.planes = self.planes.map(carried);
        self.revealed = carried(self.revealed);
        self.moved = self.moved & !from.bit() | to.bit();
        if !from.is_beside(to) {
            self.revealed |= to.bit();
        }
    }
}
