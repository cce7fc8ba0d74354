//! Weights of the hand-crafted evaluation.
//!
//! Made by hand.

search::weights! {
    /// Weights of the evaluation.
    pub struct Weights {
        /// Tempo: the side to move.
        tempo: i32 = 5;
        /// Piece by its rank, from its owner's perspective. On the last rank it has won.
        piece: [i32; {{height}}] = [{{rank_weights}}];
    }
}
