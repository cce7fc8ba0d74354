//! Interfaces of the turn loop: the judge's protocol and the bot.

use std::io::{self, Read, Write};
use std::time::Instant;

use crate::lines::Lines;

/// Protocol of a judge: reads turns and writes replies.
pub trait Protocol {
    /// The judge's message before each answer.
    type Turn;
    /// The bot's answer.
    type Reply;

    /// Reads one turn whose first byte has arrived. Returns `None` if the input ends before a turn
    /// that can be answered.
    ///
    /// Unexpected text is not an error: the turn contains everything that could be read, since a
    /// bot that answers with a legal move may still win.
    ///
    /// # Errors
    ///
    /// Errors of reading the input.
    fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<Self::Turn>>;

    /// Writes the whole answer, including its line end.
    ///
    /// # Errors
    ///
    /// Errors of writing the output.
    fn write_reply<W: Write>(&mut self, reply: &Self::Reply, output: &mut W) -> io::Result<()>;

    /// Returns whether the game is over after this reply, for a judge that expects the bot to exit
    /// then. Other judges close the input.
    fn is_last(&self, _reply: &Self::Reply) -> bool {
        false
    }
}

/// Player of one game.
pub trait Bot {
    /// The judge's message before each of the bot's moves.
    type Turn;
    /// The bot's answer.
    type Reply;

    /// Chooses the answer to `turn`, whose first byte arrived at `started`.
    ///
    /// Messages about faults and about the search, one line each, go to `remarks`. They are written
    /// to stderr before the answer, so that a reader can tell to which answer they belong. All
    /// messages of a game should fit into a pipe that nobody reads, 64 KiB on Linux.
    fn respond(
        &mut self,
        turn: &Self::Turn,
        started: Instant,
        remarks: &mut Vec<String>,
    ) -> Self::Reply;

    /// Answers `turn` at once after [`Bot::respond`] has panicked in it: with the best move known
    /// so far, or with any legal one. Leaves the bot ready for the next turn.
    fn rescue(&mut self, turn: &Self::Turn) -> Self::Reply;
}
