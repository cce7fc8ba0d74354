use std::fmt::Display;
use std::io::{self, Read, Write};
use std::str::FromStr;

use botio::Lines;
use gamekit::Position;

/// What the referee sends before a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn<P: Position> {
    /// What the opponent did.
    pub last: LastMove<P::Move>,
    /// The position, from a judge who shows it.
    pub shown: Option<P>,
    /// The legal moves in the referee's order, as far as they could be read.
    pub listed: Vec<P::Move>,
    /// The first thing in the turn that could not be read.
    pub unreadable: Option<String>,
}

/// What a turn says of the move before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastMove<M> {
    /// There is none: the game begins with this turn.
    None,
    /// The opponent's move.
    Played(M),
    /// Something else.
    Unreadable,
}

/// The bot's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply<M> {
    /// The move; `None` where there is none to be made.
    pub mv: Option<M>,
    /// What the viewer shows beside it; may be empty.
    pub message: String,
}

impl<P> Turn<P>
where
    P: Position<Move: FromStr<Err: Display>>,
{
    /// More than the legal moves of any position.
    const MOST_MOVES: usize = 300;

    /// Begins a turn with the line that tells the opponent's move, or is `none_yet` before there
    /// is one.
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

    /// Reads the end of a turn: the number of legal moves, and each of them, a line each.
    ///
    /// # Errors
    ///
    /// Whatever reading the input gives.
    pub fn read_listed<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<()> {
        let count = input.next_line()?.unwrap_or_default();
        let Some(count) = count.trim().parse().ok().filter(|&count| count <= Self::MOST_MOVES)
        else {
            let shown: String = count.chars().take(80).collect();
            self.doubt(format!("{shown:?} is no number of legal moves"));
            input.discard_arrived();
            return Ok(());
        };
        for _ in 0..count {
            let Some(line) = input.next_line()? else {
                self.doubt("the input ends within a turn".to_owned());
                break;
            };
            match line.trim().parse() {
                Ok(mv) => self.listed.push(mv),
                Err(error) => self.doubt(format!("legal moves: {error}")),
            }
        }
        Ok(())
    }

    /// Notes something that could not be read, unless something was noted before.
    pub fn doubt(&mut self, what: String) {
        self.unreadable.get_or_insert(what);
    }
}

/// Writes `reply` as CodinGame's referees read it: the move, or `pass` where there is none, and the
/// message behind a space.
///
/// # Errors
///
/// Whatever writing the output gives.
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
