//! Bench signature of a bot that is given as source, in the sandbox and within bounds.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use arena::Sandbox;
use registry::Game;

use crate::bench_report::Report;
use crate::programs::Programs;

/// Time after which a bench is ended.
const MOST_TIME: Duration = Duration::from_secs(300);
/// Number of bytes of its output that are read.
const MOST_OUTPUT: u64 = 4096;
/// Interval between looks at the program.
const LOOK: Duration = Duration::from_millis(10);

/// Compiles a bot and returns its bench signature.
pub(crate) fn bench(
    game: &dyn Game,
    source: &str,
    programs: &Programs,
    sandbox: &Sandbox,
) -> anyhow::Result<u64> {
    let program = programs.compile(game, source)?;
    let words = [program.to_string_lossy().into_owned(), "bench".to_owned()];
    let words = sandbox.wrap(&words).context("the bench cannot be started")?;
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("the bench cannot be started")?;
    let output = child.stdout.take().context("the output of the bench is not piped")?;
    let reader = thread::spawn(move || {
        let mut text = String::new();
        let read = output.take(MOST_OUTPUT).read_to_string(&mut text);
        read.map(|_| text)
    });
    end_of(&mut child)?;
    let text = reader.join().ok().and_then(Result::ok).unwrap_or_default();
    match Report::parse(&text) {
        Some(report) => Ok(report.nodes),
        None => bail!("the bench of a player printed no signature: {text:?}"),
    }
}

/// Waits for the end of a program, and ends it if it takes too long.
fn end_of(child: &mut Child) -> anyhow::Result<()> {
    let begin = Instant::now();
    while child.try_wait()?.is_none() {
        if begin.elapsed() > MOST_TIME {
            child.kill()?;
            child.wait()?;
            bail!("the bench of a player takes more than {} seconds", MOST_TIME.as_secs());
        }
        thread::sleep(LOOK);
    }
    Ok(())
}
