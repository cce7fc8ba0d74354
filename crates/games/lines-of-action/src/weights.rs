//! Set by hand.

search::weights! {
    /// The weights of the evaluation. All but the first are counted for the side to move and
    /// against the other side.
    pub struct Weights {
        /// Moving next.
        tempo: i32 = 15;
        /// The mean worth of the squares that the checkers stand on, by [kind of
        /// square](crate::squares::KINDS).
        square: [i32; 10] = [-80, -40, -35, -30, 10, 25, 35, 45, 55, 60];
        /// The square on which the centre of mass lies, by kind of square.
        centre: [i32; 10] = [-20, -15, -10, -10, 0, 0, 0, 0, 0, 0];
        /// How far the checkers are from their centre of mass: their mean distance beyond the
        /// least possible, in quarters of a square.
        spread: [i32; 16] = [
            240, 190, 150, 120, 95, 70, 50, 30, 10, -10, -30, -45, -60, -75, -90, -100,
        ];
        /// A square of two by two near the centre of mass with three checkers, and with four.
        quad: [i32; 2] = [12, 20];
        /// Pairs of neighbours, for each checker.
        neighbours: i32 = 25;
        /// Groups of checkers.
        groups: i32 = -18;
        /// A checker outside of the group around the centre of mass.
        outsider: i32 = -6;
        /// Squares of the rectangle that the checkers span.
        area: i32 = -1;
        /// A checker at the edge whose way inwards is barred by enemies on two squares of three.
        walled: i32 = -15;
        /// A checker.
        checker: i32 = -4;
    }
}
