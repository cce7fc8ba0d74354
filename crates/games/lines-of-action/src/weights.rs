//! Set by hand.

search::weights! {
    /// The weights of the evaluation. All but the first are counted for the side to move and
    /// against the other side.
    pub struct Weights {
        /// Moving next.
        tempo: i32 = 20;
        /// The mean worth of the squares that the checkers stand on, by [kind of
        /// square](crate::squares::KINDS).
        square: [i32; 10] = [-291, -179, -101, -25, -100, 50, 92, 128, 191, 276];
        /// The square on which the centre of mass lies, by kind of square.
        centre: [i32; 10] = [-20, -15, -10, -9, -14, 41, 20, 5, -18, -35];
        /// How far the checkers are from their centre of mass: their mean distance beyond the
        /// least possible, in quarters of a square.
        spread: [i32; 16] = [195, 178, 160, 129, 92, 66, 44, 35, 25, 19, -28, -45, -60, -75, -90, -100];
        /// A square of two by two near the centre of mass with three checkers, and with four.
        quad: [i32; 2] = [15, 35];
        /// Pairs of neighbours, for each checker.
        neighbours: i32 = -32;
        /// Groups of checkers.
        groups: i32 = -14;
        /// A checker outside of the group around the centre of mass.
        outsider: i32 = -3;
        /// Squares of the rectangle that the checkers span.
        area: i32 = 0;
        /// A checker at the edge whose way inwards is barred by enemies on two squares of three.
        walled: i32 = -28;
        /// A checker.
        checker: i32 = 32;
    }
}
