//! Games in progress: every position from the start on.

use std::fmt;

use arena::{BadGame, Verdict};
use gamekit::{Notation as _, Player, Position as _};

use crate::board::{Board, MoveOf};
use crate::frame::{Arrow, Frame, Frames, LegalMove};
use crate::thinking::{Decision, Insight, Task, Thought};

/// A game in progress, whatever its positions are.
pub trait GameLine: Send + Sync {
    /// Returns how many moves were made.
    fn played(&self) -> usize;

    /// Returns the moves as the judge reads them.
    fn moves(&self) -> Vec<String>;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// A text that is no legal move here. The game stays where it is.
    fn play(&mut self, text: &str) -> Result<(), BadPlay>;

    /// Plays what a player answers: a move, or the several moves of one line.
    ///
    /// # Errors
    ///
    /// A text that is no legal answer here. The game stays where it is.
    fn answer(&mut self, text: &str) -> Result<(), BadPlay>;

    /// Takes moves back until `len` are left.
    fn truncate(&mut self, len: usize);

    /// Returns whose move the one at `index` was.
    fn mover(&self, index: usize) -> Player;

    /// Returns who is to act now; after the end, who would be.
    fn to_move(&self) -> Player;

    /// Returns the legal moves, in the judge's order.
    fn legal(&self) -> Vec<LegalMove>;

    /// Returns the move at `index` for people.
    fn label(&self, index: usize) -> String;

    /// Tells whether `viewer` may not know the move at `index` yet.
    fn is_secret(&self, index: usize, viewer: Player) -> bool;

    /// Returns the position after `index` moves as `viewer` may see it. Its ply is `index`, and its
    /// result is left out.
    fn frame(&self, index: usize, viewer: Option<Player>) -> Frame;

    /// Returns the position after `index` moves in all views.
    fn frames(&self, index: usize) -> Frames;

    /// Returns how the game has ended by the rules.
    ///
    /// # Errors
    ///
    /// The arena takes the game for another: that would be a fault of this program.
    fn verdict(&self) -> Result<Option<Verdict>, BadGame>;

    /// Lets the bot choose a move, and tells `report` what it thinks meanwhile. `None` if there is
    /// nothing to choose.
    fn decide(&self, task: &Task, report: &mut dyn FnMut(Thought)) -> Option<String>;

    /// Lets the bot think about the best `lines` moves until the task ends, and tells `report` after
    /// each iteration.
    fn analyse(&self, task: &Task, lines: usize, report: &mut dyn FnMut(Vec<Thought>));

    /// Returns a copy.
    fn duplicate(&self) -> Box<dyn GameLine>;
}

/// A move that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPlay {
    text: String,
    legal: Vec<String>,
}

impl fmt::Display for BadPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// How many legal moves a message shows.
        const SHOWN: usize = 8;
        let text: String = self.text.chars().take(80).collect();
        if self.legal.is_empty() {
            return write!(f, "`{}` cannot be played: the game is over", text.escape_debug());
        }
        let rest = if self.legal.len() > SHOWN { ", …" } else { "" };
        let shown = self.legal[..self.legal.len().min(SHOWN)].join(", ");
        write!(f, "`{}` is not legal here; legal are {shown}{rest}", text.escape_debug())
    }
}

impl std::error::Error for BadPlay {}

/// A game in progress.
pub(crate) struct BoardLine<B: Board> {
    /// The text of the position in which it has started, where that is not the game's start.
    start: Option<String>,
    /// The positions before the moves.
    pub(crate) past: Vec<B::Position>,
    /// The moves.
    pub(crate) moves: Vec<MoveOf<B>>,
    /// The position now.
    pub(crate) now: B::Position,
}

impl<B: Board> Clone for BoardLine<B> {
    fn clone(&self) -> BoardLine<B> {
        let (start, past, moves) = (self.start.clone(), self.past.clone(), self.moves.clone());
        BoardLine { start, past, moves, now: self.now }
    }
}

impl<B: Board> BoardLine<B> {
    /// Returns a game at its start, or at a position as the notation writes it.
    ///
    /// # Errors
    ///
    /// A text that is no position.
    pub(crate) fn begin(start: Option<&str>) -> Result<BoardLine<B>, gamekit::ParseError> {
        let now = start.map_or_else(|| Ok(B::initial()), str::parse)?;
        Ok(BoardLine { start: start.map(str::to_owned), past: Vec::new(), moves: Vec::new(), now })
    }

    /// Returns the position after `index` moves.
    pub(crate) fn at(&self, index: usize) -> &B::Position {
        self.past.get(index).unwrap_or(&self.now)
    }

    /// Returns the legal moves.
    pub(crate) fn legal_moves(&self) -> Vec<MoveOf<B>> {
        let mut moves = Vec::new();
        self.now.legal_moves(|mv| moves.push(mv));
        moves
    }

    /// Returns what the page is to know of an insight of the bot's.
    fn thought(&self, insight: Insight) -> Thought {
        let mut pos = self.now;
        let (mut labels, mut arrows) = (Vec::new(), Vec::new());
        for text in &insight.pv {
            let Some(mv) = pos.parse_move(text).ok().filter(|&mv| pos.is_legal(mv)) else { break };
            let described = B::describe(&pos, mv);
            labels.push(described.label);
            if let (Some(from), Some(to)) = (described.from, described.to) {
                arrows.push(Arrow { from, to });
            }
            pos.play_unchecked(mv);
        }
        Thought::new(insight, labels, arrows)
    }
}

impl<B: Board> GameLine for BoardLine<B> {
    fn played(&self) -> usize {
        self.moves.len()
    }

    fn moves(&self) -> Vec<String> {
        self.moves.iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), BadPlay> {
        let mv = self.now.parse_move(text).ok().filter(|&mv| self.now.is_legal(mv));
        let Some(mv) = mv else {
            let legal = self.legal_moves().iter().map(ToString::to_string).collect();
            return Err(BadPlay { text: text.to_owned(), legal });
        };
        self.past.push(self.now);
        self.moves.push(mv);
        self.now.play_unchecked(mv);
        Ok(())
    }

    fn answer(&mut self, text: &str) -> Result<(), BadPlay> {
        let len = self.moves.len();
        for part in B::split_answer(&self.now, text) {
            if let Err(error) = self.play(part) {
                self.truncate(len);
                return Err(error);
            }
        }
        Ok(())
    }

    fn truncate(&mut self, len: usize) {
        if let Some(&pos) = self.past.get(len) {
            self.now = pos;
            self.past.truncate(len);
            self.moves.truncate(len);
        }
    }

    fn mover(&self, index: usize) -> Player {
        self.at(index).side_to_move()
    }

    fn to_move(&self) -> Player {
        self.now.side_to_move()
    }

    fn legal(&self) -> Vec<LegalMove> {
        let describe = |mv: MoveOf<B>| {
            let described = B::describe(&self.now, mv);
            LegalMove {
                mv: mv.to_string(),
                from: described.from,
                to: described.to,
                kind: described.kind,
                label: described.label,
                role: described.role,
            }
        };
        self.legal_moves().into_iter().map(describe).collect()
    }

    fn label(&self, index: usize) -> String {
        B::describe(self.at(index), self.moves[index]).label
    }

    fn is_secret(&self, index: usize, viewer: Player) -> bool {
        B::is_secret(self.at(index), self.moves[index], &self.now, viewer)
    }

    fn frame(&self, index: usize, viewer: Option<Player>) -> Frame {
        let pos = self.at(index);
        let made = index.checked_sub(1).map(|made| (self.at(made), self.moves[made]));
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
        let hides = B::hides_something(self.at(index));
        let seen_by = |player| hides.then(|| self.frame(index, Some(player)));
        Frames {
            all: self.frame(index, None),
            first: seen_by(Player::First),
            second: seen_by(Player::Second),
        }
    }

    fn verdict(&self) -> Result<Option<Verdict>, BadGame> {
        if self.now.outcome().is_none() {
            return Ok(None);
        }
        let game = arena::game(B::NAME).expect("every game of the room is one of the arena's");
        game.verdict_after(self.start.as_deref(), &self.moves())
    }

    fn decide(&self, task: &Task, report: &mut dyn FnMut(Thought)) -> Option<String> {
        let mut tell = |insight| report(self.thought(insight));
        B::decide(self, task, &mut tell).map(|Decision(text)| text)
    }

    fn analyse(&self, task: &Task, lines: usize, report: &mut dyn FnMut(Vec<Thought>)) {
        B::analyse(self, task, lines, &mut |insights| {
            report(insights.into_iter().map(|insight| self.thought(insight)).collect());
        });
    }

    fn duplicate(&self) -> Box<dyn GameLine> {
        Box::new(self.clone())
    }
}
