//! Command `cargo cg selfplay`: self-play games as training data, in shards.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use distributed::{QueuedShards, play_shards};
use indicatif::{ProgressBar, ProgressStyle};
use registry::{Stop, tunable_game};
use serde_json::json;
use trainer::{
    Evaluator, PlayedGame, Shard, ShardFolder, ShardStatus, TunableGame, Watch, read_shard,
};

use crate::json_report::print_json;
use crate::programs::Programs;
use options::Reply;
use options::selfplay::Arguments;
use workspace::check_output_folder;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    arguments.output.as_deref().map_or(Ok(()), check_output_folder)?;
    let queue = distributed::connect(&arguments.queued.queue, "selfplay")?;
    let tunable_game = tunable_game(&arguments.game)?;
    let evaluator = Evaluator::find(&arguments.evaluator)?;
    let output = match &arguments.output {
        Some(path) => path.clone(),
        None => programs.kept("selfplay")?.join(tunable_game.name()),
    };
    let shards: Vec<Shard> = (0..u64::from(arguments.shards.get()))
        .map(|number| Shard {
            game: tunable_game.name().to_owned(),
            evaluator: evaluator.identity(),
            nodes: arguments.nodes.get(),
            opening_plies: Shard::OPENING_PLIES,
            seed: arguments.seed + number,
            games: arguments.games.get(),
        })
        .collect();
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    let folder = ShardFolder::new(&output);
    let done = match &queue {
        None => play_missing(tunable_game, &evaluator, &folder, &shards, &stop)?,
        Some(queue) => {
            let bar = ProgressBar::new(shards.len() as u64);
            let queued = QueuedShards {
                queue,
                options: &arguments.queued,
                folder: &folder,
                shard: &|number| shards.get(number).cloned(),
                count: Some(shards.len()),
                note: &|note| bar.suspend(|| eprintln!("note: {note}")),
            };
            let on_shard = &mut |_: &Shard| {
                bar.inc(1);
                Ok(ControlFlow::Continue(()))
            };
            play_shards(&queued, tunable_game, &evaluator, &stop, on_shard)?;
            bar.finish_and_clear();
            present(&folder, &shards)?
        }
    };
    if done < shards.len() {
        eprintln!(
            "note: stopped after {done} of {} shards; the same command resumes",
            shards.len()
        );
    }
    let summary = Summary::of(&folder, &shards[..done])?;
    if arguments.json {
        print_json(&json!({
            "folder": output,
            "shards": done,
            "games": summary.games,
            "positions": summary.positions,
            "bytes": summary.bytes,
            "first_player": summary.first_score(),
        }))?;
    } else {
        let Summary { games, positions, bytes, .. } = summary;
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{done} shards, {games} games, {positions} positions in {}",
            output.display()
        )?;
        if let Some(first_score) = summary.first_score() {
            writeln!(
                out,
                "{:.1} plies per game, {:.2} bytes per position, first player {:.1} %",
                positions as f64 / f64::from(games),
                bytes as f64 / positions as f64,
                100.0 * first_score
            )?;
        }
    }
    Ok(if done < shards.len() { Reply::Interrupted } else { Reply::Yes })
}

/// Returns how many shards, from the first one on, are in the folder.
fn present(folder: &ShardFolder, shards: &[Shard]) -> anyhow::Result<usize> {
    for (done, shard) in shards.iter().enumerate() {
        if folder.status_of(shard)? != ShardStatus::Present {
            return Ok(done);
        }
    }
    Ok(shards.len())
}

/// Plays the shards that the folder lacks, with a progress bar on standard error. Returns the
/// number of complete shards, counted from the first one: fewer than all if the user has
/// interrupted it.
fn play_missing(
    tunable_game: &dyn TunableGame,
    evaluator: &Evaluator,
    folder: &ShardFolder,
    shards: &[Shard],
    stop: &Stop,
) -> anyhow::Result<usize> {
    let games = shards.iter().map(|shard| u64::from(shard.games)).sum();
    let style = "{pos}/{len} games {wide_bar} {msg} positions/s, {eta} left";
    let bar = ProgressBar::new(games).with_style(ProgressStyle::with_template(style)?);
    let positions = AtomicU64::new(0);
    let on_game = |plies: usize| {
        let all = plies as u64 + positions.fetch_add(plies as u64, Ordering::Relaxed);
        bar.inc(1);
        bar.set_message(format!("{:.0}", all as f64 / bar.elapsed().as_secs_f64()));
    };
    let on_known = |shard: &Shard| {
        bar.inc(shard.games.into());
        // Existing shards take no time, so they must not affect the estimate.
        bar.reset_eta();
    };
    let watch =
        Watch { is_stopped: &|| stop.is_requested(), on_game: &on_game, on_known: &on_known };
    let done = folder.play_missing(tunable_game, evaluator, shards, &watch);
    bar.finish_and_clear();
    Ok(done?)
}

/// Totals of several shards.
#[derive(Default)]
struct Summary {
    games: u32,
    positions: u64,
    bytes: u64,
    first_points: f64,
}

impl Summary {
    fn of(folder: &ShardFolder, shards: &[Shard]) -> anyhow::Result<Summary> {
        let mut summary = Summary::default();
        for shard in shards {
            let path = folder.path_of(shard);
            let (_, games) = read_shard(&path)?;
            let file = fs::metadata(&path).with_context(|| path.display().to_string())?;
            summary.bytes += file.len();
            summary.games += shard.games;
            summary.positions += games.iter().map(|game| game.scores.len() as u64).sum::<u64>();
            summary.first_points += games.iter().map(PlayedGame::first_points).sum::<f64>();
        }
        Ok(summary)
    }

    /// Returns the mean points of the player who moves first; `None` without games.
    fn first_score(&self) -> Option<f64> {
        (self.games > 0).then(|| self.first_points / f64::from(self.games))
    }
}
