//! Tables of squares: kinds by symmetry, and distances.

/// Kind of each square, 0 to 9, the same for squares that reflections and rotations of the board
/// map to each other. From the corner to the middle of the edge 0 to 3, from b2 4 to 6, c3 7 and 8,
/// d4 9.
pub(crate) const KINDS: [u8; 64] = kinds();

const fn kinds() -> [u8; 64] {
    let mut kinds = [0; 64];
    let mut sq = 0;
    while sq < 64 {
        let (file, rank) = (from_edge(sq / 8), from_edge(sq % 8));
        let (near, far) = if file < rank { (file, rank) } else { (rank, file) };
        kinds[sq] = [0, 3, 5, 6][near] + far as u8;
        sq += 1;
    }
    kinds
}

/// Returns the distance of a file or rank from the nearer edge.
const fn from_edge(line: usize) -> usize {
    if line < 4 {
        line
    } else {
        7 - line
    }
}

/// For each square, the squares whose distance from it in king's moves has the bit 1, 2 or 4. Three
/// population counts add up the distances of any set.
pub(crate) const DISTANCE_BITS: [[u64; 3]; 64] = distance_bits();

const fn distance_bits() -> [[u64; 3]; 64] {
    let mut bits = [[0; 3]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let files = (from / 8_usize).abs_diff(to / 8);
        let ranks = (from % 8_usize).abs_diff(to % 8);
        let distance = if files > ranks { files } else { ranks };
        let mut bit = 0;
        while bit < 3 {
            bits[from][bit] |= ((distance >> bit & 1) as u64) << to;
            bit += 1;
        }
        pair += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_kinds_of_squares() {
        let mut found = KINDS.to_vec();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, (0..10).collect::<Vec<_>>());
        assert_eq!([0, 7, 56, 63].map(|corner| KINDS[corner]), [0; 4]);
        assert_eq!([27, 28, 35, 36].map(|centre| KINDS[centre]), [9; 4]);
    }

    #[test]
    fn distances_are_kings_moves() {
        let distance = |from: usize, to: usize| {
            let bit = |bit: usize| (DISTANCE_BITS[from][bit] >> to & 1) << bit;
            bit(0) + bit(1) + bit(2)
        };
        assert_eq!([distance(0, 63), distance(0, 7), distance(0, 0)], [7, 7, 0]);
        assert_eq!([distance(27, 35), distance(27, 45), distance(9, 62)], [1, 2, 6]);
    }
}
