//! Made by `cargo cg tune jungle climb --pairs 10000 --nodes 600 --gain 0.04 --change 6`.

search::weights! {
    /// The weights of the evaluation, by [`Animal::index`](crate::Animal::index) where there are
    /// eight. A cat is worth about 100.
    pub struct Weights {
        /// An animal that dominates nothing.
        animal: [i32; 8] = [462, 453, 284, 180, 243, 83, 128, 159];
        /// More for each animal of the enemy that it captures without being captured by it.
        dominates: [i32; 8] = [10, 18, 15, 2, -16, -9, 23, 6];
        /// More while no animal of the enemy captures it, except in traps.
        unopposed: [i32; 8] = [42, 58, 64, 48, 82, 53, 63, 57];
        /// More while the enemy's animal that captures it in spite of its strength lives: the
        /// elephant's fear of the rat.
        elephant_fears_rat: i32 = -40;
        /// The worth of an animal's square on columns 0 to 3, as the first player sees the board,
        /// whose den is at the bottom; columns 4 to 6 mirror them.
        square: [[[i32; 4]; 9]; 8] = [
            [
                [52, 93, 150, 4],
                [34, 52, 93, 120],
                [23, 51, 60, 96],
                [27, -4, 18, 38],
                [26, 0, -14, 35],
                [6, -4, -4, 21],
                [5, 36, 39, 35],
                [6, 11, 11, 12],
                [-2, 2, 19, 6],
            ],
            [
                [40, 73, 136, -3],
                [28, 48, 115, 88],
                [39, 45, 103, 84],
                [26, 3, -7, 42],
                [28, 7, -12, 42],
                [7, 0, 17, 22],
                [9, 43, 74, 22],
                [16, 24, 30, 19],
                [7, 16, 10, -4],
            ],
            [
                [62, 73, 152, 6],
                [35, 61, 95, 163],
                [33, 66, 76, 109],
                [54, -22, 4, 65],
                [44, -4, -3, 48],
                [40, 9, -4, 52],
                [32, 41, 64, 26],
                [11, 21, 27, -8],
                [5, 1, 15, 2],
            ],
            [
                [68, 79, 120, 7],
                [42, 50, 83, 137],
                [33, 17, 65, 91],
                [29, -16, 3, 61],
                [23, 10, -7, 28],
                [25, 4, -3, 30],
                [3, 2, 25, 42],
                [6, 6, 36, 26],
                [1, 16, 27, 10],
            ],
            [
                [68, 102, 146, 4],
                [36, 49, 102, 96],
                [25, 56, 70, 120],
                [26, 9, 3, 57],
                [33, 2, -23, 34],
                [18, -18, 5, 17],
                [10, 21, 25, 36],
                [9, 16, 67, 22],
                [-19, 24, 21, -13],
            ],
            [
                [45, 99, 119, -3],
                [33, 39, 86, 178],
                [30, 24, 59, 76],
                [26, -10, -9, 43],
                [20, -1, -2, 33],
                [13, 4, -10, 22],
                [6, 6, 6, 25],
                [-5, 18, 28, 44],
                [6, 19, 26, 0],
            ],
            [
                [41, 92, 131, -2],
                [50, 63, 79, 103],
                [34, 36, 39, 63],
                [27, -4, 3, 44],
                [11, -9, -10, 46],
                [15, -2, -10, 32],
                [2, 10, 8, 29],
                [5, 11, 56, 23],
                [-18, 16, -2, 12],
            ],
            [
                [63, 73, 117, -10],
                [24, 76, 68, 151],
                [35, 49, 95, 126],
                [10, 57, 59, 54],
                [23, 35, 33, 37],
                [10, 40, 32, 39],
                [18, 17, 16, 10],
                [8, 7, 18, 2],
                [11, 13, -6, -9],
            ],
        ];
        /// Moving next.
        tempo: i32 = 2;
        /// An animal of the side to move that the other side attacks, for that side.
        attacked: [i32; 8] = [37, 4, 13, 1, 19, 6, 14, 10];
        /// An animal of the other side that the side to move attacks.
        attacking: [i32; 8] = [-3, 15, 36, 10, -11, 16, 15, 16];
        /// Each square that an animal can go to.
        mobility: [i32; 8] = [11, 8, 10, -9, 1, -9, 16, -3];
        /// The nearest animal to the enemy's den, while no guard is as near to it, by distance.
        raid: [i32; 10] = [7, 187, 162, 71, 55, 47, 17, 14, 17, 9];
        /// Animals within three moves of the own den: none, one, two, and more.
        guards: [i32; 4] = [-39, -15, 12, 15];
    }
}
