use crate::Sparse;

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
}
