//! Store of all sessions: a bounded number; idle sessions expire.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::session::Session;

/// Maximum number of sessions.
const MAX_SESSIONS: usize = 256;

/// Idle time after which a session is removed.
const MAX_IDLE: Duration = Duration::from_secs(24 * 3600);

/// Idle time after which a session may be removed to make space for a new one.
const MIN_IDLE: Duration = Duration::from_secs(600);

/// All sessions, by identifier.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<HashMap<String, Arc<Session>>>);

/// Error: there are too many active sessions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{MAX_SESSIONS} games are being played: close one, or try again later")]
pub(crate) struct TooManySessions;

impl Sessions {
    /// Adds a session; removes expired sessions.
    ///
    /// # Errors
    ///
    /// There are too many sessions, and all of them were used recently.
    pub(crate) fn add(&self, session: &Arc<Session>) -> Result<(), TooManySessions> {
        let mut sessions = self.lock();
        sessions.retain(|_, session| session.touched().elapsed() < MAX_IDLE);
        if sessions.len() >= MAX_SESSIONS {
            let oldest = sessions.values().min_by_key(|session| session.touched()).cloned();
            let oldest = oldest
                .filter(|session| session.touched().elapsed() >= MIN_IDLE)
                .ok_or(TooManySessions)?;
            sessions.remove(oldest.id());
        }
        sessions.insert(session.id().to_owned(), Arc::clone(session));
        Ok(())
    }

    /// Returns the session with this identifier.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Session>> {
        self.lock().get(id).cloned()
    }

    /// Removes the session with this identifier and returns it.
    pub(crate) fn remove(&self, id: &str) -> Option<Arc<Session>> {
        self.lock().remove(id)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
