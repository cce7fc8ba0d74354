use gamekit::Square;

use crate::board::{BOARD, HOMES};
use crate::moves::Step;
use crate::role::Role;

/// One player's pieces, and the roles that are left to them.
///
/// A piece without a role has no hidden truth: what it is, its owner decides when it first fights.
/// What the owner may decide follows from four numbers: `U` pieces without a role that have not
/// moved, `M` that have, and the roles in stock, `I` of them immovable (flag and bombs) and `V`
/// movable. Every piece finds a role in the end, so `U + M = I + V`; and since only unmoved pieces
/// can become flag or bomb, the slack `U - I = V - M` is never negative. Each unmoved piece that
/// moves, or takes a movable role, uses up one of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Army {
    /// Where the pieces of each role are that has been named; see [`Role::index`].
    named: [u64; Role::COUNT],
    unmoved: u64,
    moved: u64,
    /// How many pieces may still take each role.
    stock: [u8; Role::COUNT],
    /// The step that would take the last move straight back.
    back: Option<Step>,
}

/// What is known of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// It has no role and stands where it stood at the start.
    Unmoved,
    /// It has no role, but has moved, so it is neither flag nor bomb.
    Moved,
    /// It has this role.
    Named(Role),
}

impl Army {
    /// Returns the army of the player of this index, at the start.
    pub(crate) const fn initial(player: usize) -> Army {
        Army { unmoved: HOMES[player], stock: Role::STOCK, ..Army::EMPTY }
    }

    /// No pieces and no roles.
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

    /// Returns how many pieces may still take `role`.
    #[inline]
    #[must_use]
    pub const fn stock(&self, role: Role) -> u8 {
        self.stock[role.index()]
    }

    /// Returns how many pieces that have not moved may still move or take a movable role.
    #[inline]
    #[must_use]
    pub const fn slack(&self) -> i32 {
        let immovable = self.stock(Role::Flag) + self.stock(Role::Bomb);
        self.unmoved.count_ones() as i32 - immovable as i32
    }

    /// Tells whether the flag has been named, which happens only when it falls.
    #[inline]
    #[must_use]
    pub const fn has_lost_flag(&self) -> bool {
        self.stock(Role::Flag) == 0
    }

    /// Returns the cells of the pieces that the rules let move.
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

    /// Returns the step that would take this player's last move straight back.
    #[must_use]
    pub const fn back(&self) -> Option<Step> {
        self.back
    }

    /// Returns what is known of the piece on `cell`.
    #[must_use]
    pub fn piece_at(&self, cell: Square) -> Option<Piece> {
        let is_at = |cells: u64| cells & cell.bit() != 0;
        match Role::ALL.into_iter().find(|role| is_at(self.named(*role))) {
            Some(role) => Some(Piece::Named(role)),
            None if is_at(self.unmoved) => Some(Piece::Unmoved),
            None if is_at(self.moved) => Some(Piece::Moved),
            None => None,
        }
    }

    /// Tells whether `piece` may say that it has `role` when it attacks.
    #[inline]
    #[must_use]
    pub fn may_attack_as(&self, piece: Piece, role: Role) -> bool {
        match piece {
            Piece::Named(known) => known == role,
            Piece::Moved => role.is_movable() && self.stock(role) > 0,
            Piece::Unmoved => role.is_movable() && self.stock(role) > 0 && self.slack() > 0,
        }
    }

    /// Tells whether `piece` may say that it has `role` when it is attacked.
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

    /// Takes the piece on `cell` off the board. It has, or takes, `role`.
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

    /// Forgets the last step: the move after it, or it, was an attack.
    pub(crate) fn forget_step(&mut self) {
        self.back = None;
    }

    /// Puts a piece on a cell of the board, as a text describes it.
    pub(crate) fn put(&mut self, cell: Square, piece: Piece) {
        match piece {
            Piece::Unmoved => self.unmoved |= cell.bit(),
            Piece::Moved => self.moved |= cell.bit(),
            Piece::Named(role) => self.put_named(cell, role),
        }
    }

    /// Sets what a text says beside the board.
    pub(crate) fn set_rest(&mut self, stock: [u8; Role::COUNT], back: Option<Step>) {
        self.stock = stock;
        self.back = back;
    }

    /// Tells whether a game can bring the player of this index such an army.
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

    /// Returns everything but where the pieces are, as bits.
    pub(crate) fn rest_bits(&self) -> u64 {
        let stock = self.stock.iter().fold(0, |bits, &count| bits << 3 | u64::from(count));
        let back = self.back.map_or(0, |step| 1 << 12 | step.from.index() | step.to.index() << 6);
        stock << 13 | back as u64
    }

    /// Returns the sets of cells that the army consists of, for hashing.
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
