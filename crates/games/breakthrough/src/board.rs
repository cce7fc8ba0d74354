//! Bitboards of files, ranks and steps. A bitboard is a `u64`, bit 0 for a1 and bit 63 for h8.
//!
//! Every function sees the board from one side: its pieces move towards rank 8.

/// The squares of file a.
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of file h.
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// Returns the squares of rank `number`, 1 to 8.
#[must_use]
pub(crate) const fn rank(number: u32) -> u64 {
    0xff << (8 * (number - 1))
}

/// Returns the squares one step ahead of `set`.
#[inline]
pub(crate) const fn ahead(set: u64) -> u64 {
    set << 8
}

/// Returns the squares one step diagonally ahead of `set` towards file a.
#[inline]
pub(crate) const fn ahead_left(set: u64) -> u64 {
    (set & !FILE_A) << 7
}

/// Returns the squares one step diagonally ahead of `set` towards file h.
#[inline]
pub(crate) const fn ahead_right(set: u64) -> u64 {
    (set & !FILE_H) << 9
}

/// Returns the squares on which a piece of `set` could capture.
#[inline]
pub(crate) const fn attacks(set: u64) -> u64 {
    ahead_left(set) | ahead_right(set)
}

/// Returns the squares on which a piece of the other side's `set`, moving towards rank 1, could
/// capture.
#[inline]
pub(crate) const fn attacks_downwards(set: u64) -> u64 {
    (set & !FILE_A) >> 9 | (set & !FILE_H) >> 7
}

/// Returns the squares on which two pieces of the other side's `set` could capture.
#[inline]
pub(crate) const fn attacks_downwards_twice(set: u64) -> u64 {
    ((set & !FILE_A) >> 9) & ((set & !FILE_H) >> 7)
}

/// Returns the squares beside `set` towards file a.
#[inline]
pub(crate) const fn widen_left(set: u64) -> u64 {
    (set & !FILE_A) >> 1
}

/// Returns `set` and the squares beside it.
#[inline]
pub(crate) const fn widen(set: u64) -> u64 {
    set | (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// Returns `set` and everything below it on its files.
#[inline]
pub(crate) const fn fill_down(set: u64) -> u64 {
    let set = set | set >> 8;
    let set = set | set >> 16;
    set | set >> 32
}

/// Returns `set` and everything above it on its files.
#[inline]
pub(crate) const fn fill_up(set: u64) -> u64 {
    let set = set | set << 8;
    let set = set | set << 16;
    set | set << 32
}
