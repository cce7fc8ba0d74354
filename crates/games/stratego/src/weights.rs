//! Weights of the bot: evaluation, belief and move ordering; a captain counts about 130.
//! Made by SPSA from values set by hand: `value`, `attraction`, `threat`, and those of the flag.

search::weights! {
    /// Tunable constants of the bot, in score units where no other unit is named. Arrays by rank
    /// are in the order of [`Rank::ALL`](crate::Rank::ALL): flag, bomb, spy to marshal.
    pub struct Weights {
        /// Piece values by rank. The flag's value is for a piece that may be the flag: it counts by
        /// its probability.
        value: [i32; 12] = [265, 35, 50, 22, 60, 28, 73, 131, 163, 230, 380, 610], in 0..=2000;
        /// Bonus of a rank that only bombs and spies stop.
        invincible: i32 = 57, in 0..=1000;
        /// Value of a spy without an enemy marshal to defeat.
        idle_spy: i32 = 12, in 0..=1000;
        /// Value of a miner, by the number that are left: one to four or more.
        miners: [i32; 4] = [200, 142, 114, 85], in 0..=1000;
        /// Value of a miner without enemy bombs to clear.
        idle_miner: i32 = 35, in 0..=1000;
        /// Value of a bomb that no miner can clear.
        safe_bomb: i32 = 45, in 0..=1000;
        /// Percent of the marshal's value while the enemy has a spy.
        hunted_marshal: i32 = 90, in 0..=200;
        /// Information value: percent of a rank's value that its owner loses when the enemy learns
        /// the rank.
        information: [i32; 12] = [0, 20, 60, 10, 15, 10, 10, 12, 15, 18, 20, 22], in 0..=100;
        /// Cost of a repetition.
        repetition_cost: i32 = 30, in 0..=1000;
        /// Attraction: percent of a target's value to a piece of ours that counts for the squares
        /// next to the target.
        attraction: i32 = 62, in 0..=200;
        /// The same percentage for the enemy's pieces, which is lower because the enemy knows less
        /// about our pieces.
        threat: i32 = 37, in 0..=200;
        /// Decay of a target's attraction: percent that is left after each step of distance.
        decay: i32 = 87, in 1..=100;
        /// Bonus for a bomb next to our flag.
        guard_bonus: i32 = 170, in 0..=2000;
        /// Attraction of our flag for enemies: far higher than that of any piece, since its loss
        /// loses the game.
        flag_attraction: i32 = 4900, in 0..=20000;
        /// Percent of the flag's value that counts in the attraction of a piece next to the flag,
        /// for attackers that can take that piece.
        flag_behind: i32 = 48, in 0..=400;
        /// Percent of an enemy's positional value that counts in its attraction for our pieces.
        standing: i32 = 160, in 0..=400;
        /// Value of our flag if the enemy piece that takes it may be unable to do so.
        flag_in_doubt: i32 = 1200, in 0..=10000;
        /// Percent by which the enemy's perceived gain counts when he attacks a hidden piece of
        /// ours; the rest is the true gain. With the true gain alone, the search would assume that
        /// he fears our bombs and marshals, and flees from them with all his pieces.
        perceived: i32 = 65, in 0..=100;
        /// Maximum distance from our flag, in steps, of a piece that is assumed to be a miner.
        miner_distance: i32 = 10, in 0..=40;
        /// Minimum probability, in percent, that such a piece is a miner.
        miner_probability: i32 = 10, in 0..=100;
        /// Maximum evidence of behaviour against a rank, in thousandths of a bit, because opponents
        /// differ from the players whose habits were counted.
        most_evidence: i32 = 6000, in 0..=20000;
        /// Share of setups that follow no table, in percent, because players may deviate.
        broad: i32 = 15, in 0..=100;
        /// Relative frequency, in percent, of a bomb next to a flag against next to another piece
        /// of the same row, tempered.
        shelter: i32 = 200, in 1..=1000;
        /// Ordering value of an attack that gains, to which its scaled gain is added.
        gaining_order: i32 = 100000, in 0..=1000000;
        /// Ordering value per unit of gain.
        gain_order: i32 = 16, in 0..=100;
        /// Ordering value of an attack that loses, to which its loss is added.
        losing_order: i32 = -30000, in -1000000..=0;
    }
}
