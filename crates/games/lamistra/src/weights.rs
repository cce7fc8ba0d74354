//! Evaluation weights; 100 is about the value of one piece.
//! Made by `cargo cg tune lamistra fit --games 2500 --nodes 1500 --groups`.

search::weights! {
    /// The evaluation's weights. Each counts for the side to move and against the other side.
    pub struct Weights {
        /// Being next to step (tempo).
        tempo: i32 = 1;
        /// A named piece, by movable role: general, colonel, lieutenant, miner, rider, spy.
        named: [i32; 6] = [285, 260, 184, 218, 43, 78];
        /// The same role while any piece may still take it (in stock).
        stock: [i32; 6] = [473, 342, 259, 222, 92, 128];
        /// A named bomb, by the number of the enemy's miners, named or in stock: none to three or
        /// more.
        bomb_named: [i32; 4] = [21, -1, -1, 9];
        /// A bomb in stock, by the same number.
        bomb_stock: [i32; 4] = [110, 59, 36, 21];
        /// The value of a miner, named or in stock, beyond its rank, by the number of the enemy's
        /// bombs, named or in stock: none to four.
        miner_against_bombs: [i32; 5] = [141, 91, 96, 62, 51];
        /// The general, named or in stock, against an enemy spy: in stock, named.
        general_against_spy: [i32; 2] = [-65, -20];
        /// A named piece, by the number of movable enemies, named or in stock, that it cannot take
        /// or that can take it: none to three or more.
        named_superiors: [i32; 4] = [135, 35, -3, -35];
        /// A movable role in stock, by the same number.
        stock_superiors: [i32; 4] = [264, 95, 38, -2];
        /// Movable roles, named or in stock, by their number: none to eight or more.
        force: [i32; 9] = [-300, -165, -58, -49, -26, 3, -7, -16, -41];
        /// Unmoved pieces that may still move, by their number: none to seven or more.
        slack: [i32; 8] = [-64, -50, -13, 19, 31, 47, 37, 39];
        /// Unmoved pieces one of which is the flag, by their number: one to five or more.
        shelter: [i32; 5] = [-60, -20, -10, 0, 0];
        /// The same if no bomb is left in stock.
        bare_shelter: [i32; 5] = [-60, -30, -15, 0, 0];
        /// A moved piece without a role.
        moved: i32 = -29;
        /// A named piece that moves, by its rank from its side's view.
        named_rank: [i32; 7] = [-9, 9, 13, 15, 17, -1, 12];
        /// A named piece that moves, by its distance from the nearest enemy that it takes for
        /// certain: one to seven or more.
        hunt: [i32; 7] = [64, 38, 7, -6, -7, -16, -28];
        /// A moved piece without a role, by the same distance.
        nameless_hunt: [i32; 7] = [37, 29, 17, 12, 9, 0, 14];
        /// Mobility: a step to an empty cell.
        mobility: i32 = 3;
    }
}
