//! Results of games as sentences.

use boards::{BoardGame, Ending, GameLine};
use gamekit::{Outcome, Player};
use registry::{BadGame, Game, Termination, Verdict};

/// Returns the result of a game, with a sentence for readers.
#[must_use]
pub fn ending(game: &dyn Game, outcome: Outcome, reason: &str) -> Ending {
    let board = game.board();
    let names = board.info().players;
    let winner = match outcome {
        Outcome::Win(winner) => Some(winner),
        Outcome::Draw => None,
    };
    let words = match winner {
        None => drawn(board, reason),
        Some(winner) => won(board, reason, names[winner.index()], names[winner.opponent().index()]),
    };
    Ending {
        score: outcome.to_string(),
        winner: winner.map(Player::index),
        reason: reason.to_owned(),
        words,
    }
}

/// Returns the result of a game line by the rules; `None` while the game goes on.
///
/// # Errors
///
/// The rules reject the moves, which is a bug of this program.
pub(crate) fn verdict_of(game: &dyn Game, line: &dyn GameLine) -> Result<Option<Verdict>, BadGame> {
    if line.is_over() { game.verdict_after(line.start(), &line.moves()) } else { Ok(None) }
}

/// Parses the result of a record.
pub(crate) fn outcome_of(score: &str) -> Option<Outcome> {
    let outcomes = [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
    outcomes.into_iter().find(|outcome| outcome.to_string() == score)
}

/// Returns the sentence for a draw.
fn drawn(board: &dyn BoardGame, reason: &str) -> String {
    format!("Draw: {}.", board.ending(reason).unwrap_or(reason))
}

/// Returns the sentence for a win.
fn won(board: &dyn BoardGame, reason: &str, winner: &str, loser: &str) -> String {
    let cause = match (board.ending(reason), Termination::fault(reason)) {
        (Some(clause), _) => clause.replace("{winner}", winner).replace("{loser}", loser),
        (None, Some(fault)) => format!("{loser} {}", fault_words(fault)),
        (None, None) => reason.to_owned(),
    };
    format!("{winner} wins: {cause}.")
}

/// Describes the fault that lost a game.
fn fault_words(fault: Termination) -> &'static str {
    match fault {
        Termination::Illegal => "has made a move that the rules do not allow",
        Termination::Unreadable => "has answered with a line that the judge cannot read",
        Termination::Timeout => "has not answered in time",
        Termination::Crashed => "has ended in the middle of the game: the program crashed",
        Termination::Closed => "has closed its output",
        Termination::Flood => "has written more than a judge reads",
        Termination::Memory => "has taken more memory than the judge allows",
        Termination::LeftOpening => "has not played the opening that was prescribed",
        Termination::Disqualified => "has a negative score, which stands for a fault",
        Termination::Normal(reason) => reason,
    }
}
