//! Iterated elimination of weakly dominated strategies, which no optimal strategy needs.

use super::{Matrix, MOST_CHOICES};

/// Choices of one player by their index in the matrix, in ascending order.
#[derive(Clone, Copy)]
pub(super) struct Choices {
    list: [usize; MOST_CHOICES],
    count: usize,
}

/// Choices that are left after dominated ones have been eliminated repeatedly.
pub(super) struct Undominated {
    pub(super) rows: Choices,
    pub(super) columns: Choices,
}

/// One line per choice: its gains by the other player's choices.
type Lines = [[f64; MOST_CHOICES]; MOST_CHOICES];

impl Choices {
    fn all(count: usize) -> Choices {
        Choices { list: std::array::from_fn(|choice| choice), count }
    }

    pub(super) fn as_slice(&self) -> &[usize] {
        &self.list[..self.count]
    }

    /// Drops each choice whose line in `own` is nowhere above the line of another one; of equal
    /// choices the later is dropped. Clears the entries of a dropped choice in `other`, the lines
    /// of the other player, so that they no longer distinguish them. Returns whether any was
    /// dropped.
    fn drop_dominated(&mut self, own: &Lines, other: &mut Lines) -> bool {
        let before = self.count;
        let mut index = 0;
        while index < self.count {
            let choice = self.list[index];
            let is_dominated = self.as_slice().iter().any(|&rival| {
                rival != choice
                    && is_nowhere_above(&own[choice], &own[rival])
                    && (rival < choice || !is_nowhere_above(&own[rival], &own[choice]))
            });
            if is_dominated {
                self.list.copy_within(index + 1..self.count, index);
                self.count -= 1;
                for line in &mut *other {
                    line[choice] = 0.0;
                }
            } else {
                index += 1;
            }
        }
        self.count < before
    }
}

impl Undominated {
    pub(super) fn of(game: &Matrix) -> Undominated {
        let mut rows = Choices::all(game.rows);
        let mut columns = Choices::all(game.columns);
        let mut by_row = [[0.0; MOST_CHOICES]; MOST_CHOICES];
        // Zero-sum: the column player loses the gains of the row player.
        let mut by_column = by_row;
        for row in 0..game.rows {
            for column in 0..game.columns {
                let gain = game.gains[row][column];
                by_row[row][column] = gain;
                by_column[column][row] = -gain;
            }
        }
        rows.drop_dominated(&by_row, &mut by_column);
        while columns.drop_dominated(&by_column, &mut by_row)
            && rows.drop_dominated(&by_row, &mut by_column)
        {}
        Undominated { rows, columns }
    }
}

/// Returns whether `line` is nowhere above `rival`, without unpredictable branches.
#[inline]
fn is_nowhere_above(line: &[f64; MOST_CHOICES], rival: &[f64; MOST_CHOICES]) -> bool {
    line.iter().zip(rival).fold(true, |is_nowhere, (own, rivals)| is_nowhere & (own <= rivals))
}
