//! Playing a match from its beginning, or from where it broke off, to its result.

use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use arena::{
    Agenda, Contest, ContestError, MatchId, Plan, PlayedPair, Record, Schedule, Stop, Unit,
    UnitError, write_records,
};

use options::series::Options;

use crate::commands::print_json;
use crate::conditions::{Request, command_line, crew, default_store, existing_store, plan, store};
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
) -> anyhow::Result<Option<Contest>> {
    for path in [&options.record, &options.report].into_iter().flatten() {
        check_folder(path)?;
    }
    let mut contest = match options.resume {
        Some(id) => take_up(options, programs, id)?,
        None => {
            let plan = plan(&options.conditions, request()?)?;
            if options.units {
                print_units(&plan)?;
                return Ok(None);
            }
            let store = store(&options.conditions, default_store(programs)?.as_deref())?;
            Contest::begin(store, plan, &command_line())?
        }
    };
    eprintln!("match {}, seed {}", contest.id().0, contest.plan().seed);
    let was_interrupted = run(options, programs, &mut contest)?;
    if was_interrupted {
        let (played, all) = (2 * contest.units_played(), 2 * contest.plan().unit_count());
        eprintln!("note: stopped after {played} of {all} games; --resume goes on with them");
    }
    if options.json {
        print_json(&json_report::of_contest(&contest, was_interrupted))?;
    } else {
        let mut output = io::stdout().lock();
        text_report::write(&mut output, &contest)?;
        output.flush()?;
    }
    write_files(options, &contest)?;
    Ok(Some(contest))
}

fn take_up(options: &Options, programs: &Programs, id: Option<i64>) -> anyhow::Result<Contest> {
    let store = existing_store(&options.conditions, default_store(programs)?.as_deref())?;
    let stored = store.match_of(id.map(MatchId))?;
    if stored.plan.schedule == Schedule::League {
        bail!("match {} is a league: `cargo cg league` goes on with it by itself", stored.id.0);
    }
    eprintln!("note: going on with `{}` of {}", stored.command, stored.created);
    Ok(Contest::resume(store, stored)?)
}

/// Plays what is left of the match, with the running result on standard error. Returns whether
/// someone has interrupted it.
fn run(options: &Options, programs: &Programs, contest: &mut Contest) -> anyhow::Result<bool> {
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    let crew = crew(&options.conditions, programs, &stop)?;
    let mut live = Live { progress: Progress::new(contest)?, contest };
    let played = crew.play(&mut live);
    live.progress.clear();
    match played {
        Ok(()) => Ok(false),
        Err(ContestError::Unit(UnitError::Stopped)) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Writes the files that were asked for.
fn write_files(options: &Options, contest: &Contest) -> anyhow::Result<()> {
    if let Some(path) = &options.record {
        let records = contest.store().records(contest.id())?;
        write_records(path, records.into_iter().map(Record::bare))?;
        eprintln!("recorded in {}", path.display());
    }
    if let Some(path) = &options.report {
        html::write(contest.store(), contest.id(), path)?;
        eprintln!("reported in {}", path.display());
    }
    Ok(())
}

/// A match with its progress on standard error.
struct Live<'a> {
    progress: Progress,
    contest: &'a mut Contest,
}

impl Agenda for Live<'_> {
    type Error = ContestError;

    fn next(&mut self) -> Option<(usize, Unit)> {
        self.contest.next()
    }

    fn take(&mut self, number: usize, pair: PlayedPair) -> Result<(), ContestError> {
        self.progress.tell_faults(self.contest, number, &pair);
        self.contest.take(number, pair)?;
        self.progress.update(self.contest);
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.contest.is_done()
    }
}

/// Writes each unit of a match as one line of JSON.
fn print_units(plan: &Plan) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    for number in 0..plan.unit_count() {
        serde_json::to_writer(&mut output, &plan.unit(number)).map_err(io::Error::from)?;
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
