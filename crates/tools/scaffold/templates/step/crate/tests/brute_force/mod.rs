//! Independent implementation of the rules, as simple as can be, which counts move sequences.

use {{crate}}::{HEIGHT, WIDTH};

/// Returns the number of move sequences of `depth` plies from a position, which is given as text.
pub(crate) fn count(position: &str, depth: u32) -> u64 {
    let (board, side) = position.split_once(' ').expect("a board and a side");
    let board = board.split('/').rev().map(|rank| rank.chars().collect());
    sequences(&board.collect::<Vec<_>>(), side == "x", depth)
}

/// Counts the sequences from a board of rows, from the bottom up.
fn sequences(board: &[Vec<char>], is_first: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board[HEIGHT - 1].contains(&'x') || board[0].contains(&'o') {
        return 0;
    }
    let (piece, enemy) = if is_first { ('x', 'o') } else { ('o', 'x') };
    let mut count = 0;
    for y in 0..HEIGHT {
        let ahead = if is_first { y + 1 } else { y.wrapping_sub(1) };
        for x in (0..WIDTH).filter(|&x| board[y][x] == piece) {
            for to in [x.wrapping_sub(1), x, x + 1] {
                let target = board[ahead].get(to);
                if target == Some(&'.') || target == Some(&enemy) && to != x {
                    let mut after = board.to_vec();
                    after[y][x] = '.';
                    after[ahead][to] = piece;
                    count += sequences(&after, !is_first, depth - 1);
                }
            }
        }
    }
    count
}
