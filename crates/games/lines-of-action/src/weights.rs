//! Made by `cargo cg tune lines-of-action fit --games 6000 --seed 2`.

search::weights! {
    /// The weights of the evaluation. All but the first are counted for the side to move and
    /// against the other side.
    pub struct Weights {
        /// Moving next.
        tempo: i32 = 26;
        /// The mean worth of the squares that the checkers stand on, by [kind of
        /// square](crate::squares::KINDS).
        square: [i32; 10] = [-368, -199, -104, -35, -92, 61, 103, 145, 227, 309];
        /// The square on which the centre of mass lies, by kind of square.
        centre: [i32; 10] = [-20, -15, 37, 55, 69, 7, -2, -31, -68, -88];
        /// How far the checkers are from their centre of mass: their mean distance beyond the
        /// least possible, in quarters of a square.
        spread: [i32; 16] = [137, 148, 152, 135, 102, 74, 52, 39, 30, 25, 20, -45, -60, -75, -90, -100];
        /// A square of two by two near the centre of mass with three checkers, and with four.
        quad: [i32; 2] = [12, 18];
        /// Groups of checkers.
        groups: i32 = -9;
        /// A checker at the edge whose way inwards is barred by enemies on two squares of three.
        walled: i32 = -27;
        /// A checker.
        checker: i32 = 38;
    }
}
