//! Command `cargo cg work`: a worker that plays game pairs from standard input.

use std::io::{self, BufRead, Write};

use anyhow::Context;
use arena::{GamePair, Worker};
use registry::Stop;

use crate::programs::Programs;
use options::Reply;
use options::work::Arguments;

pub(crate) fn run(_: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let stop = Stop::default();
    let interrupt = stop.clone();
    ctrlc::set_handler(move || interrupt.request())?;
    let mut worker = Worker::new(programs, &stop, None);
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.context("standard input cannot be read")?;
        let game_pair: GamePair = serde_json::from_str(&line)
            .with_context(|| format!("line {number} of standard input is not a game pair"))?;
        let pair = worker.play(&game_pair).with_context(|| format!("line {number}"))?;
        let mut output = io::stdout().lock();
        serde_json::to_writer(&mut output, &pair).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
    Ok(Reply::Yes)
}
