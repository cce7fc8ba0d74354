//! Command `cargo cg fetch`: game results from CodinGame's site.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::Context;
use codingame::{Pace, PlayerNames, Site, SiteError};
use indicatif::{ProgressBar, ProgressStyle};
use options::Reply;
use options::fetch::Arguments;
use trainer::write_whole;

use crate::game_import::Import;
use crate::programs::Programs;

/// Folder of results in the data folder.
const FOLDER: &str = "codingame";

/// Message to the thread that keeps and imports the results.
enum Event {
    /// IDs of all games, in the order in which they are imported, and the number of those that the
    /// site is asked for.
    Listed(Vec<u64>, usize),
    /// Answer of the site for a game.
    Answered(u64, Result<Vec<u8>, SiteError>),
    /// A request is repeated after a wait.
    Waiting(String),
    /// No more requests: all are answered, or the site refuses to go on.
    Ended(Result<(), SiteError>),
    /// The user has pressed Ctrl-C.
    Interrupted,
}

/// End of the requests.
enum End {
    Complete,
    Failed(SiteError),
    Interrupted,
}

/// Outcome of the requests.
struct Received {
    /// IDs of all games, whether the site was asked for them or not.
    ids: Vec<u64>,
    end: End,
}

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let kept = Kept { folder: programs.kept(FOLDER)? };
    let mut import = Import::new(&arguments.options, programs)?;
    let (events, received) = channel();
    let interrupt = events.clone();
    // The receiver is gone only when the results are being imported.
    ctrlc::set_handler(move || drop(interrupt.send(Event::Interrupted)))?;
    let known = import.known().clone();
    let is_needed = {
        let kept = kept.clone();
        move |id: &u64| !kept.path(*id).exists() && !known.contains(id)
    };
    let requests = Requests::new(arguments);
    thread::spawn(move || {
        let ended = requests.send(&events, is_needed);
        events.send(Event::Ended(ended))
    });
    let Received { ids, end } = receive(&received, &kept, &mut import)?;
    let own = arguments.agent.map(|agent| agent.to_string());
    let own = own.into_iter().chain(arguments.me.iter().cloned()).collect();
    let names = PlayerNames::new(own, arguments.options.names);
    for id in ids {
        let path = kept.path(id);
        if path.exists() {
            import.read(&path)?;
        } else if import.known().contains(&id) {
            import.repeat(id);
        }
    }
    if let End::Failed(error) = end {
        if !import.is_empty() {
            import.finish(names)?;
        }
        return Err(error).context(
            "not all games were fetched: the same command continues later, and asks for the \
             missing ones only",
        );
    }
    let reply = import.finish(names)?;
    Ok(if let End::Interrupted = end { Reply::Interrupted } else { reply })
}

/// Keeps the results that arrive, until the requests end or the user presses Ctrl-C.
fn receive(
    events: &Receiver<Event>,
    kept: &Kept,
    import: &mut Import<'_>,
) -> anyhow::Result<Received> {
    let style = ProgressStyle::with_template("{pos}/{len} games {wide_bar} {eta} left")?;
    let bar = ProgressBar::new(0).with_style(style);
    let mut ids = Vec::new();
    let end = loop {
        match events.recv().expect("the handler of Ctrl-C keeps a sender") {
            Event::Listed(listed, missing) => {
                bar.set_length(missing as u64);
                ids = listed;
            }
            Event::Answered(id, answer) => {
                bar.inc(1);
                match answer {
                    Ok(result) => kept.keep(id, &result)?,
                    Err(why) => {
                        bar.suspend(|| import.refuse(format!("game {id}"), why.to_string()));
                    }
                }
            }
            Event::Waiting(why) => bar.suspend(|| eprintln!("note: {why}")),
            Event::Ended(Ok(())) => break End::Complete,
            Event::Ended(Err(error)) => break End::Failed(error),
            Event::Interrupted => break End::Interrupted,
        }
    };
    bar.finish_and_clear();
    Ok(Received { ids, end })
}

/// Results that were received, one file each.
#[derive(Clone)]
struct Kept {
    folder: PathBuf,
}

impl Kept {
    fn path(&self, id: u64) -> PathBuf {
        self.folder.join(id.to_string()).with_extension("json")
    }

    fn keep(&self, id: u64, result: &[u8]) -> anyhow::Result<()> {
        let path: &Path = &self.path(id);
        write_whole(path, result).with_context(|| path.display().to_string())
    }
}

/// Requests of the command.
struct Requests {
    base: String,
    games: Vec<u64>,
    agent: Option<u64>,
    last: Option<NonZeroUsize>,
}

impl Requests {
    fn new(arguments: &Arguments) -> Requests {
        let Arguments { base, games, agent, last, .. } = arguments;
        Requests { base: base.clone(), games: games.clone(), agent: *agent, last: *last }
    }

    /// Asks the site for all games that are needed. An error about a single game is an event.
    fn send(
        &self,
        events: &Sender<Event>,
        is_needed: impl Fn(&u64) -> bool,
    ) -> Result<(), SiteError> {
        // Nobody receives after Ctrl-C, and the process is about to end.
        let tell = |event| drop(events.send(event));
        let waiting = events.clone();
        let on_wait = move |why: &str, wait: std::time::Duration| {
            let text = format!("{why}: asking again in {:.1} s", wait.as_secs_f64());
            drop(waiting.send(Event::Waiting(text)));
        };
        let mut site = Site::new(&self.base, Pace::default(), Box::new(on_wait));
        let mut ids = match self.agent {
            Some(agent) => site.latest_games(agent)?,
            None => self.games.clone(),
        };
        ids.truncate(self.last.map_or(usize::MAX, NonZeroUsize::get));
        let mut listed = BTreeSet::new();
        ids.retain(|id| listed.insert(*id));
        let missing: Vec<u64> = ids.iter().copied().filter(is_needed).collect();
        tell(Event::Listed(ids, missing.len()));
        for id in missing {
            match site.game(id) {
                Err(error) if !error.is_about_game() => return Err(error),
                answer => tell(Event::Answered(id, answer)),
            }
        }
        Ok(())
    }
}
