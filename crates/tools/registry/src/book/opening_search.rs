//! Search for openings, and their measurement, with a game's bot.

use search::Score;

use super::{Book, BookPlan, BookQuality, MakeBookError};
use crate::text_moves::BadMove;

/// Search for openings with the engine of a game's bot.
pub trait OpeningSearch: Sync {
    /// Makes an opening book, on all cores, and calls `on_found` with the number of openings so
    /// far.
    ///
    /// # Errors
    ///
    /// There are too few openings of that kind.
    fn make_book(
        &self,
        plan: &BookPlan,
        on_found: &mut dyn FnMut(usize),
    ) -> Result<Book, MakeBookError>;

    /// Plays games of the bot with `nodes` per move against itself with half as many, two games
    /// from each opening, on all cores, and calls `on_pair` with the number of finished pairs.
    ///
    /// # Errors
    ///
    /// An opening cannot be played.
    fn play_openings(
        &self,
        openings: &[Vec<String>],
        nodes: u64,
        on_pair: &(dyn Fn(usize) + Sync),
    ) -> Result<BookQuality, BadMove>;

    /// Scores the positions after some openings by searches with `nodes`, on all cores, in
    /// centi-pieces from the view of the side to move, and calls `on_scored` after each. A position
    /// in which the game is over has no score.
    ///
    /// # Errors
    ///
    /// An opening cannot be played.
    fn score_openings(
        &self,
        openings: &[Vec<String>],
        nodes: u64,
        on_scored: &(dyn Fn() + Sync),
    ) -> Result<Vec<Option<Score>>, BadMove>;
}
