//! Weights of the hand-crafted evaluation.
//!
//! Made by hand.

search::weights! {
    /// Weights of the evaluation.
    pub struct Weights {
        /// Tempo: the side to move.
        tempo: i32 = 5;
        /// Line that only one side can still complete, by the number of its pieces, from one on.
        line: [i32; {{open_line}}] = [{{line_weights}}];
    }
}
