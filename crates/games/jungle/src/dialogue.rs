//! CodinGame's protocol for Jungle.

use std::io::{self, Read, Write};

use botio::{Lines, Protocol};
use searchbot::{Reply, Turn};

use crate::moves::Move;
use crate::position::Position;

/// CodinGame's protocol for Jungle.
///
/// The bot's first turn begins with its colour. A turn is the opponent's last move or four times
/// `-1`, the number of legal moves, and the legal moves, one per line. The reply is a move and a
/// message for the viewer, cut after 50 characters.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dialogue;

impl Protocol for Dialogue {
    type Turn = Turn<Position>;
    type Reply = Reply<Move>;

    fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<Turn<Position>>> {
        let Some(mut last) = input.next_line()? else {
            return Ok(None);
        };
        // The colour is redundant: the last move determines it.
        if ["red", "blue"].contains(&last.trim()) {
            last = input.next_line()?.unwrap_or_default();
        }
        let mut turn = Turn::new(&last, "-1 -1 -1 -1");
        turn.read_listed(input)?;
        Ok(Some(turn))
    }

    fn write_reply<W: Write>(&mut self, reply: &Reply<Move>, output: &mut W) -> io::Result<()> {
        searchbot::write_reply(reply, output)
    }
}

#[cfg(test)]
mod tests {
    use searchbot::LastMove;

    use super::*;

    fn check(text: &str, last: LastMove<Move>, complaint: Option<&str>) {
        let turn = Dialogue.read_turn(&mut Lines::new(text.as_bytes())).unwrap().unwrap();
        assert_eq!(turn.last, last, "{text:?}");
        let unreadable = turn.unreadable.as_deref();
        match complaint {
            None => assert_eq!(unreadable, None),
            Some(complaint) => assert!(unreadable.unwrap().contains(complaint), "{unreadable:?}"),
        }
        let listed: Vec<Move> = ["0 6 1 6", "0 6 0 5"].map(|mv| mv.parse().unwrap()).to_vec();
        assert_eq!(turn.listed, listed);
    }

    #[test]
    fn the_first_turn_begins_with_the_colour() {
        let last = LastMove::Played("6 8 6 7".parse().unwrap());
        check("red\n-1 -1 -1 -1\n2\n0 6 1 6\n0 6 0 5\n", LastMove::None, None);
        check("blue\r\n6 8 6 7\r\n2\r\n0 6 1 6\r\n0 6 0 5\r\n", last, None);
        check("6 8 6 7\n2\n0 6 1 6\n0 6 0 5\n", last, None);
    }

    #[test]
    fn the_readable_parts_of_a_bad_turn_are_kept() {
        let expected = Some("last move: expected a move");
        check("green\n2\n0 6 1 6\n0 6 0 5\n", LastMove::Unreadable, expected);
        check("red\n?\n2\n0 6 1 6\n0 6 0 5\n", LastMove::Unreadable, expected);
        check("-1 -1 -1 -1\n3\n0 6 1 6\n0 6\n0 6 0 5\n", LastMove::None, Some("found `0 6`"));
    }
}
