//! The games of the room: the only place, outside a game's own file, that names one.

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

/// Every game that can be replayed. Those without a variant's name are played as well.
static ROOMS: [&dyn AnyGame; 6] = [
    &Entry::<breakthrough::Breakthrough>::NEW,
    &Entry::<lines_of_action::LinesOfAction>::NEW,
    &Entry::<jungle::Jungle>::NEW,
    &Entry::<lamistra::Lamistra>::NEW,
    &Entry::<stratego::Stratego<false>>::NEW,
    &Entry::<stratego::Stratego<true>>::NEW,
];

/// How many of them are played against their bots: those that come first.
const PLAYED: usize = 5;

/// A game, whatever its positions are.
pub trait AnyGame: Send + Sync {
    /// Returns the arena's name of the game.
    fn name(&self) -> &'static str;

    /// Returns what the page has to know of it.
    fn info(&self) -> GameInfo;

    /// Returns a game at its start, or at a position as the notation writes it.
    ///
    /// # Errors
    ///
    /// A text that is no position.
    fn begin(&self, start: Option<&str>) -> Result<Box<dyn GameLine>, ParseError>;

    /// Returns a setup for `player` drawn by chance; `None` where armies always stand alike.
    fn draw_setup(&self, player: Player, seed: u64) -> Option<String>;

    /// Returns the moves that place such a setup; `None` for a text that is none.
    fn read_setup(&self, text: &str) -> Option<Vec<String>>;
}

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

/// Returns the games that are played against their bots.
pub fn played() -> &'static [&'static dyn AnyGame] {
    &ROOMS[..PLAYED]
}

/// Returns the game of that name, variants included.
#[must_use]
pub fn room(name: &str) -> Option<&'static dyn AnyGame> {
    ROOMS.into_iter().find(|room| room.name() == name)
}
