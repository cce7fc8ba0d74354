//! Independent implementation of the rules, as simple as can be, which counts move sequences.

use {{crate}}::{HEIGHT, WIDTH};

/// Number of pieces in a line that win.
const LINE: usize = {{line}};

/// Returns the number of move sequences of `depth` plies from a position, which is given as text.
pub(crate) fn count(position: &str, depth: u32) -> u64 {
    let (board, _) = position.split_once(' ').expect("a board and a side");
    sequences(&board.split('/').map(|rank| rank.chars().collect()).collect::<Vec<_>>(), depth)
}

fn sequences(board: &[Vec<char>], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let pieces = board.iter().flatten().filter(|&&symbol| symbol != '.').count();
    let (piece, last) = if pieces % 2 == 0 { ('x', 'o') } else { ('o', 'x') };
    if has_line(board, last) {
        return 0;
    }
    let mut count = 0;
    for y in 0..HEIGHT {
        for x in (0..WIDTH).filter(|&x| board[y][x] == '.') {
            let mut after = board.to_vec();
            after[y][x] = piece;
            count += sequences(&after, depth - 1);
        }
    }
    count
}

fn has_line(board: &[Vec<char>], piece: char) -> bool {
    let is_own = |x: isize, y: isize| {
        let row = usize::try_from(y).ok().and_then(|y| board.get(y));
        let x = usize::try_from(x).ok();
        row.zip(x).and_then(|(row, x)| row.get(x)) == Some(&piece)
    };
    let line = 0..LINE as isize;
    (0..WIDTH as isize).any(|x| {
        (0..HEIGHT as isize).any(|y| {
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .iter()
                .any(|(dx, dy)| line.clone().all(|step| is_own(x + dx * step, y + dy * step)))
        })
    })
}
