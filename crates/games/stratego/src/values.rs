//! What ranks are worth, by who is left.

use crate::battle::Survivor;
use crate::rank::Rank;

/// How many pieces of each rank a side has, in the order of [`Rank::ALL`].
pub(crate) type Census = [u8; Rank::COUNT];

/// Values by rank, in the order of [`Rank::ALL`].
pub(crate) type ByRank = [i32; Rank::COUNT];

/// What a piece is worth, by rank, in units of which the search counts some 130 for a captain. The flag's is for a
/// piece that is likely to be the flag: it counts by its likelihood.
///
/// These, and the constants of `estimate.rs`, are what games of the bot against itself made of values set by hand, by simultaneous
/// perturbation (Spall, 1992).
const WORTH: ByRank = [265, 35, 50, 22, 60, 28, 73, 131, 163, 230, 380, 610];
/// What a rank is worth beyond itself that nothing but bombs and spies stops.
const INVINCIBLE: i32 = 57;
/// A spy without an enemy marshal to defeat.
const IDLE_SPY: i32 = 12;
/// A miner, by how many are left, one to four and more.
const MINERS: [i32; 4] = [200, 142, 114, 85];
/// A miner that has no bombs to clear.
const IDLE_MINER: i32 = 35;
/// A bomb that no miner can clear.
const SAFE_BOMB: i32 = 45;
/// Percent of the marshal's worth while an enemy spy is about.
const HUNTED_MARSHAL: i32 = 90;
/// Percent of a rank's worth that it is worth to keep it secret.
const SECRET: ByRank = [0, 20, 60, 10, 15, 10, 10, 12, 15, 18, 20, 22];

/// Returns what pieces of a side are worth.
fn worths(own: &Census, enemy: &Census) -> ByRank {
    let mut worths = WORTH;
    let enemy_has = |rank: Rank| enemy[rank.index()];
    let strongest = Rank::ALL.into_iter().rev().find(|&rank| enemy_has(rank) > 0);
    for rank in Rank::ALL.into_iter().filter(|&rank| rank > Rank::Scout) {
        if strongest.is_none_or(|strongest| rank >= strongest) {
            worths[rank.index()] += INVINCIBLE;
        }
    }
    if enemy_has(Rank::Marshal) == 0 {
        worths[Rank::Spy.index()] = IDLE_SPY;
    }
    if enemy_has(Rank::Spy) > 0 {
        let worth = &mut worths[Rank::Marshal.index()];
        *worth = *worth * HUNTED_MARSHAL / 100;
    }
    worths[Rank::Miner.index()] = match enemy_has(Rank::Bomb) {
        0 => IDLE_MINER,
        _ => MINERS[usize::from(own[Rank::Miner.index()].clamp(1, 4)) - 1],
    };
    if enemy_has(Rank::Miner) == 0 {
        worths[Rank::Bomb.index()] = SAFE_BOMB;
    }
    worths
}

/// Returns what it is worth to a side that its ranks are not known.
fn secrets(worths: &ByRank) -> ByRank {
    Rank::ALL.map(|rank| worths[rank.index()] * SECRET[rank.index()] / 100)
}

/// What pieces and their secrets are worth in the position at hand.
#[derive(Clone, Default, Debug)]
pub(crate) struct Values {
    pub(crate) ours: ByRank,
    pub(crate) theirs: ByRank,
    pub(crate) our_secrets: ByRank,
    pub(crate) their_secrets: ByRank,
}

impl Values {
    /// Returns the values by what both sides have left.
    pub(crate) fn new(our_census: &Census, their_census: &Census) -> Values {
        let [ours, theirs] = [worths(our_census, their_census), worths(their_census, our_census)];
        Values { our_secrets: secrets(&ours), their_secrets: secrets(&theirs), ours, theirs }
    }

    /// Returns what we win if our piece of rank `own` attacks an enemy whose `rank` we know.
    #[inline]
    pub(crate) fn of_our_attack(&self, own: Rank, rank: Rank) -> i32 {
        exchange(own, self.ours[own.index()], rank, self.theirs[rank.index()])
    }

    /// Returns what the enemy wins if his piece of `rank` attacks ours of rank `own`.
    #[inline]
    pub(crate) fn of_their_attack(&self, rank: Rank, own: Rank) -> i32 {
        exchange(rank, self.theirs[rank.index()], own, self.ours[own.index()])
    }
}

/// Returns what an attack wins.
#[inline]
fn exchange(attacker: Rank, attacker_worth: i32, defender: Rank, defender_worth: i32) -> i32 {
    match attacker.against(defender) {
        Survivor::Attacker => defender_worth,
        Survivor::Nobody => defender_worth - attacker_worth,
        Survivor::Defender => -attacker_worth,
    }
}
