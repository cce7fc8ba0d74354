//! Values of ranks, which depend on the ranks that are left.

use crate::battle::Survivor;
use crate::rank::Rank;
use crate::weights::Weights;

/// Number of pieces of each rank that a side has, in the order of [`Rank::ALL`].
pub(crate) type Census = [u8; Rank::COUNT];

/// Values by rank, in the order of [`Rank::ALL`].
pub(crate) type ByRank = [i32; Rank::COUNT];

/// Returns the piece values of a side.
fn piece_values(own: &Census, enemy: &Census, weights: &Weights) -> ByRank {
    let mut piece_values = weights.value;
    let enemy_has = |rank: Rank| enemy[rank.index()];
    let strongest = Rank::ALL.into_iter().rev().find(|&rank| enemy_has(rank) > 0);
    for rank in Rank::ALL.into_iter().filter(|&rank| rank > Rank::Scout) {
        let value = &mut piece_values[rank.index()];
        *value += *value * weights.prey * prey_change(rank, enemy) / 1000;
        if strongest.is_none_or(|strongest| rank >= strongest) {
            *value += weights.invincible;
        }
    }
    if enemy_has(Rank::Marshal) == 0 {
        piece_values[Rank::Spy.index()] = weights.idle_spy;
    }
    if enemy_has(Rank::Spy) > 0 {
        let value = &mut piece_values[Rank::Marshal.index()];
        *value = *value * weights.hunted_marshal / 100;
    }
    piece_values[Rank::Miner.index()] = match enemy_has(Rank::Bomb) {
        0 => weights.idle_miner,
        _ => weights.miners[usize::from(own[Rank::Miner.index()].clamp(1, 4)) - 1],
    };
    if enemy_has(Rank::Miner) == 0 {
        piece_values[Rank::Bomb.index()] = weights.safe_bomb;
    }
    piece_values
}

/// Returns the change of the percentage of movable enemies that `rank` beats since the start.
fn prey_change(rank: Rank, enemy: &Census) -> i32 {
    let share = |census: &Census| {
        let count = |is_counted: &dyn Fn(Rank) -> bool| -> i32 {
            let counted =
                Rank::ALL.into_iter().filter(|&other| other.is_movable() && is_counted(other));
            counted.map(|other| i32::from(census[other.index()])).sum()
        };
        100 * count(&|other| other < rank) / count(&|_| true).max(1)
    };
    share(enemy) - share(&Rank::ARMY)
}

/// Returns the information values of a side.
fn information_values(piece_values: &ByRank, weights: &Weights) -> ByRank {
    Rank::ALL.map(|rank| piece_values[rank.index()] * weights.information[rank.index()] / 100)
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
    pub(crate) fn new(our_census: &Census, their_census: &Census, weights: &Weights) -> Values {
        let ours = piece_values(our_census, their_census, weights);
        let theirs = piece_values(their_census, our_census, weights);
        Values {
            our_information_values: information_values(&ours, weights),
            their_information_values: information_values(&theirs, weights),
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
