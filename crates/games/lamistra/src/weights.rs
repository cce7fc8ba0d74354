//! What things are worth to the evaluation; 100 is about a piece.
//! Made by `cargo cg tune lamistra fit --games 2500 --nodes 1500 --groups`.

search::weights! {
    /// The evaluation's weights. Each counts for the side to move and against the other one.
    pub struct Weights {
        /// Being next to step.
        tempo: i32 = 1;
        /// A named piece, by movable role: general, colonel, lieutenant, miner, rider, spy.
        named: [i32; 6] = [285, 260, 184, 218, 43, 78];
        /// The same role while any piece may still take it.
        stock: [i32; 6] = [473, 342, 259, 222, 92, 128];
        /// A named bomb, by the enemy's miners, named or in stock: none to three and more.
        bomb_named: [i32; 4] = [21, -1, -1, 9];
        /// A bomb in stock, likewise.
        bomb_stock: [i32; 4] = [110, 59, 36, 21];
        /// What a miner, named or in stock, is worth beyond its rank, by the enemy's bombs, named or in
        /// stock: none to four.
        miner_against_bombs: [i32; 5] = [141, 91, 96, 62, 51];
        /// The general, named or in stock, against an enemy spy: in stock, named.
        general_against_spy: [i32; 2] = [-65, -20];
        /// A named piece, by how many movable enemies, named or in stock, it cannot take or can be taken
        /// by: none to three and more.
        named_superiors: [i32; 4] = [135, 35, -3, -35];
        /// A movable role in stock, likewise.
        stock_superiors: [i32; 4] = [264, 95, 38, -2];
        /// Movable roles, named or in stock, by their number: none to eight and more.
        force: [i32; 9] = [-300, -165, -58, -49, -26, 3, -7, -16, -41];
        /// Unmoved pieces that may still move, by their number: none to seven and more.
        slack: [i32; 8] = [-64, -50, -13, 19, 31, 47, 37, 39];
        /// Unmoved pieces among which the flag hides, by their number: one to five and more.
        shelter: [i32; 5] = [-60, -20, -10, 0, 0];
        /// The same where no bomb is left in stock.
        bare_shelter: [i32; 5] = [-60, -30, -15, 0, 0];
        /// A piece without a role that has moved.
        moved: i32 = -29;
        /// A named piece that moves, by its rank as its side sees it.
        named_rank: [i32; 7] = [-9, 9, 13, 15, 17, -1, 12];
        /// A named piece that moves, by its distance from the nearest enemy that it takes: one to
        /// seven and more.
        hunt: [i32; 7] = [64, 38, 7, -6, -7, -16, -28];
        /// A moved piece without a role, likewise.
        nameless_hunt: [i32; 7] = [37, 29, 17, 12, 9, 0, 14];
        /// A step to an empty cell.
        mobility: i32 = 3;
    }
}
