//! Positions as the page draws them: one character a square.
//!
//! Squares are counted along the rows from the upper left corner of the board, as the first player
//! sees it, who sits at the bottom.

use gamekit::Player;
use serde::Serialize;
use utoipa::ToSchema;

/// An empty square in [`Frame::cells`].
pub(crate) const EMPTY: char = '.';

/// A hidden piece of the first player in [`Frame::cells`].
pub(crate) const HIDDEN: char = 'X';

/// One position, as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Turns made so far.
    pub ply: usize,
    /// 0 or 1, whoever is to act; null when the game is over.
    pub to_move: Option<usize>,
    /// What stands on the board.
    #[serde(flatten)]
    pub picture: Picture,
    /// Where the last turn went.
    pub last: Option<Trace>,
    /// The fight that the last turn has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<Fight>,
    /// The position in the game's notation; only in the view of somebody who may know everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How the game has ended, if it has.
    pub result: Option<Ending>,
}

/// What stands on the board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// One character a square: `.` for an empty one, a capital for a piece of the first player, a small
    /// letter for one of the second, `X` or `x` for one that is hidden.
    pub cells: String,
    /// Where ranks or roles are hidden: `m` for a piece that has moved, `r` for one whose rank both know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<String>,
    /// Where connection decides: pieces of one group have the same letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<String>,
    /// By player, what is beside the board: pieces lost, or roles still to be named.
    pub reserves: [Vec<Reserve>; 2],
    /// An attack whose roles are not both named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<OpenAttack>,
}

/// A step from square to square.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Arrow {
    /// The square that is left.
    pub from: usize,
    /// The square that is entered.
    pub to: usize,
}

/// Some pieces or roles of a kind.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Reserve {
    /// The kind, a capital.
    pub letter: char,
    /// How many.
    pub count: usize,
}

/// Where a turn went.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Trace {
    /// The square that was left; null for a piece that was placed.
    pub from: Option<usize>,
    /// The square that was entered, or attacked.
    pub to: Option<usize>,
    /// Whether something was taken or attacked there.
    pub captured: bool,
}

/// An attack under way in which roles are still to be named.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct OpenAttack {
    /// The attacker's square.
    pub from: usize,
    /// The defender's.
    pub to: usize,
    /// The role that the attacker has named, if the viewer may know it.
    pub name: Option<char>,
}

/// Two pieces that have fought.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Fight {
    /// The kind of the piece that stepped, a capital.
    pub attacker: char,
    /// The kind of the piece that was attacked, a capital.
    pub defender: char,
    /// Who is left: `attacker`, `defender` or `nobody`.
    pub survivor: &'static str,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Ending {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub score: String,
    /// Who has won.
    pub winner: Option<usize>,
    /// Why, in the word that records use.
    pub reason: String,
    /// Why, in a sentence.
    pub words: String,
}

/// One position in all views. Where a player's is left out, he sees everything.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Frames {
    /// As somebody sees it from whom nothing is hidden.
    pub all: Frame,
    /// As the first player sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Frame>,
    /// As the second player sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Frame>,
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// The move as the judge reads it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The square of the piece, if one moves.
    pub from: Option<usize>,
    /// Where it goes.
    pub to: Option<usize>,
    /// What kind of move it is.
    pub kind: MoveKind,
    /// The move for people.
    pub label: String,
    /// The role that is named, a capital.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<char>,
}

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    /// A piece goes to an empty square.
    Step,
    /// A piece goes where an enemy stands.
    Capture,
    /// A piece is put on the board.
    Place,
    /// A role is named.
    Name,
    /// Nothing.
    Pass,
}

/// Writes `count` squares, each by what `letter_at` says.
pub(crate) fn cells(count: usize, letter_at: impl Fn(usize) -> Option<char>) -> String {
    (0..count).map(|square| letter_at(square).unwrap_or(EMPTY)).collect()
}

/// Returns the letter of a kind as a piece of `owner`.
pub(crate) fn owned(letter: char, owner: Player) -> char {
    match owner {
        Player::First => letter,
        Player::Second => letter.to_ascii_lowercase(),
    }
}
