//! Triangular table of principal variations (PV), one row per ply of the current line.

/// Triangular PV table: the row of a ply is the best line found from the node of that ply on.
///
/// Only nodes of the principal variation write their rows. All memory is allocated at construction.
#[derive(Debug)]
pub(crate) struct PvTable<M> {
    rows: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// Returns a table for lines of at most `plies` moves.
    pub(crate) fn new(plies: usize) -> PvTable<M> {
        PvTable { rows: (0..=plies).rev().map(Vec::with_capacity).collect() }
    }

    /// Removes the line from `ply` on.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.rows[ply].clear();
    }

    /// Sets the line from `ply` on to `mv` and the line that follows it.
    #[inline]
    pub(crate) fn set(&mut self, ply: usize, mv: M) {
        let (rows, following) = self.rows.split_at_mut(ply + 1);
        rows[ply].clear();
        rows[ply].push(mv);
        rows[ply].extend_from_slice(&following[0]);
    }

    /// Returns the line from the root on.
    pub(crate) fn line(&self) -> &[M] {
        &self.rows[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_move_and_the_line_that_follows_it() {
        let mut table = PvTable::new(3);
        table.set(2, 'c');
        table.set(1, 'b');
        table.set(0, 'a');
        assert_eq!(table.line(), ['a', 'b', 'c']);
        table.clear(1);
        assert_eq!(table.line(), ['a', 'b', 'c']);
        table.set(0, 'd');
        assert_eq!(table.line(), ['d']);
    }
}
