//! Command `cargo cg profile`: flame graph of a bot on its bench positions.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use options::Reply;
use options::profile::Arguments;
use registry::game;
use workspace::check_output;

use crate::chart_file::write_chart;
use crate::flame_graph::flame_graph;
use crate::sampling::{Sampled, sample};

/// End of the name of the function at which the graph begins.
const OUTERMOST: &str = "::bench";

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Reply> {
    let game = game(&arguments.game)?;
    let default = || PathBuf::from(format!("{}.svg", game.name()));
    let output = arguments.output.clone().unwrap_or_else(default);
    check_output(&output)?;
    let stacks = sample(|| {
        let end = Instant::now() + Duration::from_secs(arguments.seconds);
        while Instant::now() < end {
            game.bench();
        }
    })?;
    let samples: u64 = stacks.iter().map(|(_, count): &Sampled| count).sum();
    if samples == 0 {
        bail!("the timer of the system took no sample: try a longer time by `--seconds`");
    }
    let title = format!("{}: {samples} samples on the bench positions", game.name());
    let image = flame_graph(&stacks, OUTERMOST, &title)?;
    write_chart(&output, &String::from_utf8(image)?)?;
    Ok(Reply::Yes)
}
