//! Made by `cargo cg tune lines-of-action climb --pairs 10000 --gain 0.04`.

search::weights! {
    /// The weights of the evaluation. All but the first are counted for the side to move and
    /// against the other side.
    pub struct Weights {
        /// Moving next.
        tempo: i32 = 61;
        /// The mean worth of the squares that the checkers stand on, by [kind of
        /// square](crate::squares::KINDS).
        square: [i32; 10] = [-396, -276, -133, -37, -116, 66, 80, 143, 262, 366];
        /// The square on which the centre of mass lies, by kind of square.
        centre: [i32; 10] = [-33, -29, 31, 52, 74, 17, 0, -42, -71, -102];
        /// How far the checkers are from their centre of mass: their mean distance beyond the
        /// least possible, in quarters of a square.
        spread: [i32; 16] = [
            130, 171, 166, 137, 99, 66, 52, 30, 20, 19, 24, -37, -101, -78, -130, -78,
        ];
        /// A square of two by two near the centre of mass with three checkers, and with four.
        quad: [i32; 2] = [12, 15];
        /// Groups of checkers.
        groups: i32 = -12;
        /// A checker at the edge whose way inwards is barred by enemies on two squares of three.
        walled: i32 = -27;
        /// A checker.
        checker: i32 = 44;
    }
}
