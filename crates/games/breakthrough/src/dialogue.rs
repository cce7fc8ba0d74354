//! CodinGame's protocol for Breakthrough.

use std::io::{self, Read, Write};

use botio::{Lines, Protocol};
use searchbot::{Reply, Turn};

use crate::moves::Move;
use crate::position::Position;

/// CodinGame's protocol for Breakthrough.
///
/// A turn is the opponent's last move or `None`, the number of legal moves, and the legal moves,
/// one per line. The reply is a move and a message for the viewer, cut after 30 characters.
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

#[cfg(test)]
mod tests {
    use searchbot::LastMove;

    use super::*;

    fn read(text: &str) -> Turn<Position> {
        Dialogue.read_turn(&mut Lines::new(text.as_bytes())).unwrap().unwrap()
    }

    fn moves(texts: &[&str]) -> Vec<Move> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_turn_is_the_last_move_and_the_legal_moves() {
        let listed = moves(&["a2b3", "a2a3"]);
        let turn = Turn { last: LastMove::None, shown: None, listed, unreadable: None };
        assert_eq!(read("None\n2\na2b3\na2a3\n"), turn);
        let last = LastMove::Played("e7e6".parse().unwrap());
        assert_eq!(read("e7e6\r\n2\r\na2b3\r\na2a3\r\n"), Turn { last, ..turn });
    }

    #[test]
    fn the_readable_parts_of_a_bad_turn_are_kept() {
        let check = |text: &str, last, listed: &[&str], complaint: &str| {
            let turn = read(text);
            assert_eq!((turn.last, turn.listed), (last, moves(listed)), "{text:?}");
            let unreadable = turn.unreadable.unwrap();
            assert!(unreadable.contains(complaint), "{unreadable}");
        };
        check("?\n1\na2b3\n", LastMove::Unreadable, &["a2b3"], "last move: expected a move");
        check("None\n2\na2b3\nrubbish\n", LastMove::None, &["a2b3"], "found `rubbish`");
        check("None\n2\na2b3", LastMove::None, &["a2b3"], "ends within a turn");
        check("None\nmany\na2b3\n", LastMove::None, &[], "\"many\" is no number");
        check("None\n1000000000\na2b3\n", LastMove::None, &[], "\"1000000000\" is no number");
        check("None", LastMove::None, &[], "\"\" is no number");
    }

    #[test]
    fn a_reply_is_one_line_without_a_trailing_space() {
        let check = |mv: Option<&str>, message: &str, expected: &str| {
            let mut output = Vec::new();
            let mv = mv.map(|text| text.parse().unwrap());
            let reply = Reply { mv, message: message.to_owned() };
            Dialogue.write_reply(&reply, &mut output).unwrap();
            assert_eq!(String::from_utf8(output).unwrap(), expected);
        };
        check(Some("a2b3"), "d9 +0.10", "a2b3 d9 +0.10\n");
        check(Some("a2b3"), "", "a2b3\n");
        check(None, "", "pass\n");
    }
}
