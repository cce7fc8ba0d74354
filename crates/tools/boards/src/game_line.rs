//! Game lines: a game from its start position with all moves and positions up to now.

use std::fmt;

use gamekit::{Notation as _, Player, Position as _};

use crate::board::{Board, MoveOf};
use crate::frame::{Arrow, Frame, Frames, LegalMove};
use crate::position_line::PositionLine;
use crate::search_results::{Comparison, PvInfo, PvView, Task};

/// Game line, independent of the type of its positions.
pub trait GameLine: Send + Sync {
    /// Returns the number of moves made.
    fn played(&self) -> usize;

    /// Returns the moves in the notation of the judge.
    fn moves(&self) -> Vec<String>;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// The text is not a legal move. The game line stays unchanged.
    fn play(&mut self, text: &str) -> Result<(), BadPlay>;

    /// Plays the response of a player: one move, or several moves in one line of output.
    ///
    /// # Errors
    ///
    /// The text is not a legal response. The game line stays unchanged.
    fn answer(&mut self, text: &str) -> Result<(), BadPlay>;

    /// Takes moves back until `len` moves are left.
    fn truncate(&mut self, len: usize);

    /// Returns the player who made the move at `index`.
    fn mover(&self, index: usize) -> Player;

    /// Returns the side to move; after the end of the game, the side that would be to move.
    fn to_move(&self) -> Player;

    /// Returns the legal moves in the order of the judge.
    fn legal(&self) -> Vec<LegalMove>;

    /// Returns the label of the move at `index` for readers.
    fn label(&self, index: usize) -> String;

    /// Returns true if the move at `index` is still hidden from `viewer`.
    fn is_secret(&self, index: usize, viewer: Player) -> bool;

    /// Returns the frame after `index` moves as `viewer` may see it. Its ply is `index`, and its
    /// result is left out.
    fn frame(&self, index: usize, viewer: Option<Player>) -> Frame;

    /// Returns the frames after `index` moves in all views.
    fn frames(&self, index: usize) -> Frames;

    /// Returns the start position in the notation of the game; `None` for the initial position.
    fn start(&self) -> Option<&str>;

    /// Returns true if the game is over by the rules.
    fn is_over(&self) -> bool;

    /// Chooses a move with the bot and calls `report` with its principal variation during the
    /// search. `None` if there is no legal move.
    fn decide(&self, task: &Task, report: &mut dyn FnMut(PvView)) -> Option<String>;

    /// Analyses the best `lines` moves (multi-PV) until a limit of `task` is reached, and calls
    /// `report` after each iteration.
    fn analyse(&self, task: &Task, lines: usize, report: &mut dyn FnMut(Vec<PvView>));

    /// Searches the best move, and the move at `index` alone with the same limits, in the position
    /// before that move. `None` if the bot cannot tell the value of a single move there, or if a
    /// limit was reached within the first iteration.
    fn compare(&self, index: usize, task: &Task) -> Option<Comparison<PvView>>;

    /// Returns a copy of the game line.
    fn duplicate(&self) -> Box<dyn GameLine>;
}

/// Error: a move that is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPlay {
    text: String,
    legal: Vec<String>,
}

impl fmt::Display for BadPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Maximum number of legal moves in a message.
        const SHOWN: usize = 8;
        let text: String = self.text.chars().take(80).collect();
        if self.legal.is_empty() {
            return write!(f, "`{}` cannot be played: the game is over", text.escape_debug());
        }
        let rest = if self.legal.len() > SHOWN { ", …" } else { "" };
        let shown = self.legal[..self.legal.len().min(SHOWN)].join(", ");
        write!(f, "`{}` is not legal here; legal moves: {shown}{rest}", text.escape_debug())
    }
}

impl std::error::Error for BadPlay {}

/// Game line of one game.
pub(crate) struct BoardLine<B: Board> {
    line: PositionLine<B::Position>,
}

impl<B: Board> Clone for BoardLine<B> {
    fn clone(&self) -> BoardLine<B> {
        BoardLine { line: self.line.clone() }
    }
}

impl<B: Board> BoardLine<B> {
    /// Returns a game line from the initial position, or from a position in its notation.
    ///
    /// # Errors
    ///
    /// The text is not a position.
    pub(crate) fn begin(start: Option<&str>) -> Result<BoardLine<B>, gamekit::ParseError> {
        Ok(BoardLine { line: PositionLine::begin(start, B::initial)? })
    }

    /// Adds labels and arrows to a principal variation, for the page.
    fn pv_view(&self, info: PvInfo) -> PvView {
        let mut pos = self.line.now;
        let (mut labels, mut arrows) = (Vec::new(), Vec::new());
        for text in &info.pv {
            let Some(mv) = pos.parse_move(text).ok().filter(|&mv| pos.is_legal(mv)) else { break };
            let description = B::describe(&pos, mv);
            labels.push(description.label);
            if let (Some(from), Some(to)) = (description.from, description.to) {
                arrows.push(Arrow { from, to });
            }
            pos.play_unchecked(mv);
        }
        PvView::new(info, labels, arrows)
    }
}

impl<B: Board> GameLine for BoardLine<B> {
    fn played(&self) -> usize {
        self.line.moves.len()
    }

    fn moves(&self) -> Vec<String> {
        self.line.moves.iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), BadPlay> {
        let mv = self.line.now.parse_move(text).ok().filter(|&mv| self.line.now.is_legal(mv));
        let Some(mv) = mv else {
            let legal = self.line.legal_moves().iter().map(ToString::to_string).collect();
            return Err(BadPlay { text: text.to_owned(), legal });
        };
        self.line.play(mv);
        Ok(())
    }

    fn answer(&mut self, text: &str) -> Result<(), BadPlay> {
        let len = self.line.moves.len();
        for part in B::split_answer(&self.line.now, text) {
            if let Err(error) = self.play(part) {
                self.truncate(len);
                return Err(error);
            }
        }
        Ok(())
    }

    fn truncate(&mut self, len: usize) {
        self.line.truncate(len);
    }

    fn mover(&self, index: usize) -> Player {
        self.line.at(index).side_to_move()
    }

    fn to_move(&self) -> Player {
        self.line.now.side_to_move()
    }

    fn legal(&self) -> Vec<LegalMove> {
        let describe = |mv: MoveOf<B>| {
            let description = B::describe(&self.line.now, mv);
            LegalMove {
                mv: mv.to_string(),
                from: description.from,
                to: description.to,
                kind: description.kind,
                label: description.label,
                role: description.role,
            }
        };
        self.line.legal_moves().into_iter().map(describe).collect()
    }

    fn label(&self, index: usize) -> String {
        B::describe(self.line.at(index), self.line.moves[index]).label
    }

    fn is_secret(&self, index: usize, viewer: Player) -> bool {
        B::is_secret(self.line.at(index), self.line.moves[index], &self.line.now, viewer)
    }

    fn frame(&self, index: usize, viewer: Option<Player>) -> Frame {
        let pos = self.line.at(index);
        let made = index.checked_sub(1).map(|made| (self.line.at(made), self.line.moves[made]));
        Frame {
            ply: index,
            to_move: pos.outcome().is_none().then(|| pos.side_to_move().index()),
            picture: B::picture(pos, viewer),
            last: made.and_then(|(before, mv)| B::trace(before, mv)),
            battle: made.and_then(|(before, mv)| B::fight(before, mv)),
            text: viewer.is_none().then(|| pos.to_string()),
            result: None,
        }
    }

    fn frames(&self, index: usize) -> Frames {
        let has_hidden = B::hides_something(self.line.at(index));
        let seen_by = |player| has_hidden.then(|| self.frame(index, Some(player)));
        Frames {
            all: self.frame(index, None),
            first: seen_by(Player::First),
            second: seen_by(Player::Second),
        }
    }

    fn start(&self) -> Option<&str> {
        self.line.start.as_deref()
    }

    fn is_over(&self) -> bool {
        self.line.now.outcome().is_some()
    }

    fn decide(&self, task: &Task, report: &mut dyn FnMut(PvView)) -> Option<String> {
        let mut report_view = |info| report(self.pv_view(info));
        B::BOT.decide(&self.line, task, &mut report_view).map(|mv| mv.to_string())
    }

    fn analyse(&self, task: &Task, lines: usize, report: &mut dyn FnMut(Vec<PvView>)) {
        B::BOT.analyse(&self.line, task, lines, &mut |infos| {
            report(infos.into_iter().map(|info| self.pv_view(info)).collect());
        });
    }

    fn compare(&self, index: usize, task: &Task) -> Option<Comparison<PvView>> {
        let other = *self.line.moves.get(index)?;
        let mut before = self.clone();
        before.truncate(index);
        let Comparison { best, other } = B::BOT.compare(&before.line, other, task)?;
        Some(Comparison { best: before.pv_view(best), other: before.pv_view(other) })
    }

    fn duplicate(&self) -> Box<dyn GameLine> {
        Box::new(self.clone())
    }
}
