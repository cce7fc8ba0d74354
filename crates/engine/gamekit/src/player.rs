//! The two players and the outcome of a game.

use std::fmt;

/// One of the two sides, named by the order of their first moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// The side that makes the game's first move.
    First,
    /// The side that makes the second move.
    Second,
}

impl Player {
    /// Both sides, in the order in which they move.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// Returns the other side.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// Returns 0 for the first player and 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Outcome of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Neither player has won.
    Draw,
}

impl Outcome {
    /// Returns the points of `player`: 1 for a win, 1/2 for a draw, 0 for a loss.
    #[must_use]
    pub fn score(self, player: Player) -> f64 {
        match self {
            Outcome::Win(winner) if winner == player => 1.0,
            Outcome::Win(_) => 0.0,
            Outcome::Draw => 0.5,
        }
    }
}

/// Formats the result as game records do: `1-0`, `0-1` or `1/2-1/2`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win(Player::First) => "1-0",
            Outcome::Win(Player::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_one_point_for_the_winner_alone() {
        let outcome = Outcome::Win(Player::Second);
        assert_eq!(Player::BOTH.map(|player| outcome.score(player)), [0.0, 1.0]);
        assert_eq!(outcome.to_string(), "0-1");
    }

    #[test]
    fn a_draw_is_half_a_point_for_both() {
        assert_eq!(Player::BOTH.map(|player| Outcome::Draw.score(player)), [0.5, 0.5]);
        assert_eq!(Outcome::Draw.to_string(), "1/2-1/2");
    }
}
