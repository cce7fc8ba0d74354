//! Weights of the bot: evaluation, belief and move ordering; a captain counts about 100.
//! Made by `cargo cg tune stratego climb --pairs 20000 --nodes 1000 --seed 5`, ended early.

search::weights! {
    /// Tunable constants of the bot, in score units where no other unit is named. Arrays by rank
    /// are in the order of [`Rank::ALL`](crate::Rank::ALL): flag, bomb, spy to marshal.
    pub struct Weights {
        /// Piece values by rank. The flag's value is for a piece that may be the flag: it counts by
        /// its probability.
        value: [i32; 12] = [287, 35, 58, 13, 72, 15, 78, 98, 200, 254, 470, 737], in 0..=2000;
        /// Bonus of a rank that only bombs and spies stop.
        invincible: i32 = 64, in 0..=1000;
        /// Value of a spy without an enemy marshal to defeat.
        idle_spy: i32 = 24, in 0..=1000;
        /// Value of a miner, by the number that are left: one to four or more.
        miners: [i32; 4] = [179, 125, 108, 92], in 0..=1000;
        /// Value of a miner without enemy bombs to clear.
        idle_miner: i32 = 32, in 0..=1000;
        /// Value of a bomb that no miner can clear.
        safe_bomb: i32 = 46, in 0..=1000;
        /// Percent of the marshal's value while the enemy has a spy.
        hunted_marshal: i32 = 99, in 0..=200;
        /// Information value: percent of a rank's value that its owner loses when the enemy learns
        /// the rank.
        information: [i32; 12] = [6, 27, 53, 11, 16, 13, 16, 14, 17, 17, 26, 22], in 0..=100;
        /// Percent of the value of a piece of ours that counts when it is lost in an attack on a
        /// hidden piece, by rank.
        blind: [i32; 12] = [113, 108, 76, 109, 124, 107, 106, 95, 124, 134, 107, 106], in 0..=400;
        /// Value that a piece of ours loses by its first step, which shows that it is no bomb.
        stillness: [i32; 12] = [5, 18, 8, -13, 23, 9, 4, 9, 7, 8, -1, 14], in -100..=200;
        /// Percent of the positional value of our pieces, by rank.
        field: [i32; 12] = [111, 115, 100, 107, 136, 132, 121, 107, 110, 99, 117, 79], in 0..=400;
        /// Percent of the gain that counts when a hidden enemy attacks a piece of ours.
        fear: i32 = 259, in 0..=800;
        /// Percent of a piece's value for each ten percent more of the enemy's movable pieces that
        /// it beats than at the start.
        prey: i32 = 11, in -100..=200;
        /// Cost of 200 plies without an attack; it grows with the square of their number.
        quiet_cost: i32 = 800, in 0..=5000;
        /// Cost of a repetition.
        repetition_cost: i32 = 30, in 0..=1000;
        /// Growth of the cost of a repetition for a side that is ahead, in hundredths for each ply
        /// without an attack.
        repetition_growth: i32 = 200, in 0..=1000;
        /// Attraction: percent of a target's value to a piece of ours that counts for the squares
        /// next to the target.
        attraction: i32 = 35, in 0..=200;
        /// The same percentage for the enemy's pieces, which is lower because the enemy knows less
        /// about our pieces.
        threat: i32 = 19, in 0..=200;
        /// Decay of a target's attraction: percent that is left after each step of distance.
        decay: i32 = 84, in 1..=100;
        /// Bonus for a bomb next to our flag.
        guard_bonus: i32 = 194, in 0..=2000;
        /// Attraction of our flag for enemies: far higher than that of any piece, since its loss
        /// loses the game.
        flag_attraction: i32 = 2206, in 0..=20000;
        /// Percent of the flag's value that counts in the attraction of a piece next to the flag,
        /// for attackers that can take that piece.
        flag_behind: i32 = 66, in 0..=400;
        /// Percent of an enemy's positional value that counts in its attraction for our pieces.
        standing: i32 = 134, in 0..=400;
        /// Value of our flag if the enemy piece that takes it may be unable to do so.
        flag_in_doubt: i32 = 1206, in 0..=10000;
        /// Percent by which the enemy's perceived gain counts when he attacks a hidden piece of
        /// ours; the rest is the true gain. With the true gain alone, the search would assume that
        /// he fears our bombs and marshals, and flees from them with all his pieces.
        perceived: i32 = 70, in 0..=100;
        /// Maximum evidence of behaviour against a rank, in thousandths of a bit, because opponents
        /// differ from the players whose behaviour is known.
        most_evidence: i32 = 4231, in 0..=20000;
        /// Share of setups that follow no table, in percent, because players may deviate.
        broad: i32 = 18, in 0..=100;
        /// Relative frequency, in percent, of a bomb next to a flag against next to another piece
        /// of the same row, tempered.
        shelter: i32 = 175, in 1..=1000;
        /// Ordering value of an attack that gains, to which its scaled gain is added.
        gaining_order: i32 = 78338, in 0..=1000000;
        /// Ordering value per unit of gain.
        gain_order: i32 = 15, in 0..=100;
        /// Ordering value of an attack that loses, to which its loss is added.
        losing_order: i32 = -17594, in -1000000..=0;
    }
}
