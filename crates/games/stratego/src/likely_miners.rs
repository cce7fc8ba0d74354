//! Likely miners near our flag: assigns the miner's rank to the nearest hidden pieces that may have
//! it.

use crate::belief::Odds;
use crate::paths::Obstacles;
use crate::rank::Rank;
use crate::square::{squares, Square};
use crate::view::View;
use crate::weights::Weights;

/// Assigns the rank of the hidden miners to the pieces nearest to our flag that may have it, as
/// long as there are miners: these pieces swap their assumed ranks in `guesses` with the pieces
/// that have it.
///
/// In the search only miners get through the bombs around our flag. If an approaching piece had
/// another assumed rank, the search would see the danger too late.
pub(crate) fn assign_likely_miners(
    view: &View,
    odds: &[(Square, Odds)],
    guesses: &mut [(Square, Rank)],
    weights: &Weights,
) {
    let pos = view.known();
    let us = view.player();
    let Some(flag) = squares(pos.of_rank(us, Rank::Flag)).next() else { return };
    let distances = Obstacles::new(pos, us.opponent()).distances(flag);
    let min_probability = weights.miner_probability as f32 / 100.0;
    let may_be = |index: usize, rank: Rank| odds[index].1[rank.index()];
    let mut order: Vec<(u8, usize)> = (0..odds.len())
        .filter(|&index| may_be(index, Rank::Miner) >= min_probability)
        .map(|index| (distances[odds[index].0.index()], index))
        .filter(|&(distance, _)| i32::from(distance) <= weights.miner_distance)
        .collect();
    order.sort_unstable();
    for (place, &(_, index)) in order.iter().enumerate() {
        let rank = guesses[index].1;
        if rank == Rank::Miner {
            continue;
        }
        let is_nearer = |other: usize| order[..place].iter().any(|&(_, nearer)| nearer == other);
        let miner =
            (0..guesses.len()).find(|&other| guesses[other].1 == Rank::Miner && !is_nearer(other));
        let Some(other) = miner else { return };
        if may_be(other, rank) > 0.0 {
            guesses[index].1 = Rank::Miner;
            guesses[other].1 = rank;
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::{Observe as _, Player};

    use super::*;
    use crate::position::Position;

    /// Checks the assumed ranks of two of Red's hidden enemies, which are miners with these
    /// probabilities; the first is assumed to be a sergeant, the second to be a miner.
    fn check(pos: &str, likely: [f32; 2], expected: [Rank; 2]) {
        let pos: Position = pos.parse().unwrap();
        let view = pos.view(Player::First);
        let hidden: Vec<Square> = squares(view.hidden_squares()).take(2).collect();
        let odds: Vec<(Square, Odds)> = hidden
            .iter()
            .zip(likely)
            .map(|(&sq, likely)| {
                let mut odds = Odds::default();
                odds[Rank::Miner.index()] = likely;
                odds[Rank::Sergeant.index()] = 1.0 - likely;
                (sq, odds)
            })
            .collect();
        let mut guesses = [(hidden[0], Rank::Sergeant), (hidden[1], Rank::Miner)];
        assign_likely_miners(&view, &odds, &mut guesses, &Weights::default());
        assert_eq!(guesses.map(|(_, rank)| rank), expected, "{pos} {likely:?}");
    }

    #[test]
    fn the_nearest_piece_that_may_be_a_miner_is_assumed_to_be_one() {
        let (sergeant, miner) = (Rank::Sergeant, Rank::Miner);
        let near = "FB8/B9/10/i~9/10/10/10/10/10/f5i~3 b 41 0";
        check(near, [0.3, 0.7], [miner, sergeant]);
        check(near, [0.05, 0.95], [sergeant, miner]);
        check(near, [0.3, 1.0], [sergeant, miner]);
        let far = "FB8/B9/10/10/10/10/10/10/9i~/f5i~3 b 41 0";
        check(far, [0.3, 0.7], [sergeant, miner]);
    }
}
