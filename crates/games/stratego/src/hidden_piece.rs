use crate::battle::Survivor;
use crate::belief::Odds;
use crate::fields::Field;
use crate::perceived_piece::PerceivedPiece;
use crate::rank::Rank;
use crate::square::Square;
use crate::values::{ByRank, Values};

/// A piece of the enemy's whose rank is not known, in numbers that a search adds up: each the mean over
/// the ranks that it may have.
#[derive(Clone, Debug)]
pub(crate) struct HiddenPiece {
    /// Where it stands at the start of the turn.
    pub(crate) square: Square,
    /// What it is worth to its side. A flag is worth nothing as long as it stands.
    pub(crate) worth: i32,
    /// What we win if a piece of ours attacks it, by that piece's rank.
    pub(crate) attacked: ByRank,
    /// In how many cases out of 100 our piece takes its square then.
    pub(crate) beaten: ByRank,
    /// What the enemy wins if it attacks a piece of ours whenever that pays, by that piece's rank.
    pub(crate) attacking: ByRank,
    /// In how many cases out of 100 it takes our piece's square then.
    pub(crate) beats: ByRank,
    /// In how many cases out of 100 it is the flag, rounded up.
    pub(crate) flag: i32,
    /// Whether it may have a rank that can step.
    pub(crate) may_step: bool,
    /// How well it stands, by square.
    pub(crate) standing: Field,
    /// What the enemy thinks that he wins if it attacks a hidden piece of ours whenever that seems to pay, by
    /// that piece's place among the guises.
    pub(crate) tempted: Vec<i32>,
}

impl HiddenPiece {
    /// Returns what may be said of a piece on `square` with these odds, which sees our pieces in `guises`.
    pub(crate) fn new(
        square: Square,
        odds: &Odds,
        values: &Values,
        standing: Field,
        perceived: &[PerceivedPiece],
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
                    values.of_our_attack(own, rank) + values.their_secrets[rank.index()]
                }
                _ => values.of_our_attack(own, rank),
            }),
            beaten: by_own(&|own, rank| percent(own.against(rank) == Survivor::Attacker)),
            attacking: by_own(&|own, rank| {
                match rank.against(own) {
                    _ if !rank.is_movable() => 0,
                    Survivor::Attacker => {
                        values.of_their_attack(rank, own) - values.their_secrets[rank.index()]
                    }
                    _ => values.of_their_attack(rank, own),
                }
                .max(0)
            }),
            beats: by_own(&|own, rank| {
                percent(rank.is_movable() && rank.against(own) == Survivor::Attacker)
            }),
            flag: (100.0 * odds[Rank::Flag.index()]).ceil() as i32,
            may_step: Rank::ALL
                .into_iter()
                .any(|rank| rank.is_movable() && odds[rank.index()] > 0.0),
            standing,
            tempted: perceived
                .iter()
                .map(|perceived| mean(&|rank| perceived.lures[rank.index()].max(0)))
                .collect(),
        }
    }
}
