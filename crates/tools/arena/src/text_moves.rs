//! Games over moves as text: what the command line and the records need of any game's rules.

use gamekit::Notation;

/// A move of a list that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}, `{text}`: {why}")]
pub struct BadMove {
    /// The move's place in the list, from 1.
    pub number: usize,
    /// The move as it was given.
    pub text: String,
    /// What is wrong with it.
    pub why: String,
}

/// Plays `moves` from `start`.
pub(crate) fn replay<P: Notation>(start: P, moves: &[String]) -> Result<P, BadMove> {
    Ok(replay_all(start, moves)?.1)
}

/// Plays `moves` from `start` and returns the positions before them, and the last one.
pub(crate) fn replay_all<P: Notation>(start: P, moves: &[String]) -> Result<(Vec<P>, P), BadMove> {
    let (mut past, mut pos) = (Vec::with_capacity(moves.len()), start);
    for (index, text) in moves.iter().enumerate() {
        let bad = |why: String| BadMove { number: index + 1, text: text.clone(), why };
        let mv = pos.parse_move(text).map_err(|error| bad(error.to_string()))?;
        if !pos.is_legal(mv) {
            return Err(bad(match legal_moves(&pos) {
                legal if legal.is_empty() => "the game is over".to_owned(),
                legal => format!("not legal here, where the moves are {}", legal.join(", ")),
            }));
        }
        past.push(pos.clone());
        pos.play_unchecked(mv);
    }
    Ok((past, pos))
}

/// Returns the legal moves in the referee's order.
pub(crate) fn legal_moves<P: Notation>(pos: &P) -> Vec<String> {
    let mut moves = Vec::new();
    pos.legal_moves(|mv| moves.push(mv.to_string()));
    moves
}
