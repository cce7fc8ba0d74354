//! Runs that write the missing shards of a folder: their progress, and the totals at the end.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use options::Reply;
use registry::Stop;
use serde_json::json;
use trainer::{PlayedGame, SelfPlayError, Shard, ShardFolder, Watch, read_shard};

use crate::json_report::print_json;

/// Runs the work on shards of so many games with a progress bar on standard error. Returns what the
/// run does: the number of complete shards, counted from the first one, which are fewer than all if
/// `stop` is requested.
pub(crate) fn with_progress(
    games: u64,
    stop: &Stop,
    run: impl FnOnce(&Watch<'_>) -> Result<usize, SelfPlayError>,
) -> Result<usize, anyhow::Error> {
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
    let done = run(&watch);
    bar.finish_and_clear();
    Ok(done?)
}

/// Prints the totals of the first `done` shards, which the folder `output` holds, and a note if
/// there are more.
pub(crate) fn report(
    output: &Path,
    shards: &[Shard],
    done: usize,
    as_json: bool,
) -> anyhow::Result<Reply> {
    if done < shards.len() {
        eprintln!(
            "note: stopped after {done} of {} shards; the same command resumes",
            shards.len()
        );
    }
    let summary = Summary::of(&ShardFolder::new(output), &shards[..done])?;
    if as_json {
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
