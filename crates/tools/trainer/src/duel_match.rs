//! Match of two players of a duel, in batches of game pairs.

use registry::random_openings;
use stats::PairScores;

use crate::duel::{Duel, DuelError};
use crate::tunable_game::TunableGame;

/// Game pairs that are played at once, on all cores.
const PAIRS_PER_BATCH: u32 = 16;

/// Number of random plies of an opening in a game without an opening book.
const OPENING_PLIES: usize = 8;

impl Duel<'_> {
    /// Plays up to `most` game pairs, from the openings of the game's book, or from random openings
    /// if there is no book. Stops when `is_enough` returns `true`; it is called before each batch
    /// of 16 pairs.
    ///
    /// # Errors
    ///
    /// An evaluator does not support the game, a tunable is unknown or out of range, or an opening
    /// is illegal.
    pub fn play(
        &self,
        tunable_game: &dyn TunableGame,
        most: u32,
        mut is_enough: impl FnMut(&PairScores) -> bool,
    ) -> Result<PairScores, DuelError> {
        let game = registry::game(tunable_game.name())?;
        let random =
            || random_openings(game, OPENING_PLIES, most as usize, self.seed).unwrap_or_default();
        let openings = game.book().map_or_else(random, |book| book.shuffled(self.seed));
        let mut openings = openings.into_iter().cycle();
        let mut scores = PairScores::default();
        while !is_enough(&scores) && scores.pairs() < most {
            let count = PAIRS_PER_BATCH.min(most - scores.pairs());
            let openings: Vec<Vec<String>> = openings.by_ref().take(count as usize).collect();
            // The seed changes, so that openings that repeat do not repeat their games.
            let seed = self.seed.wrapping_add(u64::from(scores.pairs()));
            let points = tunable_game.play_pairs(&Duel { seed, ..*self }, &openings)?;
            points.into_iter().for_each(|points| scores.add(points));
        }
        Ok(scores)
    }
}
