use std::path::Path;

use gamekit::{Outcome, Player};

use super::{Record, RecordError, Records};
use crate::games::{UnknownGame, game};
use crate::play::farewell;
use crate::referee::{Ending, Foul, Referee};
use crate::store::Store;
use crate::termination::Termination;

/// What a file of records holds, all of it right.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many games.
    pub games: usize,
    /// How many turns in all of them.
    pub plies: usize,
}

/// Where a record differs from what the referee does. Plies and lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Mismatch {
    /// A game that is not known.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A line of input.
    #[error("ply {ply}, input line {line}: found {found}, expected {expected}")]
    Input {
        /// The turn.
        ply: usize,
        /// The line of its input.
        line: usize,
        /// What stands there.
        found: String,
        /// What the referee sends.
        expected: String,
    },
    /// The player whose turn it is.
    #[error("ply {ply}: found player {found}, expected {expected}")]
    Player {
        /// The turn.
        ply: usize,
        /// Who stands there.
        found: usize,
        /// Whose turn it is.
        expected: usize,
    },
    /// What the players are told when the game is over.
    #[error("found the last words {found}, expected {expected}")]
    Farewell {
        /// What stands there, for the first and the second player.
        found: String,
        /// What the referee sends.
        expected: String,
    },
    /// A move that the referee refuses.
    #[error("ply {ply}: found `{found}`, {foul}")]
    Move {
        /// The turn.
        ply: usize,
        /// What stands there.
        found: String,
        /// What the referee says.
        foul: Foul,
    },
    /// A turn after the end of the game.
    #[error("ply {ply}: found a turn, expected none: the game is over")]
    Surplus {
        /// The turn.
        ply: usize,
    },
    /// A game that breaks off.
    #[error("found {plies} plies, expected more: the game is not over")]
    Unfinished {
        /// How many turns there are.
        plies: usize,
    },
    /// The last answer does not bring the fault that is said to have ended the game.
    #[error("ply {ply}: found reason `{reason}`, expected another: `{answer}` is no such fault")]
    NoFault {
        /// The turn.
        ply: usize,
        /// The fault.
        reason: String,
        /// The answer.
        answer: String,
    },
    /// The result.
    #[error("found result `{found}`, expected `{expected}`")]
    Result {
        /// What stands there.
        found: String,
        /// What the referee says.
        expected: String,
    },
    /// The reason.
    #[error("found reason `{found}`, expected `{expected}`")]
    Reason {
        /// What stands there.
        found: String,
        /// What the referee says.
        expected: String,
    },
}

/// Plays every game of a file again from its moves alone and compares all lines and results. The
/// file is one of records, or a store.
///
/// # Errors
///
/// A file that cannot be read to its end, or the first difference.
pub fn verify_file(path: &Path) -> Result<Verified, RecordError> {
    let mut verified = Verified::default();
    if Store::is_store(path) {
        Store::open_existing(path)?.each_record(None, |place, record| {
            verify(&record).map_err(|mismatch| RecordError::Stored {
                path: path.to_owned(),
                place,
                mismatch: Box::new(mismatch),
            })?;
            verified.games += 1;
            verified.plies += record.plies.len();
            Ok::<(), RecordError>(())
        })?;
        return Ok(verified);
    }
    for entry in Records::open(path)? {
        let (line, record) = entry?;
        verify(&record).map_err(|mismatch| RecordError::Mismatch {
            path: path.to_owned(),
            line,
            seed: record.seed,
            mismatch,
        })?;
        verified.games += 1;
        verified.plies += record.plies.len();
    }
    if verified.games == 0 {
        return Err(RecordError::Empty { path: path.to_owned() });
    }
    Ok(verified)
}

/// Plays a game again from its moves alone and compares all lines and the result.
///
/// Of a game lost by a fault the last answer must bring that fault, as far as an answer shows it.
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
        let ends_by_fault = fault.filter(|_| ply == record.plies.len());
        match (ends_by_fault, referee.apply(answer)) {
            (None, Ok(())) => {}
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

/// Compares one turn's player and input.
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

/// Tells whether an answer that was `judged` so agrees with a game that ended by `fault`.
fn shows(fault: Termination, answer: &str, judged: Result<(), Foul>) -> bool {
    match fault {
        Termination::Illegal | Termination::Unreadable => {
            judged.is_err_and(|foul| fault == Termination::from(foul))
        }
        Termination::LeftOpening => judged.is_ok(),
        _ => answer.is_empty(),
    }
}

/// Compares what the players are told when the game is over.
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
