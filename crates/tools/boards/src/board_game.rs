//! Board of a game, independent of the type of its positions.

use std::marker::PhantomData;

use gamekit::{ParseError, Player};

use crate::arrangement::Arrangement;
use crate::board::Board;
use crate::game_line::{BoardLine, GameLine};
use crate::info::BoardInfo;

/// Board of a game, independent of the type of its positions.
pub trait BoardGame: Sync {
    /// Returns the static data for the page.
    fn info(&self) -> BoardInfo;

    /// Returns the clause for readers about a reason for the end of a game, in which `{winner}` and
    /// `{loser}` stand for the players; `None` if the rules know no such reason.
    fn ending(&self, reason: &str) -> Option<&'static str>;

    /// Returns a game line from the initial position, or from a position in its notation.
    ///
    /// # Errors
    ///
    /// The text is not a position.
    fn begin(&self, start: Option<&str>) -> Result<Box<dyn GameLine>, ParseError>;

    /// Returns the notation of the position with these pieces, as in
    /// [`Picture::cells`](crate::Picture::cells), and this side to move.
    ///
    /// # Errors
    ///
    /// The reason for readers why there is no such position.
    fn arrange(&self, cells: &str, to_move: Player) -> Result<String, String>;

    /// Returns the reason for readers why positions cannot be arranged; `None` if they can.
    fn no_editor(&self) -> Option<&'static str>;

    /// Returns the score per logit of expected points in the evaluation bar of a game whose moves
    /// cannot be reviewed.
    fn bar_units(&self) -> f64;

    /// Returns a random setup for `player`; `None` if the game has no setup phase.
    fn draw_setup(&self, player: Player, seed: u64) -> Option<String>;

    /// Returns the moves that place a setup; `None` if the text is not a setup.
    fn read_setup(&self, text: &str) -> Option<Vec<String>>;
}

/// Implementation of [`BoardGame`] for a [`Board`].
pub struct Drawn<B>(PhantomData<fn() -> B>);

impl<B> Drawn<B> {
    /// The board.
    pub const NEW: Drawn<B> = Drawn(PhantomData);
}

impl<B: Board> BoardGame for Drawn<B> {
    fn info(&self) -> BoardInfo {
        B::info()
    }

    fn ending(&self, reason: &str) -> Option<&'static str> {
        B::ENDINGS.iter().find(|(name, _)| *name == reason).map(|&(_, clause)| clause)
    }

    fn begin(&self, start: Option<&str>) -> Result<Box<dyn GameLine>, ParseError> {
        Ok(Box::new(BoardLine::<B>::begin(start)?))
    }

    fn arrange(&self, cells: &str, to_move: Player) -> Result<String, String> {
        let arrange = B::ARRANGE?;
        let arrangement = Arrangement::read(B::info(), cells, to_move)?;
        Ok(arrange(&arrangement)?.to_string())
    }

    fn no_editor(&self) -> Option<&'static str> {
        B::ARRANGE.err()
    }

    fn bar_units(&self) -> f64 {
        B::BAR_UNITS
    }

    fn draw_setup(&self, player: Player, seed: u64) -> Option<String> {
        B::draw_setup(player, seed)
    }

    fn read_setup(&self, text: &str) -> Option<Vec<String>> {
        Some(B::read_setup(text)?.iter().map(ToString::to_string).collect())
    }
}
