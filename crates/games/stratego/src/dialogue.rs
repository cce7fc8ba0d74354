//! Protocol of the Stratego AI Evaluator on stdin and stdout: turns of the judge and the bot's
//! replies.

use std::io::{self, Read, Write};

use botio::{Lines, Protocol};
use gamekit::Player;

use crate::battle::Battle;
use crate::moves::Move;
use crate::position::Setup;
use crate::verdict::Verdict;

/// Bot's side of the protocol of the Stratego AI Evaluator.
///
/// The first line gives the colour, and the bot answers with its setup. Each later turn is the
/// opponent's step (`START` before Red's first step) and the board in ten lines. The bot answers
/// with a step. The next line repeats that step with its outcome and needs no answer. `QUIT` ends
/// the program.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dialogue {
    next: Next,
}

/// Kind of the judge's next message.
#[derive(Clone, Copy, Default, Debug)]
enum Next {
    #[default]
    Colour,
    Board,
    Echo,
}

/// Message of the judge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The game begins, and the bot places its army.
    Setup {
        /// The bot's colour, if it could be read.
        player: Option<Player>,
        /// The line with the colour.
        line: String,
    },
    /// The outcome of the bot's own step; it needs no answer.
    Echo(Report),
    /// The bot must step.
    Act {
        /// The opponent's step; `None` before Red's first step.
        last: Option<Report>,
        /// The board as far as the input goes, at most ten lines.
        board: Vec<String>,
    },
}

/// A line with a step and its outcome, as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The step.
    pub step: Option<Move>,
    /// Its outcome.
    pub verdict: Option<Verdict>,
    /// The line.
    pub line: String,
}

/// Answer of the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Its army.
    Setup(Setup),
    /// Nothing: an echo needs no answer.
    Silence,
    /// Its step.
    Step(Move),
    /// Resignation, because the bot has no legal step.
    Surrender,
}

/// First word of the line that ends the program; more words may follow.
const QUIT: &str = "QUIT";

/// Line in place of the opponent's step before Red's first step.
const START: &str = "START";

/// Number of lines of a board.
const ROWS: usize = 10;

/// Number of letters in a line of a setup.
const COLUMNS: usize = 10;

impl Turn {
    /// Returns a complaint about the part that could not be read, if there is one.
    #[must_use]
    pub fn unreadable(&self) -> Option<String> {
        match self {
            Turn::Setup { player: None, line } => {
                Some(format!("expected RED or BLUE and the opponent, found {line:?}"))
            }
            Turn::Echo(report) | Turn::Act { last: Some(report), .. } => report.unreadable(),
            Turn::Setup { .. } | Turn::Act { last: None, .. } => None,
        }
    }
}

impl Report {
    /// Reads a line. The outcome of a winning step may stand alone.
    #[must_use]
    pub fn new(line: &str) -> Report {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_verdict = |place: &usize| Verdict::from_words(&words[*place..]).is_some();
        let end = (0..words.len()).find(is_verdict).unwrap_or(words.len());
        // A step has at most four words; an unreadable outcome follows them.
        let step =
            [4, 3].into_iter().filter_map(|count| words[..end].get(..count)).find_map(|words| {
                words.join(" ").parse().ok().filter(|mv| matches!(mv, Move::Step { .. }))
            });
        Report { step, verdict: Verdict::from_words(&words[end..]), line: line.to_owned() }
    }

    /// Returns the two ranks that the battle showed.
    #[must_use]
    pub fn battle(&self) -> Option<Battle> {
        self.verdict.and_then(Verdict::battle)
    }

    fn unreadable(&self) -> Option<String> {
        let is_readable = match self.verdict {
            None => false,
            Some(verdict) => self.step.is_some() || verdict.is_victory(),
        };
        (!is_readable).then(|| format!("expected a step and its outcome, found {:?}", self.line))
    }
}

/// Reads a line; `None` at the end of the dialogue or of the input.
fn read_line<R: Read>(input: &mut Lines<R>) -> io::Result<Option<String>> {
    let line = input.next_line()?.map(|line| line.trim().to_owned());
    Ok(line.filter(|line| line.split_whitespace().next() != Some(QUIT)))
}

/// Reads the board; `None` if the judge ends the dialogue instead.
fn read_board<R: Read>(input: &mut Lines<R>) -> io::Result<Option<Vec<String>>> {
    let mut board = Vec::with_capacity(ROWS);
    while board.len() < ROWS && input.wait()? {
        let Some(line) = read_line(input)? else {
            return Ok(None);
        };
        board.push(line);
    }
    Ok(Some(board))
}

impl Protocol for Dialogue {
    type Turn = Turn;
    type Reply = Reply;

    fn read_turn<R: Read>(&mut self, input: &mut Lines<R>) -> io::Result<Option<Turn>> {
        let Some(line) = read_line(input)? else {
            return Ok(None);
        };
        match self.next {
            Next::Colour => {
                let player = match line.split_whitespace().next() {
                    Some("RED") => Some(Player::First),
                    Some("BLUE") => Some(Player::Second),
                    _ => None,
                };
                Ok(Some(Turn::Setup { player, line }))
            }
            Next::Echo => {
                self.next = Next::Board;
                Ok(Some(Turn::Echo(Report::new(&line))))
            }
            Next::Board => {
                let last = (line != START).then(|| Report::new(&line));
                let is_over = last
                    .as_ref()
                    .and_then(|report| report.verdict)
                    .is_some_and(Verdict::is_victory);
                let board = read_board(input)?;
                // After a victory the bot must not step, unless a complete board follows.
                let is_turn = |board: &Vec<String>| !is_over || board.len() == ROWS;
                Ok(board.filter(is_turn).map(|board| Turn::Act { last, board }))
            }
        }
    }

    fn write_reply<W: Write>(&mut self, reply: &Reply, output: &mut W) -> io::Result<()> {
        // A single write, so that an army arrives as a whole.
        let text = match reply {
            Reply::Setup(setup) => {
                self.next = Next::Board;
                let row_text = |row: &[_]| row.iter().map(ToString::to_string).collect::<String>();
                setup.chunks(COLUMNS).map(|row| row_text(row) + "\n").collect()
            }
            Reply::Step(mv) => {
                self.next = Next::Echo;
                format!("{mv}\n")
            }
            Reply::Silence => String::new(),
            Reply::Surrender => "SURRENDER\n".to_owned(),
        };
        output.write_all(text.as_bytes())
    }
}
