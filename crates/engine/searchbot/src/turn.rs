//! Messages of the protocol: turns with legal moves, and replies.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::str::FromStr;

use botio::Lines;
use gamekit::Position;

/// Message of the referee before a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn<P: Position> {
    /// The opponent's last move.
    pub last: LastMove<P::Move>,
    /// The position, if the judge sends it.
    pub shown: Option<P>,
    /// The legal moves in the referee's order, as far as they could be read.
    pub listed: Vec<P::Move>,
    /// Error message of the first unreadable part of the turn.
    pub unreadable: Option<String>,
}

/// The opponent's last move in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastMove<M> {
    /// No move: the game begins with this turn.
    None,
    /// The opponent's move.
    Played(M),
    /// Text that does not parse.
    Unreadable,
    /// Nothing: the judge shows the position instead.
    NotSent,
}

/// The bot's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply<M> {
    /// The move; `None` if there is no legal one.
    pub mv: Option<M>,
    /// Message that the viewer shows beside the move; may be empty.
    pub message: String,
}

impl<P> Turn<P>
where
    P: Position<Move: FromStr<Err: Display>>,
{
    /// Limit above the number of legal moves of any position.
    const MOST_MOVES: usize = 300;

    /// Returns a turn with only its last move, parsed from `line`. The line is `none_yet` before
    /// the opponent's first move.
    #[must_use]
    pub fn new(line: &str, none_yet: &str) -> Turn<P> {
        let (last, unreadable) = match line.trim() {
            text if text == none_yet => (LastMove::None, None),
            text => match text.parse() {
                Ok(mv) => (LastMove::Played(mv), None),
                Err(error) => (LastMove::Unreadable, Some(format!("last move: {error}"))),
            },
        };
        Turn { last, shown: None, listed: Vec::new(), unreadable }
    }

    /// Returns a turn with only the position that the judge shows in place of the last move.
    #[must_use]
    pub fn showing(position: Result<P, impl Display>) -> Turn<P> {
        let (shown, unreadable) = match position {
            Ok(shown) => (Some(shown), None),
            Err(error) => (None, Some(format!("position: {error}"))),
        };
        Turn { last: LastMove::NotSent, shown, listed: Vec::new(), unreadable }
    }

    /// Reads the end of a turn: the number of legal moves, then each of them on a line.
    ///
    /// # Errors
    ///
    /// Errors of reading the input.
    pub fn read_listed<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<()> {
        let count = input.next_line()?.unwrap_or_default();
        let Some(count) = count.trim().parse().ok().filter(|&count| count <= Self::MOST_MOVES)
        else {
            let shown: String = count.chars().take(80).collect();
            self.note_error(format!("{shown:?} is no number of legal moves"));
            input.discard_arrived();
            return Ok(());
        };
        for _ in 0..count {
            let Some(line) = input.next_line()? else {
                self.note_error("the input ends within a turn".to_owned());
                break;
            };
            match line.trim().parse() {
                Ok(mv) => self.listed.push(mv),
                Err(error) => self.note_error(format!("legal moves: {error}")),
            }
        }
        Ok(())
    }

    /// Stores the error message of an unreadable part, unless the turn already has one.
    pub fn note_error(&mut self, error: String) {
        self.unreadable.get_or_insert(error);
    }
}

/// Writes `reply` in the form of CodinGame's referees: the move, or `pass` if there is none, then a
/// space and the message.
///
/// # Errors
///
/// Errors of writing the output.
pub fn write_reply<M: Display, W: Write>(reply: &Reply<M>, output: &mut W) -> io::Result<()> {
    // One write, so that the line arrives as a whole.
    let mut line = reply.mv.as_ref().map_or("pass".to_owned(), M::to_string);
    if !reply.message.is_empty() {
        line.push(' ');
        line.push_str(&reply.message);
    }
    line.push('\n');
    output.write_all(line.as_bytes())
}
