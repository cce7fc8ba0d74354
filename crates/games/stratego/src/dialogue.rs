use std::io::{self, Read, Write};

use botio::{Lines, Protocol};
use gamekit::Player;

use crate::battle::Battle;
use crate::moves::Move;
use crate::position::Setup;
use crate::verdict::Verdict;

/// The dialogue of the Stratego AI Evaluator, a bot's side of it.
///
/// The first line tells the colour and is answered by the setup. Then each turn is what the
/// opponent did, `START` before he has done anything, and the board in ten lines; the answer is a
/// step, and the next line repeats that step with its outcome and waits for no answer. `QUIT` ends the
/// program.
#[derive(Clone, Copy, Default, Debug)]
pub struct Dialogue {
    next: Next,
}

/// What the judge sends next.
#[derive(Clone, Copy, Default, Debug)]
enum Next {
    #[default]
    Colour,
    Board,
    Echo,
}

/// What the judge has sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The game begins, and the bot is to place its army.
    Setup {
        /// The bot's colour, if it could be read.
        player: Option<Player>,
        /// The line that tells it.
        line: String,
    },
    /// What the bot's own step has brought about; nothing is to be said to it.
    Echo(Report),
    /// The bot is to step.
    Act {
        /// What the opponent did; `None` before Red's first step.
        last: Option<Report>,
        /// The board as far as the input goes, in at most ten lines.
        board: Vec<String>,
    },
}

/// A line that tells a step and its outcome, as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The step.
    pub step: Option<Move>,
    /// Its outcome.
    pub verdict: Option<Verdict>,
    /// The line.
    pub line: String,
}

/// What the bot says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Its army.
    Setup(Setup),
    /// Nothing: there is nothing to be said to an echo.
    Silence,
    /// Its step.
    Step(Move),
    /// That the game is lost: it has no step.
    Surrender,
}

/// The word that ends the program, whatever stands behind it.
const QUIT: &str = "QUIT";

/// What stands in place of the opponent's step before Red's first.
const START: &str = "START";

/// Lines of a board.
const ROWS: usize = 10;

/// Letters of a line of a setup.
const COLUMNS: usize = 10;

impl Turn {
    /// Returns a sentence about what could not be read, if anything could not.
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
    /// Reads a line. The outcome of a step that has won may stand alone.
    #[must_use]
    pub fn new(line: &str) -> Report {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_verdict = |place: &usize| Verdict::from_words(&words[*place..]).is_some();
        let end = (0..words.len()).find(is_verdict).unwrap_or(words.len());
        // A step has at most four words; an outcome that cannot be read stands behind them.
        let step =
            [4, 3].into_iter().filter_map(|count| words[..end].get(..count)).find_map(|words| {
                words.join(" ").parse().ok().filter(|mv| matches!(mv, Move::Step { .. }))
            });
        Report { step, verdict: Verdict::from_words(&words[end..]), line: line.to_owned() }
    }

    /// Returns the two ranks that were shown.
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

/// Reads a line; `None` if it or the end of the input ends the dialogue.
fn read_line<R: Read>(input: &mut Lines<R>) -> io::Result<Option<String>> {
    let line = input.next_line()?.map(|line| line.trim().to_owned());
    Ok(line.filter(|line| line.split_whitespace().next() != Some(QUIT)))
}

/// Reads the board; `None` if the judge quits instead.
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
                // Nobody is to step after a victory, unless a whole board says so.
                let is_turn = |board: &Vec<String>| !is_over || board.len() == ROWS;
                Ok(board.filter(is_turn).map(|board| Turn::Act { last, board }))
            }
        }
    }

    fn write_reply<W: Write>(&mut self, reply: &Reply, output: &mut W) -> io::Result<()> {
        // One write, so that an army arrives as a whole.
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
