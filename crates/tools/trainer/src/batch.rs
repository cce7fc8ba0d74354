//! Batch of training samples: the form in which positions reach the training.

use crate::sparse::Sparse;

/// Training samples that are processed together.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Batch {
    /// Two rows for each position: the features of the side to move, then those of the other side.
    pub rows: Sparse,
    /// Bucket (output head) of each position.
    pub buckets: Vec<u8>,
    /// Target of each position: the expected points of the side to move, from 0 to 1.
    pub targets: Vec<f32>,
}

impl Batch {
    /// Positions of one piece of work. The data of a piece fit into the cache of a core. Losses and
    /// gradients are added up piece by piece, so they do not depend on the number of cores.
    pub const PIECE: usize = 1024;

    /// Concatenates batches.
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
