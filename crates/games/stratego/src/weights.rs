//! Weights of the bot: evaluation, belief and move ordering; a captain counts about 100.
//! Made by `cargo cg tune stratego climb --pairs 4000 --nodes 10000 --seed 12 --gain 0.04` from the
//! mean of those of 40cc049 and d43120d0, ended after 1536 pairs.

search::weights! {
    /// Tunable constants of the bot, in score units where no other unit is named. Arrays by rank
    /// are in the order of [`Rank::ALL`](crate::Rank::ALL): flag, bomb, spy to marshal.
    pub struct Weights {
        /// Piece values by rank. The flag's value is for a piece that may be the flag: it counts by
        /// its probability.
        value: [i32; 12] = [310, 37, 59, 10, 65, 14, 83, 95, 204, 295, 515, 749], in 0..=2000;
        /// Bonus of a rank that only bombs and spies stop.
        invincible: i32 = 67, in 0..=1000;
        /// Value of a spy without an enemy marshal to defeat.
        idle_spy: i32 = 20, in 0..=1000;
        /// Value of a miner, by the number that are left: one to four or more.
        miners: [i32; 4] = [218, 104, 115, 91], in 0..=1000;
        /// Value of a miner without enemy bombs to clear.
        idle_miner: i32 = 32, in 0..=1000;
        /// Value of a bomb that no miner can clear.
        safe_bomb: i32 = 40, in 0..=1000;
        /// Percent of the marshal's value while the enemy has a spy.
        hunted_marshal: i32 = 95, in 0..=200;
        /// Information value: percent of a rank's value that its owner loses when the enemy learns
        /// the rank.
        information: [i32; 12] = [6, 24, 47, 10, 19, 14, 13, 15, 8, 22, 29, 22], in 0..=100;
        /// Percent of the value of a piece of ours that counts when it is lost in an attack on a
        /// hidden piece, by rank.
        blind: [i32; 12] = [116, 94, 78, 106, 115, 86, 116, 103, 130, 144, 118, 119], in 0..=400;
        /// Value that a piece of ours loses by its first step, which shows that it is no bomb.
        stillness: [i32; 12] = [9, 15, 12, -12, 13, 20, 9, 8, 6, 6, 3, 6], in -100..=200;
        /// Percent of the positional value of our pieces, by rank.
        field: [i32; 12] = [98, 108, 82, 108, 160, 112, 141, 87, 110, 103, 108, 93], in 0..=400;
        /// Percent of the gain that counts when a hidden enemy attacks a piece of ours.
        fear: i32 = 267, in 0..=800;
        /// Percent of a piece's value for each ten percent more of the enemy's movable pieces that
        /// it beats than at the start.
        prey: i32 = 15, in -100..=200;
        /// Cost of 200 plies without an attack; it grows with the square of their number.
        quiet_cost: i32 = 881, in 0..=5000;
        /// Cost of a repetition.
        repetition_cost: i32 = 29, in 0..=1000;
        /// Growth of the cost of a repetition for a side that is ahead, in hundredths for each ply
        /// without an attack.
        repetition_growth: i32 = 199, in 0..=1000;
        /// Attraction: percent of a target's value to a piece of ours that counts for the squares
        /// next to the target.
        attraction: i32 = 34, in 0..=200;
        /// The same percentage for the enemy's pieces, which is lower because the enemy knows less
        /// about our pieces.
        threat: i32 = 20, in 0..=200;
        /// Decay of a target's attraction: percent that is left after each step of distance.
        decay: i32 = 84, in 1..=100;
        /// Bonus for a bomb next to our flag.
        guard_bonus: i32 = 208, in 0..=2000;
        /// Attraction of our flag for enemies: far higher than that of any piece, since its loss
        /// loses the game.
        flag_attraction: i32 = 2294, in 0..=20000;
        /// Percent of the flag's value that counts in the attraction of a piece next to the flag,
        /// for attackers that can take that piece.
        flag_behind: i32 = 65, in 0..=400;
        /// Percent of an enemy's positional value that counts in its attraction for our pieces.
        standing: i32 = 148, in 0..=400;
        /// Value of our flag if the enemy piece that takes it may be unable to do so.
        flag_in_doubt: i32 = 1058, in 0..=10000;
        /// Percent by which the enemy's perceived gain counts when he attacks a hidden piece of
        /// ours; the rest is the true gain. With the true gain alone, the search would assume that
        /// he fears our bombs and marshals, and flees from them with all his pieces.
        perceived: i32 = 72, in 0..=100;
        /// Maximum evidence of behaviour against a rank, in thousandths of a bit, because opponents
        /// differ from the players whose behaviour is known.
        most_evidence: i32 = 4819, in 0..=20000;
        /// Share of setups that follow no table, in percent, because players may deviate.
        broad: i32 = 21, in 0..=100;
        /// Relative frequency, in percent, of a bomb next to a flag against next to another piece
        /// of the same row, tempered.
        shelter: i32 = 189, in 1..=1000;
        /// Ordering value of an attack that gains, to which its scaled gain is added.
        gaining_order: i32 = 77960, in 0..=1000000;
        /// Ordering value per unit of gain.
        gain_order: i32 = 23, in 0..=100;
        /// Ordering value of an attack that loses, to which its loss is added.
        losing_order: i32 = -17997, in -1000000..=0;
    }
}
