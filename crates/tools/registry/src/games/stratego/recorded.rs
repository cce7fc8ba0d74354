//! Steps of recorded games of Stratego.

use stratego::{Move, Position};

use crate::recorded::{RecordedGame, ReplayError};
use crate::text_moves::replay_all;

/// Step of a game: its number among all moves, from 1, the position before it, and the move.
pub(super) type Step = (usize, Position, Move);

/// Returns the steps of a game after the setups. The last answer may be a fault or a resignation.
pub(super) fn steps(initial: Position, game: &RecordedGame) -> Result<Vec<Step>, ReplayError> {
    let Some((last, before)) = game.answers.split_last() else { return Ok(Vec::new()) };
    let mut moves: Vec<String> = before.iter().flat_map(|answer| moves_of(answer)).collect();
    let (mut past, pos) = replay_all(initial, &moves)
        .map_err(|why| ReplayError { place: game.place.clone(), why })?;
    let last = moves_of(last);
    if let Ok((more, _)) = replay_all(pos, &last) {
        moves.extend(last);
        past.extend(more);
    }
    let parsed = past.into_iter().zip(&moves).enumerate().filter_map(|(index, (pos, text))| {
        let step = text.parse().ok().filter(|mv| matches!(mv, Move::Step { .. }))?;
        Some((index + 1, pos, step))
    });
    Ok(parsed.collect())
}

/// Splits an answer into moves: a row of a setup holds one placement per letter.
fn moves_of(answer: &str) -> Vec<String> {
    if answer.contains(' ') {
        return vec![answer.to_owned()];
    }
    answer.chars().map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_a_setup_holds_ten_moves_and_a_step_one() {
        assert_eq!(moves_of("FB8"), ["F", "B", "8"]);
        assert_eq!(moves_of("4 3 DOWN 3"), ["4 3 DOWN 3"]);
    }
}
