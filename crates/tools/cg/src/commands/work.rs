use std::io::{self, BufRead, Write};

use anyhow::Context;
use arena::{Stop, Unit, Worker};

use crate::cli::Reply;
use crate::programs::Programs;

const EXAMPLES: &str = "\
Examples:
  cargo cg match breakthrough --p1 bundle --p2 uct --games 4 --units | cargo cg work

Each line of input is a pair of games as one JSON object: the game, both players (sources, or commands
of this machine), the opening, the seed, the limits. Each line of output holds the two games that were
played, with their records. A queue between the two carries a match to other machines.";

/// Play pairs of games that come as JSON lines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> anyhow::Result<Reply> {
    let programs = Programs::default();
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    let mut worker = Worker::new(&programs, &stop, None);
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.context("standard input cannot be read")?;
        let unit: Unit = serde_json::from_str(&line)
            .with_context(|| format!("line {number} of standard input is no pair of games"))?;
        let pair = worker.play(&unit).with_context(|| format!("line {number}"))?;
        let mut output = io::stdout().lock();
        serde_json::to_writer(&mut output, &pair).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(Reply::Yes)
}
