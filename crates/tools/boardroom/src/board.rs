//! What the room has to know of one game.

use gamekit::{Notation, Player, Position as _};

use crate::frame::{Fight, MoveKind, Picture, Trace};
use crate::game_line::BoardLine;
use crate::info::GameInfo;
use crate::thinking::{Decision, Insight, Task};

/// A game as the room draws and plays it. Everything particular to one game stands in its file under
/// `games/`.
pub(crate) trait Board: Send + Sync + 'static {
    /// The game's rules.
    type Position: Notation<Move: Send + Sync> + Copy + Send + Sync + 'static;

    /// The arena's name of the game.
    const NAME: &'static str;

    /// Returns what the page has to know before it can draw a board.
    fn info() -> GameInfo;

    /// Returns the position in which a game starts.
    fn initial() -> Self::Position {
        Self::Position::initial()
    }

    /// Returns what stands on the board as `viewer` may see it, or somebody from whom nothing is
    /// hidden.
    fn picture(pos: &Self::Position, viewer: Option<Player>) -> Picture;

    /// Tells whether a player may see less of `pos` than there is.
    fn hides_something(_pos: &Self::Position) -> bool {
        false
    }

    /// Says what a move is that is legal in `pos`.
    fn describe(pos: &Self::Position, mv: MoveOf<Self>) -> Described;

    /// Returns where a move made in `before` went, for marking it on the board.
    fn trace(before: &Self::Position, mv: MoveOf<Self>) -> Option<Trace> {
        let Described { from, to, kind, .. } = Self::describe(before, mv);
        to?;
        Some(Trace { from, to, captured: kind == MoveKind::Capture })
    }

    /// Tells whether `viewer` may still not know in `now` which move was made in `before`.
    fn is_secret(
        _before: &Self::Position,
        _mv: MoveOf<Self>,
        _now: &Self::Position,
        _viewer: Player,
    ) -> bool {
        false
    }

    /// Splits what a player answers into the texts of its moves: where he answers with several at once,
    /// each is one character.
    fn split_answer<'a>(_pos: &Self::Position, answer: &'a str) -> Vec<&'a str> {
        vec![answer]
    }

    /// Returns an army's setup for `player`, drawn by chance, a capital a piece; `None` where armies
    /// always stand alike.
    fn draw_setup(_player: Player, _seed: u64) -> Option<String> {
        None
    }

    /// Returns the moves that place an army as a text of capitals says; `None` for a text that is no
    /// army, and where armies always stand alike.
    fn read_setup(_text: &str) -> Option<Vec<MoveOf<Self>>> {
        None
    }

    /// Returns the fight that a move made in `before` has ended.
    fn fight(_before: &Self::Position, _mv: MoveOf<Self>) -> Option<Fight> {
        None
    }

    /// Lets the game's bot choose a move, and tells `report` what it thinks meanwhile. `None` if there
    /// is nothing to choose.
    fn decide(
        line: &BoardLine<Self>,
        task: &Task,
        report: &mut dyn FnMut(Insight),
    ) -> Option<Decision>
    where
        Self: Sized;

    /// Lets the game's bot think about the best `lines` moves until the task's limits end it, and tells
    /// `report` after each iteration.
    fn analyse(
        line: &BoardLine<Self>,
        task: &Task,
        lines: usize,
        report: &mut dyn FnMut(Vec<Insight>),
    ) where
        Self: Sized;
}

/// The moves of a game.
pub(crate) type MoveOf<B> = <<B as Board>::Position as gamekit::Position>::Move;

/// A move for people and for the page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Described {
    /// The square that is left.
    pub(crate) from: Option<usize>,
    /// The square that is entered, or attacked.
    pub(crate) to: Option<usize>,
    /// What the move does.
    pub(crate) kind: MoveKind,
    /// The move for people.
    pub(crate) label: String,
    /// The role that it names.
    pub(crate) role: Option<char>,
}

impl Described {
    /// Returns a move from square to square, labelled by its text.
    pub(crate) fn step(from: usize, to: usize, captures: bool, label: String) -> Described {
        let kind = if captures { MoveKind::Capture } else { MoveKind::Step };
        Described { from: Some(from), to: Some(to), kind, label, role: None }
    }
}
