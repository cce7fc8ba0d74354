//! Weights of the hand-crafted evaluation.
//!
//! Made by an earlier form of `cargo cg tune breakthrough climb`, at 1200 and 2000 nodes a move.

search::weights! {
    /// Weights of the evaluation. A piece in the middle of the board is worth about 130.
    pub struct Weights {
        /// Value of a piece on each rank of files a to d, from its owner's perspective; files e to
        /// h mirror them. A piece on the seventh rank has won.
        piece: [[i32; 4]; 8] = [
            [15, 209, 190, 174],
            [41, 135, 108, 124],
            [78, 136, 102, 132],
            [157, 143, 155, 143],
            [271, 230, 234, 215],
            [386, 313, 311, 232],
            [0, 0, 0, 0],
            [0, 0, 0, 0],
        ];
        /// Tempo: the side to move.
        tempo: i32 = 35;
        /// Lead: each rank by which the foremost piece is nearer to its goal than the enemy's.
        lead: i32 = 16;
        /// Own piece that the enemy can capture for nothing.
        own_hanging: i32 = -52;
        /// Enemy piece that can be captured for nothing now.
        enemy_hanging: i32 = 23;
        /// Piece that another piece guards.
        guarded: i32 = -13;
        /// Bonus for a piece that two others guard: they could be used elsewhere.
        guarded_twice: i32 = -34;
        /// Phalanx: two pieces side by side.
        phalanx: i32 = 6;
        /// Column: two pieces one behind the other.
        column: i32 = 18;
        /// Piece without an enemy ahead on its file.
        open: i32 = 18;
        /// Passed piece: on the fifth rank without an enemy ahead on its file or those beside it.
        passed: i32 = 144;
        /// Foremost piece on the fifth rank, and on the sixth, in place of more support.
        vanguard: [i32; 2] = [-34, -33];
        /// Square on the fifth, sixth and seventh rank that a step can enter without losing the
        /// piece for nothing.
        safe_advance: [i32; 3] = [20, 25, 336];
    }
}
