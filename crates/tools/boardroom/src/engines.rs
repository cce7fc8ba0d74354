//! The engines: a bounded number of bots that think at a time, on threads of their own.
//!
//! Two kinds of seats keep visitors out of each other's way. Who plays waits for a seat, which is short:
//! a bot's move is bounded. Who analyses gets one at once or is refused.

use std::sync::{Arc, Mutex, PoisonError};

use search::StopFlag;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa::ToSchema;

/// Games that may wait for a bot.
const MOST_WAITING: usize = 64;

/// All engines.
pub(crate) struct Engines {
    total: usize,
    playing: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    analysing: Arc<Semaphore>,
    /// The flags of seats that nobody has. There are never more flags than seats.
    flags: Mutex<Vec<StopFlag>>,
}

/// How busy the engines are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct EngineLoad {
    /// Analyses under way.
    busy: usize,
    /// How many there may be.
    total: usize,
}

/// All engines are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("all engines are busy: close another analysis, or try again in a moment")]
pub(crate) struct EnginesBusy;

impl Engines {
    /// Returns engines of which `total` may play and as many may analyse at a time.
    pub(crate) fn new(total: usize) -> Arc<Engines> {
        let seats = || Arc::new(Semaphore::new(total));
        Arc::new(Engines {
            total,
            playing: seats(),
            waiting: Arc::new(Semaphore::new(MOST_WAITING)),
            analysing: seats(),
            flags: Mutex::default(),
        })
    }

    /// Tells how busy they are.
    pub(crate) fn busy(&self) -> EngineLoad {
        EngineLoad { busy: self.total - self.analysing.available_permits(), total: self.total }
    }

    /// Waits for an engine that plays.
    ///
    /// # Errors
    ///
    /// Too many wait already.
    pub(crate) async fn to_play(self: &Arc<Engines>) -> Result<EngineSlot, EnginesBusy> {
        let _waiting = self.waiting.try_acquire().map_err(|_| EnginesBusy)?;
        let permit = Arc::clone(&self.playing).acquire_owned().await.map_err(|_| EnginesBusy)?;
        Ok(self.seat(permit))
    }

    /// Takes an engine that analyses.
    ///
    /// # Errors
    ///
    /// None is free.
    pub(crate) fn to_analyse(self: &Arc<Engines>) -> Result<EngineSlot, EnginesBusy> {
        let permit = Arc::clone(&self.analysing).try_acquire_owned().map_err(|_| EnginesBusy)?;
        Ok(self.seat(permit))
    }

    fn seat(self: &Arc<Engines>, permit: OwnedSemaphorePermit) -> EngineSlot {
        let flag = lock(&self.flags).pop().unwrap_or_default();
        let stopper = StopHandle(Arc::new(Mutex::new(Some(flag))));
        EngineSlot { engines: Arc::clone(self), flag, stopper, _permit: permit }
    }
}

/// The right to let one engine think.
pub(crate) struct EngineSlot {
    engines: Arc<Engines>,
    flag: StopFlag,
    stopper: StopHandle,
    _permit: OwnedSemaphorePermit,
}

impl EngineSlot {
    /// Returns what stops the engine in this seat.
    pub(crate) fn stopper(&self) -> StopHandle {
        self.stopper.clone()
    }

    /// Lets the engine think, on a thread of its own. `None` if it has broken off.
    pub(crate) async fn think<T: Send + 'static>(
        self,
        think: impl FnOnce(StopFlag) -> T + Send + 'static,
    ) -> Option<T> {
        let thinking = tokio::task::spawn_blocking(move || {
            let thought = think(self.flag);
            drop(self);
            thought
        });
        thinking.await.ok()
    }
}

impl Drop for EngineSlot {
    /// Whoever still has the stopper stops nobody else.
    fn drop(&mut self) {
        lock(&self.stopper.0).take();
        self.flag.lower();
        lock(&self.engines.flags).push(self.flag);
    }
}

/// Stops the engine of one seat, as long as it has that seat.
#[derive(Clone, Default)]
pub(crate) struct StopHandle(Arc<Mutex<Option<StopFlag>>>);

impl StopHandle {
    /// Stops the engine.
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
    async fn an_analysis_is_refused_when_all_engines_are_taken() {
        let engines = Engines::new(2);
        let [one, other] = [engines.to_analyse().unwrap(), engines.to_analyse().unwrap()];
        assert_eq!(engines.to_analyse().err(), Some(EnginesBusy));
        assert_eq!(engines.busy(), EngineLoad { busy: 2, total: 2 });
        drop(one);
        let third = engines.to_analyse().unwrap();
        assert_eq!(engines.busy().busy, 2);
        drop([other, third]);
        assert_eq!(engines.busy().busy, 0);
    }

    #[tokio::test]
    async fn a_stopper_stops_its_own_engine_alone() {
        let engines = Engines::new(1);
        let seat = engines.to_play().await.unwrap();
        let stopper = seat.stopper();
        stopper.stop();
        assert_eq!(seat.think(StopFlag::is_raised).await, Some(true));
        let next = engines.to_play().await.unwrap();
        stopper.stop();
        assert_eq!(next.think(StopFlag::is_raised).await, Some(false));
    }

    #[tokio::test]
    async fn an_engine_that_breaks_off_leaves_its_seat() {
        let engines = Engines::new(1);
        let seat = engines.to_play().await.unwrap();
        let broken: Option<()> = seat.think(|_| panic!("on purpose")).await;
        assert_eq!(broken, None);
        assert!(engines.to_play().await.is_ok());
    }
}
