//! Perft: counts of move sequences, the standard test of a move generator.

use crate::position::Position;

/// Counts the move sequences of exactly `depth` plies from `pos`. The last ply is counted in bulk,
/// without playing its moves. A game that ends earlier contributes none.
#[must_use]
pub fn perft<P: Position>(pos: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => pos.legal_move_count() as u64,
        _ => sum_over_children(pos, |child| perft(child, depth - 1)),
    }
}

/// Counts the same as [`perft`], but plays the moves of the last ply too: slower, and a check of
/// the bulk count.
#[must_use]
pub fn perft_by_playing<P: Position>(pos: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => sum_over_children(pos, |child| perft_by_playing(child, depth - 1)),
    }
}

/// Splits [`perft`] by first move, in the order of the legal moves. Empty at depth 0.
#[must_use]
pub fn divide<P: Position>(pos: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut parts = Vec::new();
    if depth > 0 {
        pos.legal_moves(|mv| parts.push((mv, perft(&after(pos, mv), depth - 1))));
    }
    parts
}

fn sum_over_children<P: Position>(pos: &P, mut count: impl FnMut(&P) -> u64) -> u64 {
    let mut total = 0;
    pos.legal_moves(|mv| total += count(&after(pos, mv)));
    total
}

fn after<P: Position>(pos: &P, mv: P::Move) -> P {
    let mut child = pos.clone();
    child.play_unchecked(mv);
    child
}
