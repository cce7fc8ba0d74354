//! Static data that the page needs to draw a game.

use serde::Serialize;
use utoipa::ToSchema;

/// Board and pieces of a game, and texts for readers.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardInfo {
    /// Title for readers.
    pub title: &'static str,
    /// Rules in three sentences.
    pub rules: [&'static str; 3],
    /// Names of the players; the first one moves first.
    pub players: [&'static str; 2],
    /// Number of columns.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
    /// Names of the columns, from left to right.
    pub files: Vec<String>,
    /// Names of the rows, from top to bottom.
    pub ranks: Vec<String>,
    /// Squares with special terrain.
    pub terrain: Vec<Terrain>,
    /// Kinds of pieces.
    pub kinds: Vec<Kind>,
    /// Default time of the bot per move in the browser, in milliseconds.
    pub default_ms: u64,
    /// True if the game has hidden information.
    pub hides: bool,
    /// Setup of the armies, in games with a setup phase.
    pub setup: Option<SetupInfo>,
}

/// Square with special terrain.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Terrain {
    /// Index of the square.
    pub square: usize,
    /// Kind of terrain: `water`, `trap`, `den`, `lake` or `home`.
    pub kind: &'static str,
    /// Owner, 0 or 1, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
}

/// Kind of pieces.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Kind {
    /// Capital letter of the kind in frames.
    pub letter: char,
    /// Identifier of the drawing, a word without spaces.
    pub kind: &'static str,
    /// Text on the piece, which may be empty.
    pub label: String,
    /// Name for readers.
    pub name: &'static str,
}

/// Setup of the armies.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SetupInfo {
    /// Squares of the letters of a setup, by player.
    pub squares: [Vec<usize>; 2],
    /// Letters of all pieces of an army.
    pub stock: String,
}

/// Returns `count` letters from `a` on.
#[must_use]
pub fn letters(count: u8) -> Vec<String> {
    (0..count).map(|index| char::from(b'a' + index).to_string()).collect()
}

/// Returns the numbers from `from` down to `to`.
#[must_use]
pub fn numbers_down(from: u8, to: u8) -> Vec<String> {
    (to..=from).rev().map(|number| number.to_string()).collect()
}
