//! Evaluation terms of an enemy piece with a hidden rank, as means over its possible ranks.

use crate::battle::Survivor;
use crate::belief::Odds;
use crate::fields::Field;
use crate::perceived_piece::PerceivedPiece;
use crate::rank::Rank;
use crate::square::Square;
use crate::values::{ByRank, Values};
use crate::weights::Weights;

/// Hidden piece of the enemy. Each number that the search adds up is the mean over its possible
/// ranks.
#[derive(Clone, Debug)]
pub(crate) struct HiddenPiece {
    /// Its square at the start of the turn.
    pub(crate) square: Square,
    /// Value for its side. A flag counts 0 until it is captured.
    pub(crate) worth: i32,
    /// Our gain if a piece of ours attacks it, by that piece's rank.
    pub(crate) attacked: ByRank,
    /// Probability in percent that our piece takes its square in that attack, by our piece's rank.
    pub(crate) beaten: ByRank,
    /// The enemy's gain if it attacks a piece of ours whenever that pays, by that piece's rank.
    pub(crate) attacking: ByRank,
    /// Probability in percent that it takes our piece's square in that attack, by our piece's rank.
    pub(crate) beats: ByRank,
    /// Probability in percent that it is the flag, rounded up.
    pub(crate) flag: i32,
    /// True if it may have a movable rank.
    pub(crate) may_step: bool,
    /// Positional value, by square.
    pub(crate) standing: Field,
    /// The enemy's perceived gain if it attacks a hidden piece of ours whenever that seems to pay,
    /// by the index of that piece among the perceived pieces.
    pub(crate) perceived_gains: Vec<i32>,
}

impl HiddenPiece {
    /// Returns the terms of a piece on `square` with these probabilities; the enemy sees our hidden
    /// pieces as `perceived`.
    pub(crate) fn new(
        square: Square,
        odds: &Odds,
        values: &Values,
        standing: Field,
        perceived: &[PerceivedPiece],
        weights: &Weights,
    ) -> HiddenPiece {
        let mean = |value: &dyn Fn(Rank) -> i32| -> i32 {
            let possible = Rank::ALL.into_iter().filter(|rank| odds[rank.index()] > 0.0);
            possible.map(|rank| odds[rank.index()] * value(rank) as f32).sum::<f32>() as i32
        };
        let by_own =
            |value: &dyn Fn(Rank, Rank) -> i32| Rank::ALL.map(|own| mean(&|rank| value(own, rank)));
        let percent = |is_so: bool| if is_so { 100 } else { 0 };
        HiddenPiece {
            square,
            worth: mean(&|rank| if rank == Rank::Flag { 0 } else { values.theirs[rank.index()] }),
            attacked: by_own(&|own, rank| match own.against(rank) {
                Survivor::Defender => {
                    values.of_our_attack(own, rank) * weights.blind[own.index()] / 100
                        + values.their_information_values[rank.index()]
                }
                _ => values.of_our_attack(own, rank),
            }),
            beaten: by_own(&|own, rank| percent(own.against(rank) == Survivor::Attacker)),
            attacking: by_own(&|own, rank| {
                match rank.against(own) {
                    _ if !rank.is_movable() => 0,
                    Survivor::Attacker => {
                        values.of_their_attack(rank, own)
                            - values.their_information_values[rank.index()]
                    }
                    _ => values.of_their_attack(rank, own),
                }
                .max(0)
                    * weights.fear
                    / 100
            }),
            beats: by_own(&|own, rank| {
                percent(rank.is_movable() && rank.against(own) == Survivor::Attacker)
            }),
            flag: (100.0 * odds[Rank::Flag.index()]).ceil() as i32,
            may_step: Rank::ALL
                .into_iter()
                .any(|rank| rank.is_movable() && odds[rank.index()] > 0.0),
            standing,
            perceived_gains: perceived
                .iter()
                .map(|perceived| mean(&|rank| perceived.attack_gains[rank.index()].max(0)))
                .collect(),
        }
    }
}
