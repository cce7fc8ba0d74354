//! Records of finished games that were played in the browser.

use records::{Ply, Record};
use registry::Game;

use crate::problem::{Problem, ProblemKind};
use crate::session::Session;

/// Error: a game that cannot become a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum UnfinishedGame {
    /// The game did not start from the initial position, or a move is not legal.
    #[error("only a game from the initial position can become a record")]
    OtherStart,
    /// The game is not over.
    #[error("the game is not over yet")]
    Unfinished,
}

/// Returns the record of a finished game, with the lines that the judge would have sent.
fn record_of(
    game: &dyn Game,
    moves: &[String],
    names: [&str; 2],
) -> Result<Record, UnfinishedGame> {
    let mut referee = game.referee();
    let mut plies = Vec::new();
    let mut rest = moves;
    while !rest.is_empty() {
        let count = referee.moves_in_line().min(rest.len());
        let mv = rest[..count].concat();
        let (player, input) = (referee.to_move().index(), referee.prompt());
        referee.apply(&mv).map_err(|_| UnfinishedGame::OtherStart)?;
        plies.push(Ply { player, input, mv, turn: None });
        rest = &rest[count..];
    }
    let verdict = referee.verdict().ok_or(UnfinishedGame::Unfinished)?;
    Ok(Record {
        game: game.name().to_owned(),
        seed: 0,
        result: verdict.outcome.to_string(),
        reason: verdict.reason.to_owned(),
        policy: names.join("/"),
        plies,
        farewell: None,
        judgement: None,
    })
}

/// Returns the record of a session that is over.
///
/// # Errors
///
/// The visitor may not know all moves yet, or the game is not over, or it did not start from the
/// initial position.
pub fn game_of_visitor(session: &Session) -> Result<Record, Problem> {
    let moves = session.open_moves().ok_or_else(|| {
        let message = "the game has hidden information and is not over yet";
        Problem::new(ProblemKind::Conflict, message)
    })?;
    let mut names = ["bot", "bot"];
    names[session.human().index()] = "you";
    record_of(session.game(), &moves, names).map_err(Problem::impossible)
}
