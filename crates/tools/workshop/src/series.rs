//! Play of a match, new or resumed, and output of its result.

use std::io::{self, Write};
use std::path::{self, Path};
use std::process;

use anyhow::{Context as _, bail};
use arena::{
    GamePair, GamePairError, MatchError, MatchId, PairSource, Plan, PlayedPair, Record,
    RefereeFault, RunningMatch, Sandbox, Schedule, Worker, write_records,
};
use registry::Stop;
use stats::Hypothesis;
use workspace::check_output;

use options::Reply;
use options::series::Options;

use crate::conditions::{
    Request, command_line, default_store, existing_store, plan, store, worker_pool,
};
use crate::json_report;
use crate::json_report::print_table;
use crate::many_machines::{self, QueuedEnd, QueuedMatch};
use crate::programs::Programs;
use crate::progress::Progress;
use crate::report::Report;
use crate::sandbox::ChosenSandbox;
use crate::text_report;

/// Match that was played, or only printed.
pub(crate) enum Played {
    /// The match has ended, with this decision if it was an SPRT.
    Finished(Option<Hypothesis>),
    /// The user has interrupted the match.
    Interrupted,
    /// The game pairs are only printed (`--units`).
    PrintedOnly,
}

impl Played {
    /// Returns the reply of the command; `of_decision` gives that of a match that has ended.
    pub(crate) fn reply(self, of_decision: impl FnOnce(Option<Hypothesis>) -> Reply) -> Reply {
        match self {
            Played::Finished(decision) => of_decision(decision),
            Played::Interrupted => Reply::Interrupted,
            Played::PrintedOnly => Reply::Yes,
        }
    }
}

/// Begins the match that `request` returns, or resumes a stored match; plays it and prints the
/// result.
///
/// `request` is not called for a resumed match, whose plan is in the store.
pub(crate) fn play(
    options: &Options,
    programs: &Programs,
    request: impl FnOnce() -> anyhow::Result<Request>,
) -> anyhow::Result<Played> {
    for path in [&options.record, &options.report].into_iter().flatten() {
        check_output(path)?;
    }
    let queue = distributed::connect(&options.queued.queue, "match")?;
    let report = options.report.as_deref().map(|path| report(path, options, programs));
    let report = report.transpose()?;
    let stop = Stop::default();
    let interrupt = stop.clone();
    let (mut running_match, chosen) = match options.resume {
        Some(id) => {
            let running_match = resume(options, programs, id)?;
            let chosen = choose_sandbox(running_match.plan(), options, programs)?;
            ctrlc::set_handler(move || interrupt.request())?;
            (running_match, chosen)
        }
        None => {
            let name = options.name.clone();
            let plan = Plan { name, ..plan(&options.conditions, request()?)? };
            if options.units {
                print_game_pairs(&plan)?;
                return Ok(Played::PrintedOnly);
            }
            if queue.is_some() {
                many_machines::check(&plan)?;
            }
            let chosen = choose_sandbox(&plan, options, programs)?;
            ctrlc::set_handler(move || interrupt.request())?;
            // A match that cannot start is not stored, so that nobody resumes it.
            Worker::new(programs, &stop, None).in_sandbox(&chosen.sandbox).try_start(&plan)?;
            let store = store(&options.conditions, default_store(programs)?.as_deref())?;
            (RunningMatch::begin(store, plan, &command_line())?, chosen)
        }
    };
    eprintln!("match {}, seed {}", running_match.id().0, running_match.plan().seed);
    let was_interrupted = match &queue {
        None => run(options, programs, &chosen.sandbox, &stop, &mut running_match)?,
        Some(queue) => {
            let identity = identity(&running_match, options, programs)?;
            let queued = QueuedMatch {
                queue,
                options: &options.queued,
                identity: &identity,
                pairs_left: running_match.plan().pair_count() - running_match.pairs_played(),
                scale: (!options.no_scale).then_some(options.conditions.jobs),
                programs,
                sandbox: &chosen.sandbox,
                stop: &stop,
            };
            run_queued(&queued, &mut running_match)?
        }
    };
    if was_interrupted {
        let (played, all) =
            (2 * running_match.pairs_played(), 2 * running_match.plan().pair_count());
        eprintln!("note: stopped after {played} of {all} games; --resume continues the match");
    }
    if let (0, Some(fault)) = (running_match.pairs_played(), running_match.failures().first()) {
        bail!("no game pair was judged; the first one: {fault}");
    }
    if !options.format.is_text() {
        let mut object = json_report::of_match(&running_match, was_interrupted);
        object["sandbox"] = chosen.description.into();
        print_table(options.format, &object, "players")?;
    } else {
        let mut output = io::stdout().lock();
        text_report::write(&mut output, &running_match)?;
        text_report::write_sandbox(&mut output, &chosen)?;
        output.flush()?;
    }
    write_files(options, report.as_ref(), &running_match)?;
    Ok(if was_interrupted {
        Played::Interrupted
    } else {
        Played::Finished(running_match.decision())
    })
}

fn choose_sandbox(
    plan: &Plan,
    options: &Options,
    programs: &Programs,
) -> anyhow::Result<ChosenSandbox> {
    ChosenSandbox::of_match(options.conditions.sandbox, plan, programs)
}

/// Prepares the report of the match.
fn report<'a>(
    path: &'a Path,
    options: &Options,
    programs: &Programs,
) -> anyhow::Result<Report<'a>> {
    let store = match &options.conditions.store {
        Some(store) => Some(store.clone()),
        None => default_store(programs)?,
    };
    Report::new(path, store)
}

fn resume(options: &Options, programs: &Programs, id: Option<i64>) -> anyhow::Result<RunningMatch> {
    let store = existing_store(&options.conditions, default_store(programs)?.as_deref())?;
    let stored = store.match_of(id.map(MatchId))?;
    if stored.plan.schedule == Schedule::League {
        bail!("match {} is a league: resume it with `cargo cg league`", stored.id.0);
    }
    if stored.plan.schedule == Schedule::Imported {
        bail!(
            "match {} holds imported games, which have ended: name another match by \
             `--resume=ID`",
            stored.id.0
        );
    }
    eprintln!("note: resuming `{}` of {}", stored.command, stored.created);
    Ok(RunningMatch::resume(store, stored)?)
}

/// Plays the remaining games of the match until `stop` is requested, with the progress on standard
/// error. Returns whether the user has interrupted it.
fn run(
    options: &Options,
    programs: &Programs,
    sandbox: &Sandbox,
    stop: &Stop,
    running_match: &mut RunningMatch,
) -> anyhow::Result<bool> {
    let worker_pool = worker_pool(&options.conditions, programs, sandbox, stop)?;
    let progress = Progress::new(running_match)?;
    let mut source = MatchWithProgress { progress, running_match };
    let played = worker_pool.play(&mut source);
    source.progress.clear();
    match played {
        Ok(()) => Ok(false),
        Err(MatchError::GamePair(GamePairError::Stopped)) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Plays the remaining games of the match by the workers of a queue. Returns whether the user has
/// interrupted it.
fn run_queued(queued: &QueuedMatch<'_>, running_match: &mut RunningMatch) -> anyhow::Result<bool> {
    let plan = running_match.plan().clone();
    let progress = Progress::new(running_match)?;
    let note = progress.notes();
    let mut source = MatchWithProgress { progress, running_match };
    let played = many_machines::play_match(queued, &plan, &mut source, &note);
    source.progress.clear();
    let QueuedEnd { ended, results } =
        played.context("the match has stopped, and --resume continues it")?;
    for note in results {
        eprintln!("note: {note}");
    }
    Ok(ended.was_stopped)
}

/// Returns what distinguishes a match from all others on a queue. It is the same when the match is
/// resumed, so that results that are still on the queue count.
fn identity(
    running_match: &RunningMatch,
    options: &Options,
    programs: &Programs,
) -> anyhow::Result<String> {
    let id = running_match.id();
    let created = running_match.store().match_of(Some(id))?.created;
    let store = match &options.conditions.store {
        Some(path) => Some(path::absolute(path)?),
        None => default_store(programs)?,
    };
    let store = store.map_or_else(|| process::id().to_string(), |path| path.display().to_string());
    Ok(format!("{store} {} {created}", id.0))
}

/// Writes the files of `--record` and `--report`.
fn write_files(
    options: &Options,
    report: Option<&Report<'_>>,
    running_match: &RunningMatch,
) -> anyhow::Result<()> {
    if let Some(path) = &options.record {
        let records = running_match.store().records(running_match.id())?;
        write_records(path, records.into_iter().map(Record::bare))?;
        eprintln!("games written to {}", path.display());
    }
    if let Some(report) = report {
        report.write(running_match.id())?;
    }
    Ok(())
}

/// Running match with its progress on standard error.
struct MatchWithProgress<'a> {
    progress: Progress,
    running_match: &'a mut RunningMatch,
}

impl PairSource for MatchWithProgress<'_> {
    type Error = MatchError;

    fn next(&mut self) -> Option<(usize, GamePair)> {
        self.running_match.next()
    }

    fn take(&mut self, number: usize, pair: PlayedPair) -> Result<(), MatchError> {
        self.progress.report_faults(self.running_match, number, &pair);
        self.running_match.take(number, pair)?;
        self.progress.update(self.running_match);
        Ok(())
    }

    fn skip(&mut self, number: usize, fault: RefereeFault) -> Result<(), MatchError> {
        self.progress.report_referee(&fault, self.running_match.failures().count());
        self.running_match.skip(number, fault)
    }

    fn is_done(&self) -> bool {
        self.running_match.is_done()
    }
}

/// Prints each game pair of a match as one line of JSON.
fn print_game_pairs(plan: &Plan) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    for number in 0..plan.pair_count() {
        serde_json::to_writer(&mut output, &plan.game_pair(number)).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(())
}
