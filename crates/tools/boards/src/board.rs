//! Interface of a game to the board room: drawing, labels of moves, and hidden information.

use gamekit::{Notation, Player, Position as _};

use crate::arrangement::Arrange;
use crate::bot::Bot;
use crate::frame::{Fight, MoveKind, Picture, Trace};
use crate::info::BoardInfo;

/// Game that the board room draws and plays.
pub trait Board: Send + Sync + 'static {
    /// Position, which implements the rules.
    type Position: Notation<Move: Send + Sync> + Copy + Send + Sync + 'static;

    /// Bot of the game.
    const BOT: &'static dyn Bot<Self::Position>;

    /// Reasons for the end of a game, as records write them, and clauses for readers in which
    /// `{winner}` and `{loser}` stand for the players.
    const ENDINGS: &'static [(&'static str, &'static str)];

    /// Positions of the board editor.
    const ARRANGE: Arrange<Self::Position> =
        Err("The notation of this game has more than pieces and the side to move.");

    /// Score per logit of expected points in the evaluation bar, in a game whose moves cannot be
    /// reviewed; other games have the scale of their reviews there.
    const BAR_UNITS: f64 = 200.0;

    /// Returns the data that the page needs to draw a board.
    fn info() -> BoardInfo;

    /// Returns the initial position.
    fn initial() -> Self::Position {
        Self::Position::initial()
    }

    /// Returns the pieces on the board as `viewer` may see them; all of them if `viewer` is `None`.
    fn picture(pos: &Self::Position, viewer: Option<Player>) -> Picture;

    /// Returns true if part of `pos` is hidden from a player.
    fn hides_something(_pos: &Self::Position) -> bool {
        false
    }

    /// Describes a legal move of `pos`.
    fn describe(pos: &Self::Position, mv: MoveOf<Self>) -> MoveDescription;

    /// Returns the squares that the page marks for a move made in `before`.
    fn trace(before: &Self::Position, mv: MoveOf<Self>) -> Option<Trace> {
        let MoveDescription { from, to, kind, .. } = Self::describe(before, mv);
        to?;
        Some(Trace { from, to, captured: kind == MoveKind::Capture })
    }

    /// Returns true if the move made in `before` is still hidden from `viewer` in `now`.
    fn is_secret(
        _before: &Self::Position,
        _mv: MoveOf<Self>,
        _now: &Self::Position,
        _viewer: Player,
    ) -> bool {
        false
    }

    /// Splits the response of a player into the texts of its moves. In a response of several moves
    /// each move is one character.
    fn split_answer<'a>(_pos: &Self::Position, answer: &'a str) -> Vec<&'a str> {
        vec![answer]
    }

    /// Returns a random setup for `player`, one capital letter per piece; `None` if the game has no
    /// setup phase.
    fn draw_setup(_player: Player, _seed: u64) -> Option<String> {
        None
    }

    /// Returns the moves that place the setup in `text`, one capital letter per piece; `None` if
    /// the text is not a setup or the game has no setup phase.
    fn read_setup(_text: &str) -> Option<Vec<MoveOf<Self>>> {
        None
    }

    /// Returns the battle that a move made in `before` has decided.
    fn fight(_before: &Self::Position, _mv: MoveOf<Self>) -> Option<Fight> {
        None
    }
}

/// Move of a game.
pub(crate) type MoveOf<B> = <<B as Board>::Position as gamekit::Position>::Move;

/// Move as the page shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveDescription {
    /// Square from which a piece moves.
    pub from: Option<usize>,
    /// Square to which a piece moves, or that it attacks.
    pub to: Option<usize>,
    /// Kind of the move.
    pub kind: MoveKind,
    /// Label of the move for readers.
    pub label: String,
    /// Role that the move names, a capital letter.
    pub role: Option<char>,
}

impl MoveDescription {
    /// Returns a move from one square to another with the given label.
    pub fn step(from: usize, to: usize, captures: bool, label: String) -> MoveDescription {
        let kind = if captures { MoveKind::Capture } else { MoveKind::Step };
        MoveDescription { from: Some(from), to: Some(to), kind, label, role: None }
    }
}
