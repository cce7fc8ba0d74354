//! Moves as text, for any game: replay and legal moves for the command line and the records.

use gamekit::Notation;

/// Move of a list that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}, `{text}`: {why}")]
pub struct BadMove {
    /// Number of the move in the list, from 1.
    pub number: usize,
    /// The given text of the move.
    pub text: String,
    /// The error.
    pub why: String,
}

/// Plays `moves` from `start` and returns the position after them.
pub(crate) fn replay<P: Notation>(start: P, moves: &[String]) -> Result<P, BadMove> {
    Ok(replay_all(start, moves)?.1)
}

/// Plays `moves` from `start` and returns the position before each of them, and the last one.
///
/// # Errors
///
/// A move cannot be played.
pub fn replay_all<P: Notation>(start: P, moves: &[String]) -> Result<(Vec<P>, P), BadMove> {
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

/// Splits a list of moves at `;`, or at white space if it contains no `;`.
///
/// If the moves themselves contain spaces, the list needs a `;`, at least after the last move.
#[must_use]
pub fn split_moves(text: &str) -> Vec<String> {
    let moves: Box<dyn Iterator<Item = &str>> = if text.contains(';') {
        Box::new(text.split(';').map(str::trim).filter(|mv| !mv.is_empty()))
    } else {
        Box::new(text.split_whitespace())
    };
    moves.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_split_at_semicolons_or_otherwise_at_spaces() {
        assert_eq!(split_moves("a2a3;b7b6; c2c3 ;"), ["a2a3", "b7b6", "c2c3"]);
        assert_eq!(split_moves(" a2a3  b7b6"), ["a2a3", "b7b6"]);
        assert_eq!(split_moves("6 8 6 7;"), ["6 8 6 7"]);
        assert!(split_moves("").is_empty());
    }
}
