//! What things are worth to the evaluation; 100 is about a piece.
//! Made by hand.

search::weights! {
    /// The evaluation's weights. Each counts for the side to move and against the other one.
    pub struct Weights {
        /// Being next to step.
        tempo: i32 = 0;
        /// A named piece, by movable role: general, colonel, lieutenant, miner, rider, spy.
        named: [i32; 6] = [276, 242, 187, 196, 79, 73];
        /// The same role while any piece may still take it.
        stock: [i32; 6] = [465, 322, 271, 244, 92, 93];
        /// A named bomb, by the enemy's miners, named or in stock: none to three and more.
        bomb_named: [i32; 4] = [109, 17, -16, -4];
        /// A bomb in stock, likewise.
        bomb_stock: [i32; 4] = [114, 73, 54, 35];
        /// What a miner, named or in stock, is worth beyond its rank, by the enemy's bombs, named or in
        /// stock: none to four.
        miner_against_bombs: [i32; 5] = [77, 99, 101, 85, 79];
        /// The general, named or in stock, against an enemy spy: in stock, named.
        general_against_spy: [i32; 2] = [-96, -20];
        /// A named piece, by how many movable enemies, named or in stock, it cannot take or can be taken
        /// by: none to three and more.
        named_superiors: [i32; 4] = [112, 23, -10, -8];
        /// A movable role in stock, likewise.
        stock_superiors: [i32; 4] = [238, 79, 40, 9];
        /// Movable roles, named or in stock, by their number: none to eight and more.
        force: [i32; 9] = [-300, -92, -33, -31, -17, -26, -35, -49, -73];
        /// Unmoved pieces that may still move, by their number: none to seven and more.
        slack: [i32; 8] = [-117, -69, -14, 27, 50, 64, 56, 51];
        /// A piece without a role that has moved.
        moved: i32 = -25;
        /// A named piece that moves, by its rank as its side sees it.
        named_rank: [i32; 7] = [-6, 12, 17, 12, 0, -10, 18];
        /// A named piece that moves, by its distance from the nearest enemy that it takes: one to
        /// seven and more.
        hunt: [i32; 7] = [78, 65, 32, 18, 14, 1, 7];
        /// A moved piece without a role, likewise.
        nameless_hunt: [i32; 7] = [40, 30, 20, 14, 10, 6, 3];
        /// A step to an empty cell.
        mobility: i32 = 2;
    }
}
