//! Weights of the hand-crafted evaluation.
//!
//! Made by `cargo cg tune lines-of-action climb --pairs 10000 --gain 0.04`.

search::weights! {
    /// Weights of the evaluation. All but the first count for the side to move and against the
    /// other side.
    pub struct Weights {
        /// Tempo: the side to move.
        tempo: i32 = 61;
        /// Mean value of the squares of the checkers, by [kind of square](crate::squares::KINDS).
        square: [i32; 10] = [-396, -276, -133, -37, -116, 66, 80, 143, 262, 366];
        /// Square of the centre of mass, by kind of square.
        centre: [i32; 10] = [-33, -29, 31, 52, 74, 17, 0, -42, -71, -102];
        /// Spread: mean distance of the checkers from their centre of mass beyond the least
        /// possible, in quarters of a square.
        spread: [i32; 16] = [
            130, 171, 166, 137, 99, 66, 52, 30, 20, 19, 24, -37, -101, -78, -130, -78,
        ];
        /// Square of two by two near the centre of mass with three checkers, and with four.
        quad: [i32; 2] = [12, 15];
        /// Number of groups of checkers.
        groups: i32 = -12;
        /// Checker at the edge whose way inwards is blocked by enemies on two squares of three.
        walled: i32 = -27;
        /// Number of checkers.
        checker: i32 = 44;
    }
}
