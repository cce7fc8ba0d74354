//! Army state of one player: the pieces, and the roles that they may still take.

use gamekit::Square;

use crate::board::{BOARD, HOMES};
use crate::moves::Step;
use crate::role::Role;

/// One player's pieces, and the roles that are left to them.
///
/// A piece without a role has no hidden truth: its owner decides what it is when it first fights.
/// Four numbers limit that decision: `U` pieces without a role that have not moved, `M` that have
/// moved, and the roles in stock, `I` of them immovable (flag and bombs) and `V` movable. Every
/// piece takes a role in the end, so `U + M = I + V`. Only unmoved pieces can become flag or bomb,
/// so the slack `U - I = V - M` is never negative. Each unmoved piece that moves or takes a movable
/// role reduces the slack by one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Army {
    /// Cells of the pieces with a named role, by [`Role::index`].
    named: [u64; Role::COUNT],
    unmoved: u64,
    moved: u64,
    /// Number of pieces that may still take each role.
    stock: [u8; Role::COUNT],
    /// The step that would reverse the player's last step.
    back: Option<Step>,
}

/// Public knowledge about a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// It has no role and has not moved.
    Unmoved,
    /// It has no role but has moved, so it is neither flag nor bomb.
    Moved,
    /// It has this role.
    Named(Role),
}

impl Army {
    /// Returns the army of the player of this index, at the start.
    pub(crate) const fn initial(player: usize) -> Army {
        Army { unmoved: HOMES[player], stock: Role::STOCK, ..Army::EMPTY }
    }

    /// An army without pieces and roles.
    pub(crate) const EMPTY: Army =
        Army { named: [0; Role::COUNT], unmoved: 0, moved: 0, stock: [0; Role::COUNT], back: None };

    /// Returns the cells of all pieces.
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> u64 {
        self.named.iter().fold(self.unmoved | self.moved, |all, cells| all | cells)
    }

    /// Returns the cells of the pieces known to have `role`.
    #[inline]
    #[must_use]
    pub const fn named(&self, role: Role) -> u64 {
        self.named[role.index()]
    }

    /// Returns the cells of the pieces that have no role and have not moved.
    #[inline]
    #[must_use]
    pub const fn unmoved(&self) -> u64 {
        self.unmoved
    }

    /// Returns the cells of the pieces that have no role, but have moved.
    #[inline]
    #[must_use]
    pub const fn moved(&self) -> u64 {
        self.moved
    }

    /// Returns the number of pieces that may still take `role`.
    #[inline]
    #[must_use]
    pub const fn stock(&self, role: Role) -> u8 {
        self.stock[role.index()]
    }

    /// Returns the number of pieces that may still take each role, by [`Role::index`].
    #[inline]
    pub(crate) const fn stocks(&self) -> &[u8; Role::COUNT] {
        &self.stock
    }

    /// Returns the number of unmoved pieces that may still move or take a movable role.
    #[inline]
    #[must_use]
    pub const fn slack(&self) -> i32 {
        let immovable = self.stock(Role::Flag) + self.stock(Role::Bomb);
        self.unmoved.count_ones() as i32 - immovable as i32
    }

    /// Returns whether the flag has been named, which happens only when it is captured.
    #[inline]
    #[must_use]
    pub const fn has_lost_flag(&self) -> bool {
        self.stock(Role::Flag) == 0
    }

    /// Returns the cells of the pieces that may move.
    #[inline]
    #[must_use]
    pub fn movers(&self) -> u64 {
        let named = Role::MOVABLE.iter().fold(self.moved, |all, &role| all | self.named(role));
        if self.slack() > 0 {
            named | self.unmoved
        } else {
            named
        }
    }

    /// Returns the step that would reverse this player's last step.
    #[must_use]
    pub const fn back(&self) -> Option<Step> {
        self.back
    }

    /// Returns the public knowledge about the piece on `cell`.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, cell: Square) -> Option<Piece> {
        let is_at = |cells: u64| cells & cell.bit() != 0;
        // Most cells that the search asks about are empty.
        if !is_at(self.pieces()) {
            return None;
        }
        if is_at(self.unmoved) {
            return Some(Piece::Unmoved);
        }
        let role = Role::ALL.into_iter().find(|role| is_at(self.named(*role)));
        Some(role.map_or(Piece::Moved, Piece::Named))
    }

    /// Returns whether `piece` may name `role` when it attacks.
    #[inline]
    #[must_use]
    pub fn may_attack_as(&self, piece: Piece, role: Role) -> bool {
        match piece {
            Piece::Named(known) => known == role,
            Piece::Moved => role.is_movable() && self.stock(role) > 0,
            Piece::Unmoved => role.is_movable() && self.stock(role) > 0 && self.slack() > 0,
        }
    }

    /// Returns whether `piece` may name `role` when it is attacked.
    #[inline]
    #[must_use]
    pub fn may_defend_as(&self, piece: Piece, role: Role) -> bool {
        self.may_attack_as(piece, role)
            || piece == Piece::Unmoved && !role.is_movable() && self.stock(role) > 0
    }

    /// Moves a piece to an empty cell.
    pub(crate) fn step(&mut self, step: Step) {
        let Step { from, to } = step;
        let was_nameless = (self.unmoved | self.moved) & from.bit() != 0;
        if was_nameless {
            self.unmoved &= !from.bit();
            self.moved = self.moved & !from.bit() | to.bit();
        } else {
            for cells in &mut self.named {
                if *cells & from.bit() != 0 {
                    *cells = *cells & !from.bit() | to.bit();
                }
            }
        }
        self.back = Some(step.reversed());
    }

    /// Removes the piece on `cell` from the board. It has, or takes, `role`.
    pub(crate) fn take_off(&mut self, cell: Square, role: Role) {
        let is_nameless = (self.unmoved | self.moved) & cell.bit() != 0;
        let stock = &mut self.stock[role.index()];
        *stock = stock.saturating_sub(u8::from(is_nameless));
        self.unmoved &= !cell.bit();
        self.moved &= !cell.bit();
        self.named[role.index()] &= !cell.bit();
    }

    /// Puts a piece that has fought on `cell`.
    pub(crate) fn put_named(&mut self, cell: Square, role: Role) {
        self.named[role.index()] |= cell.bit();
    }

    /// Clears the last step, because the player has attacked or passed.
    pub(crate) fn forget_step(&mut self) {
        self.back = None;
    }

    /// Puts a piece on a cell of the board, for the text notation.
    pub(crate) fn put(&mut self, cell: Square, piece: Piece) {
        match piece {
            Piece::Unmoved => self.unmoved |= cell.bit(),
            Piece::Moved => self.moved |= cell.bit(),
            Piece::Named(role) => self.put_named(cell, role),
        }
    }

    /// Sets the stock and the reversing step, for the text notation.
    pub(crate) fn set_rest(&mut self, stock: [u8; Role::COUNT], back: Option<Step>) {
        self.stock = stock;
        self.back = back;
    }

    /// Returns whether the player of this index can have such an army in a game.
    pub(crate) fn is_possible(&self, player: usize) -> bool {
        let total =
            |roles: &[Role]| -> u32 { roles.iter().map(|&role| u32::from(self.stock(role))).sum() };
        let nameless = self.unmoved.count_ones() + self.moved.count_ones();
        let is_in_stock = |role: Role| {
            let known = self.named(role).count_ones() + u32::from(self.stock(role));
            known <= u32::from(Role::STOCK[role.index()])
        };
        let back_is_possible = self.back.is_none_or(|Step { from, to }| {
            crate::board::beside(from.bit()) & to.bit() != 0 && BOARD & from.bit() != 0
        });
        nameless == total(&Role::ALL)
            && self.slack() >= 0
            && Role::ALL.into_iter().all(is_in_stock)
            && self.named(Role::Flag) == 0
            && self.unmoved & !HOMES[player] == 0
            && back_is_possible
    }

    /// Returns the stock and the reversing step as bits.
    pub(crate) fn rest_bits(&self) -> u64 {
        let stock = self.stock.iter().fold(0, |bits, &count| bits << 3 | u64::from(count));
        let back = self.back.map_or(0, |step| 1 << 12 | step.from.index() | step.to.index() << 6);
        stock << 13 | back as u64
    }

    /// Returns the sets of cells and the other bits of the army, for hashing.
    pub(crate) fn cells(&self) -> [u64; 10] {
        let [_, bomb, general, colonel, lieutenant, miner, rider, spy] = self.named;
        [
            bomb,
            general,
            colonel,
            lieutenant,
            miner,
            rider,
            spy,
            self.unmoved,
            self.moved,
            self.rest_bits(),
        ]
    }
}
