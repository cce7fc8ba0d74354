//! Command `cargo cg league`: a rating list of the bots in a folder.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use is_executable::is_executable;
use registry::Stop;
use serde_json::{Value, json};

use arena::{
    GamePair, GamePairError, League, MatchError, PairSource, PlayedPair, RefereeFault, Sandbox,
    Schedule, Worker,
};

use crate::agents::Agents;
use crate::conditions::{Request, command_line, plan, store, worker_pool};
use crate::interrupt::stop_on_interrupt;
use crate::json_report::print_table;
use crate::pair_progress::PairProgress;
use crate::programs::Programs;
use crate::rules::Rules;
use crate::sandbox::ChosenSandbox;
use crate::text_report::NO_GAMES;
use crate::text_report::{describe_faults, write_failures, write_sandbox};
use options::Reply;
use options::league::Arguments;

/// Name of a league's database, in the folder of its bots.
const STORE: &str = "league.db";

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let rules = Rules::of(Some(&arguments.game), &arguments.conditions.foreign)?;
    let agents = Agents::new(&rules, programs, arguments.conditions.nodes);
    let files = programs_in(&arguments.folder)?;
    if files.len() + arguments.others.len() < 2 {
        bail!(
            "{} holds fewer than two players: add .rs files or executable files, or name players \
             with --with",
            arguments.folder.display()
        );
    }
    let others = agents.make_all(&arguments.others)?;
    let of_folder: anyhow::Result<Vec<_>> = files.iter().map(|path| agents.of_file(path)).collect();
    let contestants = [of_folder?, others].concat();
    let games = arguments.games.get() as usize;
    let request = Request { rules, contestants, schedule: Schedule::League, games, sprt: None };
    let plan = plan(&arguments.conditions, request)?;
    let chosen = ChosenSandbox::of_match(arguments.conditions.sandbox, &plan, programs)?;
    let stop = stop_on_interrupt()?;
    // A match that cannot start is not stored.
    Worker::new(programs, &stop, None).in_sandbox(&chosen.sandbox).try_start(&plan)?;
    let store = store(&arguments.conditions, Some(&arguments.folder.join(STORE)))?;
    let mut league = League::open(store, plan, &command_line())?;
    eprintln!("match {}, seed {}", league.id().0, league.plan().seed);
    let was_interrupted = play(arguments, programs, &chosen.sandbox, &stop, &mut league)?;
    if let (0, Some(fault)) = (league.pairs_played(), league.failures().first()) {
        bail!("no game pair was judged; the first one: {fault}");
    }
    if !arguments.format.is_text() {
        let mut object = to_json(&league);
        object["sandbox"] = chosen.description.into();
        print_table(arguments.format, &object, "players")?;
    } else {
        let mut output = io::stdout().lock();
        write_table(&mut output, &league)?;
        write_failures(&mut output, league.failures())?;
        write_sandbox(&mut output, &chosen)?;
        output.flush()?;
    }
    Ok(if was_interrupted { Reply::Interrupted } else { Reply::Yes })
}

/// Returns the players of a folder, sorted by file name: source files and executables.
fn programs_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let cannot_be_read = || format!("{} cannot be read", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot_be_read)? {
        let path = entry.with_context(cannot_be_read)?.path();
        let metadata = fs::metadata(&path).with_context(cannot_be_read)?;
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        if metadata.is_file() && (is_source || is_executable(&path)) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Plays the game pairs of the league until `stop` is requested, with its leader on standard error.
/// Returns whether the user has interrupted it.
fn play(
    arguments: &Arguments,
    programs: &Programs,
    sandbox: &Sandbox,
    stop: &Stop,
    league: &mut League,
) -> anyhow::Result<bool> {
    let worker_pool = worker_pool(&arguments.conditions, programs, sandbox, stop)?;
    let mut progress = PairProgress::new(league.pairs_played(), league.plan().pair_count())?;
    let played = worker_pool.play(&mut LeagueWithProgress { league, progress: &mut progress });
    progress.clear();
    match played {
        Err(MatchError::GamePair(GamePairError::Stopped)) => {
            let (played, all) = (2 * league.pairs_played(), 2 * league.plan().pair_count());
            eprintln!("note: stopped after {played} of {all} games");
            Ok(true)
        }
        played => Ok(played.map(|()| false)?),
    }
}

/// League with its progress on standard error.
struct LeagueWithProgress<'a> {
    league: &'a mut League,
    progress: &'a mut PairProgress,
}

impl PairSource for LeagueWithProgress<'_> {
    type Error = MatchError;

    fn next(&mut self) -> Option<(usize, GamePair)> {
        self.league.next()
    }

    fn take(&mut self, number: usize, pair: PlayedPair) -> Result<(), MatchError> {
        self.league.take(number, pair)?;
        let leader = self.league.ranking()[0];
        let result = format!(
            "{} leads with {:.0}",
            self.league.plan().contestants[leader].name,
            self.league.ratings().of(leader).value()
        );
        self.progress.update(self.league.pairs_played(), &result, None);
        Ok(())
    }

    fn skip(&mut self, number: usize, fault: RefereeFault) -> Result<(), MatchError> {
        self.league.skip(number, fault)
    }

    fn is_done(&self) -> bool {
        self.league.is_done()
    }
}

fn write_table(output: &mut dyn Write, league: &League) -> io::Result<()> {
    let contestants = &league.plan().contestants;
    let width = contestants.iter().map(|player| player.name.chars().count()).max();
    let width = width.unwrap_or_default().max("player".len());
    writeln!(
        output,
        "{:3} {:width$} {:>6} {:>6} {:>7} {:>9}  faults",
        "", "player", "rating", "+-", "games", "score"
    )?;
    for (place, player) in league.ranking().into_iter().enumerate() {
        let (rating, tally) = (league.ratings().of(player), league.standings().of(player));
        let Some(score) = tally.score() else {
            let name = &contestants[player].name;
            writeln!(output, "{:3} {name:width$} {:>6} {:>6} {:>7}", "", "", "", NO_GAMES)?;
            continue;
        };
        writeln!(
            output,
            "{:>2}. {:width$} {:>6.0} {:>6.0} {:>7} {:>7.1} %  {}",
            place + 1,
            contestants[player].name,
            rating.value(),
            rating.margin(),
            rating.games,
            100.0 * score,
            describe_faults(tally.faults[0])
        )?;
    }
    Ok(())
}

fn to_json(league: &League) -> Value {
    let players = league.ranking().into_iter().map(|player| {
        let (rating, tally) = (league.ratings().of(player), league.standings().of(player));
        json!({
            "player": league.plan().contestants[player].name,
            "rating": rating.value(),
            "margin": rating.margin(),
            "games": rating.games,
            "score": tally.score(),
        })
    });
    json!({
        "game": league.plan().game,
        "games": 2 * league.pairs_played(),
        "players": players.collect::<Vec<_>>(),
    })
}
