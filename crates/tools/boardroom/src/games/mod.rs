//! List of the games of the board room: the only code outside the file of a game that names games.

mod breakthrough;
mod eight_by_eight;
mod jungle;
mod lamistra;
mod lines_of_action;
mod stratego;

use std::marker::PhantomData;

use gamekit::{ParseError, Player};

use crate::board::Board;
use crate::game_line::{BoardLine, GameLine};
use crate::info::GameInfo;

/// Games that can be replayed: first those that can be played, then variants.
static GAMES: [&dyn AnyGame; 6] = [
    &Entry::<breakthrough::Breakthrough>::NEW,
    &Entry::<lines_of_action::LinesOfAction>::NEW,
    &Entry::<jungle::Jungle>::NEW,
    &Entry::<lamistra::Lamistra>::NEW,
    &Entry::<stratego::Stratego<false>>::NEW,
    &Entry::<stratego::Stratego<true>>::NEW,
];

/// Number of games that can be played against a bot: the first ones of the list.
const PLAYED_COUNT: usize = 5;

/// Game, independent of the type of its positions.
pub trait AnyGame: Send + Sync {
    /// Returns the name of the game in the arena.
    fn name(&self) -> &'static str;

    /// Returns the static data for the page.
    fn info(&self) -> GameInfo;

    /// Returns a game line from the initial position, or from a position in its notation.
    ///
    /// # Errors
    ///
    /// The text is not a position.
    fn begin(&self, start: Option<&str>) -> Result<Box<dyn GameLine>, ParseError>;

    /// Returns a random setup for `player`; `None` if the game has no setup phase.
    fn draw_setup(&self, player: Player, seed: u64) -> Option<String>;

    /// Returns the moves that place a setup; `None` if the text is not a setup.
    fn read_setup(&self, text: &str) -> Option<Vec<String>>;
}

/// Implementation of [`AnyGame`] for a [`Board`].
struct Entry<B>(PhantomData<B>);

impl<B> Entry<B> {
    const NEW: Entry<B> = Entry(PhantomData);
}

impl<B: Board> AnyGame for Entry<B> {
    fn name(&self) -> &'static str {
        B::NAME
    }

    fn info(&self) -> GameInfo {
        B::info()
    }

    fn begin(&self, start: Option<&str>) -> Result<Box<dyn GameLine>, ParseError> {
        Ok(Box::new(BoardLine::<B>::begin(start)?))
    }

    fn draw_setup(&self, player: Player, seed: u64) -> Option<String> {
        B::draw_setup(player, seed)
    }

    fn read_setup(&self, text: &str) -> Option<Vec<String>> {
        Some(B::read_setup(text)?.iter().map(ToString::to_string).collect())
    }
}

/// Returns the games that can be played against a bot.
pub fn played() -> &'static [&'static dyn AnyGame] {
    &GAMES[..PLAYED_COUNT]
}

/// Returns the game with this name; variants are included.
#[must_use]
pub fn game_by_name(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.into_iter().find(|game| game.name() == name)
}
