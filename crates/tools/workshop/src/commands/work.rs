//! Command `cargo cg work`: a worker that plays units from a queue, or game pairs from standard
//! input.

use std::io::{self, BufRead, Read, Write};
use std::num::NonZeroUsize;
use std::thread;

use anyhow::{Context, bail};
use arena::{GamePair, Worker};

use crate::interrupt::stop_on_interrupt;
use crate::many_machines::{self, Means};
use crate::programs::Programs;
use crate::sandbox::ChosenSandbox;
use options::Reply;
use options::work::Arguments;

/// Maximum length of a line, in bytes. A game pair may hold the sources of two bots.
const MAX_LINE: u64 = 16 << 20;

pub(crate) fn run(arguments: &Arguments, programs: &Programs) -> anyhow::Result<Reply> {
    let stop = stop_on_interrupt()?;
    let chosen = ChosenSandbox::of_programs(arguments.sandbox, programs)?;
    if let Some(queue) = distributed::connect(&arguments.queue, "worker")? {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        if arguments.jobs.get() > cores {
            bail!(
                "--jobs {}: this machine has {cores} cores, on which games lose time",
                arguments.jobs
            );
        }
        let (sandbox, allows_commands) = (&chosen.sandbox, arguments.allow_commands);
        let (jobs, max_lost) = (arguments.jobs, arguments.max_lost);
        let means = Means { queue: &queue, programs, sandbox, allows_commands, jobs, max_lost };
        many_machines::work(&queue, arguments, means, &stop)?;
        return Ok(Reply::Interrupted);
    }
    let mut worker = Worker::new(programs, &stop, None).in_sandbox(&chosen.sandbox);
    for number in 1.. {
        let mut line = String::new();
        let input = io::stdin().lock();
        let len = input.take(MAX_LINE + 1).read_line(&mut line);
        if len.context("standard input cannot be read")? == 0 {
            break;
        }
        if line.len() as u64 > MAX_LINE {
            bail!(
                "line {number} of standard input is longer than {} MiB: it is not a game pair",
                MAX_LINE >> 20
            );
        }
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
