//! Exact marginal probabilities by enumeration of all assignments: slow, the reference for tests.

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::Rng;

use super::Odds;
use crate::rank::Rank;

/// Returns the exact marginal probabilities, by enumeration of all assignments of the ranks.
pub(super) fn exact_odds(weights: &[Odds], counts: &[u8; Rank::COUNT]) -> Vec<Odds> {
    let mut sums = vec![[0.0f64; Rank::COUNT]; weights.len()];
    let total = deal(weights, &mut counts.clone(), 1.0, &mut Vec::new(), &mut sums);
    sums.iter().map(|sums| sums.map(|sum| (sum / total) as f32)).collect()
}

fn deal(
    weights: &[Odds],
    left: &mut [u8; Rank::COUNT],
    weight: f64,
    dealt: &mut Vec<usize>,
    sums: &mut [[f64; Rank::COUNT]],
) -> f64 {
    let Some(piece) = weights.get(dealt.len()) else {
        sums.iter_mut().zip(dealt.iter()).for_each(|(sums, &rank)| sums[rank] += weight);
        return weight;
    };
    let mut total = 0.0;
    for rank in 0..Rank::COUNT {
        if left[rank] > 0 && piece[rank] > 0.0 {
            left[rank] -= 1;
            dealt.push(rank);
            total += deal(weights, left, weight * f64::from(piece[rank]), dealt, sums);
            dealt.pop();
            left[rank] += 1;
        }
    }
    total
}

/// Returns weights of `pieces` random pieces of an army, of which half of the movable ones have
/// moved, and the number of pieces of each rank. The base-2 logarithms of the weights have the
/// standard deviation `sharpness`.
pub(super) fn random_pieces(
    pieces: usize,
    sharpness: f32,
    rng: &mut StdRng,
) -> (Vec<Odds>, [u8; Rank::COUNT]) {
    let mut army: Vec<Rank> = Rank::ALL
        .into_iter()
        .flat_map(|rank| std::iter::repeat_n(rank, usize::from(Rank::ARMY[rank.index()])))
        .collect();
    army.shuffle(rng);
    army.truncate(pieces);
    let mut counts = [0; Rank::COUNT];
    army.iter().for_each(|rank| counts[rank.index()] += 1);
    let weights = army.iter().map(|truth| {
        let has_moved = truth.is_movable() && rng.random();
        Rank::ALL.map(|rank| {
            let can_be = counts[rank.index()] > 0 && (rank.is_movable() || !has_moved);
            // The sum of twelve uniform random numbers is nearly normal.
            let spread = (0..12).map(|_| rng.random::<f32>()).sum::<f32>() - 6.0;
            if can_be {
                (sharpness * spread).exp2()
            } else {
                0.0
            }
        })
    });
    (weights.collect(), counts)
}
