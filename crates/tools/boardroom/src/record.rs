//! Games that were played in the room as records, like those of the arena.

use arena::{Ply, Record};

use crate::games::AnyGame;

/// A game that is no record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum RecordError {
    /// It began elsewhere than games do, or not by the rules.
    #[error("only a game that began at its usual start is a record")]
    OtherStart,
    /// It goes on.
    #[error("the game is not over yet")]
    Unfinished,
}

/// Returns the record of a game over these moves, with the lines that its judge would have sent.
pub(crate) fn record_of(
    room: &dyn AnyGame,
    moves: &[String],
    names: [&str; 2],
) -> Result<Record, RecordError> {
    let game = arena::game(room.name()).expect("every game of the room is one of the arena's");
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
        game: room.name().to_owned(),
        seed: 0,
        result: verdict.outcome.to_string(),
        reason: verdict.reason.to_owned(),
        policy: names.join("/"),
        plies,
        farewell: None,
    })
}
