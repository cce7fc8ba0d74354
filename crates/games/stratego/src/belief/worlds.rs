//! Sampling of worlds: whole assignments of ranks to the hidden pieces.

use rand::Rng;

use super::Odds;
use crate::rank::Rank;
use crate::square::Square;

/// Number of swaps that are tried per piece after a world is dealt.
const SWAPS: usize = 10;

/// Sampler of worlds: a rank for each hidden piece, drawn from their joint distribution.
#[derive(Clone, Debug)]
pub struct Worlds {
    squares: Vec<Square>,
    /// Weight of each rank for each piece, without regard to the other pieces.
    weights: Vec<Odds>,
    /// Marginal probabilities, from which worlds are dealt.
    odds: Vec<Odds>,
    counts: [u8; Rank::COUNT],
}

impl Worlds {
    pub(super) fn new(
        squares: Vec<Square>,
        weights: Vec<Odds>,
        odds: Vec<Odds>,
        counts: [u8; Rank::COUNT],
    ) -> Worlds {
        Worlds { squares, weights, odds, counts }
    }

    /// Draws a world.
    ///
    /// First it deals the ranks one by one, the ranks that few pieces can have first. Then pairs of
    /// pieces swap their ranks with the Metropolis acceptance probability (Metropolis and others,
    /// 1953). No piece that has moved gets flag or bomb, unless pieces and ranks do not match.
    pub fn sample(&self, rng: &mut impl Rng) -> Vec<(Square, Rank)> {
        let mut ranks = self.deal(rng);
        self.swap(&mut ranks, rng);
        self.squares.iter().copied().zip(ranks).collect()
    }

    fn deal(&self, rng: &mut impl Rng) -> Vec<Rank> {
        let mut ranks: Vec<Option<Rank>> = vec![None; self.squares.len()];
        let mut order = Rank::ALL;
        order.sort_by_key(|rank| (rank.is_movable(), self.counts[rank.index()]));
        for rank in order {
            for _ in 0..self.counts[rank.index()] {
                let share = |index: usize, ranks: &[Option<Rank>]| match ranks[index] {
                    None => self.odds[index][rank.index()],
                    Some(_) => 0.0,
                };
                let total: f32 = (0..ranks.len()).map(|index| share(index, &ranks)).sum();
                let mut left = rng.random::<f32>() * total;
                let mut chosen = None;
                for index in (0..ranks.len()).filter(|&index| ranks[index].is_none()) {
                    let share = share(index, &ranks);
                    // Any piece will do if none can have this rank; the last possible piece takes
                    // what rounding has left.
                    if share > 0.0 || chosen.is_none() {
                        chosen = Some(index);
                    }
                    left -= share;
                    if left < 0.0 {
                        break;
                    }
                }
                if let Some(index) = chosen {
                    ranks[index] = Some(rank);
                }
            }
        }
        ranks.into_iter().map(|rank| rank.unwrap_or(Rank::Scout)).collect()
    }

    fn swap(&self, ranks: &mut [Rank], rng: &mut impl Rng) {
        let count = ranks.len();
        for _ in 0..SWAPS * count {
            let [a, b] = [rng.random_range(0..count), rng.random_range(0..count)];
            let [rank_a, rank_b] = [ranks[a].index(), ranks[b].index()];
            if rank_a == rank_b {
                continue;
            }
            let now = self.weights[a][rank_a] * self.weights[b][rank_b];
            let then = self.weights[a][rank_b] * self.weights[b][rank_a];
            if then >= now || rng.random::<f32>() * now < then {
                ranks.swap(a, b);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::SeedableRng;

    use super::super::exact::{exact_odds, random_pieces};
    use super::super::marginals::scale;
    use super::*;

    /// Number of worlds drawn for one position.
    const DRAWN: usize = 4000;
    /// Allowed standard deviations; a frequency exceeds them once in some hundred thousand cases.
    const DEVIATIONS: f32 = 4.5;

    fn worlds(weights: Vec<Odds>, counts: [u8; Rank::COUNT]) -> Worlds {
        let squares = (0..).map(Square::new).take(weights.len()).collect();
        let odds = scale(&weights, &counts);
        Worlds::new(squares, weights, odds, counts)
    }

    #[test]
    fn ranks_are_drawn_with_their_exact_marginal_probabilities() {
        let mut rng = StdRng::seed_from_u64(1);
        for pieces in [1, 2, 3, 5, 7, 8] {
            let (weights, counts) = random_pieces(pieces, 1.5, &mut rng);
            let exact = exact_odds(&weights, &counts);
            let worlds = worlds(weights, counts);
            let mut drawn = vec![[0.0f32; Rank::COUNT]; pieces];
            for _ in 0..DRAWN {
                for (drawn, (_, rank)) in drawn.iter_mut().zip(worlds.sample(&mut rng)) {
                    drawn[rank.index()] += 1.0 / DRAWN as f32;
                }
            }
            for (drawn, exact) in drawn.iter().flatten().zip(exact.iter().flatten()) {
                let deviation = (exact * (1.0 - exact) / DRAWN as f32).sqrt();
                let allowed = DEVIATIONS * deviation + 0.002;
                assert!((drawn - exact).abs() < allowed, "{drawn} {exact} of {pieces}");
            }
        }
    }

    #[test]
    fn every_rank_is_dealt_as_often_as_there_are_pieces_of_it_and_none_that_moved_is_a_bomb() {
        let mut rng = StdRng::seed_from_u64(2);
        for pieces in 0..=40 {
            let (weights, counts) = random_pieces(pieces, 2.0, &mut rng);
            let worlds = worlds(weights.clone(), counts);
            for _ in 0..20 {
                let world = worlds.sample(&mut rng);
                for rank in Rank::ALL {
                    let dealt = world.iter().filter(|(_, other)| *other == rank).count();
                    assert_eq!(dealt, usize::from(counts[rank.index()]));
                }
                assert!(world
                    .iter()
                    .zip(&weights)
                    .all(|((_, rank), odds)| odds[rank.index()] > 0.0));
            }
        }
    }

    #[test]
    fn a_world_assigns_every_piece_even_if_the_ranks_do_not_match() {
        let mut rng = StdRng::seed_from_u64(3);
        for pieces in 0..=12 {
            let (weights, counts) = random_pieces(pieces, 2.0, &mut rng);
            for factor in [0, 1, 2] {
                let worlds =
                    worlds(vec![[0.0; Rank::COUNT]; pieces], counts.map(|count| count * factor));
                assert_eq!(worlds.sample(&mut rng).len(), pieces);
            }
            let worlds = worlds(weights, [1; Rank::COUNT]);
            assert_eq!(worlds.sample(&mut rng).len(), pieces);
        }
    }
}
