use std::io::{self, Read, Write};

use botio::{Lines, Protocol};

/// CodeCup's dialogue for Lamistra, line by line.
///
/// The first line is `Start` for Red and Red's first step for Blue. A step is written `a3-a4`, a role
/// as one letter. Who attacks writes the step and his piece's role, and reads the other's; who is
/// attacked writes a role, reads the attacker's, and steps. `X` ends the program.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dialogue;

/// What the bot says to a line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reply {
    /// A step, a role, both, or nothing, a line each.
    pub lines: Vec<String>,
    /// Whether the game is over.
    pub is_last: bool,
}

/// What a judge sends when a rule was broken.
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
