//! Who may be a miner near our flag.

use crate::belief::Odds;
use crate::paths::Ways;
use crate::rank::Rank;
use crate::square::{squares, Square};
use crate::view::View;

/// How many steps from our flag a piece is suspected.
const REACH: u8 = 10;
/// How likely a piece must be a miner.
const LIKELY: f32 = 0.1;

/// Gives the hidden miners' rank to the pieces nearest to our flag that may have it, as far as the miners
/// go: they swap ranks with those that have it by `guesses`.
///
/// The search believes that only miners get through the bombs before our flag. If it took the piece on its way
/// there for something else, it would see the danger when the flag is gone.
pub(crate) fn suspect_miners(view: &View, odds: &[(Square, Odds)], guesses: &mut [(Square, Rank)]) {
    let pos = view.known();
    let us = view.player();
    let Some(flag) = squares(pos.of_rank(us, Rank::Flag)).next() else { return };
    let distances = Ways::new(pos, us.opponent()).distances(flag);
    let may_be = |index: usize, rank: Rank| odds[index].1[rank.index()];
    let mut order: Vec<(u8, usize)> = (0..odds.len())
        .filter(|&index| may_be(index, Rank::Miner) >= LIKELY)
        .map(|index| (distances[odds[index].0.index()], index))
        .filter(|&(distance, _)| distance <= REACH)
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

    /// Lets Red suspect pieces on these squares, which may be miners as likely as given; the first is
    /// guessed to be a sergeant, the second to be a miner. Returns what they are taken for.
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
        suspect_miners(&view, &odds, &mut guesses);
        assert_eq!(guesses.map(|(_, rank)| rank), expected, "{pos} {likely:?}");
    }

    #[test]
    fn the_nearest_piece_that_may_be_a_miner_is_taken_for_one() {
        let (sergeant, miner) = (Rank::Sergeant, Rank::Miner);
        let near = "FB8/B9/10/i~9/10/10/10/10/10/f5i~3 b 41 0";
        check(near, [0.3, 0.7], [miner, sergeant]);
        check(near, [0.05, 0.95], [sergeant, miner]);
        check(near, [0.3, 1.0], [sergeant, miner]);
        let far = "FB8/B9/10/10/10/10/10/10/9i~/f5i~3 b 41 0";
        check(far, [0.3, 0.7], [sergeant, miner]);
    }
}
