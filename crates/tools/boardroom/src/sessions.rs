//! The tables at which visitors play: a bounded number, each until it has been left alone for long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::session::Session;

/// Sessions at a time.
const MOST_TABLES: usize = 256;

/// A table that nobody has looked at for so long goes.
const LONGEST_IDLE: Duration = Duration::from_secs(24 * 3600);

/// Where there is no room for another, one goes that nobody has looked at for so long.
const IDLE: Duration = Duration::from_secs(600);

/// All tables, by id.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<HashMap<String, Arc<Session>>>);

/// There is no room for another table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{MOST_TABLES} games are being played: close one, or try again later")]
pub(crate) struct TooManySessions;

impl Sessions {
    /// Adds a table.
    ///
    /// # Errors
    ///
    /// There are too many at which somebody has played just now.
    pub(crate) fn add(&self, table: &Arc<Session>) -> Result<(), TooManySessions> {
        let mut tables = self.lock();
        tables.retain(|_, table| table.touched().elapsed() < LONGEST_IDLE);
        if tables.len() >= MOST_TABLES {
            let oldest = tables.values().min_by_key(|table| table.touched()).cloned();
            let oldest =
                oldest.filter(|table| table.touched().elapsed() >= IDLE).ok_or(TooManySessions)?;
            tables.remove(oldest.id());
        }
        tables.insert(table.id().to_owned(), Arc::clone(table));
        Ok(())
    }

    /// Returns the table of that id.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Session>> {
        self.lock().get(id).cloned()
    }

    /// Takes a table away.
    pub(crate) fn remove(&self, id: &str) -> Option<Arc<Session>> {
        self.lock().remove(id)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
