//! What the page has to know of a game before it can draw one.

use serde::Serialize;
use utoipa::ToSchema;

/// A game: its board, its pieces, its limits.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The name in records and on the command line.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rules in three sentences.
    pub rules: [&'static str; 3],
    /// What the players are called; the first moves first.
    pub players: [&'static str; 2],
    /// Squares of a row.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// What the columns are called, from the left.
    pub files: Vec<String>,
    /// What the rows are called, from the top.
    pub ranks: Vec<String>,
    /// Squares that are not like others.
    pub terrain: Vec<Terrain>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The judge's limits.
    pub limits: TimeLimits,
    /// Milliseconds a move that a game in the browser starts with.
    pub default_ms: u64,
    /// Whether the players do not see the same.
    pub hides: bool,
    /// Who judges the bots.
    pub judge: &'static str,
    /// How armies are set up, where players do so.
    pub setup: Option<SetupInfo>,
}

/// A square that is not like others.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Terrain {
    /// Which one.
    pub square: usize,
    /// What it is: `water`, `trap`, `den`, `lake` or `home`.
    pub kind: &'static str,
    /// Whose it is, if it is anybody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
}

/// A kind of pieces.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Kind {
    /// The capital that stands for it in frames.
    pub letter: char,
    /// A word without spaces.
    pub kind: &'static str,
    /// What is written on the piece: some characters, or nothing.
    pub label: String,
    /// What it is called.
    pub name: &'static str,
}

/// The judge's limits, in milliseconds.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeLimits {
    /// Of a player's first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_ms: Option<u64>,
    /// Of each later turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// Of all turns of a player together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_ms: Option<u64>,
}

/// How armies are set up.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SetupInfo {
    /// By player: on which square each letter of a setup stands.
    pub squares: [Vec<usize>; 2],
    /// The letters of an army.
    pub stock: String,
}

/// Returns `count` letters from `a` on.
pub(crate) fn letters(count: u8) -> Vec<String> {
    (0..count).map(|index| char::from(b'a' + index).to_string()).collect()
}

/// Returns the numbers from `from` down to `to`.
pub(crate) fn numbers_down(from: u8, to: u8) -> Vec<String> {
    (to..=from).rev().map(|number| number.to_string()).collect()
}

/// Returns the judge's limits of a game of the arena's.
pub(crate) fn limits_of(game: &dyn arena::Game) -> TimeLimits {
    let control = game.time_control();
    let milliseconds = |time: std::time::Duration| u64::try_from(time.as_millis()).ok();
    match control.total {
        Some(total) => TimeLimits { first_ms: None, move_ms: None, game_ms: milliseconds(total) },
        None => TimeLimits {
            first_ms: milliseconds(control.first),
            move_ms: milliseconds(control.then),
            game_ms: None,
        },
    }
}
