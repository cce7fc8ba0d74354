//! A game under way between a visitor and a bot.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gamekit::Player;
use serde::Serialize;
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::chance;
use crate::engines::{Engines, StopHandle};
use crate::frame::{Ending, Frame, LegalMove};
use crate::game_line::{BadPlay, GameLine};
use crate::games::AnyGame;
use crate::thinking::{Task, Thought};
use crate::words::ending;

/// Longest time for a move, and the time for a hint at most.
pub(crate) const LONGEST: Duration = Duration::from_secs(60);

/// Events that a slow reader may be behind before he is told the whole table anew.
const BACKLOG: usize = 64;

/// A game between a visitor and a bot.
pub(crate) struct Session {
    id: String,
    room: &'static dyn AnyGame,
    human: Player,
    time: Duration,
    /// Moves that came with the game's beginning and are not taken back.
    floor: usize,
    state: Mutex<State>,
    events: broadcast::Sender<Event>,
}

struct State {
    course: Box<dyn GameLine>,
    result: Option<Ending>,
    version: u64,
    /// Who thinks for this table, and what for.
    thinking: Option<Thinking>,
    /// Grows whenever what is being thought of is no longer the position.
    epoch: u64,
    thought: Option<Thought>,
    hint: Option<Hint>,
    trouble: Option<String>,
    touched: Instant,
}

struct Thinking {
    purpose: Purpose,
    stopper: StopHandle,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Move,
    Hint,
}

/// What the readers of a table are told.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// Something has changed: look.
    Changed,
    /// The bot has thought further.
    Thought(Thought),
}

/// A table as its visitor sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionView {
    /// What it is called in addresses; whoever knows it may play.
    id: String,
    /// The game's name.
    game: &'static str,
    /// Whose side the visitor has, 0 or 1.
    human: usize,
    /// Milliseconds that the bot has for a move.
    time_ms: u64,
    /// Moves made.
    ply: usize,
    /// The position as the visitor may see it; when the game is over, all of it.
    frame: Frame,
    /// The visitor's legal moves, if it is his turn.
    legal: Vec<LegalMove>,
    /// The moves so far.
    history: Vec<Made>,
    /// `play` or `over`.
    phase: &'static str,
    /// 0 or 1, whoever is to act; null when the game is over.
    to_move: Option<usize>,
    /// Whether the bot is choosing a move.
    is_thinking: bool,
    /// What the bot has thought last. Where it would tell what is hidden, no more than how far.
    #[serde(skip_serializing_if = "Option::is_none")]
    thought: Option<Thought>,
    /// The move that the visitor was advised.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Hint>,
    /// Whether somebody thinks about a hint.
    is_advising: bool,
    /// Whether there is a move to take back.
    can_undo: bool,
    /// The judge's texts of all moves, where the visitor may know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    /// What has gone wrong, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
    /// Grows by every change.
    version: u64,
}

/// A move that was made.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Made {
    /// 0 or 1.
    player: usize,
    /// As the judge reads it; `?` if the visitor may not know it.
    #[serde(rename = "move")]
    mv: String,
    /// For people.
    label: String,
}

/// A move that the visitor was advised.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Hint {
    /// As the judge reads it.
    #[serde(rename = "move")]
    mv: String,
    /// For people.
    label: String,
    /// The square of the piece, if one moves.
    from: Option<usize>,
    /// Where it goes.
    to: Option<usize>,
}

/// What a visitor cannot do now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// It is the bot's turn.
    #[error("it is not your turn: wait for the bot, or stop it")]
    NotYourTurn,
    /// The game is over.
    #[error("the game is over: begin a new one, or take a move back")]
    Over,
    /// There is nothing to take back.
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    /// An illegal move.
    #[error(transparent)]
    Illegal(#[from] BadPlay),
}

/// How a game begins.
pub(crate) struct Beginning {
    /// The game.
    pub(crate) room: &'static dyn AnyGame,
    /// Whose side the visitor has.
    pub(crate) human: Player,
    /// What the bot has for a move.
    pub(crate) time: Duration,
    /// The game so far.
    pub(crate) course: Box<dyn GameLine>,
    /// The moves that are not taken back.
    pub(crate) floor: usize,
}

impl Session {
    /// Returns a table at which nobody has done anything yet.
    pub(crate) fn new(id: String, beginning: Beginning) -> Arc<Session> {
        let Beginning { room, human, time, course, floor } = beginning;
        let state = State {
            result: result_of(room, course.as_ref()),
            course,
            version: 1,
            thinking: None,
            epoch: 0,
            thought: None,
            hint: None,
            trouble: None,
            touched: Instant::now(),
        };
        let events = broadcast::channel(BACKLOG).0;
        Arc::new(Session { id, room, human, time, floor, state: Mutex::new(state), events })
    }

    /// Returns what it is called in addresses.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the game.
    pub(crate) fn room(&self) -> &'static dyn AnyGame {
        self.room
    }

    /// Returns the visitor's side.
    pub(crate) fn human(&self) -> Player {
        self.human
    }

    /// Returns when somebody has looked at it last.
    pub(crate) fn touched(&self) -> Instant {
        self.lock().touched
    }

    /// Returns what is told of it from now on.
    pub(crate) fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// Returns the moves, if the visitor may know all of them.
    pub(crate) fn open_moves(&self) -> Option<Vec<String>> {
        let state = self.lock();
        let is_open = state.result.is_some() || !self.room.info().hides;
        is_open.then(|| state.course.moves())
    }

    /// Returns the table as its visitor sees it.
    pub(crate) fn view(&self) -> SessionView {
        let mut state = self.lock();
        state.touched = Instant::now();
        let course = state.course.as_ref();
        let (hides, is_over) = (self.room.info().hides, state.result.is_some());
        let viewer = (hides && !is_over).then_some(self.human);
        let mut frame = course.frame(course.played(), viewer);
        frame.result.clone_from(&state.result);
        if is_over {
            frame.to_move = None;
        }
        let moves = course.moves();
        let made = |(index, mv): (usize, &String)| {
            let is_secret = !is_over && course.is_secret(index, self.human);
            let hidden = || "?".to_owned();
            Made {
                player: course.mover(index).index(),
                mv: if is_secret { hidden() } else { mv.clone() },
                label: if is_secret { hidden() } else { course.label(index) },
            }
        };
        let is_humans = !is_over && course.to_move() == self.human;
        let thought = state.thought.clone().map(|thought| self.seen(thought));
        let thinking = state.thinking.as_ref().map(|thinking| thinking.purpose);
        SessionView {
            id: self.id.clone(),
            game: self.room.name(),
            human: self.human.index(),
            time_ms: u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX),
            ply: course.played(),
            to_move: frame.to_move,
            frame,
            legal: if is_humans { course.legal() } else { Vec::new() },
            history: moves.iter().enumerate().map(made).collect(),
            phase: if is_over { "over" } else { "play" },
            is_thinking: thinking == Some(Purpose::Move),
            thought,
            hint: state.hint.clone(),
            is_advising: thinking == Some(Purpose::Hint),
            can_undo: self.last_of_human(course).is_some(),
            moves: (is_over || !hides).then_some(moves),
            trouble: state.trouble.clone(),
            version: state.version,
        }
    }

    /// Plays the visitor's move, and lets the bot answer.
    ///
    /// # Errors
    ///
    /// It is not his turn, or the move is not legal.
    pub(crate) fn play(
        self: &Arc<Session>,
        mv: &str,
        engines: &Arc<Engines>,
    ) -> Result<(), Refusal> {
        let mut state = self.lock();
        if state.result.is_some() {
            return Err(Refusal::Over);
        }
        if state.course.to_move() != self.human {
            return Err(Refusal::NotYourTurn);
        }
        state.course.play(mv)?;
        self.go_on(state, engines);
        Ok(())
    }

    /// Takes the visitor's last move back, and what the bot has answered.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(crate) fn undo(self: &Arc<Session>, engines: &Arc<Engines>) -> Result<(), Refusal> {
        let mut state = self.lock();
        let last = self.last_of_human(state.course.as_ref()).ok_or(Refusal::NothingToUndo)?;
        state.course.truncate(last);
        state.thought = None;
        self.go_on(state, engines);
        Ok(())
    }

    /// Asks a bot for the visitor's move.
    ///
    /// # Errors
    ///
    /// It is not his turn.
    pub(crate) fn advise(self: &Arc<Session>, engines: &Arc<Engines>) -> Result<(), Refusal> {
        let mut state = self.lock();
        if state.result.is_some() {
            return Err(Refusal::Over);
        }
        if state.course.to_move() != self.human {
            return Err(Refusal::NotYourTurn);
        }
        if state.thinking.is_none() {
            state.hint = None;
            self.begin_thinking(&mut state, Purpose::Hint, engines);
        }
        Ok(())
    }

    /// Ends the bot's thinking: it plays the best move that it knows.
    pub(crate) fn stop(&self) {
        if let Some(thinking) = &self.lock().thinking {
            thinking.stopper.stop();
        }
    }

    /// Ends the bot's thinking about a game that nobody plays any more.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.epoch += 1;
        if let Some(thinking) = state.thinking.take() {
            thinking.stopper.stop();
        }
    }

    /// Lets the bot begin if it is its turn.
    pub(crate) fn open(self: &Arc<Session>, engines: &Arc<Engines>) {
        self.go_on(self.lock(), engines);
    }

    /// Takes account of a change of the game: whatever was being thought of is over.
    fn go_on(self: &Arc<Session>, mut state: MutexGuard<'_, State>, engines: &Arc<Engines>) {
        state.epoch += 1;
        state.hint = None;
        state.trouble = None;
        state.touched = Instant::now();
        if let Some(thinking) = state.thinking.take() {
            thinking.stopper.stop();
        }
        state.result = result_of(self.room, state.course.as_ref());
        if state.result.is_none() && state.course.to_move() != self.human {
            self.begin_thinking(&mut state, Purpose::Move, engines);
        } else {
            self.tell_change(&mut state);
        }
    }

    fn begin_thinking(
        self: &Arc<Session>,
        state: &mut State,
        purpose: Purpose,
        engines: &Arc<Engines>,
    ) {
        state.thinking = Some(Thinking { purpose, stopper: StopHandle::default() });
        self.tell_change(state);
        tokio::spawn(think(Arc::clone(self), Arc::clone(engines), state.epoch, purpose));
    }

    fn tell_change(&self, state: &mut State) {
        state.version += 1;
        // Nobody may be listening.
        let _ = self.events.send(Event::Changed);
    }

    /// Returns the place of the visitor's last move that may be taken back.
    fn last_of_human(&self, course: &dyn GameLine) -> Option<usize> {
        (self.floor..course.played()).rev().find(|&index| course.mover(index) == self.human)
    }

    /// Returns a thought of the bot's as the visitor may see it: in a game that hides something no
    /// moves, which would tell what pieces are.
    fn seen(&self, thought: Thought) -> Thought {
        if self.room.info().hides { thought.without_moves() } else { thought }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns how a game has ended, if it has.
fn result_of(room: &dyn AnyGame, course: &dyn GameLine) -> Option<Ending> {
    let verdict = course.verdict().expect("the game was played by the rules")?;
    Some(ending(room, verdict.outcome, verdict.reason))
}

/// Lets an engine think for a table as of `epoch`, and does what it was asked for.
async fn think(table: Arc<Session>, engines: Arc<Engines>, epoch: u64, purpose: Purpose) {
    let seat = engines.to_play().await;
    let (seat, course) = {
        let mut state = table.lock();
        if state.epoch != epoch {
            return;
        }
        match seat {
            Ok(seat) => {
                state.thinking = Some(Thinking { purpose, stopper: seat.stopper() });
                (seat, state.course.duplicate())
            }
            Err(busy) => {
                state.thinking = None;
                state.trouble = Some(busy.to_string());
                return table.tell_change(&mut state);
            }
        }
    };
    let (time, listener) = (table.time.min(LONGEST), Arc::clone(&table));
    let chosen = seat
        .think(move |stop| {
            let task = Task { time, stop, salt: chance::seed() };
            course.decide(&task, &mut |thought| listener.note(epoch, purpose, thought))
        })
        .await;
    let mut state = table.lock();
    if state.epoch != epoch {
        return;
    }
    state.thinking = None;
    let Some(mv) = chosen.flatten() else {
        let why = "the bot has broken off: take a move back, or begin a new game";
        state.trouble = Some(why.to_owned());
        return table.tell_change(&mut state);
    };
    match purpose {
        Purpose::Move => {
            if let Err(error) = state.course.play(&mv) {
                state.trouble = Some(format!("the bot has made a mistake: {error}"));
                return table.tell_change(&mut state);
            }
            table.go_on(state, &engines);
        }
        Purpose::Hint => {
            let legal = state.course.legal().into_iter().find(|legal| legal.mv == mv);
            state.hint =
                legal.map(|LegalMove { mv, label, from, to, .. }| Hint { mv, label, from, to });
            table.tell_change(&mut state);
        }
    }
}

impl Session {
    /// Takes account of what the bot thinks while it thinks.
    fn note(&self, epoch: u64, purpose: Purpose, thought: Thought) {
        let mut state = self.lock();
        if state.epoch == epoch && purpose == Purpose::Move {
            state.thought = Some(thought.clone());
            // Nobody may be listening.
            let _ = self.events.send(Event::Thought(self.seen(thought)));
        }
    }
}
