//! What things are worth to the evaluation; 100 is about a piece.
//! Made by hand.

search::weights! {
    /// The evaluation's weights. Each counts for the side to move and against the other one.
    pub struct Weights {
        /// Being next to step.
        tempo: i32 = 10;
        /// A named piece, by movable role: general, colonel, lieutenant, miner, rider, spy.
        named: [i32; 6] = [290, 250, 190, 200, 45, 70];
        /// The same role while any piece may still take it.
        stock: [i32; 6] = [407, 285, 240, 260, 82, 60];
        /// A named bomb, by the enemy's miners, named or in stock: none to three and more.
        bomb_named: [i32; 4] = [110, 40, 0, 0];
        /// A bomb in stock, likewise.
        bomb_stock: [i32; 4] = [120, 95, 80, 60];
        /// What a miner, named or in stock, is worth beyond its rank, by the enemy's bombs, named or in
        /// stock: none to four.
        miner_against_bombs: [i32; 5] = [0, 100, 110, 120, 130];
        /// The general, named or in stock, against an enemy spy: in stock, named.
        general_against_spy: [i32; 2] = [-100, -20];
        /// A named piece, by how many movable enemies, named or in stock, it cannot take or can be taken
        /// by: none to three and more.
        named_superiors: [i32; 4] = [100, 23, -7, -7];
        /// A movable role in stock, likewise.
        stock_superiors: [i32; 4] = [135, 49, 24, 4];
        /// Movable roles, named or in stock, by their number: none to eight and more.
        force: [i32; 9] = [-300, -90, -60, -57, -30, -20, -35, -32, -30];
        /// Unmoved pieces that may still move, by their number: none to seven and more.
        slack: [i32; 8] = [-126, -55, 2, 20, 36, 55, 57, 59];
        /// A piece without a role that has moved.
        moved: i32 = -10;
        /// A named piece that moves, by its rank as its side sees it.
        named_rank: [i32; 7] = [0, 2, 4, 6, 8, 8, 6];
        /// A named piece that moves, by its distance from the nearest enemy that it takes: one to
        /// seven and more.
        hunt: [i32; 7] = [66, 56, 18, 12, 12, 12, 10];
        /// A step to an empty cell.
        mobility: i32 = 1;
    }
}
