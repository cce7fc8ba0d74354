//! Run of SPSA for `cargo cg tune`: progress bar, Ctrl-C, and results in the data folder from which
//! the same command resumes it.

use std::ops::ControlFlow;
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use trainer::{Pairs, Spsa, SpsaError, SpsaResult, SpsaRun};

use crate::interrupt::stop_on_interrupt;
use crate::many_machines::{QueuedTuning, play_tuning};
use crate::programs::Programs;
use crate::result_file::{ResultFile, this_program};

/// Time between two writes of the results.
const WRITE_INTERVAL: Duration = Duration::from_secs(10);

/// Run of SPSA that can be interrupted.
pub(crate) struct TuningRun {
    plan: Spsa,
    /// Results of the pairs; none outside of a workspace, unless the user names a data folder.
    file: Option<ResultFile<Vec<u8>>>,
}

impl TuningRun {
    /// Returns the run for a game. `conditions` is everything besides the program that its games
    /// depend on.
    pub(crate) fn new(
        plan: Spsa,
        game: &str,
        conditions: Value,
        programs: &Programs,
    ) -> anyhow::Result<TuningRun> {
        let file = if programs.has_data_folder() {
            let folder = programs.kept("tune")?.join(game);
            Some(ResultFile::new(&folder, &this_program()?, conditions))
        } else {
            None
        };
        Ok(TuningRun { plan, file })
    }

    /// Plays the pairs that are left, in this process or on a queue, until the user presses Ctrl-C.
    pub(crate) fn play(
        &self,
        queued: Option<&QueuedTuning<'_>>,
        tune: impl FnOnce(&SpsaRun<'_>) -> Result<SpsaResult, SpsaError> + Send,
    ) -> anyhow::Result<SpsaResult> {
        let all = self.plan.pairs as usize;
        let played = self.file.as_ref().map_or(Ok(Vec::new()), ResultFile::read)?;
        if !played.is_empty() {
            eprintln!("note: {} of {all} pairs have been played before", played.len());
        }
        let stop = stop_on_interrupt()?;
        let note = Once::new();
        let last_write = Mutex::new((Instant::now(), Ok(()), Vec::new()));
        let tuned: anyhow::Result<SpsaResult> = with_progress(|show| {
            let progress = |results: &[u8]| {
                note.call_once(|| {
                    eprintln!("note: Ctrl-C ends the run early and prints the values so far");
                });
                show(results.len() as f64 / all as f64);
                let is_last = stop.is_requested() || results.len() == all;
                let mut last_write = last_write.lock().unwrap_or_else(PoisonError::into_inner);
                let (time, outcome, latest) = &mut *last_write;
                *latest = results.to_vec();
                if let Some(file) = &self.file
                    && (is_last || time.elapsed() >= WRITE_INTERVAL)
                {
                    *outcome = file.write(&results.to_vec());
                    *time = Instant::now();
                }
                if is_last || outcome.is_err() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let (plan, played) = (self.plan, &played[..]);
            let run =
                |pairs: Pairs<'_>| tune(&SpsaRun { plan, played, progress: &progress, pairs });
            match queued {
                None => Ok(run(Pairs::Here)?),
                Some(queued) => Ok(play_tuning(queued, &stop, played.len(), run)??),
            }
        });
        let (_, written, results) = last_write.into_inner().unwrap_or_else(PoisonError::into_inner);
        written?;
        // A run on a queue may end between two writes.
        if let (Some(file), false) = (&self.file, results.is_empty()) {
            file.write(&results)?;
        }
        let tuned: SpsaResult = tuned?;
        if (tuned.pairs as usize) < all {
            let next = if self.file.is_some() { "; run the same command to resume" } else { "" };
            eprintln!("note: stopped after {} of {all} pairs{next}", tuned.pairs);
        }
        Ok(tuned)
    }
}

/// Runs `work` with a progress bar on standard error. `work` reports the completed share, from 0 to
/// 1.
pub(crate) fn with_progress<T>(work: impl FnOnce(&(dyn Fn(f64) + Sync)) -> T) -> T {
    const STEPS: u64 = 1000;
    let bar = ProgressBar::new(STEPS);
    if let Ok(style) = ProgressStyle::with_template("{percent} % {wide_bar} {elapsed}, {eta} left")
    {
        bar.set_style(style);
    }
    let result = work(&|share| bar.set_position((share * STEPS as f64) as u64));
    bar.finish_and_clear();
    result
}
