//! Converts games played in the browser into records of the arena.

use arena::{Ply, Record};
use registry::Game;

/// Error: a game that cannot become a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum RecordError {
    /// The game did not start from the initial position, or a move is not legal.
    #[error("only a game from the initial position can become a record")]
    OtherStart,
    /// The game is not over.
    #[error("the game is not over yet")]
    Unfinished,
}

/// Returns the record of a finished game, with the lines that the judge would have sent.
pub(crate) fn record_of(
    game: &dyn Game,
    moves: &[String],
    names: [&str; 2],
) -> Result<Record, RecordError> {
    let mut referee = game.referee();
    let mut plies = Vec::new();
    let mut rest = moves;
    while !rest.is_empty() {
        let count = referee.moves_in_line().min(rest.len());
        let mv = rest[..count].concat();
        let (player, input) = (referee.to_move().index(), referee.prompt());
        referee.apply(&mv).map_err(|_| RecordError::OtherStart)?;
        plies.push(Ply { player, input, mv, turn: None });
        rest = &rest[count..];
    }
    let verdict = referee.verdict().ok_or(RecordError::Unfinished)?;
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
