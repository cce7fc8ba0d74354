//! {{judge}}'s protocol for {{title}}.

use std::io::{self, Read, Write};

use botio::{Lines, Protocol};
use searchbot::{Reply, Turn};

use crate::moves::Move;
use crate::position::Position;

/// {{judge}}'s protocol for {{title}}.
///
/// A turn is the opponent's last move or `None`, the number of legal moves, and the legal moves,
/// one per line. The reply is a move and a message for the viewer.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dialogue;

impl Protocol for Dialogue {
    type Turn = Turn<Position>;
    type Reply = Reply<Move>;

    fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<Turn<Position>>> {
        let Some(last) = input.next_line()? else {
            return Ok(None);
        };
        let mut turn = Turn::new(&last, "None");
        turn.read_listed(input)?;
        Ok(Some(turn))
    }

    fn write_reply<W: Write>(&mut self, reply: &Reply<Move>, output: &mut W) -> io::Result<()> {
        searchbot::write_reply(reply, output)
    }
}
