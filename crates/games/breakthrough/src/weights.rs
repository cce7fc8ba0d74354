//! Made by an earlier form of `cargo cg tune breakthrough climb`, at 1200 and 2000 nodes a move.

search::weights! {
    /// The weights of the evaluation. A piece in the middle of the board is worth about 130.
    pub struct Weights {
        /// The worth of a piece on each rank of files a to d, as its owner sees the board; files e
        /// to h mirror them. A piece on the seventh rank has won.
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
        /// Moving next.
        tempo: i32 = 35;
        /// Each rank by which the foremost piece is nearer to its goal than the enemy's.
        lead: i32 = 16;
        /// A piece that the enemy, who moves next, can capture for nothing.
        own_hanging: i32 = -52;
        /// An enemy piece that can be captured for nothing now.
        enemy_hanging: i32 = 23;
        /// A piece that another one guards.
        guarded: i32 = -13;
        /// More for a piece that two others guard: they could do something else.
        guarded_twice: i32 = -34;
        /// Two pieces side by side.
        phalanx: i32 = 6;
        /// Two pieces one behind the other.
        column: i32 = 18;
        /// A piece with no enemy ahead on its file.
        open: i32 = 18;
        /// A piece on the fifth rank with no enemy ahead on its file or those beside it.
        passed: i32 = 144;
        /// The foremost piece on the fifth rank, and on the sixth: in place of more support.
        vanguard: [i32; 2] = [-34, -33];
        /// A square on the fifth, sixth and seventh rank that a step can enter without losing the
        /// piece for nothing.
        safe_advance: [i32; 3] = [20, 25, 336];
    }
}
