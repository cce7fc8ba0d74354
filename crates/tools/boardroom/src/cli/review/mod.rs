//! Command `review`: judges the moves of recorded games by the bot.

mod json;
mod players;
mod text;

use std::env;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::thread;

use anyhow::{Context as _, bail};
use arena::{Record, write_records};
use indicatif::{ProgressBar, ProgressStyle};
use options::review::Arguments;
use options::{Data, Reply};
use rayon::ThreadPoolBuilder;
use review::{
    Effort, GameReview, GameToReview, ReviewFolder, ReviewPlan, review_games, turning_points,
};
use room::{Replay, replay};
use search::StopFlag;
use sha2::{Digest as _, Sha256};
use workspace::{DataFolder, REVIEWS, check_output};

use super::chosen_games::{Choice, ChosenGame, ChosenGames};
use super::output::write_atomically;
use super::replay::MAX_GAMES as MAX_ON_PAGE;
use crate::page::single_page;

/// Maximum number of games of a review, which are all in memory.
const MAX_GAMES: usize = 5_000;

/// Number of bytes of the hash that stands for this program.
const HASH_BYTES: usize = 8;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    for path in [&arguments.html, &arguments.suite].into_iter().flatten() {
        check_output(path)?;
    }
    let choice = Choice {
        file: arguments.file.as_ref(),
        store: arguments.store.as_ref(),
        id: arguments.id,
        number: arguments.game,
        most: MAX_GAMES,
    };
    let chosen = choice.read(data)?;
    if chosen.games.len() < chosen.total && arguments.game.is_none() {
        bail!("{} has more than {MAX_GAMES} games: `--game` selects one", chosen.place);
    }
    let games = Games::of(chosen, arguments)?;
    let stop = StopFlag::new();
    ctrlc::set_handler(move || stop.raise())?;
    let folder = DataFolder::find(data.data_folder.as_deref())
        .context("there is no folder for the searches: name one with --data")?;
    let folder = ReviewFolder::new(folder.kept(REVIEWS)?, this_program()?);
    let effort = match arguments.time {
        Some(time) => Effort::Milliseconds(time),
        None => Effort::Nodes(arguments.nodes),
    };
    let plan = ReviewPlan { effort, games: &games.replayed, folder: &folder, stop };
    let jobs = arguments.jobs.map_or_else(thread::available_parallelism, Ok);
    let jobs = jobs.map_or(1, NonZeroUsize::get);
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build()?;
    let reviews = pool.install(|| search(&plan))?;
    let output = &mut io::stdout().lock();
    if arguments.format.is_text() {
        text::write(output, &games, effort, &reviews)?;
    } else {
        let object = json::to_json(&games, effort, &reviews);
        tables::write(output, arguments.format, &object, "players")?;
    }
    let suite = arguments.suite.as_ref().filter(|_| !stop.is_raised());
    let suite = suite.map(|path| (path, pool.install(|| turning_points(&plan, &reviews))));
    if stop.is_raised() {
        eprintln!("note: the review is not complete: the same command continues it");
        return Ok(Reply::Interrupted);
    }
    if let Some((path, positions)) = suite {
        let count = positions.len();
        write_records(path, positions)?;
        eprintln!("{count} test positions written to {}", path.display());
    }
    if let Some(path) = &arguments.html {
        write_atomically(path, &single_page(&games.pages(reviews)?)?)?;
        if games.replayed.len() > MAX_ON_PAGE {
            let all = games.replayed.len();
            eprintln!("wrote the first {MAX_ON_PAGE} of {all} games: `--game` selects any of them");
        }
    }
    Ok(Reply::Yes)
}

/// Searches the moves with a progress bar on standard error.
fn search(plan: &ReviewPlan<'_>) -> anyhow::Result<Vec<GameReview>> {
    let style = ProgressStyle::with_template("{pos}/{len} moves {wide_bar} {eta} left")?;
    let bar = ProgressBar::new(0).with_style(style);
    let reviews = review_games(plan, &|done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(reviews?)
}

/// Games of a review.
pub(super) struct Games {
    /// Replayed games, and the players of each whose moves are judged.
    replayed: Vec<(GameToReview, [bool; 2])>,
    /// Numbers in the file or the match, from 1.
    numbers: Vec<usize>,
    /// Records of the games that fit on a page.
    records: Vec<Record>,
}

impl Games {
    /// Replays the games in which a chosen player takes part.
    fn of(chosen: ChosenGames, arguments: &Arguments) -> anyhow::Result<Games> {
        let mut games = Games { replayed: Vec::new(), numbers: Vec::new(), records: Vec::new() };
        let mut names = Vec::new();
        for ChosenGame { number, source, record } in chosen.games {
            let players = arguments.players.of(&record.policy);
            if players != [false; 2] {
                let replayed = GameToReview::new(&record, source);
                let replayed =
                    replayed.with_context(|| format!("{}: game {number}", chosen.place))?;
                games.replayed.push((replayed, players));
                games.numbers.push(number);
                if games.records.len() < MAX_ON_PAGE {
                    games.records.push(record);
                }
            } else if !names.contains(&record.policy) {
                names.push(record.policy);
            }
        }
        if games.replayed.is_empty() {
            let player = arguments.players.player.as_deref().unwrap_or_default();
            let names = names.join(", ");
            bail!("no game has a player `{player}` on that side; the players are: {names}");
        }
        Ok(games)
    }

    /// Returns the games of a page, with their reviews.
    fn pages(&self, reviews: Vec<GameReview>) -> anyhow::Result<Vec<Replay>> {
        let games = self.records.iter().zip(&self.replayed).zip(reviews);
        let page = |((record, (game, _)), review): ((&Record, &(GameToReview, _)), _)| {
            let replay = replay(record, Some(game.source.clone()))?;
            Ok(Replay { review: Some(review), ..replay })
        };
        games.map(page).collect()
    }
}

/// Returns a hash of this program: another build may judge otherwise.
fn this_program() -> io::Result<String> {
    let digest = Sha256::digest(fs::read(env::current_exe()?)?);
    Ok(digest.iter().take(HASH_BYTES).map(|byte| format!("{byte:02x}")).collect())
}
