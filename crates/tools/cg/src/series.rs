//! Playing a match of any form: what all its commands can be told, and how it runs.

use std::env;
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use arena::{
    Agenda, Contest, ContestError, Contestant, Crew, Game, Limits, MatchId, Plan, PlayedPair,
    Record, Schedule, Sprt, Stop, Store, Unit, UnitError, available_cores, random_openings,
    write_records,
};

use crate::agents::tell_apart;
use crate::commands::print_json;
use crate::json_report;
use crate::programs::Programs;
use crate::progress::Progress;
use crate::text_report;

/// How any match is played.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Nodes per move in place of the clock, for players that can count them: the match then does
    /// not depend on the machine
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<NonZeroU64>,
    /// The source of openings and of the players' seeds [default: another one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How many games run at once
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Milliseconds by which every answer may be late, for machines that are not quiet
    #[arg(long, value_name = "MS", default_value_t = 0)]
    margin: u64,
    /// Bind both programs of a game to one core, each game's to another
    #[arg(long)]
    pin: bool,
    /// Random openings of so many plies in place of the game's book
    #[arg(long, value_name = "N", conflicts_with = "book")]
    opening_plies: Option<usize>,
    /// Openings from a file in place of the game's book: one a line, moves with `;` between them
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The file that keeps every game [default: arena.db in the workspace's build output]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Go on with a match of the store: this one, or the newest
    #[arg(long, value_name = "ID", num_args = 0..=1, require_equals = true)]
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

/// A match to be played, as a command asks for it.
pub(crate) struct Request {
    pub(crate) game: &'static dyn Game,
    pub(crate) contestants: Vec<Contestant>,
    pub(crate) schedule: Schedule,
    /// How many games each two contestants play at most.
    pub(crate) games: usize,
    pub(crate) sprt: Option<Sprt>,
}

impl Options {
    /// So many random openings are drawn at most; then they come again.
    const MOST_OPENINGS: usize = 10_000;

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
                let plan = self.plan(request()?)?;
                if self.units {
                    print_units(&plan)?;
                    return Ok(None);
                }
                Contest::begin(self.store(programs)?, plan, &command_line())?
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
        let Some(path) = self.store_path(programs) else {
            bail!("there is no store to go on from: name one with --store");
        };
        let store = Store::open_existing(&path)?;
        let stored = store.match_of(id.map(MatchId))?;
        if stored.plan.schedule == Schedule::League {
            bail!("match {} is a league: `cargo cg league` goes on with it by itself", stored.id.0);
        }
        eprintln!("note: going on with `{}` of {}", stored.command, stored.created);
        Ok(Contest::resume(store, stored)?)
    }

    /// Turns a request into a plan, and says where it is not quite what was asked for.
    pub(crate) fn plan(&self, request: Request) -> anyhow::Result<Plan> {
        let Request { game, mut contestants, schedule, games, sprt } = request;
        tell_apart(&mut contestants);
        let pairs = games.div_ceil(2);
        if games % 2 == 1 {
            eprintln!("note: games come in pairs: playing {}", 2 * pairs);
        }
        let seed = self.seed.unwrap_or_else(seed_of_now);
        let mut plan = Plan {
            game: game.name().to_owned(),
            contestants,
            schedule,
            pairs,
            seed,
            openings: vec![Vec::new()],
            limits: Limits { margin_ms: self.margin },
            sprt,
        };
        let unable: Vec<&str> =
            plan.contestants_without_openings().map(|player| player.name.as_str()).collect();
        if unable.is_empty() {
            plan.openings = self.openings(game, pairs, seed)?;
        } else {
            eprintln!(
                "note: no openings, since `{}` has no {{opening}} in its command line: only what is \
                 random in the players tells the games apart",
                unable.join("` and `")
            );
        }
        Ok(plan)
    }

    /// Returns the openings of a match, in the order in which they are played.
    fn openings(
        &self,
        game: &dyn Game,
        pairs: usize,
        seed: u64,
    ) -> anyhow::Result<Vec<Vec<String>>> {
        match (&self.book, self.opening_plies) {
            //BOOK (Some(path), _) => Ok(Book::read(game, path)?.shuffled(seed)),
            //BOOK (None, None) => Ok(game.book().shuffled(seed)),
            (_, None) => Ok(random_openings(game, 4, pairs, seed).unwrap_or_default()),
            (_, Some(0)) => Ok(vec![Vec::new()]),
            (_, Some(plies)) => {
                let count = pairs.clamp(1, Options::MOST_OPENINGS);
                match random_openings(game, plies, count, seed) {
                    Some(openings) => Ok(openings),
                    None => bail!(
                        "no opening of {plies} plies leaves the game open: ask for fewer with \
                         --opening-plies"
                    ),
                }
            }
        }
    }

    /// Plays what is left of the match, with the running result on standard error. Returns whether
    /// someone has interrupted it.
    fn run(&self, programs: &Programs, contest: &mut Contest) -> anyhow::Result<bool> {
        let stop = Stop::default();
        let interrupt = stop.clone();
        ctrlc::set_handler(move || interrupt.request())?;
        let crew = self.crew(programs, &stop)?;
        let mut live = Live { progress: Progress::new(contest)?, contest };
        let played = crew.play(&mut live);
        live.progress.clear();
        match played {
            Ok(()) => Ok(false),
            Err(ContestError::Unit(UnitError::Stopped)) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the workers of this machine.
    pub(crate) fn crew<'a>(&self, programs: &'a Programs, stop: &Stop) -> anyhow::Result<Crew<'a>> {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        if self.jobs.get() > cores {
            eprintln!(
                "warning: {} games at once on {cores} cores: the players will wait for each other, \
                 and for the clock",
                self.jobs
            );
        }
        let cores = if self.pin { available_cores()? } else { Vec::new() };
        Ok(Crew { jobs: self.jobs, cores, compile: programs, stop: stop.clone() })
    }

    /// Writes the files that were asked for.
    fn write_files(&self, contest: &Contest) -> anyhow::Result<()> {
        if let Some(path) = &self.record {
            let records = contest.store().records(contest.id())?;
            write_records(path, records.into_iter().map(Record::bare))?;
            eprintln!("recorded in {}", path.display());
        }
        if let Some(path) = &self.report {
            //HTML html::write(contest.store(), contest.id(), path)?;
            eprintln!("reported in {}", path.display());
        }
        Ok(())
    }

    /// Opens the store. Outside the workspace, and without one being named, the games are kept only
    /// as long as the match lasts.
    pub(crate) fn store(&self, programs: &Programs) -> anyhow::Result<Store> {
        Ok(match self.store_path(programs) {
            Some(path) => Store::open(&path)?,
            None => Store::in_memory()?,
        })
    }

    fn store_path(&self, programs: &Programs) -> Option<PathBuf> {
        self.store.clone().or_else(|| default_store(programs))
    }
}

/// Returns where games are kept unless another place is named; `None` outside the workspace.
pub(crate) fn default_store(programs: &Programs) -> Option<PathBuf> {
    /// In the workspace's build output.
    const FILE: &str = "arena.db";
    Some(programs.workspace().ok()?.target.join(FILE))
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

/// Returns the words that began this process, as a user types them.
pub(crate) fn command_line() -> String {
    let words: Vec<String> = env::args().skip(1).collect();
    let joined = shlex::try_join(words.iter().map(String::as_str));
    format!("cargo cg {}", joined.unwrap_or_else(|_| words.join(" ")))
}

/// Returns a seed that few matches share and that is short enough to be typed.
pub(crate) fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_micros() as u64 % 1_000_000_000
}
