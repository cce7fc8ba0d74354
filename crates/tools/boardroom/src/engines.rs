//! Engine pool: a bounded number of searches at a time, each on its own thread.
//!
//! Playing and analysis have separate slots, so that neither delays the other. A request to play
//! waits for a slot; the wait is short because the time of a bot's move is bounded. A request to
//! analyse gets a slot at once or is refused. Analyses of whole games, which take minutes, have a
//! slot of their own: they take none from those of the positions that visitors look at.

use std::sync::{Arc, Mutex, PoisonError};

use search::StopFlag;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa::ToSchema;

/// Maximum number of games that wait for a slot.
const MAX_WAITING: usize = 64;

/// Pool of engine slots.
pub(crate) struct Engines {
    total: usize,
    playing: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    analysing: Arc<Semaphore>,
    reviewing: Arc<Semaphore>,
    /// Stop flags of free slots. There are never more flags than slots.
    flags: Mutex<Vec<StopFlag>>,
}

/// Load of the engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct EngineLoad {
    /// Number of analyses in progress.
    busy: usize,
    /// Maximum number of analyses at a time.
    total: usize,
}

/// Error: all engine slots are in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("all engines are busy: close another analysis, or try again in a moment")]
pub(crate) struct EnginesBusy;

/// Error: the slot for whole games is in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("another game is being analysed: this one begins after it")]
pub(crate) struct ReviewerBusy;

impl Engines {
    /// Returns a pool with `total` slots to play, `total` slots to analyse positions, and one to
    /// analyse whole games.
    pub(crate) fn new(total: usize) -> Arc<Engines> {
        let slots = || Arc::new(Semaphore::new(total));
        Arc::new(Engines {
            total,
            playing: slots(),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
            analysing: slots(),
            reviewing: Arc::new(Semaphore::new(1)),
            flags: Mutex::default(),
        })
    }

    /// Returns the current load of the analysis slots.
    pub(crate) fn load(&self) -> EngineLoad {
        EngineLoad { busy: self.total - self.analysing.available_permits(), total: self.total }
    }

    /// Waits for a slot to play.
    ///
    /// # Errors
    ///
    /// Too many games already wait.
    pub(crate) async fn acquire_to_play(self: &Arc<Engines>) -> Result<EngineSlot, EnginesBusy> {
        let _waiting = self.waiting.try_acquire().map_err(|_| EnginesBusy)?;
        let permit = Arc::clone(&self.playing).acquire_owned().await.map_err(|_| EnginesBusy)?;
        Ok(self.slot(permit))
    }

    /// Takes a slot to analyse.
    ///
    /// # Errors
    ///
    /// No slot is free.
    pub(crate) fn acquire_to_analyse(self: &Arc<Engines>) -> Result<EngineSlot, EnginesBusy> {
        let permit = Arc::clone(&self.analysing).try_acquire_owned().map_err(|_| EnginesBusy)?;
        Ok(self.slot(permit))
    }

    /// Takes the slot to analyse a whole game.
    ///
    /// # Errors
    ///
    /// Another game is being analysed.
    pub(crate) fn acquire_to_review(self: &Arc<Engines>) -> Result<EngineSlot, ReviewerBusy> {
        let permit = Arc::clone(&self.reviewing).try_acquire_owned().map_err(|_| ReviewerBusy)?;
        Ok(self.slot(permit))
    }

    fn slot(self: &Arc<Engines>, permit: OwnedSemaphorePermit) -> EngineSlot {
        let flag = lock(&self.flags).pop().unwrap_or_default();
        let stop_handle = StopHandle(Arc::new(Mutex::new(Some(flag))));
        EngineSlot { engines: Arc::clone(self), flag, stop_handle, _permit: permit }
    }
}

/// Permission to run one search; dropping it frees the slot.
pub(crate) struct EngineSlot {
    engines: Arc<Engines>,
    flag: StopFlag,
    stop_handle: StopHandle,
    _permit: OwnedSemaphorePermit,
}

impl EngineSlot {
    /// Returns a handle that stops the search in this slot.
    pub(crate) fn stop_handle(&self) -> StopHandle {
        self.stop_handle.clone()
    }

    /// Runs a search on its own thread. `None` if the search panicked.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        search: impl FnOnce(StopFlag) -> T + Send + 'static,
    ) -> Option<T> {
        let task = tokio::task::spawn_blocking(move || {
            let result = search(self.flag);
            drop(self);
            result
        });
        task.await.ok()
    }
}

impl Drop for EngineSlot {
    /// Frees the slot. Remaining stop handles of this slot have no effect after this.
    fn drop(&mut self) {
        lock(&self.stop_handle.0).take();
        self.flag.lower();
        lock(&self.engines.flags).push(self.flag);
    }
}

/// Handle that stops the search of one slot until the slot is freed.
#[derive(Clone, Default)]
pub(crate) struct StopHandle(Arc<Mutex<Option<StopFlag>>>);

impl StopHandle {
    /// Stops the search.
    pub(crate) fn stop(&self) {
        if let Some(flag) = *lock(&self.0) {
            flag.raise();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_analysis_is_refused_when_all_slots_are_in_use() {
        let engines = Engines::new(2);
        let [one, other] =
            [engines.acquire_to_analyse().unwrap(), engines.acquire_to_analyse().unwrap()];
        assert_eq!(engines.acquire_to_analyse().err(), Some(EnginesBusy));
        assert_eq!(engines.load(), EngineLoad { busy: 2, total: 2 });
        drop(one);
        let third = engines.acquire_to_analyse().unwrap();
        assert_eq!(engines.load().busy, 2);
        drop([other, third]);
        assert_eq!(engines.load().busy, 0);
    }

    #[tokio::test]
    async fn a_stop_handle_stops_only_its_own_search() {
        let engines = Engines::new(1);
        let slot = engines.acquire_to_play().await.unwrap();
        let stop_handle = slot.stop_handle();
        stop_handle.stop();
        assert_eq!(slot.run(StopFlag::is_raised).await, Some(true));
        let next = engines.acquire_to_play().await.unwrap();
        stop_handle.stop();
        assert_eq!(next.run(StopFlag::is_raised).await, Some(false));
    }

    #[tokio::test]
    async fn a_search_that_panics_frees_its_slot() {
        let engines = Engines::new(1);
        let slot = engines.acquire_to_play().await.unwrap();
        let broken: Option<()> = slot.run(|_| panic!("on purpose")).await;
        assert_eq!(broken, None);
        assert!(engines.acquire_to_play().await.is_ok());
    }
}
