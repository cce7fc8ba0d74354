//! Sessions: a game in progress between a visitor and a bot, with its state, searches and events.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use boards::{BadPlay, Ending, Frame, GameLine, LegalMove, PvView, Task};
use gamekit::Player;
use registry::Game;
use serde::Serialize;
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::engines::{Engines, StopHandle};
use crate::random;
use crate::session_file::{KeptSession, SessionFile};
use crate::words::{ending, verdict_of};

/// Maximum time of the bot for a move or a hint.
pub(crate) const MAX_MOVE_TIME: Duration = Duration::from_secs(60);

/// Number of events that a slow client may miss before it gets the whole session again.
const BACKLOG: usize = 64;

/// Game between a visitor and a bot.
pub(crate) struct Session {
    id: String,
    game: &'static dyn Game,
    human: Player,
    time: Duration,
    /// Start position, if it is not that of the game.
    position: Option<String>,
    /// Number of moves of the setup phase, which cannot be taken back.
    floor: usize,
    /// File from which the session goes on after a restart.
    file: Option<SessionFile>,
    state: Mutex<State>,
    events: broadcast::Sender<Event>,
}

/// Mutable part of a session.
struct State {
    line: Box<dyn GameLine>,
    result: Option<Ending>,
    version: u64,
    /// Search in progress.
    search: Option<Search>,
    /// Counter that grows when the position changes or the session is closed: results of searches
    /// that started in an earlier epoch are dropped.
    epoch: u64,
    thought: Option<PvView>,
    hint: Option<Hint>,
    trouble: Option<String>,
    touched: Instant,
}

/// Search in progress for a session.
struct Search {
    purpose: Purpose,
    stop_handle: StopHandle,
}

/// Purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// Move of the bot.
    Move,
    /// Hint for the visitor.
    Hint,
}

/// Event of a session.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// The session has changed: clients get the new state.
    Changed,
    /// New principal variation of the bot's search.
    Pv(PvView),
}

/// Session as its visitor sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionView {
    /// Identifier in URLs; every client that knows it may play.
    id: String,
    /// Name of the game.
    game: &'static str,
    /// Side of the visitor, 0 or 1.
    human: usize,
    /// Time of the bot per move, in milliseconds.
    time_ms: u64,
    /// Number of moves made.
    ply: usize,
    /// Position as the visitor may see it; the whole position when the game is over.
    frame: Frame,
    /// Legal moves of the visitor; empty if it is not the visitor's turn.
    legal: Vec<LegalMove>,
    /// Moves made so far.
    history: Vec<PlayedMove>,
    /// Phase of the game: `play` or `over`.
    phase: &'static str,
    /// Side to move, 0 or 1; null when the game is over.
    to_move: Option<usize>,
    /// True while the bot searches for its move.
    is_thinking: bool,
    /// Last principal variation of the bot's search; without moves if they would reveal hidden
    /// information.
    #[serde(skip_serializing_if = "Option::is_none")]
    thought: Option<PvView>,
    /// Hint: a move suggested to the visitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Hint>,
    /// True while the bot searches for a hint.
    is_advising: bool,
    /// True if there is a move to take back.
    can_undo: bool,
    /// All moves in the notation of the judge, if the visitor may know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    /// Error message, with advice for the visitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
    /// Version of the session: grows with every change.
    version: u64,
}

/// Move of the history.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct PlayedMove {
    /// Player, 0 or 1.
    player: usize,
    /// Move in the notation of the judge; `?` if it is hidden from the visitor.
    #[serde(rename = "move")]
    mv: String,
    /// Label for readers.
    label: String,
}

/// Hint: a move suggested to the visitor.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Hint {
    /// Move in the notation of the judge.
    #[serde(rename = "move")]
    mv: String,
    /// Label for readers.
    label: String,
    /// Start square, if a piece moves.
    from: Option<usize>,
    /// Target square.
    to: Option<usize>,
}

/// Error: an action that is not possible now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Refusal {
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

/// Options of a new session.
pub(crate) struct SessionOptions {
    /// Game.
    pub(crate) game: &'static dyn Game,
    /// Side of the visitor.
    pub(crate) human: Player,
    /// Time of the bot per move.
    pub(crate) time: Duration,
    /// Start position, if it is not that of the game.
    pub(crate) position: Option<String>,
    /// Game line so far.
    pub(crate) line: Box<dyn GameLine>,
    /// Number of moves that cannot be taken back.
    pub(crate) floor: usize,
    /// First version.
    pub(crate) version: u64,
}

impl Session {
    /// Returns a session that is kept in a file; [`open`](Session::open) starts the bot.
    pub(crate) fn new(
        id: String,
        options: SessionOptions,
        file: Option<SessionFile>,
    ) -> Arc<Session> {
        let SessionOptions { game, human, time, position, line, floor, version } = options;
        let state = State {
            result: result_of(game, line.as_ref()),
            line,
            version,
            search: None,
            epoch: 0,
            thought: None,
            hint: None,
            trouble: None,
            touched: Instant::now(),
        };
        let events = broadcast::channel(BACKLOG).0;
        let state = Mutex::new(state);
        Arc::new(Session { id, game, human, time, position, floor, file, state, events })
    }

    /// Returns the identifier in URLs.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the game.
    pub(crate) fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// Returns the side of the visitor.
    pub(crate) fn human(&self) -> Player {
        self.human
    }

    /// Returns the time of the last access.
    pub(crate) fn touched(&self) -> Instant {
        self.lock().touched
    }

    /// Subscribes to the events of the session from now on.
    pub(crate) fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// Returns the moves, if the visitor may know all of them.
    pub(crate) fn open_moves(&self) -> Option<Vec<String>> {
        let state = self.lock();
        let is_open = state.result.is_some() || !self.game.board().info().hides;
        is_open.then(|| state.line.moves())
    }

    /// Returns the session as its visitor sees it.
    pub(crate) fn view(&self) -> SessionView {
        let mut state = self.lock();
        state.touched = Instant::now();
        let line = state.line.as_ref();
        let (hides, is_over) = (self.game.board().info().hides, state.result.is_some());
        let viewer = (hides && !is_over).then_some(self.human);
        let mut frame = line.frame(line.played(), viewer);
        frame.result.clone_from(&state.result);
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
        let thought = state.thought.clone().map(|pv| self.visible(pv));
        let purpose = state.search.as_ref().map(|search| search.purpose);
        SessionView {
            id: self.id.clone(),
            game: self.game.name(),
            human: self.human.index(),
            time_ms: u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX),
            ply: line.played(),
            to_move: frame.to_move,
            frame,
            legal: if is_humans { line.legal() } else { Vec::new() },
            history: moves.iter().enumerate().map(played).collect(),
            phase: if is_over { "over" } else { "play" },
            is_thinking: purpose == Some(Purpose::Move),
            thought,
            hint: state.hint.clone(),
            is_advising: purpose == Some(Purpose::Hint),
            can_undo: self.last_of_human(line).is_some(),
            moves: (is_over || !hides).then_some(moves),
            trouble: state.trouble.clone(),
            version: state.version,
        }
    }

    /// Plays the visitor's move and starts the bot's search for a reply.
    ///
    /// # Errors
    ///
    /// It is not the visitor's turn, the game is over, or the move is not legal.
    pub(crate) fn play(
        self: &Arc<Session>,
        mv: &str,
        engines: &Arc<Engines>,
    ) -> Result<(), Refusal> {
        let mut state = self.lock();
        if state.result.is_some() {
            return Err(Refusal::Over);
        }
        if state.line.to_move() != self.human {
            return Err(Refusal::NotYourTurn);
        }
        state.line.play(mv)?;
        self.after_change(state, engines);
        Ok(())
    }

    /// Takes back the visitor's last move and the bot's reply.
    ///
    /// # Errors
    ///
    /// There is no such move.
    pub(crate) fn undo(self: &Arc<Session>, engines: &Arc<Engines>) -> Result<(), Refusal> {
        let mut state = self.lock();
        let last = self.last_of_human(state.line.as_ref()).ok_or(Refusal::NothingToUndo)?;
        state.line.truncate(last);
        state.thought = None;
        self.after_change(state, engines);
        Ok(())
    }

    /// Starts a search for a hint: a move for the visitor.
    ///
    /// # Errors
    ///
    /// It is not the visitor's turn, or the game is over.
    pub(crate) fn hint(self: &Arc<Session>, engines: &Arc<Engines>) -> Result<(), Refusal> {
        let mut state = self.lock();
        if state.result.is_some() {
            return Err(Refusal::Over);
        }
        if state.line.to_move() != self.human {
            return Err(Refusal::NotYourTurn);
        }
        if state.search.is_none() {
            state.hint = None;
            self.start_search(&mut state, Purpose::Hint, engines);
        }
        Ok(())
    }

    /// Stops the search: the bot plays the best move found so far.
    pub(crate) fn stop(&self) {
        if let Some(search) = &self.lock().search {
            search.stop_handle.stop();
        }
    }

    /// Stops the search of a session that is being removed.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.epoch += 1;
        if let Some(search) = state.search.take() {
            search.stop_handle.stop();
        }
    }

    /// Starts the session: if it is the bot's turn, its search starts.
    pub(crate) fn open(self: &Arc<Session>, engines: &Arc<Engines>) {
        self.after_change(self.lock(), engines);
    }

    /// Goes on with a session of an earlier run of the server.
    pub(crate) fn resume(self: &Arc<Session>, engines: &Arc<Engines>) {
        self.go_on(self.lock(), engines);
    }

    /// Handles a change of the game line: stops the search in progress, updates the result and the
    /// file, and goes on.
    fn after_change(self: &Arc<Session>, mut state: MutexGuard<'_, State>, engines: &Arc<Engines>) {
        state.epoch += 1;
        state.hint = None;
        state.trouble = None;
        state.touched = Instant::now();
        if let Some(search) = state.search.take() {
            search.stop_handle.stop();
        }
        state.result = result_of(self.game, state.line.as_ref());
        self.keep(&state);
        self.go_on(state, engines);
    }

    /// Starts the bot's search if it is its turn, and sends the new state.
    fn go_on(self: &Arc<Session>, mut state: MutexGuard<'_, State>, engines: &Arc<Engines>) {
        if state.result.is_none() && state.line.to_move() != self.human {
            self.start_search(&mut state, Purpose::Move, engines);
        } else {
            self.send_change(&mut state);
        }
    }

    /// Writes the session into its file.
    fn keep(&self, state: &State) {
        let Some(file) = &self.file else { return };
        file.write(&KeptSession {
            game: self.game.name().to_owned(),
            human: self.human.index(),
            time_ms: u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX),
            position: self.position.clone(),
            floor: self.floor,
            moves: state.line.moves(),
            version: state.version,
        });
    }

    /// Starts a search in the background.
    fn start_search(
        self: &Arc<Session>,
        state: &mut State,
        purpose: Purpose,
        engines: &Arc<Engines>,
    ) {
        state.search = Some(Search { purpose, stop_handle: StopHandle::default() });
        self.send_change(state);
        tokio::spawn(search(Arc::clone(self), Arc::clone(engines), state.epoch, purpose));
    }

    /// Increments the version and sends the change to the clients.
    fn send_change(&self, state: &mut State) {
        state.version += 1;
        // The error means that no client listens.
        let _ = self.events.send(Event::Changed);
    }

    /// Returns the index of the visitor's last move that can be taken back.
    fn last_of_human(&self, line: &dyn GameLine) -> Option<usize> {
        (self.floor..line.played()).rev().find(|&index| line.mover(index) == self.human)
    }

    /// Returns a principal variation as the visitor may see it: without moves in a game with hidden
    /// information, because moves reveal the pieces.
    fn visible(&self, pv: PvView) -> PvView {
        if self.game.board().info().hides { pv.without_moves() } else { pv }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the result of a game, if it is over.
fn result_of(game: &dyn Game, line: &dyn GameLine) -> Option<Ending> {
    let verdict = verdict_of(game, line).expect("every move of the game line is legal")?;
    Some(ending(game, verdict.outcome, verdict.reason))
}

/// Searches the position of `epoch` and plays the move or stores the hint.
async fn search(session: Arc<Session>, engines: Arc<Engines>, epoch: u64, purpose: Purpose) {
    let slot = engines.acquire_to_play().await;
    let (slot, line) = {
        let mut state = session.lock();
        if state.epoch != epoch {
            return;
        }
        match slot {
            Ok(slot) => {
                state.search = Some(Search { purpose, stop_handle: slot.stop_handle() });
                (slot, state.line.duplicate())
            }
            Err(busy) => {
                state.search = None;
                state.trouble = Some(busy.to_string());
                return session.send_change(&mut state);
            }
        }
    };
    let (time, listener) = (session.time.min(MAX_MOVE_TIME), Arc::clone(&session));
    let chosen = slot
        .run(move |stop| {
            let task = Task { time: Some(time), nodes: None, stop, salt: random::seed() };
            line.decide(&task, &mut |pv| listener.report(epoch, purpose, pv))
        })
        .await;
    let mut state = session.lock();
    if state.epoch != epoch {
        return;
    }
    state.search = None;
    let Some(mv) = chosen.flatten() else {
        let message = "the bot's search failed: take a move back, or begin a new game";
        state.trouble = Some(message.to_owned());
        return session.send_change(&mut state);
    };
    match purpose {
        Purpose::Move => {
            if let Err(error) = state.line.play(&mv) {
                state.trouble =
                    Some(format!("the bot chose a move that cannot be played: {error}"));
                return session.send_change(&mut state);
            }
            session.after_change(state, &engines);
        }
        Purpose::Hint => {
            let legal = state.line.legal().into_iter().find(|legal| legal.mv == mv);
            state.hint =
                legal.map(|LegalMove { mv, label, from, to, .. }| Hint { mv, label, from, to });
            session.send_change(&mut state);
        }
    }
}

impl Session {
    /// Stores and sends a principal variation of the bot's search in progress.
    fn report(&self, epoch: u64, purpose: Purpose, pv: PvView) {
        let mut state = self.lock();
        if state.epoch == epoch && purpose == Purpose::Move {
            state.thought = Some(pv.clone());
            // The error means that no client listens.
            let _ = self.events.send(Event::Pv(self.visible(pv)));
        }
    }
}
