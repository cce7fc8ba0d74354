//! CodeCup protocol for Lamistra: one line per step or role, read from stdin and written to stdout.

use std::io::{self, Read, Write};

use botio::{Lines, Protocol};

/// CodeCup's dialogue for Lamistra, line by line.
///
/// The first line is `Start` for Red, and Red's first step for Blue. A step is written `a3-a4`, a
/// role as one letter. The attacker writes the step and the role of the attacking piece, then reads
/// the defender's role. The defender writes a role, reads the attacker's role, and then steps. `X`
/// ends the program.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dialogue;

/// The bot's answer to a line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reply {
    /// A step, a role, both, or nothing, one per line.
    pub lines: Vec<String>,
    /// True if the game is over.
    pub is_last: bool,
}

/// Line that the judge sends after a rule violation.
const IRREGULARITY: &str = "X";

impl Protocol for Dialogue {
    type Turn = String;
    type Reply = Reply;

    fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<String>> {
        let line = input.next_line()?.map(|line| line.trim().to_owned());
        Ok(line.filter(|line| line != IRREGULARITY))
    }

    fn write_reply<W: Write>(&mut self, reply: &Reply, output: &mut W) -> io::Result<()> {
        // One write, so that a step and a role arrive together.
        let text: String = reply.lines.iter().map(|line| format!("{line}\n")).collect();
        output.write_all(text.as_bytes())
    }

    fn is_last(&self, reply: &Reply) -> bool {
        reply.is_last
    }
}
