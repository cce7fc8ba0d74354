//! Values of ranks, which depend on the ranks that are left.

use crate::battle::Survivor;
use crate::rank::Rank;

/// Number of pieces of each rank that a side has, in the order of [`Rank::ALL`].
pub(crate) type Census = [u8; Rank::COUNT];

/// Values by rank, in the order of [`Rank::ALL`].
pub(crate) type ByRank = [i32; Rank::COUNT];

/// Piece values by rank, in score units of the search, in which a captain counts about 130. The
/// flag's value is for a piece that may be the flag: it counts by its probability.
///
/// SPSA (simultaneous perturbation stochastic approximation; Spall, 1992) in games of the bot
/// against itself tuned these values and the constants of `estimate.rs` from values set by hand.
const VALUE: ByRank = [265, 35, 50, 22, 60, 28, 73, 131, 163, 230, 380, 610];
/// Bonus of a rank that only bombs and spies stop.
const INVINCIBLE: i32 = 57;
/// Value of a spy without an enemy marshal to defeat.
const IDLE_SPY: i32 = 12;
/// Value of a miner, by the number that are left: one to four or more.
const MINERS: [i32; 4] = [200, 142, 114, 85];
/// Value of a miner without enemy bombs to clear.
const IDLE_MINER: i32 = 35;
/// Value of a bomb that no miner can clear.
const SAFE_BOMB: i32 = 45;
/// Percent of the marshal's value while the enemy has a spy.
const HUNTED_MARSHAL: i32 = 90;
/// Information value: percent of a rank's value that its owner loses when the enemy learns the
/// rank.
const INFORMATION_PERCENT: ByRank = [0, 20, 60, 10, 15, 10, 10, 12, 15, 18, 20, 22];

/// Returns the piece values of a side.
fn piece_values(own: &Census, enemy: &Census) -> ByRank {
    let mut piece_values = VALUE;
    let enemy_has = |rank: Rank| enemy[rank.index()];
    let strongest = Rank::ALL.into_iter().rev().find(|&rank| enemy_has(rank) > 0);
    for rank in Rank::ALL.into_iter().filter(|&rank| rank > Rank::Scout) {
        if strongest.is_none_or(|strongest| rank >= strongest) {
            piece_values[rank.index()] += INVINCIBLE;
        }
    }
    if enemy_has(Rank::Marshal) == 0 {
        piece_values[Rank::Spy.index()] = IDLE_SPY;
    }
    if enemy_has(Rank::Spy) > 0 {
        let value = &mut piece_values[Rank::Marshal.index()];
        *value = *value * HUNTED_MARSHAL / 100;
    }
    piece_values[Rank::Miner.index()] = match enemy_has(Rank::Bomb) {
        0 => IDLE_MINER,
        _ => MINERS[usize::from(own[Rank::Miner.index()].clamp(1, 4)) - 1],
    };
    if enemy_has(Rank::Miner) == 0 {
        piece_values[Rank::Bomb.index()] = SAFE_BOMB;
    }
    piece_values
}

/// Returns the information values of a side.
fn information_values(piece_values: &ByRank) -> ByRank {
    Rank::ALL.map(|rank| piece_values[rank.index()] * INFORMATION_PERCENT[rank.index()] / 100)
}

/// Piece values and information values in the current position.
#[derive(Clone, Default, Debug)]
pub(crate) struct Values {
    pub(crate) ours: ByRank,
    pub(crate) theirs: ByRank,
    pub(crate) our_information_values: ByRank,
    pub(crate) their_information_values: ByRank,
}

impl Values {
    /// Returns the values for the remaining pieces of both sides.
    pub(crate) fn new(our_census: &Census, their_census: &Census) -> Values {
        let [ours, theirs] =
            [piece_values(our_census, their_census), piece_values(their_census, our_census)];
        Values {
            our_information_values: information_values(&ours),
            their_information_values: information_values(&theirs),
            ours,
            theirs,
        }
    }

    /// Returns our gain if our piece of rank `own` attacks an enemy piece of known `rank`.
    #[inline]
    pub(crate) fn of_our_attack(&self, own: Rank, rank: Rank) -> i32 {
        exchange(own, self.ours[own.index()], rank, self.theirs[rank.index()])
    }

    /// Returns the enemy's gain if his piece of `rank` attacks ours of rank `own`.
    #[inline]
    pub(crate) fn of_their_attack(&self, rank: Rank, own: Rank) -> i32 {
        exchange(rank, self.theirs[rank.index()], own, self.ours[own.index()])
    }
}

/// Returns the gain of an attack.
#[inline]
fn exchange(attacker: Rank, attacker_value: i32, defender: Rank, defender_value: i32) -> i32 {
    match attacker.against(defender) {
        Survivor::Attacker => defender_value,
        Survivor::Nobody => defender_value - attacker_value,
        Survivor::Defender => -attacker_value,
    }
}
