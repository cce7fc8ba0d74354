use crate::sparse::Sparse;

/// Positions to learn from at once.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Batch {
    /// Two rows for each position: the mover's inputs, then the other player's.
    pub rows: Sparse,
    /// The bucket of each position.
    pub buckets: Vec<u8>,
    /// What the network should predict: the mover's expected points, from 0 to 1.
    pub targets: Vec<f32>,
}

impl Batch {
    /// Positions of one piece of work: few enough that what they need stays in a core's cache.
    /// Losses and gradients are added up piece by piece, so they do not depend on the number of
    /// cores.
    pub const PIECE: usize = 1024;

    /// Puts batches one behind the other.
    #[must_use]
    pub fn join(batches: &[Batch]) -> Batch {
        let mut joined = Batch::default();
        for Batch { rows, buckets, targets } in batches {
            rows.rows().for_each(|row| joined.rows.push(row.iter().copied()));
            joined.buckets.extend(buckets);
            joined.targets.extend(targets);
        }
        joined
    }
}
