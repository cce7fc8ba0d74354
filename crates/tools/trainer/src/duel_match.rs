//! Match of two players of a duel, in batches of game pairs.

use stats::PairScores;

use crate::duel::{Duel, DuelError};
use crate::spsa_game::SpsaGame;

/// Game pairs that are played at once, on all cores.
const PAIRS_PER_BATCH: u32 = 16;

impl Duel<'_> {
    /// Plays game pairs from these openings, which are repeated if there are fewer, until there are
    /// `most` together with those that were `played` before. Stops when `is_enough` returns `true`;
    /// it is called before each batch of 16 pairs. A match that stops there and is resumed has the
    /// same pairs as one in a single run, unless the limit of the search is a time.
    ///
    /// # Errors
    ///
    /// An evaluator does not support the game, a tunable is unknown or out of range, or an opening
    /// is illegal, or there is none.
    pub fn play(
        &self,
        game: &dyn SpsaGame,
        openings: &[Vec<String>],
        played: PairScores,
        most: u32,
        mut is_enough: impl FnMut(&PairScores) -> bool,
    ) -> Result<PairScores, DuelError> {
        if openings.is_empty() {
            return Err(DuelError::NoOpening);
        }
        let mut scores = played;
        let next = scores.pairs() as usize % openings.len();
        let mut openings = openings.iter().cloned().cycle().skip(next);
        while !is_enough(&scores) && scores.pairs() < most {
            let count = PAIRS_PER_BATCH.min(most - scores.pairs());
            let openings: Vec<Vec<String>> = openings.by_ref().take(count as usize).collect();
            // The seed changes, so that openings that repeat do not repeat their games.
            let seed = self.seed.wrapping_add(u64::from(scores.pairs()));
            let points = game.play_pairs(&Duel { seed, ..*self }, &openings)?;
            points.into_iter().for_each(|points| scores.add(points));
        }
        Ok(scores)
    }
}
