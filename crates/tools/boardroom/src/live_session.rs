//! Session of the server: a game between a visitor and a bot, with its searches and clients.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use boards::PvView;
use records::Record;
use room::{Problem, Purpose, SavedSession, Session, SessionView, game_of_visitor};
use tokio::sync::broadcast;

use crate::engines::{Engines, StopHandle};
use crate::session_file::SessionFile;

/// Number of events that a slow client may miss before it gets the whole session again.
const BACKLOG: usize = 64;

/// Game between a visitor and a bot.
pub(crate) struct LiveSession {
    id: String,
    /// File from which the session goes on after a restart.
    file: Option<SessionFile>,
    state: Mutex<State>,
    events: broadcast::Sender<Event>,
}

/// Mutable part of a session.
struct State {
    session: Session,
    /// Search in progress.
    search: Option<Search>,
    /// Counter that grows when the position changes or the session is closed: results of searches
    /// that started in an earlier epoch are dropped.
    epoch: u64,
    touched: Instant,
}

/// Search in progress for a session.
struct Search {
    purpose: Purpose,
    stop_handle: StopHandle,
}

/// Event of a session.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// The session has changed: clients get the new state.
    Changed,
    /// New principal variation of the bot's search.
    Pv(PvView),
}

impl LiveSession {
    /// Returns a session that is kept in a file; [`open`](LiveSession::open) starts the bot.
    pub(crate) fn new(id: String, session: Session, file: Option<SessionFile>) -> Arc<LiveSession> {
        let state = State { session, search: None, epoch: 0, touched: Instant::now() };
        let events = broadcast::channel(BACKLOG).0;
        Arc::new(LiveSession { id, file, state: Mutex::new(state), events })
    }

    /// Returns the identifier in URLs.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the time of the last access.
    pub(crate) fn touched(&self) -> Instant {
        self.lock().touched
    }

    /// Subscribes to the events of the session from now on.
    pub(crate) fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// Returns the record of the finished game.
    ///
    /// # Errors
    ///
    /// The game is not over, or did not start from the initial position.
    pub(crate) fn record(&self) -> Result<Record, Problem> {
        game_of_visitor(&self.lock().session)
    }

    /// Returns the name of the record for readers.
    pub(crate) fn record_name(&self) -> String {
        self.lock().session.record_name()
    }

    /// Returns the session as its visitor sees it.
    pub(crate) fn view(&self) -> SessionView {
        let mut state = self.lock();
        state.touched = Instant::now();
        state.session.view(&self.id, state.search.as_ref().map(|search| search.purpose))
    }

    /// Plays the visitor's move and starts the bot's search for a reply.
    ///
    /// # Errors
    ///
    /// It is not the visitor's turn, the game is over, or the move is not legal.
    pub(crate) fn play(
        self: &Arc<LiveSession>,
        mv: &str,
        engines: &Arc<Engines>,
    ) -> Result<(), Problem> {
        let mut state = self.lock();
        state.session.play(mv)?;
        self.after_change(state, engines);
        Ok(())
    }

    /// Takes back the visitor's last move and the bot's reply.
    ///
    /// # Errors
    ///
    /// There is no such move.
    pub(crate) fn undo(self: &Arc<LiveSession>, engines: &Arc<Engines>) -> Result<(), Problem> {
        let mut state = self.lock();
        state.session.undo()?;
        self.after_change(state, engines);
        Ok(())
    }

    /// Starts a search for a hint: a move for the visitor.
    ///
    /// # Errors
    ///
    /// It is not the visitor's turn, or the game is over.
    pub(crate) fn hint(self: &Arc<LiveSession>, engines: &Arc<Engines>) -> Result<(), Problem> {
        let mut state = self.lock();
        state.session.check_turn()?;
        if state.search.is_none() {
            state.session.begin_hint()?;
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
    pub(crate) fn open(self: &Arc<LiveSession>, engines: &Arc<Engines>) {
        self.after_change(self.lock(), engines);
    }

    /// Goes on with a session of an earlier run of the server.
    pub(crate) fn resume(self: &Arc<LiveSession>, engines: &Arc<Engines>) {
        self.go_on(self.lock(), engines);
    }

    /// Handles a change of the game line: stops the search in progress, updates the file, and goes
    /// on.
    fn after_change(
        self: &Arc<LiveSession>,
        mut state: MutexGuard<'_, State>,
        engines: &Arc<Engines>,
    ) {
        state.epoch += 1;
        state.touched = Instant::now();
        if let Some(search) = state.search.take() {
            search.stop_handle.stop();
        }
        if let Some(file) = &self.file {
            file.write(&SavedSession::of(&state.session));
        }
        self.go_on(state, engines);
    }

    /// Starts the bot's search if it is its turn, or sends the new state.
    fn go_on(self: &Arc<LiveSession>, mut state: MutexGuard<'_, State>, engines: &Arc<Engines>) {
        if state.session.is_bots_turn() {
            self.start_search(&mut state, Purpose::Move, engines);
        } else {
            self.send_change(&mut state);
        }
    }

    /// Starts a search in the background.
    fn start_search(
        self: &Arc<LiveSession>,
        state: &mut State,
        purpose: Purpose,
        engines: &Arc<Engines>,
    ) {
        state.search = Some(Search { purpose, stop_handle: StopHandle::default() });
        self.send_change(state);
        tokio::spawn(search(Arc::clone(self), Arc::clone(engines), state.epoch, purpose));
    }

    /// Counts a change and sends it to the clients.
    fn send_change(&self, state: &mut State) {
        state.session.count_change();
        // The error means that no client listens.
        let _ = self.events.send(Event::Changed);
    }

    /// Stores and sends a principal variation of the bot's search in progress.
    fn report(&self, epoch: u64, purpose: Purpose, pv: PvView) {
        let mut state = self.lock();
        if state.epoch != epoch {
            return;
        }
        if let Some(pv) = state.session.take_thought(purpose, pv) {
            // The error means that no client listens.
            let _ = self.events.send(Event::Pv(pv));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Searches the position of `epoch` and plays the move or stores the hint.
async fn search(session: Arc<LiveSession>, engines: Arc<Engines>, epoch: u64, purpose: Purpose) {
    let slot = engines.acquire_to_play().await;
    let (slot, search) = {
        let mut state = session.lock();
        if state.epoch != epoch {
            return;
        }
        match slot {
            Ok(slot) => {
                state.search = Some(Search { purpose, stop_handle: slot.stop_handle() });
                (slot, state.session.search())
            }
            Err(busy) => {
                state.search = None;
                state.session.set_trouble(busy.to_string());
                return session.send_change(&mut state);
            }
        }
    };
    let listener = Arc::clone(&session);
    let chosen =
        slot.run(move |stop| search.run(stop, &mut |pv| listener.report(epoch, purpose, pv))).await;
    let mut state = session.lock();
    if state.epoch != epoch {
        return;
    }
    state.search = None;
    state.session.finish(purpose, chosen.flatten().as_deref());
    if purpose == Purpose::Move && state.session.trouble().is_none() {
        session.after_change(state, &engines);
    } else {
        session.send_change(&mut state);
    }
}
