//! Playing a match from its beginning, or from where it broke off, to its result.

use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use arena::{
    GamePair, GamePairError, MatchError, MatchId, PairSource, Plan, PlayedPair, Record,
    RunningMatch, Schedule, Stop, write_records,
};

use options::series::Options;

use crate::commands::print_json;
use crate::conditions::{
    Request, command_line, default_store, existing_store, plan, store, worker_pool,
};
use crate::html;
use crate::json_report;
use crate::programs::Programs;
use crate::progress::Progress;
use crate::text_report;

/// Begins the match that `request` describes, or goes on with one of the store, plays it and
/// prints the result. `None` if its units were only to be printed.
///
/// `request` is not asked for when a match is continued: all is in the store.
pub(crate) fn play(
    options: &Options,
    programs: &Programs,
    request: impl FnOnce() -> anyhow::Result<Request>,
) -> anyhow::Result<Option<RunningMatch>> {
    for path in [&options.record, &options.report].into_iter().flatten() {
        check_folder(path)?;
    }
    let mut running_match = match options.resume {
        Some(id) => take_up(options, programs, id)?,
        None => {
            let plan = plan(&options.conditions, request()?)?;
            if options.units {
                print_units(&plan)?;
                return Ok(None);
            }
            let store = store(&options.conditions, default_store(programs)?.as_deref())?;
            RunningMatch::begin(store, plan, &command_line())?
        }
    };
    eprintln!("match {}, seed {}", running_match.id().0, running_match.plan().seed);
    let was_interrupted = run(options, programs, &mut running_match)?;
    if was_interrupted {
        let (played, all) =
            (2 * running_match.pairs_played(), 2 * running_match.plan().pair_count());
        eprintln!("note: stopped after {played} of {all} games; --resume goes on with them");
    }
    if options.json {
        print_json(&json_report::of_match(&running_match, was_interrupted))?;
    } else {
        let mut output = io::stdout().lock();
        text_report::write(&mut output, &running_match)?;
        output.flush()?;
    }
    write_files(options, &running_match)?;
    Ok(Some(running_match))
}

fn take_up(
    options: &Options,
    programs: &Programs,
    id: Option<i64>,
) -> anyhow::Result<RunningMatch> {
    let store = existing_store(&options.conditions, default_store(programs)?.as_deref())?;
    let stored = store.match_of(id.map(MatchId))?;
    if stored.plan.schedule == Schedule::League {
        bail!("match {} is a league: `cargo cg league` goes on with it by itself", stored.id.0);
    }
    eprintln!("note: going on with `{}` of {}", stored.command, stored.created);
    Ok(RunningMatch::resume(store, stored)?)
}

/// Plays what is left of the match, with the running result on standard error. Returns whether
/// someone has interrupted it.
fn run(
    options: &Options,
    programs: &Programs,
    running_match: &mut RunningMatch,
) -> anyhow::Result<bool> {
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    let worker_pool = worker_pool(&options.conditions, programs, &stop)?;
    let mut live = Live { progress: Progress::new(running_match)?, running_match };
    let played = worker_pool.play(&mut live);
    live.progress.clear();
    match played {
        Ok(()) => Ok(false),
        Err(MatchError::GamePair(GamePairError::Stopped)) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Writes the files that were asked for.
fn write_files(options: &Options, running_match: &RunningMatch) -> anyhow::Result<()> {
    if let Some(path) = &options.record {
        let records = running_match.store().records(running_match.id())?;
        write_records(path, records.into_iter().map(Record::bare))?;
        eprintln!("recorded in {}", path.display());
    }
    if let Some(path) = &options.report {
        html::write(running_match.store(), running_match.id(), path)?;
        eprintln!("reported in {}", path.display());
    }
    Ok(())
}

/// A match with its progress on standard error.
struct Live<'a> {
    progress: Progress,
    running_match: &'a mut RunningMatch,
}

impl PairSource for Live<'_> {
    type Error = MatchError;

    fn next(&mut self) -> Option<(usize, GamePair)> {
        self.running_match.next()
    }

    fn take(&mut self, number: usize, pair: PlayedPair) -> Result<(), MatchError> {
        self.progress.tell_faults(self.running_match, number, &pair);
        self.running_match.take(number, pair)?;
        self.progress.update(self.running_match);
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.running_match.is_done()
    }
}

/// Writes each unit of a match as one line of JSON.
fn print_units(plan: &Plan) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    for number in 0..plan.pair_count() {
        serde_json::to_writer(&mut output, &plan.game_pair(number)).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(())
}

/// Fails now rather than after the match if a file's folder does not exist.
fn check_folder(path: &Path) -> anyhow::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("{}: there is no folder {}", path.display(), folder.display())
        }
        _ => Ok(()),
    }
}
