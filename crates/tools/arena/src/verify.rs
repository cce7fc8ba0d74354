//! Verification of records: the referee replays each game and all lines are compared.

use std::path::{Path, PathBuf};

use gamekit::{Outcome, Player};
use records::{Record, RecordError, Records};
use registry::{Ending, Foul, Referee, Termination, UnknownGame, game};

use crate::play::farewell;
use crate::store::{Store, StoreError, StoredPlace};

/// Totals of a verified file.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Number of games.
    pub games: usize,
    /// Number of turns in all games.
    pub plies: usize,
    /// Number of games that are not verified, since a foreign referee has judged them.
    pub foreign: usize,
}

impl Verified {
    /// Replays a game and counts it.
    fn add(&mut self, record: &Record) -> Result<(), Mismatch> {
        if record.judgement.is_some() {
            self.foreign += 1;
            return Ok(());
        }
        verify(record)?;
        self.games += 1;
        self.plies += record.plies.len();
        Ok(())
    }
}

/// Difference between a record and the referee. Plies and lines are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mismatch {
    /// The game is not known.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A line of input differs.
    #[error("ply {ply}, input line {line}: found {found}, expected {expected}")]
    Input {
        /// The number of the ply.
        ply: usize,
        /// The line of its input.
        line: usize,
        /// The line in the record.
        found: String,
        /// The line of the referee.
        expected: String,
    },
    /// Another player has the turn.
    #[error("ply {ply}: found player {found}, expected {expected}")]
    Player {
        /// The number of the ply.
        ply: usize,
        /// The player in the record.
        found: usize,
        /// The player of the referee.
        expected: usize,
    },
    /// The last lines for the players differ.
    #[error("found farewell {found}, expected {expected}")]
    Farewell {
        /// The lines in the record, for the first and the second player.
        found: String,
        /// The lines of the referee.
        expected: String,
    },
    /// The referee refuses a move.
    #[error("ply {ply}: found `{found}`, {foul}")]
    Move {
        /// The number of the ply.
        ply: usize,
        /// The move in the record.
        found: String,
        /// The referee's reason.
        foul: Foul,
    },
    /// The record has a whole answer in place of the move in it, or of the move that the referee
    /// makes of it. Only the referee would understand it.
    #[error("ply {ply}: found `{found}`, expected the move `{expected}`")]
    Answer {
        /// The number of the ply.
        ply: usize,
        /// The text in the record.
        found: String,
        /// The move.
        expected: String,
    },
    /// A turn follows the end of the game.
    #[error("ply {ply}: found a turn, expected none: the game is over")]
    Surplus {
        /// The number of the ply.
        ply: usize,
    },
    /// The record ends before the game does.
    #[error("found {plies} plies, expected more: the game is not over")]
    Unfinished {
        /// Number of turns.
        plies: usize,
    },
    /// The last answer does not show the fault that the record gives as the reason.
    #[error("ply {ply}: found reason `{reason}`, expected another: `{answer}` is no such fault")]
    NoFault {
        /// The number of the ply.
        ply: usize,
        /// The fault.
        reason: String,
        /// The answer.
        answer: String,
    },
    /// The result differs.
    #[error("found result `{found}`, expected `{expected}`")]
    Result {
        /// The result in the record.
        found: String,
        /// The result of the referee.
        expected: String,
    },
    /// The reason differs.
    #[error("found reason `{found}`, expected `{expected}`")]
    Reason {
        /// The reason in the record.
        found: String,
        /// The reason of the referee.
        expected: String,
    },
}

/// File of records or match store that cannot be read, or whose games the referee does not
/// reproduce.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The file of records cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The referee does not reproduce a record.
    #[error(
        "{}:{line}: game with seed {seed}: {mismatch}: the record was altered, or the rules have \
         changed since", path.display()
    )]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The game's seed.
        seed: u64,
        /// The difference.
        mismatch: Mismatch,
    },
    /// The referee does not reproduce a stored game.
    #[error(
        "{}: match {}, pair {}, game {}: {mismatch}: the rules have changed since", path.display(),
        place.id.0, place.unit + 1, place.number + 1
    )]
    Stored {
        /// The store.
        path: PathBuf,
        /// The place of the game in the store.
        place: StoredPlace,
        /// The difference.
        mismatch: Box<Mismatch>,
    },
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Replays every game of a file from its moves alone and compares all lines and results. The file
/// is a record file or a match store.
///
/// # Errors
///
/// The file cannot be read to its end, or the first difference.
pub fn verify_file(path: &Path) -> Result<Verified, VerifyError> {
    let mut verified = Verified::default();
    if Store::is_store(path) {
        Store::open_existing(path)?.each_record(None, |place, record| {
            verified.add(&record).map_err(|mismatch| VerifyError::Stored {
                path: path.to_owned(),
                place,
                mismatch: Box::new(mismatch),
            })
        })?;
        return Ok(verified);
    }
    for entry in Records::open(path)? {
        let (line, record) = entry?;
        verified.add(&record).map_err(|mismatch| VerifyError::Mismatch {
            path: path.to_owned(),
            line,
            seed: record.seed,
            mismatch,
        })?;
    }
    if verified.games + verified.foreign == 0 {
        return Err(RecordError::Empty { path: path.to_owned() }.into());
    }
    Ok(verified)
}

/// Replays a game from its moves alone and compares all lines and the result.
///
/// In a game lost by a fault, the last answer must show that fault, as far as an answer can show
/// it.
///
/// # Errors
///
/// The first difference.
pub fn verify(record: &Record) -> Result<(), Mismatch> {
    let mut referee = game(&record.game)?.referee();
    let fault = Termination::fault(&record.reason);
    for index in 0..record.plies.len() {
        check_turn(record, index, referee.as_ref())?;
        let ply = index + 1;
        let answer = &record.plies[index].mv;
        let before = referee.moves().len();
        let ends_by_fault = fault.filter(|_| ply == record.plies.len());
        match (ends_by_fault, referee.apply(answer)) {
            (None, Ok(())) => {
                let expected = referee.moves()[before..].concat();
                if *answer != expected {
                    return Err(Mismatch::Answer { ply, found: answer.clone(), expected });
                }
            }
            (None, Err(foul)) => {
                return Err(Mismatch::Move { ply, found: answer.clone(), foul });
            }
            (Some(fault), judged) => {
                if !shows(fault, answer, judged) {
                    let reason = record.reason.clone();
                    return Err(Mismatch::NoFault { ply, reason, answer: answer.clone() });
                }
                let loser = Player::BOTH[record.plies[index].player];
                let ending = Ending { outcome: Outcome::Win(loser.opponent()), fault: Some(fault) };
                check_farewell(record, referee.as_ref(), ending)?;
                return check_result(record, ending.outcome);
            }
        }
    }
    let unfinished = Mismatch::Unfinished { plies: record.plies.len() };
    let verdict = referee.verdict().ok_or(unfinished)?;
    check_result(record, verdict.outcome)?;
    if record.reason != verdict.reason {
        let expected = verdict.reason.to_owned();
        return Err(Mismatch::Reason { found: record.reason.clone(), expected });
    }
    check_farewell(record, referee.as_ref(), Ending { outcome: verdict.outcome, fault: None })
}

/// Compares the player and the input of one turn.
fn check_turn(record: &Record, index: usize, referee: &dyn Referee) -> Result<(), Mismatch> {
    let (turn, ply) = (&record.plies[index], index + 1);
    if referee.verdict().is_some() {
        return Err(Mismatch::Surplus { ply });
    }
    let player = referee.to_move().index();
    if turn.player != player {
        return Err(Mismatch::Player { ply, found: turn.player, expected: player });
    }
    let expected = referee.prompt();
    let lines = turn.input.len().max(expected.len());
    match (0..lines).find(|&line| turn.input.get(line) != expected.get(line)) {
        None => Ok(()),
        Some(line) => Err(Mismatch::Input {
            ply,
            line: line + 1,
            found: quoted(turn.input.get(line)),
            expected: quoted(expected.get(line)),
        }),
    }
}

fn quoted(line: Option<&String>) -> String {
    line.map_or("nothing".to_owned(), |line| format!("`{}`", line.escape_debug()))
}

/// Returns whether the answer, with the referee's judgement of it, agrees with the end of the game
/// by `fault`.
fn shows(fault: Termination, answer: &str, judged: Result<(), Foul>) -> bool {
    match fault {
        Termination::Illegal | Termination::Unreadable => {
            judged.is_err_and(|foul| fault == Termination::from(foul))
        }
        Termination::LeftOpening => judged.is_ok(),
        _ => answer.is_empty(),
    }
}

/// Compares the last lines for the players.
fn check_farewell(record: &Record, referee: &dyn Referee, ending: Ending) -> Result<(), Mismatch> {
    let expected = farewell(referee, ending);
    if record.farewell == expected {
        return Ok(());
    }
    let [found, expected] = [&record.farewell, &expected].map(|farewell| match farewell {
        None => "none".to_owned(),
        Some([first, second]) => {
            format!("`{}` and `{}`", first.join("\\n"), second.join("\\n"))
        }
    });
    Err(Mismatch::Farewell { found, expected })
}

fn check_result(record: &Record, outcome: Outcome) -> Result<(), Mismatch> {
    let expected = outcome.to_string();
    if record.result == expected {
        return Ok(());
    }
    Err(Mismatch::Result { found: record.result.clone(), expected })
}
