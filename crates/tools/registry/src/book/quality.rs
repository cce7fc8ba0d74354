//! Quality of an opening book: balance, sharpness and draws.

use stats::PairScores;

/// Quality of openings for a match, measured by games of the bot against itself with half the
/// nodes: two from each opening, with colours swapped.
///
/// Openings are balanced if the player who moves first scores about 1/2. They are sharp if the
/// stronger bot scores high: the larger its normalized Elo, the fewer games a match takes. Draws
/// make openings less sharp, and so do openings that one side wins in both games.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct BookQuality {
    /// Pairs by the points of the player who moves first in the game.
    pub first: PairScores,
    /// Pairs by the points of the stronger bot.
    pub stronger: PairScores,
    /// Number of drawn games.
    pub draws: u32,
    /// Plies of all games together, those of the openings included.
    pub plies: usize,
}

impl BookQuality {
    /// Returns the number of games played.
    #[must_use]
    pub fn games(&self) -> u32 {
        2 * self.first.pairs()
    }
}
