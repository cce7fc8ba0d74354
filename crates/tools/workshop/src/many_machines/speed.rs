//! Speed of this machine: game pairs between baselines per second of processor time, and the share
//! of time in which other programs have the processor.

use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use arena::Worker;
use cpu_time::ThreadTime;
use registry::{Game, Stop};

use super::signature::pair;
use crate::programs::Programs;

/// Shortest time of a measurement. A game pair that has begun is finished.
const LEAST: Duration = Duration::from_millis(500);

/// Speed of a machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Speed {
    /// Game pairs per second of processor time.
    pub(crate) pairs_per_second: f64,
    /// Share of the time in which a thread that could run did not run.
    pub(crate) lost: f64,
}

/// Measures the speed with `jobs` threads at the same time, as games are played.
pub(crate) fn measure(
    game: &dyn Game,
    programs: &Programs,
    jobs: NonZeroUsize,
) -> anyhow::Result<Speed> {
    let pair = pair(game);
    let run = || -> anyhow::Result<(f64, Duration, Duration)> {
        let (began, processor) = (Instant::now(), ThreadTime::try_now()?);
        let mut worker = Worker::new(programs, &Stop::default(), None);
        let mut played = 0;
        while played == 0 || began.elapsed() < LEAST {
            worker.play(&pair)?;
            played += 1;
        }
        Ok((f64::from(played), processor.try_elapsed()?, began.elapsed()))
    };
    let runs = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(run)).collect();
        let ended = threads.into_iter().map(|thread| {
            thread.join().map_err(|_| anyhow!("a measurement of the speed has panicked"))?
        });
        ended.collect::<anyhow::Result<Vec<_>>>()
    });
    let runs = runs.context("the speed of this machine cannot be measured")?;
    let pairs: f64 = runs.iter().map(|run| run.0).sum();
    let processor: Duration = runs.iter().map(|run| run.1).sum();
    let passed: Duration = runs.iter().map(|run| run.2).sum();
    let lost = 1.0 - processor.as_secs_f64() / passed.as_secs_f64();
    Ok(Speed { pairs_per_second: pairs / processor.as_secs_f64(), lost: lost.max(0.0) })
}
