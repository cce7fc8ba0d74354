//! Turn loop: reads turns, times the bot, writes replies, and catches panics.

use std::io::{self, IsTerminal, Read, Write};
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::lines::Lines;
use crate::options::USAGE;
use crate::protocol::{Bot, Protocol};

/// Plays on stdin and stdout until the input ends. If stdin is a terminal, a line on stderr says
/// that the bot waits for a turn.
///
/// Installs a panic hook, so that a panic of the bot is reported in one line instead of Rust's
/// usual several.
///
/// # Errors
///
/// Errors of reading or writing a stream.
pub fn play<P: Protocol, B>(protocol: P, bot: B) -> io::Result<()>
where
    B: Bot<Turn = P::Turn, Reply = P::Reply>,
{
    let panics = PanicReport::install();
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    if input.is_terminal() {
        eprintln!("bot: waiting for a turn; {USAGE}");
    }
    run_reporting(protocol, bot, input, output, io::stderr(), &panics)
}

/// Reads turns from `input` and writes one reply for each to `output` until the input or the game
/// ends.
///
/// The time of a turn starts when its first byte has arrived. A panic inside the bot is caught and
/// reported in one line on `log`; the game goes on with the reply of [`Bot::rescue`].
///
/// # Errors
///
/// Errors of reading or writing a stream.
pub fn run<P: Protocol, B>(
    protocol: P,
    bot: B,
    input: impl Read,
    output: impl Write,
    log: impl Write,
) -> io::Result<()>
where
    B: Bot<Turn = P::Turn, Reply = P::Reply>,
{
    run_reporting(protocol, bot, input, output, log, &PanicReport::default())
}

fn run_reporting<P: Protocol, B>(
    mut protocol: P,
    mut bot: B,
    input: impl Read,
    mut output: impl Write,
    mut log: impl Write,
    panics: &PanicReport,
) -> io::Result<()>
where
    B: Bot<Turn = P::Turn, Reply = P::Reply>,
{
    let mut lines = Lines::new(input);
    while lines.wait()? {
        let started = Instant::now();
        let Some(turn) = protocol.read_turn(&mut lines)? else {
            break;
        };
        let mut remarks = Vec::new();
        let response =
            panic::catch_unwind(AssertUnwindSafe(|| bot.respond(&turn, started, &mut remarks)));
        let reply = response.unwrap_or_else(|_| {
            remarks.push(format!("panic while thinking: {}", panics.take()));
            bot.rescue(&turn)
        });
        // Written before the reply, so that they belong to it. A closed stderr is no fault.
        for remark in remarks {
            let _ = log.write_all(format!("bot: {remark}\n").as_bytes());
        }
        protocol.write_reply(&reply, &mut output)?;
        output.flush()?;
        if protocol.is_last(&reply) {
            break;
        }
    }
    Ok(())
}

/// Message of the latest panic, collected before it fills several lines of stderr.
#[derive(Clone, Default)]
struct PanicReport(Arc<Mutex<String>>);

impl PanicReport {
    fn install() -> PanicReport {
        let report = PanicReport::default();
        let latest = report.clone();
        panic::set_hook(Box::new(move |info| *latest.lock() = info.to_string()));
        report
    }

    /// Returns the message as one line and clears it.
    fn take(&self) -> String {
        mem::take(&mut *self.lock()).replace('\n', " ")
    }

    fn lock(&self) -> MutexGuard<'_, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Protocol in which a turn is a line and the reply repeats it.
    struct Echo;

    impl Protocol for Echo {
        type Turn = String;
        type Reply = String;

        fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<String>> {
            input.next_line()
        }

        fn write_reply<W: Write>(&mut self, reply: &String, output: &mut W) -> io::Result<()> {
            writeln!(output, "{reply}")
        }

        fn is_last(&self, reply: &String) -> bool {
            reply == "bye"
        }
    }

    /// Bot that panics on the line `panic`, with a message of two lines.
    struct Nervous;

    impl Bot for Nervous {
        type Turn = String;
        type Reply = String;

        fn respond(&mut self, turn: &String, _: Instant, remarks: &mut Vec<String>) -> String {
            if turn == "odd" {
                remarks.push("an odd turn".to_owned());
            }
            assert!(turn != "panic", "first line\nsecond line");
            turn.clone()
        }

        fn rescue(&mut self, _: &String) -> String {
            "rescued".to_owned()
        }
    }

    fn check(input: &str, expected: &str) -> String {
        let (mut output, mut log) = (Vec::new(), Vec::new());
        run(Echo, Nervous, input.as_bytes(), &mut output, &mut log).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), expected);
        String::from_utf8(log).unwrap()
    }

    #[test]
    fn every_turn_gets_one_reply_until_the_input_ends() {
        assert_eq!(check("a\nb\n", "a\nb\n"), "");
        assert_eq!(check("", ""), "");
    }

    #[test]
    fn nothing_is_read_after_the_last_reply() {
        assert_eq!(check("a\nbye\nb\n", "a\nbye\n"), "");
    }

    #[test]
    fn the_bot_may_report_a_fault_and_still_answer() {
        assert_eq!(check("odd\n", "odd\n"), "bot: an odd turn\n");
    }

    #[test]
    fn a_panic_is_reported_in_one_line_and_the_game_goes_on() {
        let log = check("a\npanic\nb\n", "a\nrescued\nb\n");
        assert_eq!(log, "bot: panic while thinking: \n");
    }

    #[test]
    fn the_report_of_a_panic_is_folded_into_one_line() {
        let report = PanicReport::default();
        *report.lock() = "panicked at a.rs:1:1:\nbecause".to_owned();
        assert_eq!(report.take(), "panicked at a.rs:1:1: because");
    }
}
