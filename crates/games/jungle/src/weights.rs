//! Weights of the hand-crafted evaluation.
//!
//! Made by `cargo cg tune jungle climb --pairs 12000 --nodes 800 --gain 0.04 --change 6 --seed 2`.

search::weights! {
    /// Weights of the evaluation, by [`Animal::index`](crate::Animal::index) where there are eight.
    /// A cat is worth about 100.
    pub struct Weights {
        /// Animal that dominates no other.
        animal: [i32; 8] = [374, 494, 257, 158, 221, 65, 216, 106];
        /// Bonus for each enemy animal that it captures without being captured by it.
        dominates: [i32; 8] = [7, -4, 9, -6, -11, -9, 36, 0];
        /// Bonus while no enemy animal captures it, except in traps.
        unopposed: [i32; 8] = [20, 45, 69, 56, 110, 66, 90, 49];
        /// Elephant while the enemy's rat, which captures it although it is weaker, is alive.
        elephant_fears_rat: i32 = -40;
        /// Value of an animal's square on columns 0 to 3, as seen by the first player, whose den is
        /// at the bottom; columns 4 to 6 mirror them.
        square: [[[i32; 4]; 9]; 8] = [
            [
                [57, 121, 161, 3],
                [33, 56, 124, 119],
                [34, 71, 19, 85],
                [44, -5, 1, 32],
                [36, 4, -20, 33],
                [18, -21, -8, 30],
                [3, 27, 36, 55],
                [5, -1, 8, 27],
                [2, -6, 38, 6],
            ],
            [
                [30, 72, 140, -12],
                [33, 49, 142, 84],
                [30, 42, 134, 96],
                [17, -2, -22, 28],
                [24, 4, -25, 42],
                [8, -4, 17, 23],
                [14, 52, 125, 23],
                [22, 40, 44, 25],
                [9, 11, 7, -10],
            ],
            [
                [72, 99, 139, 7],
                [43, 48, 107, 166],
                [52, 78, 93, 95],
                [59, -10, 12, 65],
                [38, -6, 6, 48],
                [35, 3, -8, 42],
                [29, 54, 82, 36],
                [7, 23, 27, -6],
                [4, -7, 29, 22],
            ],
            [
                [91, 85, 140, 4],
                [60, 55, 72, 132],
                [21, 15, 63, 104],
                [34, -12, 6, 62],
                [27, -4, -20, 25],
                [16, -4, -14, 28],
                [12, 3, 19, 35],
                [-12, 6, 34, 35],
                [-14, 1, 25, 23],
            ],
            [
                [79, 114, 108, -7],
                [52, 51, 99, 94],
                [39, 55, 61, 149],
                [36, 4, 3, 61],
                [23, 6, -7, 27],
                [16, -20, 6, 5],
                [8, 26, 37, 19],
                [9, 25, 112, 23],
                [-17, 22, 18, -10],
            ],
            [
                [46, 101, 121, -17],
                [15, 45, 103, 214],
                [37, 11, 59, 76],
                [18, -17, -12, 48],
                [31, -8, -1, 24],
                [8, -3, -7, 26],
                [5, -14, -11, 4],
                [-5, 33, 33, 55],
                [11, 18, 20, 3],
            ],
            [
                [42, 73, 174, -10],
                [34, 72, 89, 126],
                [18, 36, 29, 73],
                [34, 1, -1, 35],
                [-10, -1, -22, 47],
                [14, -7, -13, 33],
                [-10, -3, 15, 32],
                [7, 10, 64, 22],
                [-23, 20, -12, 11],
            ],
            [
                [76, 54, 112, 4],
                [27, 69, 110, 174],
                [36, 46, 108, 202],
                [5, 66, 62, 53],
                [7, 35, 35, 46],
                [25, 49, 26, 44],
                [12, 20, 14, 7],
                [3, 8, 17, -4],
                [10, 29, 1, -8],
            ],
        ];
        /// Tempo: the side to move.
        tempo: i32 = 2;
        /// Animal of the side to move that the other side attacks, for that side.
        attacked: [i32; 8] = [61, 11, 2, 2, 16, 4, 30, 7];
        /// Animal of the other side that the side to move attacks.
        attacking: [i32; 8] = [-1, 35, 34, 11, -20, 12, 16, 36];
        /// Mobility: each square that an animal can move to.
        mobility: [i32; 8] = [15, 8, 11, -5, -1, 1, 13, -5];
        /// Raid: the nearest animal to the enemy's den, by distance, if it is nearer than all
        /// guards.
        raid: [i32; 10] = [16, 192, 141, 77, 36, 40, 14, 13, 13, 23];
        /// Animals within three moves of the own den: none, one, two, and more.
        guards: [i32; 4] = [-46, -14, 20, 27];
    }
}
