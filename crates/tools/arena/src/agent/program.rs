use std::io;
use std::time::Duration;

use super::process::{NoLine, Process};
use super::{Agent, Answer, Failure, Report, Turn, TurnLog};
use crate::{Stop, Termination};

/// A program that speaks the referee's dialogue on its standard streams.
pub(crate) struct Program {
    process: Process,
}

impl Program {
    pub(crate) fn start(words: &[String], stop: &Stop) -> io::Result<Program> {
        Ok(Program { process: Process::start(words, stop)? })
    }
}

impl Agent for Program {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Failure> {
        let mut text = turn.input.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        let answer = self.process.send(text, turn.limit).and_then(|written| {
            let (line, arrived) = self.process.line(written + turn.limit)?;
            let log = TurnLog { report: Report::of_message(&line), ..TurnLog::default() };
            Ok(Answer { line, took: arrived.saturating_duration_since(written), log })
        });
        answer.map_err(|why| explain(why, &mut self.process, turn.limit))
    }
}

/// Says how `process` has lost by not answering.
pub(crate) fn explain(why: NoLine, process: &mut Process, limit: Duration) -> Failure {
    let (how, what) = match why {
        NoLine::Stopped => return Failure::Stopped,
        NoLine::Timeout => {
            (Termination::Timeout, format!("no answer within {} ms", limit.as_millis()))
        }
        NoLine::Flood => {
            (Termination::Flood, "more than 10,000 bytes of output without a line end".to_owned())
        }
        NoLine::Closed => match process.exit_status() {
            Some(status) => (Termination::Crashed, format!("the process ended, {status}")),
            None => (Termination::Closed, "the process closed its standard output".to_owned()),
        },
    };
    let log = process.log();
    let detail = if log.is_empty() { what } else { format!("{what}; standard error: {log}") };
    Failure::Lost { how, detail, log: Box::default() }
}
