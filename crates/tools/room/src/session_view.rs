//! Session as its visitor sees it.

use boards::{Frame, LegalMove, PvView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Session as its visitor sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    /// Identifier in URLs; every client that knows it may play.
    pub id: String,
    /// Name of the game.
    pub game: &'static str,
    /// Side of the visitor, 0 or 1.
    pub human: usize,
    /// Time of the bot per move, in milliseconds.
    pub time_ms: u64,
    /// Number of moves made.
    pub ply: usize,
    /// Position as the visitor may see it; the whole position when the game is over.
    pub frame: Frame,
    /// Legal moves of the visitor; empty if it is not the visitor's turn.
    pub legal: Vec<LegalMove>,
    /// Moves made so far.
    pub history: Vec<PlayedMove>,
    /// Phase of the game: `play` or `over`.
    pub phase: &'static str,
    /// Side to move, 0 or 1; null when the game is over.
    pub to_move: Option<usize>,
    /// True while the bot searches for its move.
    pub is_thinking: bool,
    /// Last principal variation of the bot's search; without moves if they would reveal hidden
    /// information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thought: Option<PvView>,
    /// Hint: a move suggested to the visitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
    /// True while the bot searches for a hint.
    pub is_advising: bool,
    /// True if there is a move to take back.
    pub can_undo: bool,
    /// Start position in the notation of the game, if it is not the initial one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// All moves in the notation of the judge, if the visitor may know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Error message, with advice for the visitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Version of the session: grows with every change.
    pub version: u64,
}

/// Move of the history.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PlayedMove {
    /// Player, 0 or 1.
    pub player: usize,
    /// Move in the notation of the judge; `?` if it is hidden from the visitor.
    #[serde(rename = "move")]
    pub mv: String,
    /// Label for readers.
    pub label: String,
}

/// Hint: a move suggested to the visitor.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Hint {
    /// Move in the notation of the judge.
    #[serde(rename = "move")]
    pub mv: String,
    /// Label for readers.
    pub label: String,
    /// Start square, if a piece moves.
    pub from: Option<usize>,
    /// Target square.
    pub to: Option<usize>,
}
