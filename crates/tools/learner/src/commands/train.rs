//! Command `train`: trains a network on self-play shards and writes it to a folder.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use nn::{FINEST_STEPS, Parameters};
use options::train::Arguments;
use options::{Data, Reply};
use registry::network_game;
use serde_json::json;
use trainer::{Labels, Shard, decode_network, network_in_source, network_source};
use workspace::check_output_folder;

use super::{
    command, data_path, device, filter, lambda, loss_line, print_json, shards, stop_on_interrupt,
    training,
};
use crate::training::{Training, parameters_from_bytes};
use crate::training_job::{Exported, SOURCE, TEXT, print_samples, train, write_file};

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, data: &Data) -> anyhow::Result<Reply> {
    arguments.output.as_deref().map_or(Ok(()), check_output_folder)?;
    let network_game = network_game(&arguments.game)?;
    let start = arguments.from.as_deref().map(start).transpose()?;
    let device = device(arguments.training.device);
    device.check()?;
    let steps = arguments.steps.unwrap_or(FINEST_STEPS);
    if steps > FINEST_STEPS {
        bail!("--steps {steps} is too large: the maximum is {FINEST_STEPS}");
    }
    let output = match &arguments.output {
        Some(path) => path.clone(),
        None => data_path(data, "train")?.join(network_game.name()),
    };
    let options = &arguments.training;
    let (shards, paths) = shards(options, network_game, data)?;
    let lambda = lambda(options, network_game);
    let samples = network_game.read_samples(&paths, &filter(options), lambda)?;
    print_samples(&samples);
    let training = Training {
        steps: arguments.quantisation_aware.then_some(steps),
        ..training(options, arguments.epochs.get(), arguments.seed)
    };
    let stop = stop_on_interrupt()?;
    let Some(trained) = train(&samples, &training, start.as_ref(), device, &output, &stop)? else {
        eprintln!("note: stopped; run the same command to resume");
        return Ok(Reply::Interrupted);
    };
    let exported = Exported::write(&output, &trained, steps)?;
    let mut provenance = vec![format!("`{}`", command()), String::new()];
    provenance.extend(games_lines(&shards));
    provenance.push(loss_line(samples.counts()[0], exported.loss()));
    let source = network_source(&exported.text, &provenance)?;
    write_file(&output, SOURCE, source.as_bytes())?;
    if arguments.json {
        print_json(&json!({
            "folder": output,
            "positions": samples.counts()[0],
            "validation_positions": samples.counts()[1],
            "loss": exported.last.loss,
            "validation_loss": exported.last.validation_loss,
            "utf16_units": exported.utf16_units,
        }))?;
    } else {
        let mut out = io::stdout().lock();
        let [loss, validation_loss] = exported.loss();
        writeln!(out, "loss {loss:.4}, validation loss {validation_loss:.4}")?;
        let path = output.join(TEXT);
        writeln!(out, "{} UTF-16 units in {}", exported.utf16_units, path.display())?;
    }
    Ok(Reply::Yes)
}

/// Reads a network that a training starts from: in floats, or as the text of a bot.
fn start(path: &Path) -> anyhow::Result<Parameters> {
    let of_file = || path.display().to_string();
    let bytes = fs::read(path).with_context(of_file)?;
    if path.extension().is_some_and(|extension| extension == "f32") {
        return parameters_from_bytes(&bytes).with_context(of_file);
    }
    let source = String::from_utf8_lossy(&bytes);
    let text = network_in_source(&source).unwrap_or(&source);
    decode_network(text).with_context(of_file)
}

/// Returns the lines of provenance about the games: one line for each run of shards that differ by
/// their seeds only, which are consecutive.
fn games_lines(shards: &[Shard]) -> Vec<String> {
    let follows = |one: &Shard, other: &Shard| {
        let expected = Shard { seed: one.seed.wrapping_add(1), games: other.games, ..one.clone() };
        expected == *other
    };
    let lines = shards.chunk_by(follows).map(|group| {
        let games: u64 = group.iter().map(|shard| u64::from(shard.games)).sum();
        let Shard { evaluator, nodes, opening_plies: (least, most), labels, .. } = &group[0];
        let [first, last] = [&group[0], &group[group.len() - 1]].map(|shard| shard.seed);
        let labels = labels.as_ref().map_or(String::new(), |Labels { evaluator, nodes }| {
            format!(", scores by {evaluator}, {nodes} nodes a position")
        });
        format!(
            "Games: {games} by {evaluator}, {nodes} nodes a move, {least} to {most} random plies, \
             {} shards, seeds {first} to {last}{labels}.",
            group.len()
        )
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_games_names_consecutive_seeds_of_one_kind_of_shard() {
        let shard = |seed, opening_plies| Shard {
            game: "jungle".to_owned(),
            evaluator: "hand".to_owned(),
            nodes: 500,
            opening_plies,
            seed,
            games: 10,
            labels: None,
        };
        let (short, long) = ((4, 10), (10, 60));
        let shards = [(1, short), (2, short), (5, short), (6, long)];
        let shards = shards.map(|(seed, opening_plies)| shard(seed, opening_plies));
        let expected = [
            "Games: 20 by hand, 500 nodes a move, 4 to 10 random plies, 2 shards, seeds 1 to 2.",
            "Games: 10 by hand, 500 nodes a move, 4 to 10 random plies, 1 shards, seeds 5 to 5.",
            "Games: 10 by hand, 500 nodes a move, 10 to 60 random plies, 1 shards, seeds 6 to 6.",
        ];
        assert_eq!(games_lines(&shards), expected);
    }
}
