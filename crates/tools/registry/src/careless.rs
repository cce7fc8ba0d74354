//! Careless moves in recorded games: the moves of certain kinds that a player has made, and the
//! bot's choices in the same positions.

use crate::recorded::{RecordedGame, ReplayError};

/// Parameters of a search for careless moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarelessPlan {
    /// Nodes of the bot for each careless move.
    pub nodes: u64,
    /// Lowest rank of a high piece; `None` for the game's default.
    pub rank: Option<String>,
}

/// Recorded moves of certain kinds, and the bot's choices in the same positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarelessCounts {
    /// Number of moves of the examined sides, of any kind.
    pub moves: u64,
    /// Lowest rank of a high piece.
    pub rank: &'static str,
    /// The kinds of moves.
    pub classes: Vec<CarelessClass>,
    /// All moves of these kinds, in the order of the games.
    pub found: Vec<CarelessMove>,
}

/// Kind of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarelessClass {
    /// Description.
    pub name: &'static str,
    /// Number of recorded moves of this kind.
    pub recorded: u64,
    /// Number of positions of these moves in which the bot chooses a move of this kind.
    pub chosen: u64,
}

/// Recorded move of some kind, and the bot's choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarelessMove {
    /// Index of the game.
    pub game: usize,
    /// Number of the move in the game, from 1. Placements of a setup count.
    pub number: usize,
    /// Index of the class.
    pub class: usize,
    /// The recorded move.
    pub recorded: String,
    /// The bot's choice.
    pub chosen: String,
    /// True if the choice is of the same class.
    pub is_repeated: bool,
}

/// Error of a search for careless moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CarelessError {
    /// The game has no piece of that rank that can move.
    #[error("`{name}` is no rank of a piece that moves; the ranks are {known}")]
    Rank {
        /// The requested rank.
        name: String,
        /// The names of the ranks.
        known: String,
    },
    /// A game cannot be replayed.
    #[error(transparent)]
    Game(#[from] ReplayError),
}

/// Search for careless moves in recorded games by the bot of a game.
pub trait CarelessMoves: Sync {
    /// Finds the moves of all classes, on all cores, and lets the bot choose a move in each of
    /// their positions. Calls `on_game` after each game.
    ///
    /// # Errors
    ///
    /// The rank is unknown, or a game cannot be replayed.
    fn find(
        &self,
        games: &[RecordedGame],
        plan: &CarelessPlan,
        on_game: &(dyn Fn() + Sync),
    ) -> Result<CarelessCounts, CarelessError>;
}
