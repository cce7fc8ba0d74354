//! Made by hand.

search::weights! {
    /// The weights of the evaluation, by [`Animal::index`](crate::Animal::index) where there are
    /// eight. A cat is worth about 100.
    pub struct Weights {
        /// An animal that dominates nothing.
        animal: [i32; 8] = [400, 430, 375, 245, 165, 135, 105, 225];
        /// More for each animal of the enemy that it captures without being captured by it.
        dominates: [i32; 8] = [14, 14, 14, 14, 14, 14, 14, 14];
        /// More while no animal of the enemy captures it, except in traps.
        unopposed: [i32; 8] = [60, 60, 60, 60, 60, 60, 60, 60];
        /// More while the enemy's animal that captures it in spite of its strength lives: the
        /// elephant's fear of the rat.
        elephant_fears_rat: i32 = -60;
        /// The worth of an animal's square on columns 0 to 3, as the first player sees the board,
        /// whose den is at the bottom; columns 4 to 6 mirror them.
        square: [[[i32; 4]; 9]; 8] = [
            [
                [55, 85, 150, 0],
                [38, 55, 85, 150],
                [28, 38, 55, 85],
                [21, 0, 0, 55],
                [16, 0, 0, 38],
                [12, 0, 0, 28],
                [8, 12, 16, 21],
                [5, 8, 12, 10],
                [3, 5, 2, 0],
            ],
            [
                [55, 85, 150, 0],
                [38, 55, 85, 150],
                [28, 46, 63, 85],
                [46, 0, 0, 63],
                [36, 0, 0, 46],
                [29, 0, 0, 36],
                [21, 36, 46, 28],
                [16, 21, 28, 15],
                [12, 16, 15, 0],
            ],
            [
                [55, 85, 150, 0],
                [38, 55, 85, 150],
                [28, 46, 63, 85],
                [46, 0, 0, 63],
                [36, 0, 0, 46],
                [29, 0, 0, 36],
                [21, 36, 46, 28],
                [16, 21, 28, 15],
                [12, 16, 15, 0],
            ],
            [
                [55, 85, 150, 0],
                [38, 55, 85, 150],
                [28, 38, 55, 85],
                [21, 0, 0, 55],
                [16, 0, 0, 38],
                [12, 0, 0, 28],
                [8, 12, 16, 33],
                [5, 8, 24, 22],
                [3, 17, 14, 0],
            ],
            [
                [55, 85, 150, 0],
                [38, 55, 85, 150],
                [28, 38, 55, 85],
                [21, 0, 0, 55],
                [16, 0, 0, 38],
                [12, 0, 0, 28],
                [8, 12, 16, 33],
                [5, 8, 24, 22],
                [3, 17, 14, 0],
            ],
            [
                [55, 85, 150, 0],
                [38, 55, 85, 150],
                [28, 38, 55, 85],
                [21, 0, 0, 55],
                [16, 0, 0, 38],
                [12, 0, 0, 28],
                [8, 12, 16, 33],
                [5, 8, 24, 22],
                [3, 17, 14, 0],
            ],
            [
                [55, 85, 150, 0],
                [38, 55, 85, 150],
                [28, 38, 55, 85],
                [21, 0, 0, 55],
                [16, 0, 0, 38],
                [12, 0, 0, 28],
                [8, 12, 16, 33],
                [5, 8, 24, 22],
                [3, 17, 14, 0],
            ],
            [
                [55, 85, 150, 0],
                [38, 55, 85, 150],
                [28, 38, 55, 85],
                [21, 40, 50, 55],
                [16, 33, 40, 38],
                [12, 28, 33, 28],
                [8, 12, 16, 21],
                [5, 8, 12, 10],
                [3, 5, 2, 0],
            ],
        ];
        /// Moving next.
        tempo: i32 = 15;
        /// An animal of the side to move that the other side attacks, for that side.
        attacked: [i32; 8] = [12, 12, 12, 10, 8, 8, 6, 10];
        /// An animal of the other side that the side to move attacks.
        attacking: [i32; 8] = [20, 20, 20, 15, 10, 10, 8, 15];
        /// Each square that an animal can go to.
        mobility: [i32; 8] = [4, 3, 3, 3, 2, 2, 2, 2];
        /// The nearest animal to the enemy's den, while no guard is as near to it, by distance.
        raid: [i32; 10] = [0, 180, 130, 80, 50, 30, 20, 10, 5, 0];
        /// Animals within three moves of the own den: none, one, two, and more.
        guards: [i32; 4] = [-50, -10, 0, 5];
    }
}
