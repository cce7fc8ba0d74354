//! Frames: positions as the page draws them, one character per square.
//!
//! Squares are numbered row by row from the upper left corner of the board. The first player sits
//! at the bottom.

use gamekit::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Empty square in [`Picture::cells`].
pub const EMPTY: char = '.';

/// Hidden piece of the first player in [`Picture::cells`].
pub const HIDDEN: char = 'X';

/// Position as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Number of turns made so far.
    pub ply: usize,
    /// Side to move, 0 or 1; null when the game is over.
    pub to_move: Option<usize>,
    /// Pieces on the board.
    #[serde(flatten)]
    pub picture: Picture,
    /// Squares of the last turn.
    pub last: Option<Trace>,
    /// Battle that the last turn has decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<Fight>,
    /// Position in the notation of the game; only in the view without hidden information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Result, if the game is over.
    pub result: Option<Ending>,
}

/// Pieces on the board and beside it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// One character per square: `.` for an empty square, a capital letter for a piece of the first
    /// player, a small letter for a piece of the second player, `X` or `x` for a hidden piece.
    pub cells: String,
    /// One character per square, in games that hide ranks or roles: `m` for a piece that has moved,
    /// `r` for a piece whose rank or role both players know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<String>,
    /// One character per square, in games of connection: pieces of one group have the same letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<String>,
    /// Pieces beside the board, by player: lost pieces, or roles not named yet.
    pub reserves: [Vec<Reserve>; 2],
    /// Attack in which a role is not named yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<OpenAttack>,
}

/// Arrow from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Arrow {
    /// Start square.
    pub from: usize,
    /// Target square.
    pub to: usize,
}

/// Pieces or roles of one kind beside the board.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Reserve {
    /// Kind, a capital letter.
    pub letter: char,
    /// Number of them.
    pub count: usize,
}

/// Squares of a turn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Trace {
    /// Start square; null for a piece that was placed.
    pub from: Option<usize>,
    /// Target square, or attacked square.
    pub to: Option<usize>,
    /// True if the turn captured or attacked a piece on the target square.
    pub captured: bool,
}

/// Attack in progress in which a role is not named yet.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct OpenAttack {
    /// Square of the attacker.
    pub from: usize,
    /// Square of the defender.
    pub to: usize,
    /// Role that the attacker has named, if the viewer may know it.
    pub name: Option<char>,
}

/// Battle between two pieces.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Fight {
    /// Kind of the piece that moved, a capital letter.
    pub attacker: char,
    /// Kind of the piece that was attacked, a capital letter.
    pub defender: char,
    /// Survivor: `attacker`, `defender` or `nobody`.
    pub survivor: &'static str,
}

/// Result of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Ending {
    /// Score: `1-0`, `0-1` or `1/2-1/2`.
    pub score: String,
    /// Winner, 0 or 1; null for a draw.
    pub winner: Option<usize>,
    /// Reason as records write it.
    pub reason: String,
    /// Reason as a sentence.
    pub words: String,
}

/// Position in all views. The view of a player is left out if nothing is hidden from the players.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Frames {
    /// View without hidden information.
    pub all: Frame,
    /// View of the first player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Frame>,
    /// View of the second player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Frame>,
}

/// Legal move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// Move in the notation of the judge.
    #[serde(rename = "move")]
    pub mv: String,
    /// Start square, if a piece moves.
    pub from: Option<usize>,
    /// Target square.
    pub to: Option<usize>,
    /// Kind of move.
    pub kind: MoveKind,
    /// Label for readers.
    pub label: String,
    /// Role that the move names, a capital letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<char>,
}

/// Kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    /// Move of a piece to an empty square.
    Step,
    /// Move of a piece to the square of an enemy piece.
    Capture,
    /// Placement of a piece on the board.
    Place,
    /// Naming of a role.
    Name,
    /// Pass.
    Pass,
}

/// Returns one character per square: the letter of `letter_at`, or [`EMPTY`].
#[must_use]
pub fn cells(count: usize, letter_at: impl Fn(usize) -> Option<char>) -> String {
    (0..count).map(|square| letter_at(square).unwrap_or(EMPTY)).collect()
}

/// Returns the letter of a piece of `owner`: a capital or a small letter.
#[must_use]
pub fn owned(letter: char, owner: Player) -> char {
    match owner {
        Player::First => letter,
        Player::Second => letter.to_ascii_lowercase(),
    }
}
