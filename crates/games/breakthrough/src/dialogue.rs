use std::io::{self, Read, Write};

use botio::{Lines, Protocol};

use crate::Move;

/// CodinGame's dialogue for Breakthrough.
///
/// A turn is the opponent's last move or `None`, the number of legal moves, and the legal moves,
/// a line each. The reply is a move and a message for the viewer, in one line.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dialogue;

/// What the referee sends before a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// What the opponent did.
    pub last: LastMove,
    /// The legal moves in the referee's order, as far as they could be read.
    pub listed: Vec<Move>,
    /// The first thing in the turn that could not be read.
    pub unreadable: Option<String>,
}

/// The first line of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastMove {
    /// The game begins with this turn: the bot plays White.
    None,
    /// The opponent's move.
    Played(Move),
    /// Something else.
    Unreadable,
}

/// The bot's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move; `None` where there is none to be made.
    pub mv: Option<Move>,
    /// What the viewer shows beside it, cut after 30 characters; may be empty.
    pub message: String,
}

/// More than the 48 legal moves that sixteen pieces can have.
const MOST_MOVES: usize = 100;

impl Protocol for Dialogue {
    type Turn = Turn;
    type Reply = Reply;

    fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<Turn>> {
        let Some(first) = input.next_line()? else {
            return Ok(None);
        };
        let mut unreadable = None;
        let last = match first.trim() {
            "None" => LastMove::None,
            text => match text.parse() {
                Ok(mv) => LastMove::Played(mv),
                Err(error) => {
                    unreadable = Some(format!("last move: {error}"));
                    LastMove::Unreadable
                }
            },
        };
        let mut listed = Vec::new();
        let count = input.next_line()?.unwrap_or_default();
        match count.trim().parse::<usize>() {
            Ok(count) if count <= MOST_MOVES => {
                for _ in 0..count {
                    let Some(line) = input.next_line()? else {
                        unreadable.get_or_insert("the input ends within a turn".to_owned());
                        break;
                    };
                    match line.trim().parse() {
                        Ok(mv) => listed.push(mv),
                        Err(error) => {
                            unreadable.get_or_insert(format!("legal moves: {error}"));
                        }
                    }
                }
            }
            _ => {
                let shown: String = count.chars().take(80).collect();
                unreadable.get_or_insert(format!("{shown:?} is no number of legal moves"));
                input.discard_arrived();
            }
        }
        Ok(Some(Turn { last, listed, unreadable }))
    }

    fn write_reply<W: Write>(&mut self, reply: &Reply, output: &mut W) -> io::Result<()> {
        // One write, so that the line arrives as a whole.
        let mut line = match reply.mv {
            Some(mv) => mv.to_string(),
            None => "pass".to_owned(),
        };
        if !reply.message.is_empty() {
            line.push(' ');
            line.push_str(&reply.message);
        }
        line.push('\n');
        output.write_all(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Turn {
        Dialogue.read_turn(&mut Lines::new(text.as_bytes())).unwrap().unwrap()
    }

    fn moves(texts: &[&str]) -> Vec<Move> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_turn_is_the_last_move_and_the_legal_moves() {
        let listed = moves(&["a2b3", "a2a3"]);
        let turn = Turn { last: LastMove::None, listed, unreadable: None };
        assert_eq!(read("None\n2\na2b3\na2a3\n"), turn);
        let last = LastMove::Played("e7e6".parse().unwrap());
        assert_eq!(read("e7e6\r\n2\r\na2b3\r\na2a3\r\n"), Turn { last, ..turn });
    }

    #[test]
    fn what_can_be_read_of_a_bad_turn_is_kept() {
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
