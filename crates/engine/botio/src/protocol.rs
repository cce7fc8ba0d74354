use std::io::{self, Read, Write};
use std::time::Instant;

use crate::lines::Lines;

/// A judge's dialogue: how a turn is read and a reply is written.
pub trait Protocol {
    /// What the judge sends before it waits for an answer.
    type Turn;
    /// The bot's answer.
    type Reply;

    /// Reads one turn whose first byte has arrived. `None` when the input ended before a turn
    /// began that can be answered.
    ///
    /// Text that is not what the judge should send is not an error: the turn says as much as could
    /// be read, since a bot that answers something legal may yet win.
    ///
    /// # Errors
    ///
    /// Whatever reading the input gives.
    fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<Self::Turn>>;

    /// Writes the whole answer, its line end included.
    ///
    /// # Errors
    ///
    /// Whatever writing the output gives.
    fn write_reply<W: Write>(&mut self, reply: &Self::Reply, output: &mut W) -> io::Result<()>;

    /// Tells whether the game is over with this reply, at a judge's who expects the bot to leave
    /// then. Others close the input.
    fn is_last(&self, _reply: &Self::Reply) -> bool {
        false
    }
}

/// A player of one game.
pub trait Bot {
    /// What the bot is told before each of its moves.
    type Turn;
    /// What it answers.
    type Reply;

    /// Chooses the answer to `turn`, whose first byte arrived at `started`.
    ///
    /// What it has to say about faults, a line each, goes to `remarks`: they are written when the
    /// answer is out, so that a slow reader of standard error costs no time.
    fn respond(
        &mut self,
        turn: &Self::Turn,
        started: Instant,
        remarks: &mut Vec<String>,
    ) -> Self::Reply;

    /// Answers `turn` at once after [`Bot::respond`] has panicked in it: with the best move known
    /// so far, or with any legal one. Leaves the bot fit for the next turn.
    fn rescue(&mut self, turn: &Self::Turn) -> Self::Reply;
}
