//! Self-play game in its binary form: moves and scores, from which the positions are replayed.

use gamekit::{Move, Outcome, Player, Position};
use search::Score;

/// Self-play game as stored in a shard file. The positions follow from the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Number of random moves at the start.
    pub opening: u8,
    /// All moves, in the 16 bits of [`Move::to_bits`].
    pub moves: Vec<u16>,
    /// Score of the search before each move after the opening, for the side to move. Only the last
    /// score may be that of a proven result, unless another search has scored the positions.
    pub scores: Vec<i16>,
    /// Result of the game, or its proven result.
    pub outcome: Outcome,
}

/// Ply of a game in which the search chose the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply<'a, P: Position> {
    pub(crate) pos: &'a P,
    /// Number of plies before this one, those of the opening included.
    pub(crate) number: usize,
    pub(crate) best: P::Move,
    /// Score of the search, for the side to move.
    pub(crate) score: Score,
}

impl PlayedGame {
    /// Maximum number of moves of a game in a file.
    pub const MOST_MOVES: usize = u16::MAX as usize;

    /// Returns the points of the player who moves first.
    #[must_use]
    pub fn first_points(&self) -> f64 {
        self.outcome.score(Player::First)
    }

    /// Appends the bytes of the game: the length of the opening (8 bits), the outcome (8 bits), the
    /// number of moves (16 bits), the moves and the scores (16 bits each), all little-endian.
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.opening);
        bytes.push(match self.outcome {
            Outcome::Draw => 0,
            Outcome::Win(Player::First) => 1,
            Outcome::Win(Player::Second) => 2,
        });
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        bytes.extend(self.moves.iter().flat_map(|mv| mv.to_le_bytes()));
        bytes.extend(self.scores.iter().flat_map(|score| score.to_le_bytes()));
    }

    /// Decodes a game from the front of `bytes`. Returns `None` if they do not start with a
    /// complete game.
    pub(super) fn decode(bytes: &mut &[u8]) -> Option<PlayedGame> {
        let [opening, outcome] = *bytes.split_off(..2)? else { return None };
        let outcome = match outcome {
            0 => Outcome::Draw,
            1 => Outcome::Win(Player::First),
            2 => Outcome::Win(Player::Second),
            _ => return None,
        };
        let mut word = || Some(u16::from_le_bytes(bytes.split_off(..2)?.try_into().ok()?));
        let count = usize::from(word()?);
        let moves = (0..count).map(|_| word()).collect::<Option<Vec<u16>>>()?;
        let scored = count.checked_sub(usize::from(opening))?;
        let scores = (0..scored).map(|_| Some(word()? as i16)).collect::<Option<Vec<i16>>>()?;
        Some(PlayedGame { opening, moves, scores, outcome })
    }

    /// Replays the game and visits each ply that was searched.
    ///
    /// Returns `None` if a move is illegal: the game was played under other rules.
    pub(crate) fn replay<P: Position>(&self, mut visit: impl FnMut(Ply<'_, P>)) -> Option<()> {
        let mut pos = P::initial();
        for (number, &bits) in self.moves.iter().enumerate() {
            let best = P::Move::from_bits(bits);
            if !pos.is_legal(best) {
                return None;
            }
            if let Some(searched) = number.checked_sub(usize::from(self.opening)) {
                let score = Score::from(self.scores[searched]);
                visit(Ply { pos: &pos, number, best, score });
            }
            pos.play_unchecked(best);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(outcome: Outcome) -> PlayedGame {
        PlayedGame { opening: 2, moves: vec![1, 2, 65535], scores: vec![-31_999], outcome }
    }

    #[test]
    fn encoded_games_decode_one_after_the_other() {
        let games = [Outcome::Draw, Outcome::Win(Player::First), Outcome::Win(Player::Second)];
        let mut bytes = Vec::new();
        games.into_iter().for_each(|outcome| game(outcome).encode(&mut bytes));
        let mut rest = &bytes[..];
        for outcome in games {
            assert_eq!(PlayedGame::decode(&mut rest), Some(game(outcome)));
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn bytes_that_are_no_game_are_rejected() {
        let mut bytes = Vec::new();
        game(Outcome::Draw).encode(&mut bytes);
        for end in 0..bytes.len() {
            assert_eq!(PlayedGame::decode(&mut &bytes[..end]), None, "{end} bytes");
        }
        bytes[1] = 3;
        assert_eq!(PlayedGame::decode(&mut &bytes[..]), None);
        // An opening that is longer than the game.
        bytes[1] = 0;
        bytes[0] = 4;
        assert_eq!(PlayedGame::decode(&mut &bytes[..]), None);
    }

    #[test]
    fn an_illegal_move_ends_the_replay() {
        let replayed = game(Outcome::Draw).replay::<breakthrough::Position>(|_| ());
        assert_eq!(replayed, None);
    }
}
