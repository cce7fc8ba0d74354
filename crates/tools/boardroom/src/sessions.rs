//! Store of all sessions: a bounded number; idle sessions expire. Their files are in a folder.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::live_session::LiveSession;
use crate::session_file::{MAX_IDLE, MAX_SESSIONS, SessionFile, SessionFolder};

/// Idle time after which a session may be removed to make space for a new one.
const MIN_IDLE: Duration = Duration::from_secs(600);

/// All sessions.
pub(crate) struct Sessions {
    /// Sessions by identifier.
    open: Mutex<HashMap<String, Arc<LiveSession>>>,
    /// Folder of their files; `None` if sessions end with the server.
    folder: Option<SessionFolder>,
}

/// Error: there are too many active sessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{MAX_SESSIONS} games are being played: close one, or try again later")]
pub(crate) struct TooManySessions;

impl Sessions {
    /// Returns a store without sessions.
    pub(crate) fn new(folder: Option<SessionFolder>) -> Sessions {
        Sessions { open: Mutex::default(), folder }
    }

    /// Returns the folder of the files.
    pub(crate) fn folder(&self) -> Option<&SessionFolder> {
        self.folder.as_ref()
    }

    /// Adds a session; removes expired sessions.
    ///
    /// # Errors
    ///
    /// There are too many sessions, and all of them were used recently.
    pub(crate) fn add(&self, session: &Arc<LiveSession>) -> Result<(), TooManySessions> {
        let mut sessions = self.lock();
        let expired = sessions.extract_if(|_, session| session.touched().elapsed() >= MAX_IDLE);
        expired.for_each(|(id, _)| self.forget(&id));
        if sessions.len() >= MAX_SESSIONS {
            let oldest = sessions.values().min_by_key(|session| session.touched()).cloned();
            let oldest = oldest
                .filter(|session| session.touched().elapsed() >= MIN_IDLE)
                .ok_or(TooManySessions)?;
            sessions.remove(oldest.id());
            self.forget(oldest.id());
        }
        sessions.insert(session.id().to_owned(), Arc::clone(session));
        Ok(())
    }

    /// Returns the session with this identifier.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<LiveSession>> {
        self.lock().get(id).cloned()
    }

    /// Removes the session with this identifier and returns it.
    pub(crate) fn remove(&self, id: &str) -> Option<Arc<LiveSession>> {
        let removed = self.lock().remove(id)?;
        self.forget(id);
        Some(removed)
    }

    /// Returns the file of a session, if sessions have files.
    pub(crate) fn file(&self, id: &str) -> Option<SessionFile> {
        self.folder.as_ref().map(|folder| folder.file(id))
    }

    /// Removes the file of a session.
    fn forget(&self, id: &str) {
        if let Some(file) = self.file(id) {
            file.remove();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveSession>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
