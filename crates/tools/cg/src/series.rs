//! Playing a match from its beginning, or from where it broke off, to its result.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use arena::{
    Agenda, Contest, ContestError, MatchId, Plan, PlayedPair, Record, Schedule, Stop, Unit,
    UnitError, write_records,
};

use crate::commands::print_json;
use crate::conditions::{Conditions, Request, command_line, default_store};
use crate::html;
use crate::json_report;
use crate::programs::Programs;
use crate::progress::Progress;
use crate::text_report;

/// How a match of a fixed form is played, and what is written of it.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// Go on with a match of the store: this one, or the newest
    #[arg(long, value_name = "ID", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["game", "nodes", "seed", "margin", "opening_plies", "book"])]
    resume: Option<Option<i64>>,
    /// Write all games to a file as the official referees record them, compressed if it ends in
    /// `.gz`
    #[arg(long, value_name = "FILE.jsonl[.gz]")]
    record: Option<PathBuf>,
    /// Write a report as one page
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Print the pairs of games for `cargo cg work` in place of playing them
    #[arg(long, conflicts_with_all = ["resume", "record", "report", "json"])]
    units: bool,
    /// Print one JSON object; an infinite Elo difference is null in it
    #[arg(long)]
    json: bool,
}

impl Options {
    /// Begins the match that `request` describes, or goes on with one of the store, plays it and
    /// prints the result. `None` if its units were only to be printed.
    ///
    /// `request` is not asked for when a match is continued: all is in the store.
    pub(crate) fn play(
        &self,
        programs: &Programs,
        request: impl FnOnce() -> anyhow::Result<Request>,
    ) -> anyhow::Result<Option<Contest>> {
        for path in [&self.record, &self.report].into_iter().flatten() {
            check_folder(path)?;
        }
        let mut contest = match self.resume {
            Some(id) => self.take_up(programs, id)?,
            None => {
                let plan = self.conditions.plan(request()?)?;
                if self.units {
                    print_units(&plan)?;
                    return Ok(None);
                }
                let store = self.conditions.store(default_store(programs).as_deref())?;
                Contest::begin(store, plan, &command_line())?
            }
        };
        eprintln!("match {}, seed {}", contest.id().0, contest.plan().seed);
        let was_interrupted = self.run(programs, &mut contest)?;
        if was_interrupted {
            let (played, all) = (2 * contest.units_played(), 2 * contest.plan().unit_count());
            eprintln!("note: stopped after {played} of {all} games; --resume goes on with them");
        }
        if self.json {
            print_json(&json_report::of_contest(&contest, was_interrupted))?;
        } else {
            let mut output = io::stdout().lock();
            text_report::write(&mut output, &contest)?;
            output.flush()?;
        }
        self.write_files(&contest)?;
        Ok(Some(contest))
    }

    fn take_up(&self, programs: &Programs, id: Option<i64>) -> anyhow::Result<Contest> {
        let store = self.conditions.existing_store(default_store(programs).as_deref())?;
        let stored = store.match_of(id.map(MatchId))?;
        if stored.plan.schedule == Schedule::League {
            bail!("match {} is a league: `cargo cg league` goes on with it by itself", stored.id.0);
        }
        eprintln!("note: going on with `{}` of {}", stored.command, stored.created);
        Ok(Contest::resume(store, stored)?)
    }

    /// Plays what is left of the match, with the running result on standard error. Returns whether
    /// someone has interrupted it.
    fn run(&self, programs: &Programs, contest: &mut Contest) -> anyhow::Result<bool> {
        let stop = Stop::default();
        let interrupt = stop.clone();
        ctrlc::set_handler(move || interrupt.request())?;
        let crew = self.conditions.crew(programs, &stop)?;
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
    fn write_files(&self, contest: &Contest) -> anyhow::Result<()> {
        if let Some(path) = &self.record {
            let records = contest.store().records(contest.id())?;
            write_records(path, records.into_iter().map(Record::bare))?;
            eprintln!("recorded in {}", path.display());
        }
        if let Some(path) = &self.report {
            html::write(contest.store(), contest.id(), path)?;
            eprintln!("reported in {}", path.display());
        }
        Ok(())
    }
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
