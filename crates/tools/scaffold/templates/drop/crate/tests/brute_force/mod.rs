//! Independent implementation of the rules, as simple as can be, which counts move sequences.

use {{crate}}::{HEIGHT, WIDTH};

/// Number of pieces in a line that win.
const LINE: usize = {{line}};

/// Returns the number of move sequences of `depth` plies from a position, which is given as text.
pub(crate) fn count(position: &str, depth: u32) -> u64 {
    let (board, _) = position.split_once(' ').expect("a board and a side");
    let ranks: Vec<&str> = board.split('/').rev().collect();
    let column = |x: usize| ranks.iter().filter_map(move |rank| rank.chars().nth(x));
    let column = |x: usize| column(x).filter(|&piece| piece != '.').collect();
    sequences(&(0..WIDTH).map(column).collect::<Vec<String>>(), depth)
}

/// Counts the sequences from a board of columns, each with its pieces from the bottom up.
fn sequences(columns: &[String], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let pieces: usize = columns.iter().map(String::len).sum();
    let (piece, last) = if pieces % 2 == 0 { ('x', 'o') } else { ('o', 'x') };
    if has_line(columns, last) {
        return 0;
    }
    let open = (0..WIDTH).filter(|&column| columns[column].len() < HEIGHT);
    open.map(|column| {
        let mut after = columns.to_vec();
        after[column].push(piece);
        sequences(&after, depth - 1)
    })
    .sum()
}

fn has_line(columns: &[String], piece: char) -> bool {
    let is_own = |column: isize, row: isize| {
        let column = usize::try_from(column).ok().and_then(|column| columns.get(column));
        let row = usize::try_from(row).ok();
        column.zip(row).and_then(|(column, row)| column.chars().nth(row)) == Some(piece)
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
