//! {{judge}}'s protocol for {{title}}.

use std::io::{self, Read, Write};

use botio::{Lines, Protocol};

use crate::moves::Move;

/// {{judge}}'s protocol for {{title}}.
///
/// A turn is one line: `Start` for the first player's first turn, otherwise the opponent's move.
/// The reply is a move. `Quit` ends the program.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dialogue;

/// Line of the first turn of the player who begins.
pub(crate) const START: &str = "Start";

/// Line after the end of the game.
const QUIT: &str = "Quit";

impl Protocol for Dialogue {
    type Turn = String;
    type Reply = Option<Move>;

    fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<String>> {
        let line = input.next_line()?.map(|line| line.trim().to_owned());
        Ok(line.filter(|line| line != QUIT))
    }

    fn write_reply<W: Write>(&mut self, reply: &Option<Move>, output: &mut W) -> io::Result<()> {
        // One write, so that the line arrives as a whole.
        let line = reply.map_or("pass\n".to_owned(), |mv| format!("{mv}\n"));
        output.write_all(line.as_bytes())
    }
}
