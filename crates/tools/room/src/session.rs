//! Session: a game in progress between a visitor and a bot, without its searches and clients.

use std::time::Duration;

use boards::{BadPlay, Ending, GameLine, LegalMove, PvView, Task};
use gamekit::Player;
use registry::Game;
use search::StopFlag;
use serde::{Deserialize, Serialize};

use crate::problem::{Problem, ProblemKind};
use crate::random;
use crate::session_view::{Hint, PlayedMove, SessionView};
use crate::words::{ending, verdict_of};

/// Maximum time of the bot for a move or a hint.
pub(crate) const MAX_MOVE_TIME: Duration = Duration::from_secs(60);

/// Message if a search of the bot has no result.
const FAILED: &str = "the bot's search failed: take a move back, or begin a new game";

/// Game between a visitor and a bot.
pub struct Session {
    pub(crate) game: &'static dyn Game,
    pub(crate) human: Player,
    /// Time of the bot per move.
    pub(crate) time: Duration,
    pub(crate) line: Box<dyn GameLine>,
    /// Number of moves of the setup phase, which cannot be taken back.
    pub(crate) floor: usize,
    result: Option<Ending>,
    pub(crate) version: u64,
    pub(crate) thought: Option<PvView>,
    pub(crate) hint: Option<Hint>,
    pub(crate) trouble: Option<String>,
}

/// Purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// Move of the bot.
    Move,
    /// Hint for the visitor.
    Hint,
}

/// Error: an action that is not possible now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// It is the bot's turn.
    #[error("it is not your turn: wait for the bot, or stop it")]
    NotYourTurn,
    /// The game is over.
    #[error("the game is over: begin a new one, or take a move back")]
    Over,
    /// There is no move to take back.
    #[error("none of your moves can be taken back")]
    NothingToUndo,
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] BadPlay),
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let kind = match refusal {
            Refusal::Illegal(_) => ProblemKind::Impossible,
            _ => ProblemKind::Conflict,
        };
        Problem::new(kind, refusal)
    }
}

/// Search of a bot that is ready to start.
pub struct SessionSearch {
    line: Box<dyn GameLine>,
    time: Duration,
}

impl SessionSearch {
    /// Chooses a move, and calls `report` with the principal variation during the search. `None` if
    /// there is no legal move.
    pub fn run(&self, stop: StopFlag, report: &mut dyn FnMut(PvView)) -> Option<String> {
        let task = Task { time: Some(self.time), nodes: None, stop, salt: random::seed() };
        self.line.decide(&task, report)
    }
}

impl Session {
    /// Returns a session with this game line.
    pub(crate) fn new(
        game: &'static dyn Game,
        human: Player,
        time: Duration,
        line: Box<dyn GameLine>,
        floor: usize,
    ) -> Session {
        Session {
            result: result_of(game, line.as_ref()),
            game,
            human,
            time,
            line,
            floor,
            version: 1,
            thought: None,
            hint: None,
            trouble: None,
        }
    }

    /// Returns true if the bot has to move.
    #[must_use]
    pub fn is_bots_turn(&self) -> bool {
        self.result.is_none() && self.line.to_move() != self.human
    }

    /// Returns the last error message, with advice for the visitor.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Sets the error message.
    pub fn set_trouble(&mut self, message: String) {
        self.trouble = Some(message);
    }

    /// Checks that the visitor has to move.
    ///
    /// # Errors
    ///
    /// It is not the visitor's turn, or the game is over.
    pub fn check_turn(&self) -> Result<(), Refusal> {
        match self.result {
            Some(_) => Err(Refusal::Over),
            None if self.line.to_move() != self.human => Err(Refusal::NotYourTurn),
            None => Ok(()),
        }
    }

    /// Plays the visitor's move.
    ///
    /// # Errors
    ///
    /// It is not the visitor's turn, the game is over, or the move is not legal.
    pub fn play(&mut self, mv: &str) -> Result<(), Refusal> {
        self.check_turn()?;
        self.line.play(mv)?;
        self.after_change();
        Ok(())
    }

    /// Takes back the visitor's last move and the bot's reply.
    ///
    /// # Errors
    ///
    /// There is no such move.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        let last = self.last_of_human().ok_or(Refusal::NothingToUndo)?;
        self.line.truncate(last);
        self.thought = None;
        self.after_change();
        Ok(())
    }

    /// Removes the hint, before the search for another one.
    ///
    /// # Errors
    ///
    /// It is not the visitor's turn, or the game is over.
    pub fn begin_hint(&mut self) -> Result<(), Refusal> {
        self.check_turn()?;
        self.hint = None;
        Ok(())
    }

    /// Returns the search of the current position.
    #[must_use]
    pub fn search(&self) -> SessionSearch {
        SessionSearch { line: self.line.duplicate(), time: self.time.min(MAX_MOVE_TIME) }
    }

    /// Stores a principal variation of the search in progress, and returns it as the visitor may
    /// see it. `None` for a hint, whose search is not shown.
    pub fn take_thought(&mut self, purpose: Purpose, pv: PvView) -> Option<PvView> {
        if purpose == Purpose::Hint {
            return None;
        }
        self.thought = Some(pv.clone());
        Some(self.visible(pv))
    }

    /// Plays the move that the search has chosen, or stores it as a hint. `None` if the search has
    /// failed.
    pub fn finish(&mut self, purpose: Purpose, chosen: Option<&str>) {
        self.version += 1;
        match (chosen, purpose) {
            (None, _) => self.trouble = Some(FAILED.to_owned()),
            (Some(mv), Purpose::Move) => match self.line.play(mv) {
                Ok(()) => self.after_change(),
                Err(error) => {
                    self.trouble =
                        Some(format!("the bot chose a move that cannot be played: {error}"));
                }
            },
            (Some(mv), Purpose::Hint) => {
                let legal = self.line.legal().into_iter().find(|legal| legal.mv == mv);
                self.hint =
                    legal.map(|LegalMove { mv, label, from, to, .. }| Hint { mv, label, from, to });
            }
        }
    }

    /// Counts a change that clients have to see.
    pub fn count_change(&mut self) {
        self.version += 1;
    }

    /// Returns the moves, if the visitor may know all of them.
    #[must_use]
    pub fn open_moves(&self) -> Option<Vec<String>> {
        let is_open = self.result.is_some() || !self.game.board().info().hides;
        is_open.then(|| self.line.moves())
    }

    /// Returns the name of the record of the game for readers.
    #[must_use]
    pub fn record_name(&self) -> String {
        format!("your game of {}", self.game.board().info().title)
    }

    /// Returns the game.
    #[must_use]
    pub(crate) fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// Returns the side of the visitor.
    #[must_use]
    pub(crate) fn human(&self) -> Player {
        self.human
    }

    /// Returns the session as its visitor sees it, with the identifier `id`, during a search for
    /// this purpose.
    #[must_use]
    pub fn view(&self, id: &str, search: Option<Purpose>) -> SessionView {
        let line = self.line.as_ref();
        let (hides, is_over) = (self.game.board().info().hides, self.result.is_some());
        let viewer = (hides && !is_over).then_some(self.human);
        let mut frame = line.frame(line.played(), viewer);
        frame.result.clone_from(&self.result);
        if is_over {
            frame.to_move = None;
        }
        let moves = line.moves();
        let played = |(index, mv): (usize, &String)| {
            let is_secret = !is_over && line.is_secret(index, self.human);
            let hidden = || "?".to_owned();
            PlayedMove {
                player: line.mover(index).index(),
                mv: if is_secret { hidden() } else { mv.clone() },
                label: if is_secret { hidden() } else { line.label(index) },
            }
        };
        let is_humans = !is_over && line.to_move() == self.human;
        SessionView {
            id: id.to_owned(),
            game: self.game.name(),
            human: self.human.index(),
            time_ms: u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX),
            ply: line.played(),
            to_move: frame.to_move,
            frame,
            legal: if is_humans { line.legal() } else { Vec::new() },
            history: moves.iter().enumerate().map(played).collect(),
            phase: if is_over { "over" } else { "play" },
            is_thinking: search == Some(Purpose::Move),
            thought: self.thought.clone().map(|pv| self.visible(pv)),
            hint: self.hint.clone(),
            is_advising: search == Some(Purpose::Hint),
            can_undo: self.last_of_human().is_some(),
            start: line.start().map(str::to_owned),
            moves: (is_over || !hides).then_some(moves),
            trouble: self.trouble.clone(),
            version: self.version,
        }
    }

    /// Updates what depends on the game line.
    fn after_change(&mut self) {
        self.hint = None;
        self.trouble = None;
        self.result = result_of(self.game, self.line.as_ref());
        self.version += 1;
    }

    /// Returns the index of the visitor's last move that can be taken back.
    fn last_of_human(&self) -> Option<usize> {
        let line = self.line.as_ref();
        (self.floor..line.played()).rev().find(|&index| line.mover(index) == self.human)
    }

    /// Returns a principal variation as the visitor may see it: without moves in a game with hidden
    /// information, because moves reveal the pieces.
    fn visible(&self, pv: PvView) -> PvView {
        if self.game.board().info().hides { pv.without_moves() } else { pv }
    }
}

/// Returns the result of a game, if it is over.
fn result_of(game: &dyn Game, line: &dyn GameLine) -> Option<Ending> {
    let verdict = verdict_of(game, line).expect("every move of the game line is legal")?;
    Some(ending(game, verdict.outcome, verdict.reason))
}
