//! Command `cargo cg selfplay`: self-play games as training data, in shards.

use std::ops::ControlFlow;

use distributed::{QueuedShards, play_shards};
use indicatif::ProgressBar;
use options::Reply;
use options::selfplay::Arguments;
use registry::tunable_game;
use trainer::{Evaluator, Shard, ShardFolder, ShardStatus};
use workspace::check_output_folder;

use crate::interrupt::stop_on_interrupt;
use crate::programs::Programs;
use crate::shard_run::{report, with_progress};

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
            opening_plies: arguments.opening_plies.unwrap_or(Shard::OPENING_PLIES),
            seed: arguments.seed + number,
            games: arguments.games.get(),
            labels: None,
        })
        .collect();
    let stop = stop_on_interrupt()?;
    let folder = ShardFolder::new(&output);
    let done = match &queue {
        None => {
            let games = shards.iter().map(|shard| u64::from(shard.games)).sum();
            with_progress(games, &stop, |watch| {
                folder.play_missing(tunable_game, &evaluator, &shards, watch)
            })?
        }
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
    report(&output, &shards, done, arguments.json)
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
