//! Command `cargo cg relabel`: new scores for the positions of self-play games.

use std::path::Path;

use anyhow::bail;
use options::Reply;
use options::relabel::Arguments;
use registry::tunable_game;
use trainer::{Evaluator, Labels, Shard, ShardFolder};
use workspace::check_output_folder;

use crate::interrupt::stop_on_interrupt;
use crate::programs::Programs;
use crate::shard_run::{report, with_progress};

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    arguments.output.as_deref().map_or(Ok(()), check_output_folder)?;
    let game = tunable_game(&arguments.game)?;
    let evaluator = Evaluator::find(&arguments.evaluator)?;
    let nodes = arguments.nodes.get();
    let folders = match &arguments.shards[..] {
        [] => vec![programs.kept("selfplay")?.join(game.name())],
        folders => folders.to_vec(),
    };
    let output = match &arguments.output {
        Some(path) => path.clone(),
        None => programs.kept("relabel")?.join(game.name()),
    };
    let mut shards = Vec::new();
    for folder in &folders {
        // Training would read the old scores there, and leave the new ones out as duplicates.
        if is_same(folder, &output) {
            bail!("{} holds the shards: name another folder by -o", folder.display());
        }
        shards.extend(ShardFolder::new(folder).shards()?);
    }
    let stop = stop_on_interrupt()?;
    let folder = ShardFolder::new(&output);
    let games = shards.iter().map(|(shard, _)| u64::from(shard.games)).sum();
    let done = with_progress(games, &stop, |watch| {
        folder.relabel_missing(game, &evaluator, nodes, &shards, watch)
    })?;
    let labels = Some(Labels { evaluator: evaluator.identity(), nodes });
    let relabelled: Vec<Shard> =
        shards.into_iter().map(|(shard, _)| Shard { labels: labels.clone(), ..shard }).collect();
    report(&output, &relabelled, done, arguments.json)
}

/// Returns whether both paths lead to the same folder.
fn is_same(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(Path::canonicalize);
    one.is_ok_and(|one| other.is_ok_and(|other| one == other))
}
